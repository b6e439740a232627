"""docs/settings.md gives each setting its true default and a meaning."""

import re
from pathlib import Path

import pytest

from shared.settings import GROUPS, variables_of

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
ROWS = {match[1]: (match[2], match[3]) for match in re.finditer(r"^\| (`[A-Z_`, ]+`) \| (.*?) \| (.*) \|$", PAGE, re.MULTILINE)}
FIELDS = [(group, field, variables) for group in GROUPS.values() for field, variables in variables_of(group).items()]


@pytest.mark.parametrize(("group", "field", "variables"), FIELDS, ids=lambda value: value if isinstance(value, str) else "")
def test_the_table_shows_the_true_default_and_says_what_it_means(group, field, variables):
    default, meaning = ROWS[", ".join(f"`{variable}`" for variable in variables)]
    value = group.model_fields[field].default
    shown = str(value).lower() if isinstance(value, bool) else str(getattr(value, "value", value))
    assert default == (f"`{shown}`" if shown else "none")
    assert len(meaning) > 10


def test_the_table_names_nothing_that_is_no_setting():
    known = {", ".join(f"`{variable}`" for variable in variables) for _, _, variables in FIELDS}
    assert ROWS.keys() - known <= {"`PROMETHEUS_MULTIPROC_DIR`"}
