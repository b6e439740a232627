"""Faults. A refusal or a "no" is a value, never one of these.

TiercelFault
├── TemporaryFault            worth trying again; may carry retry_after_seconds
│   ├── StoreUnavailable      the vector engine does not answer
│   ├── QueueUnavailable      Redis does not answer
│   ├── QueueFull             intake is over its limit: come back later
│   ├── StorageFull           no room left on disk or in Redis
│   ├── ModelUnavailable      the gateway answered 429 / 5xx, timed out or refused
│   ├── EmbedderUnavailable   no vector could be computed
│   ├── RerankerUnavailable   the remote reranker is late, out or unreadable
│   ├── LockBusy              another writer holds the owner's write lock
│   └── LeaseLost             someone else drains this inbox now
├── ContentFault              the model answered, but the answer cannot be used
│   └── StageCrashed          a stage failed on this text in a way that nobody foresaw
└── PermanentFault
    ├── SettingsInvalid       a setting is wrong; names the variable and the remedy
    ├── DimensionMismatch     the embedder and the collection disagree
    ├── RecordUnreadable      a stored record has an unknown version or shape
    ├── RequestRefused        the vector engine will not take this, now or later
    └── JobRefused            a queued function is not on the allow-list
"""


class TiercelFault(Exception):
    """Root of every fault."""

    code = "fault"


class TemporaryFault(TiercelFault):
    """Worth trying again."""

    code = "temporary"

    def __init__(self, message: str, *, retry_after_seconds: float | None = None) -> None:
        super().__init__(message)
        self.retry_after_seconds = retry_after_seconds


class StoreUnavailable(TemporaryFault):
    """The vector engine does not answer."""

    code = "store_unavailable"


class QueueUnavailable(TemporaryFault):
    """Redis does not answer."""

    code = "queue_unavailable"


class QueueFull(TemporaryFault):
    """Intake is over its limit; nothing was written."""

    code = "queue_full"


class StorageFull(TemporaryFault):
    """No room left: nothing was written."""

    code = "storage_full"


class ModelUnavailable(TemporaryFault):
    """The model gateway is out, or asks to wait."""

    code = "model_unavailable"


class EmbedderUnavailable(TemporaryFault):
    """No vector could be computed."""

    code = "embedder_unavailable"


class RerankerUnavailable(TemporaryFault):
    """The remote reranker is late, out or unreadable."""

    code = "reranker_unavailable"


class LockBusy(TemporaryFault):
    """Another writer holds the owner's write lock."""

    code = "lock_busy"


class LeaseLost(TemporaryFault):
    """Someone else drains this inbox now; what this worker holds is void."""

    code = "lease_lost"


class ContentFault(TiercelFault):
    """The model answered, but the answer cannot be used; `raw` is redacted before it is kept."""

    code = "content"

    def __init__(self, message: str, *, raw: str, cut_off: bool = False) -> None:
        super().__init__(message)
        self.raw = raw
        self.cut_off = cut_off


class StageCrashed(ContentFault):
    """A stage failed on this text in a way that nobody foresaw: isolated, tried again and buried like an unreadable answer."""

    code = "crash"


class PermanentFault(TiercelFault):
    """Trying again cannot help."""

    code = "permanent"


class SettingsInvalid(PermanentFault):
    """A setting is wrong; the message names the variable and the remedy."""

    code = "settings_invalid"


class DimensionMismatch(PermanentFault):
    """The embedder's vectors do not fit the collection."""

    code = "dimension_mismatch"


class RecordUnreadable(PermanentFault):
    """A stored record has an unknown version or shape."""

    code = "record_unreadable"


class RequestRefused(PermanentFault):
    """The vector engine will not take this request, now or later."""

    code = "request_refused"


class JobRefused(PermanentFault):
    """A queued function is not on the allow-list."""

    code = "job_refused"
