"""Numbers that a free text names in a fixed form: from 1.2 to 1.8, target 50 ... actual 42, 相关系数0.8."""

import re
from collections.abc import Mapping

from shared.domain.trigger import TriggerType

_NUMBER = r"(?P<{}>\d+(?:[.,]\d+)*\s?(?:%|万|亿|[kKmM](?![a-z]))?)"


def _form(pattern: str, *names: str) -> re.Pattern[str]:
    return re.compile(pattern.format(*(_NUMBER.format(name) for name in names)), re.IGNORECASE)


FORMS: Mapping[TriggerType, tuple[re.Pattern[str], ...]] = {
    TriggerType.PERFORMANCE_OPTIMIZATION: (
        _form(r"\bfrom\D{{0,12}}{}.{{0,20}}?\bto\D{{0,12}}{}", "before", "after"),
        _form(r"从\D{{0,6}}{}.{{0,12}}?(?:到|至|为)\D{{0,4}}{}", "before", "after"),
    ),
    TriggerType.STRATEGY_EXECUTION: (
        _form(r"\b(?:target|goal)\D{{0,20}}{}.{{0,40}}?\b(?:actual(?:ly)?|achieved|reached)\D{{0,20}}{}", "target_metric", "actual_metric"),
        _form(r"目标\D{{0,10}}{}.{{0,20}}?(?:实际|达成|达到)\D{{0,10}}{}", "target_metric", "actual_metric"),
    ),
    TriggerType.ANOMALY_PATTERN: (
        _form(r"\bfrom\D{{0,12}}{}.{{0,20}}?\bto\D{{0,12}}{}", "expected", "actual"),
        _form(r"从\D{{0,6}}{}.{{0,12}}?(?:到|至|为)\D{{0,4}}{}", "expected", "actual"),
    ),
    TriggerType.CROSS_DOMAIN_CORRELATION: (
        re.compile(r"相关系数\D{0,4}(?P<correlation>-?[01]\.\d+)"),
        re.compile(r"\b(?:correlation|r)\b\D{0,12}?(?P<correlation>-?[01]\.\d+)", re.IGNORECASE),
    ),
}


def numbers_told(text: str, trigger: TriggerType) -> dict[str, str]:
    """The fields of the type that the text fills, as written. Empty where it has none of the forms, or one of them twice."""
    found = [match.groupdict() for form in FORMS.get(trigger, ()) for match in form.finditer(text)]
    return found[0] if len(found) == 1 else {}
