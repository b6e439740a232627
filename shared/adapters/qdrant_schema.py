"""Collections, aliases and payload indexes: what must exist before the first read or write.

Versions stand in `memories_<embedder>_<dimensions>_v1` behind the alias `memories`; traces in `records`, whose one
sparse vector its points leave out, because the engine refuses a collection without any.
"""

import re
from dataclasses import dataclass

from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import UnexpectedResponse

from shared.domain.errors import DimensionMismatch, SettingsInvalid

DENSE = "dense"
SPARSE = "sparse"
FORMAT = 1
OLDEST_SERVER = (1, 19)
"""The first release that computes term rarity over a corpus filter; insert-only upserts are older."""

KEYWORD = models.PayloadSchemaType.KEYWORD
INTEGER = models.PayloadSchemaType.INTEGER
TENANT = models.KeywordIndexParams(type=models.KeywordIndexType.KEYWORD, is_tenant=True)
IndexKind = models.PayloadSchemaType | models.KeywordIndexParams

MEMORY_INDEXES: dict[str, IndexKind] = {
    "tenant": TENANT,
    **dict.fromkeys(("owner", "user_id", "agent_id", "session_id", "chat_id", "visibility"), KEYWORD),
    **dict.fromkeys(("layer", "stage", "category", "source_type", "label_pairs", "memory_id", "text_key", "property"), KEYWORD),
    **dict.fromkeys(("created_us", "observed_us", "expires_us", "archived_us", "valid_from_us", "valid_to_us", "fence"), INTEGER),
    "current": models.PayloadSchemaType.BOOL,
}
RECORD_INDEXES: dict[str, IndexKind] = {
    "tenant": TENANT,
    **dict.fromkeys(("owner", "kind", "memory_id", "capture_id", "action", "stage"), KEYWORD),
    **dict.fromkeys(("layer", "judged_action", "judged_reason"), KEYWORD),
    **dict.fromkeys(("at_us", "written_us", "judged_us"), INTEGER),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreSchema:
    """Names and sizes for one embedder. `prefix` keeps several stores apart on one engine."""

    embedder_name: str
    dimensions: int
    prefix: str = ""

    @property
    def memories(self) -> str:
        """The alias that every read and write uses."""
        return f"{self.prefix}memories"

    @property
    def records(self) -> str:
        """The collection of traces."""
        return f"{self.prefix}records"

    @property
    def collection(self) -> str:
        """The collection that this embedder's versions stand in."""
        model = re.sub(r"[^A-Za-z0-9.-]+", "-", self.embedder_name)
        return f"{self.prefix}memories_{model}_{self.dimensions}_v{FORMAT}"


def prepare_schema(client: QdrantClient, schema: StoreSchema) -> None:
    """Make what is missing. Raises DimensionMismatch, or SettingsInvalid for a server that is too old."""
    refuse_old_server(client.info().version)
    target = _alias_target(client, schema.memories)
    if target is not None and target != schema.collection:
        raise _mismatch(schema, f"the alias {schema.memories} points to {target}")
    if not client.collection_exists(schema.collection):
        _create(client, schema.collection, dimensions=schema.dimensions)
    if not client.collection_exists(schema.records):
        _create(client, schema.records, dimensions=None)
    refuse_other_size(client, schema)
    _index(client, schema.collection, MEMORY_INDEXES)
    _index(client, schema.records, RECORD_INDEXES)
    if target is None:
        alias = models.CreateAlias(collection_name=schema.collection, alias_name=schema.memories)
        client.update_collection_aliases([models.CreateAliasOperation(create_alias=alias)])


def refuse_old_server(version: str) -> None:
    """SettingsInvalid where the server cannot answer our queries."""
    found = re.match(r"(\d+)\.(\d+)", version)
    if found is None or tuple(map(int, found.groups())) < OLDEST_SERVER:
        oldest = ".".join(map(str, OLDEST_SERVER))
        raise SettingsInvalid(f"QDRANT_URL: the server there is Qdrant {version}. Tiercel needs {oldest} or newer: upgrade it.")


def refuse_other_size(client: QdrantClient, schema: StoreSchema) -> None:
    """DimensionMismatch where the collection holds vectors of another length."""
    vectors = client.get_collection(schema.collection).config.params.vectors
    dense = vectors.get(DENSE) if isinstance(vectors, dict) else vectors
    if dense is None or dense.size != schema.dimensions:
        raise _mismatch(schema, f"{schema.collection} holds vectors of {dense.size if dense else 0} dimensions")


def _mismatch(schema: StoreSchema, found: str) -> DimensionMismatch:
    return DimensionMismatch(
        f"TIERCEL_EMBEDDER: {schema.embedder_name} makes vectors of {schema.dimensions} dimensions, but {found}. "
        "Set TIERCEL_EMBEDDER (and MEMORY_EMBEDDING_MODEL, MEMORY_EMBEDDING_DIMENSIONS) back to the model that the store "
        "was filled with, or start with an empty store."
    )


def _alias_target(client: QdrantClient, alias: str) -> str | None:
    targets = [known.collection_name for known in client.get_aliases().aliases if known.alias_name == alias]
    return targets[0] if targets else None


def _create(client: QdrantClient, name: str, *, dimensions: int | None) -> None:
    """Vectors are searched within one tenant only, so graphs are built per tenant (payload_m) and not over all."""
    size = {} if dimensions is None else {DENSE: models.VectorParams(size=dimensions, distance=models.Distance.COSINE)}
    try:
        client.create_collection(
            name,
            vectors_config=size,
            sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
            hnsw_config=models.HnswConfigDiff(m=0, payload_m=16),
        )
    except UnexpectedResponse:
        # Another process may have made it between our question and our order.
        if not client.collection_exists(name):
            raise


def _index(client: QdrantClient, name: str, wanted: dict[str, IndexKind]) -> None:
    known = client.get_collection(name).payload_schema
    for field, kind in wanted.items():
        if field not in known:
            client.create_payload_index(name, field_name=field, field_schema=kind, wait=True)
