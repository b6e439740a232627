"""Field names of measured data, and words that say which way something went. Data only."""

REPETITION_FIELDS = frozenset({
    "cycles", "occurrences", "repeated", "repetitions", "runs", "times_observed", "周期数", "次数", "重复次数",
})  # fmt: skip
"""How often the same was measured, where the data say so themselves."""

BEFORE_AND_AFTER = (
    ("before", "after"), ("metric_before", "metric_after"), ("baseline", "result"), ("baseline", "current"),
    ("baseline", "observed"), ("baseline", "actual"), ("expected", "actual"), ("previous", "current"), ("old", "new"),
    ("target", "actual"), ("target_metric", "actual_metric"), ("之前", "之后"), ("优化前", "优化后"),
)  # fmt: skip
"""Two fields of which the second is what became of the first."""

COMPARED_WITH_A_GOAL = frozenset({"target", "target_metric", "expected"})
"""First fields that are no earlier state: that a goal was missed does not say that something fell."""

PLAIN_NAMES = frozenset({
    "actual", "after", "amount", "average", "avg", "baseline", "before", "count", "current", "data", "date", "day", "days",
    "duration", "expected", "figure", "hour", "hours", "id", "index", "item", "mean", "metric", "month", "new", "note",
    "number", "observed", "of", "old", "period", "plan", "previous", "rate", "result", "sample", "score", "size", "step", "target", "the",
    "time", "total", "unit", "used", "value", "week", "year", "值", "数值", "指标", "结果",
})  # fmt: skip
"""Words of a field's name that do not say what was measured."""

RISES = (
    r"\b(?:increas\w+|improv\w+|uplift\w*|rose|rises?|rising|grew|grows?|growth|gain(?:ed|s)?|up by|doubled|higher)\b",
    r"提升", r"提高", r"增长", r"增加", r"上涨", r"上升", r"翻倍",
)  # fmt: skip

FALLS = (
    r"\b(?:decreas\w+|drop(?:s|ped)?|fell|falls?|falling|declin\w+|reduc\w+|lower(?:ed)?|down by|halved|shrank)\b",
    r"下降", r"降低", r"减少", r"下跌", r"下滑", r"跌了",
)  # fmt: skip
