"""Every metric of a process: name -> kind, help text, labels. docs/metrics.md lists them; others raise KeyError."""

from dataclasses import dataclass
from enum import StrEnum


class MetricKind(StrEnum):
    """What Prometheus calls it."""

    COUNTER = "counter"
    HISTOGRAM = "histogram"


@dataclass(frozen=True, slots=True)
class MetricSpec:
    """One metric of a process."""

    kind: MetricKind
    help: str
    labels: tuple[str, ...] = ()


COUNTER, HISTOGRAM = MetricKind.COUNTER, MetricKind.HISTOGRAM

METRICS: dict[str, MetricSpec] = {
    "tiercel_http_requests_total": MetricSpec(
        MetricKind.COUNTER, "HTTP requests by route, method and status.", ("route", "method", "status")
    ),
    "tiercel_http_request_seconds": MetricSpec(HISTOGRAM, "Time to answer an HTTP request.", ("route",)),
    "tiercel_turns_total": MetricSpec(COUNTER, "Turns at the door by result (accepted, duplicate, skipped).", ("result",)),
    "tiercel_session_summaries_total": MetricSpec(
        COUNTER, "Session summaries asked for, by result (accepted, duplicate, skipped).", ("result",)
    ),
    "tiercel_redactions_total": MetricSpec(COUNTER, "Secrets removed at the door, by kind.", ("kind",)),
    "tiercel_drain_seconds": MetricSpec(HISTOGRAM, "Time to drain one window, by worker.", ("worker",)),
    "tiercel_drained_total": MetricSpec(COUNTER, "Entries drained, by worker.", ("worker",)),
    "tiercel_drain_faults_total": MetricSpec(
        MetricKind.COUNTER, "Windows put back because of a fault, by worker and fault.", ("worker", "fault")
    ),
    "tiercel_model_calls_total": MetricSpec(
        COUNTER, "Model calls by schema and result (read, unreadable, cut_off, refused, outage).", ("schema", "result")
    ),
    "tiercel_model_tokens_total": MetricSpec(
        MetricKind.COUNTER, "Tokens by schema, direction (prompt, completion) and result of the call.", ("schema", "direction", "result")
    ),
    "tiercel_model_seconds": MetricSpec(HISTOGRAM, "Time of one model call.", ("schema",)),
    "tiercel_parse_repairs_total": MetricSpec(COUNTER, "Model answers that needed repair, by kind.", ("kind",)),
    "tiercel_judge_fallbacks_total": MetricSpec(
        MetricKind.COUNTER, "Candidates that the local judge gave no word on, by reason and by where they went.", ("reason", "to")
    ),
    "tiercel_fact_checks_total": MetricSpec(MetricKind.COUNTER, "Calls of fact-checking tools by tool and result.", ("tool", "result")),
    "tiercel_decisions_total": MetricSpec(
        MetricKind.COUNTER, "Guard decisions by action, stage and reason.", ("action", "stage", "reason")
    ),
    "tiercel_reviews_answered_total": MetricSpec(
        MetricKind.COUNTER,
        "Answers of people, by kind of review, decision and the action that was sampled or proposed.",
        ("kind", "decision", "action"),
    ),
    "tiercel_decisions_undone_total": MetricSpec(COUNTER, "Decisions taken back by people, by the action undone.", ("action",)),
    "tiercel_embedding_seconds": MetricSpec(HISTOGRAM, "Time of one call to the embedding model, by kind (query, passage).", ("kind",)),
    "tiercel_embedding_cache_total": MetricSpec(COUNTER, "Embedding cache lookups by result (hit, miss).", ("result",)),
    "tiercel_recalls_total": MetricSpec(COUNTER, "Recalls by result (injected, empty).", ("result",)),
    "tiercel_recall_seconds": MetricSpec(HISTOGRAM, "Time of a recall by stage (total for the whole).", ("stage",)),
    "tiercel_recall_cache_total": MetricSpec(COUNTER, "Recall result cache lookups by result (hit, miss).", ("result",)),
    "tiercel_recall_degraded_total": MetricSpec(COUNTER, "Recall stages that were skipped, by stage.", ("stage",)),
    "tiercel_reinforcements_total": MetricSpec(COUNTER, "Memories reinforced after they were injected.", ()),
    "tiercel_sweep_moves_total": MetricSpec(
        COUNTER, "Memories moved by the clock, by where to (a stage, deleted) and why.", ("move", "reason")
    ),
    "tiercel_maintenance_runs_total": MetricSpec(COUNTER, "Runs of maintenance that ended, by kind (real, dry).", ("kind",)),
    "tiercel_records_removed_total": MetricSpec(COUNTER, "Records removed because they were older than they are kept, by kind.", ("kind",)),
    "tiercel_worker_faults_total": MetricSpec(COUNTER, "Faults in a worker's background thread, by task.", ("task",)),
}
