"""Hypothesis strategies: any memory that can exist, any scope and any filter over a small world of names."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from shared.domain.candidate import Attribution, Category, Evidence, Layer, SourceType
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import Owner, OwnerKind, Scope, Viewer, Visibility
from tests.contract.memory_store.samples import NOW
from tests.contract.memory_store.world import AGENTS, CHATS, LABELS, OWNERS, SESSIONS, USERS, WORDS

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
moments = st.datetimes(datetime(1970, 1, 1), datetime(2250, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001
shares = st.floats(0, 1)
counts = st.integers(0, 2**31)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)


def memories() -> st.SearchStrategy[Memory]:
    """Any version, every field drawn."""
    return st.builds(
        Memory,
        id=names,
        version=st.integers(1, 1000),
        tenant_id=names,
        owner=st.builds(Owner, st.sampled_from([OwnerKind.USER, OwnerKind.CHAT]), names) | st.just(Owner(OwnerKind.TENANT)),
        text=texts,
        category=st.sampled_from(Category),
        layer=st.sampled_from(Layer),
        stage=st.sampled_from(RetentionStage),
        visibility=st.sampled_from(Visibility),
        attribution=st.sampled_from(Attribution),
        importance=shares,
        created_at=moments,
        observed_at=moments,
        valid_from=moments,
        text_key=names,
        current=st.booleans(),
        valid_to=st.none() | moments,
        expires_at=st.none() | moments,
        archived_at=st.none() | moments,
        last_accessed_at=st.none() | moments,
        access_count=counts,
        seen_count=counts,
        reliability=shares,
        pinned=st.booleans(),
        source_type=st.sampled_from(SourceType),
        user_id=st.none() | names,
        agent_id=st.none() | names,
        session_id=st.none() | names,
        chat_id=st.none() | names,
        speaker=st.none() | names,
        position=st.none() | counts,
        source=st.none() | texts,
        subject=st.none() | texts,
        slot=st.none() | texts,
        language=names,
        name=st.none() | texts,
        abstract=st.none() | texts,
        overview=st.none() | texts,
        superseded_by=st.none() | names,
        labels=st.dictionaries(names, texts, max_size=3),
        metadata=st.dictionaries(texts, values, max_size=3),
        evidence=st.lists(st.builds(Evidence, names, texts), max_size=2).map(tuple),
        capture_id=st.none() | names,
        trace_id=st.none() | names,
        changed_by=texts,
        change_reason=texts,
    )


def scopes(tenant_ids: list[str]) -> st.SearchStrategy[Scope]:
    """Any narrowing of one of the tenants; empty allow-lists and unknown names included."""
    return st.builds(
        Scope,
        tenant_id=st.sampled_from(tenant_ids),
        user_ids=st.none() | st.frozensets(st.sampled_from([*USERS, "nobody"]), max_size=2),
        agent_ids=st.none() | st.frozensets(st.sampled_from([*AGENTS, "nobody"]), max_size=2),
        labels=st.just({}) | st.sampled_from(LABELS),
        owner=st.none() | st.none() | st.sampled_from(OWNERS),
    )


def filters() -> st.SearchStrategy[MemoryFilter]:
    """Any filter; half of them for a viewer."""
    viewers = st.builds(
        Viewer,
        user_id=st.none() | st.sampled_from(USERS),
        agent_id=st.none() | st.sampled_from(AGENTS),
        session_id=st.none() | st.sampled_from(SESSIONS),
        chat_id=st.none() | st.sampled_from(CHATS),
    )
    days = st.integers(-40, 5).map(lambda number: NOW + timedelta(days=number))
    return st.builds(
        MemoryFilter,
        now=days,
        viewer=st.none() | viewers,
        user_id=_seldom(st.sampled_from(USERS)),
        agent_id=_seldom(st.sampled_from(AGENTS)),
        visibility=_seldom(st.sampled_from([kind.value for kind in Visibility])),
        labels=st.just({}) | st.just({}) | st.sampled_from(LABELS),
        layers=_seldom(_some(Layer)),
        categories=_seldom(_some(Category)),
        stages=_seldom(_some(RetentionStage)),
        source_types=_seldom(_some(SourceType)),
        observed_since=_seldom(days),
        observed_until=_seldom(days),
        as_of=_seldom(days),
        include_archived=st.booleans(),
        include_superseded=st.booleans(),
        include_expired=st.booleans(),
        text_contains=_seldom(st.sampled_from([*WORDS, "nothing"])),
    )


def _seldom(strategy: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.one_of(st.none(), st.none(), st.none(), strategy)


def _some(kind: type) -> st.SearchStrategy[object]:
    return st.lists(st.sampled_from(list(kind)), max_size=3, unique=True).map(tuple)
