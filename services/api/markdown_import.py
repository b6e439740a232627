"""Sections of Markdown files among what was imported before: new, unchanged, or a new version of an edited one."""

import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from services.api.auth import Principal, narrow_write
from services.api.dependencies import ApiParts
from services.api.embedding import passage_vectors
from services.api.explicit_plan import LEDGER_LINE
from services.api.explicit_write import default_ttl, new_plan_id
from services.api.hygiene import chosen_visibility, demand_owner
from services.api.import_line import LineFrame, ReadLine
from services.api.import_review import new_reviews
from services.api.markdown_match import match_sections
from services.api.markdown_request import MarkdownRequest
from services.api.markdown_section import FILE_LABEL, RefusedWords, Shelf, read_section
from shared.domain.decision import Action
from shared.domain.memory import Memory, RetentionStage
from shared.domain.relevance import MemoryFilter
from shared.domain.scope import owner_scope
from shared.domain.versioning import Change, first_version, next_version
from shared.domain.write_plan import AuditEntry, WritePlan, WriterKind
from shared.text.markdown_sections import read_markdown
from shared.writing import point_insert

log = logging.getLogger(__name__)

BATCH_SECTIONS = 64
PROGRESS_FILES = 50
PAGE = 200


@dataclass(slots=True)
class Tally:
    """What an import has come to so far."""

    files: int = 0
    chunks: int = 0
    skipped: int = 0
    superseded: int = 0
    review: int = 0
    refused: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Written:
    """The plan of one batch."""

    plan: WritePlan | None


@dataclass(frozen=True, slots=True)
class Placed:
    """A section and the memory whose newer version it is (None: a new memory)."""

    memory: Memory
    old: Memory | None

    @property
    def change(self) -> Change:
        """What storing it does."""
        return first_version(self.memory) if self.old is None else next_version(self.old, self.memory)


def import_markdown(parts: ApiParts, principal: Principal, request: MarkdownRequest) -> dict[str, Any]:
    """Everything stored when it returns; the same files again store nothing. Refusal 403 outside the key's reach."""
    container, options = parts.container, request.options
    narrowed = narrow_write(principal, user_id=options.user_id, agent_id=options.agent_id, labels=options.labels)
    owner = demand_owner(principal, narrowed, None)
    shelf = Shelf(
        owner=owner,
        visibility=chosen_visibility(options.visibility, owner, session_id=None, chat_id=None),
        user_id=narrowed.user_id,
        agent_id=narrowed.agent_id,
        labels=dict(narrowed.labels),
    )
    frame = LineFrame(principal=principal, now=container.clock.now(), ttl=default_ttl(container, principal.tenant_id), found=Counter())
    tally = Tally()
    batch: list[Placed | ReadLine] = []
    seen: set[str] = set()
    for number, sent in enumerate(request.files, 1):
        file = read_markdown(sent.text)
        read = [read_section(sent.path, file, section, shelf, frame) for section in file.sections]
        batch += _placed(parts, shelf, sent.path, read, tally, seen)
        tally.files += 1
        while len(batch) >= BATCH_SECTIONS:
            _store(parts, frame, shelf, batch[:BATCH_SECTIONS], dry_run=options.dry_run)
            batch = batch[BATCH_SECTIONS:]
        if number % PROGRESS_FILES == 0:
            log.info("markdown.progress files=%d of=%d chunks=%d skipped=%d", number, len(request.files), tally.chunks, tally.skipped)
    if batch:
        _store(parts, frame, shelf, batch, dry_run=options.dry_run)
    for kind, amount in frame.found.items():
        container.metrics.count("tiercel_redactions_total", amount, kind=kind)
    return {
        "files": tally.files,
        "chunks": tally.chunks,
        "skipped": tally.skipped,
        "superseded": tally.superseded,
        "review": tally.review,
        "refused": tally.refused,
        "dry_run": options.dry_run,
    }


def _placed(
    parts: ApiParts, shelf: Shelf, path: str, read: Sequence[ReadLine | RefusedWords], tally: Tally, seen: set[str]
) -> Iterator[Placed | ReadLine]:
    """What of one file is to be stored, beside what is there of it."""
    for refused in (each for each in read if isinstance(each, RefusedWords)):
        tally.refused.append({"path": path, "headings": list(refused.section.headings), "reason": refused.reason})
    marked = [each for each in read if isinstance(each, ReadLine) and each.mark is not None]
    tally.review += len(marked)
    yield from marked
    sections = [each.memory for each in read if isinstance(each, ReadLine) and each.mark is None]
    for section, old in match_sections(sections, _known(parts, shelf, path, sections)):
        is_same = old is not None and old.text_key == section.text_key
        is_there = old is not None and old.stage is not RetentionStage.ARCHIVE and not old.is_expired(section.created_at)
        if (is_same and is_there) or (old is None and section.text_key in seen):
            tally.skipped += 1
            continue
        seen.add(section.text_key)
        tally.chunks += 1
        tally.superseded += old is not None and not is_same
        yield Placed(section, old)


def _known(parts: ApiParts, shelf: Shelf, path: str, sections: Sequence[Memory]) -> tuple[Memory, ...]:
    """Current memories of this file, and any with the same words or the same place, also where they have expired."""
    store, now = parts.container.store, parts.container.clock.now()
    scope = owner_scope(sections[0].tenant_id, shelf.owner) if sections else None
    if scope is None:
        return ()
    same = store.current(scope, memory_ids=[each.id for each in sections], text_keys=[each.text_key for each in sections])
    found = {memory.id: memory for memory in same}
    wanted = MemoryFilter(now=now, labels={FILE_LABEL: path})
    cursor: str | None = None
    while True:
        page = store.list(scope, wanted, limit=PAGE, cursor=cursor)
        found |= {memory.id: memory for memory in page.items}
        cursor = page.next_cursor
        if cursor is None:
            return tuple(found.values())


def _store(parts: ApiParts, frame: LineFrame, shelf: Shelf, batch: Sequence[Placed | ReadLine], *, dry_run: bool) -> None:
    if dry_run:
        return
    container, tenant_id = parts.container, frame.principal.tenant_id
    placed = [each for each in batch if isinstance(each, Placed)]
    reviews = new_reviews(container, frame, [each for each in batch if isinstance(each, ReadLine)])
    vectors = dict(zip((each.memory.id for each in placed), passage_vectors(parts, [each.memory.text for each in placed]), strict=True))

    def decide(current: tuple[Memory, ...]) -> Written:
        fresh = {memory.id: memory for memory in current}
        changes = [(each, replace(each, old=None if each.old is None else fresh.get(each.old.id, each.old)).change) for each in placed]
        inserts = [point_insert(memory, vectors[each.memory.id]) for each, change in changes for memory in change.inserts]
        counts = {Action.WRITE: sum(each.old is None for each in placed), Action.UPDATE: sum(each.old is not None for each in placed)}
        counts[Action.PENDING_REVIEW] = len(reviews)
        subjects = (*(insert.memory.id for insert in inserts), *(review.id for review in reviews))
        entry = AuditEntry(action="memory.import", actor=frame.principal.actor, subject_ids=subjects, reason="markdown")
        return Written(
            WritePlan(
                id=new_plan_id(),
                tenant_id=tenant_id,
                owner=shelf.owner,
                writer=WriterKind.IMPORT,
                made_at=frame.now,
                inserts=tuple(inserts),
                switches=tuple(switch for _, change in changes for switch in change.switches),
                reviews=tuple(reviews),
                explicit={LEDGER_LINE[action]: count for action, count in counts.items() if count},
                audit=(entry,),
            )
        )

    ids = [each.old.id for each in placed if each.old is not None]
    container.writer.write(tenant_id, shelf.owner, decide, memory_ids=ids)
