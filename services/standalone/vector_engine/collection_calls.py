"""Calls about collections as a whole: make, list, describe, delete, and their aliases."""

from typing import Any

from services.standalone.vector_engine.collections import Collection, Engine
from services.standalone.vector_engine.fields import checked, items, shape
from services.standalone.vector_engine.payload_indexes import shown_indexes
from services.standalone.vector_engine.refusals import absent, taken, wrong
from services.standalone.vector_engine.rescue import warnings_of
from services.standalone.vector_engine.validation import collection_name
from services.standalone.vector_engine.vector_config import shown_config

_ACTIONS = shape("alias actions", "", needed="actions")
_CREATE = shape("create_alias", "", needed="collection_name alias_name")
_DELETE = shape("delete_alias", "", needed="alias_name")
_RENAME = shape("rename_alias", "", needed="old_alias_name new_alias_name")


def listed(engine: Engine) -> dict[str, Any]:
    """All names."""
    return {"collections": [{"name": name} for name in engine.names()]}


def exists(engine: Engine, name: str) -> dict[str, bool]:
    """Whether a collection or alias has this name."""
    return {"exists": engine.aliases.get(name, name) in engine.names()}


def described(collection: Collection) -> dict[str, Any]:
    """Counts, configuration and payload indexes. The status is green: writes are done when they are answered."""
    found = collection.shard.edge.info()
    return {
        "status": "green",
        "optimizer_status": "ok",
        "warnings": [{"message": warning} for warning in warnings_of(collection.folder)],
        "indexed_vectors_count": found.indexed_vectors_count,
        "points_count": found.points_count,
        "segments_count": found.segments_count,
        "config": shown_config(collection.settings),
        "payload_schema": shown_indexes(found.payload_schema),
    }


def aliases(engine: Engine, name: str | None = None) -> dict[str, Any]:
    """All aliases, or those of one collection."""
    target = None if name is None else engine.collection(name).name
    return {
        "aliases": [
            {"alias_name": alias, "collection_name": collection}
            for alias, collection in sorted(engine.aliases.items())
            if target in (None, collection)
        ]
    }


def change_aliases(engine: Engine, body: Any) -> bool:
    """Do all actions or none: a switch is never seen half-way."""
    after = dict(engine.aliases)
    for action in items(checked(body, _ACTIONS)["actions"], "actions"):
        if type(action) is not dict or len(action) != 1:
            raise wrong("actions: each must be an object with one field, its kind")
        kind, fields = next(iter(action.items()))
        if kind == "create_alias":
            _create(engine, after, checked(fields, _CREATE))
        elif kind == "delete_alias":
            after.pop(checked(fields, _DELETE)["alias_name"], None)
        elif kind == "rename_alias":
            _rename(engine, after, checked(fields, _RENAME))
        else:
            raise wrong(f"actions: unknown field `{kind}`")
    engine.set_aliases(after)
    return True


def _create(engine: Engine, after: dict[str, str], fields: dict[str, Any]) -> None:
    target = fields["collection_name"]
    if target not in engine.names():
        raise absent(f"Collection `{target}` doesn't exist!")
    after[_free_name(engine, fields["alias_name"])] = target


def _rename(engine: Engine, after: dict[str, str], fields: dict[str, Any]) -> None:
    target = after.pop(fields["old_alias_name"], None)
    if target is None:
        raise absent(f"Alias {fields['old_alias_name']} does not exists!")
    after[_free_name(engine, fields["new_alias_name"])] = target


def _free_name(engine: Engine, name: Any) -> str:
    if collection_name(name) in engine.names():
        raise taken(f"Collection `{name}` already exists!")
    return str(name)
