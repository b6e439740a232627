"""What makes two recalls the same question: who asks, of what, in which words, judged by which model. Not when."""

from collections.abc import Hashable

from services.api.recall.inquiry import Inquiry
from services.api.recall.question import Question


def result_key(inquiry: Inquiry, question: Question, *, model: str, reranks: bool) -> Hashable:
    """Equal for two recalls of which the second may be given the first one's candidates."""
    scope, request = inquiry.scope, inquiry.request
    whose = (scope.tenant_id, scope.user_ids, scope.agent_ids, scope.owner, frozenset(scope.labels.items()), inquiry.viewer)
    what = (
        frozenset(request.labels.items()),
        request.layers,
        request.categories,
        request.source_types,
        request.time_range,
        request.as_of,
        request.include_archived,
        request.include_superseded,
        inquiry.in_archive,
    )
    return (whose, what, question, inquiry.settings.arm_limit, model, reranks)
