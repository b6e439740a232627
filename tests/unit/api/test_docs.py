"""docs/api.md and /openapi.json tell of the same routes as the code."""

import re
from pathlib import Path

from tests.unit.api.route_calls import KEYED, all_routes
from tests.unit.api.system import ApiSystem

DOCS = Path(__file__).parents[3] / "docs" / "api.md"
ROW = re.compile(r"^\| `(GET|POST|PATCH|DELETE) (/[^`]*)` \| ([^|]*) \|", re.MULTILINE)


def documented() -> dict[tuple[str, str], str]:
    return {(method, path): roles.strip() for method, path, roles in ROW.findall(DOCS.read_text(encoding="utf-8"))}


def test_every_route_is_documented_and_nothing_else_is() -> None:
    assert set(documented()) == all_routes()


def test_the_documented_roles_are_the_roles_in_force() -> None:
    for route in KEYED:
        shown = documented()[route.method, route.template]
        expected = "any key" if len(route.roles) == 5 else ", ".join(sorted(role.value for role in route.roles))
        assert shown == expected, route.template


def test_openapi_lists_every_route_for_any_key(api: ApiSystem) -> None:
    description = api.get("/openapi.json").json()
    listed = {(method.upper(), path) for path, methods in description["paths"].items() for method in methods}
    assert listed == all_routes()
    assert "messages" in description["components"]["schemas"]["TurnBody"]["properties"]
