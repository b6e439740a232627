"""The body that creates a collection -> the engine's configuration, and back for `GET /collections/{name}`."""

from typing import Any

from qdrant_edge import Distance, EdgeConfig, EdgeSparseVectorParams, EdgeVectorParams, HnswIndexConfig, Modifier

from services.standalone.vector_engine.fields import checked, shape, text, truth, whole
from services.standalone.vector_engine.refusals import not_offered, wrong
from services.standalone.vector_engine.validation import payload
from services.standalone.vector_engine.vectors import VectorNames

LARGEST_DIMENSION = 65_536

_CREATE = shape(
    "create collection",
    "vectors sparse_vectors hnsw_config optimizers_config on_disk_payload metadata "
    "shard_number replication_factor write_consistency_factor",
    absent_here="sharding_method payload id_tracker wal_config quantization_config strict_mode_config init_from",
)
_DENSE = shape(
    "vector params", "on_disk hnsw_config", needed="size distance", absent_here="quantization_config multivector_config datatype memory"
)
_SPARSE = shape("sparse vector params", "index modifier")
_SPARSE_INDEX = shape("sparse index", "full_scan_threshold on_disk", absent_here="datatype memory")
_HNSW = shape(
    "hnsw_config", "m ef_construct full_scan_threshold max_indexing_threads on_disk payload_m", absent_here="memory inline_storage"
)
_OPTIMIZERS = shape(
    "optimizers_config",
    "deleted_threshold vacuum_min_vector_number default_segment_number max_segment_size memmap_threshold indexing_threshold "
    "flush_interval_sec max_optimization_threads prevent_unoptimized",
)
_DISTANCES = {"Cosine": Distance.Cosine, "Dot": Distance.Dot, "Euclid": Distance.Euclid, "Manhattan": Distance.Manhattan}
_HNSW_DEFAULTS: dict[str, Any] = {"m": 16, "ef_construct": 100, "full_scan_threshold": 10_000, "max_indexing_threads": 0, "on_disk": False}
_OPTIMIZER_DEFAULTS: dict[str, Any] = {"default_segment_number": 0, "flush_interval_sec": 5}


def checked_settings(body: Any) -> dict[str, Any]:
    """What is stored beside the shard. Optimiser and HNSW settings are kept and shown; this process never optimises."""
    found = checked(body, _CREATE)
    for name in ("shard_number", "replication_factor", "write_consistency_factor"):
        if found.pop(name, 1) != 1:
            raise not_offered(f"`{name}` other than 1")
    if "metadata" in found:
        payload(found["metadata"], "metadata")
    checked(found.get("optimizers_config", {}), _OPTIMIZERS)
    return found


def names_of(settings: dict[str, Any]) -> VectorNames:
    """The vector names and sizes in these settings."""
    return VectorNames(
        dense={name: params["size"] for name, params in settings.get("vectors", {}).items()},
        sparse=frozenset(settings.get("sparse_vectors", {})),
    )


def edge_config(settings: dict[str, Any]) -> EdgeConfig:
    """The engine's configuration, write-ahead log on: without it there is no lock on the folder either."""
    dense = {_name(name): _dense(params) for name, params in _named(settings.get("vectors", {})).items()}
    sparse = {_name(name): _sparse(params) for name, params in _named(settings.get("sparse_vectors", {})).items()}
    if not dense and not sparse:
        raise not_offered("collections without any vector")
    if dense.keys() & sparse.keys():
        raise wrong(f"vector name `{min(dense.keys() & sparse.keys())}` is given as dense and as sparse")
    return EdgeConfig(
        vectors=dense or None,
        sparse_vectors=sparse or None,
        on_disk_payload=_optional_truth(settings, "on_disk_payload"),
        hnsw_config=_hnsw(settings.get("hnsw_config")),
        wal_enabled=True,
    )


def shown_config(settings: dict[str, Any]) -> dict[str, Any]:
    """The `config` part of a collection's description."""
    return {
        "params": {
            "vectors": settings.get("vectors", {}),
            "sparse_vectors": settings.get("sparse_vectors", {}),
            "shard_number": 1,
            "replication_factor": 1,
            "write_consistency_factor": 1,
            "on_disk_payload": settings.get("on_disk_payload", True),
        },
        "hnsw_config": _HNSW_DEFAULTS | settings.get("hnsw_config", {}),
        "optimizer_config": _OPTIMIZER_DEFAULTS | settings.get("optimizers_config", {}),
        "metadata": settings.get("metadata"),
    }


def _named(value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise wrong("vectors: an object of named vectors is expected")
    if "size" in value and type(value["size"]) is int:
        raise not_offered("unnamed vectors")
    return value


def _name(value: str) -> str:
    if not value or len(value) > 200:
        raise wrong("vectors: a name of 1-200 characters is expected")
    return value


def _dense(value: Any) -> EdgeVectorParams:
    found = checked(value, _DENSE)
    if found["distance"] not in _DISTANCES:
        raise wrong(f"distance: one of {', '.join(_DISTANCES)} is expected")
    return EdgeVectorParams(
        size=whole(found["size"], "size", low=1, high=LARGEST_DIMENSION),
        distance=_DISTANCES[found["distance"]],
        on_disk=_optional_truth(found, "on_disk"),
        hnsw_config=_hnsw(found.get("hnsw_config")),
    )


def _sparse(value: Any) -> EdgeSparseVectorParams:
    found = checked(value, _SPARSE)
    index = checked(found.get("index", {}), _SPARSE_INDEX)
    if found.get("modifier", "none") not in ("none", "idf"):
        raise wrong(f"modifier: none or idf is expected, not {text(found['modifier'], 'modifier')}")
    return EdgeSparseVectorParams(
        full_scan_threshold=whole(index["full_scan_threshold"], "full_scan_threshold") if "full_scan_threshold" in index else None,
        on_disk=_optional_truth(index, "on_disk"),
        modifier=Modifier.Idf if found.get("modifier") == "idf" else None,
    )


def _hnsw(value: Any) -> HnswIndexConfig | None:
    if value is None:
        return None
    given = checked(value, _HNSW)
    found = _HNSW_DEFAULTS | given
    return HnswIndexConfig(
        m=whole(found["m"], "hnsw_config.m"),
        ef_construct=whole(found["ef_construct"], "hnsw_config.ef_construct", low=4),
        full_scan_threshold=whole(found["full_scan_threshold"], "hnsw_config.full_scan_threshold"),
        max_indexing_threads=whole(found["max_indexing_threads"], "hnsw_config.max_indexing_threads"),
        on_disk=truth(found["on_disk"], "hnsw_config.on_disk"),
        payload_m=whole(found["payload_m"], "hnsw_config.payload_m") if "payload_m" in found else None,
    )


def _optional_truth(found: dict[str, Any], field: str) -> bool | None:
    return truth(found[field], field) if field in found else None
