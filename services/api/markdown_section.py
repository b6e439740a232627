"""One section of a Markdown file as a memory: its words as written, secrets redacted. Pure."""

from dataclasses import dataclass
from typing import Any

from services.api.explicit_plan import key_of
from services.api.explicit_quality import explicit_quality
from services.api.hygiene import INJECTION, redacted_json
from services.api.import_line import IMPORT, LineFrame, ReadLine
from shared.domain import identity
from shared.domain.candidate import Attribution, Category, Layer
from shared.domain.memory import Memory
from shared.domain.quality import importance_of
from shared.domain.retention import entry_stage
from shared.domain.scope import Owner, Visibility
from shared.domain.ttl import expiry
from shared.text.door_rules import HARMFUL
from shared.text.harmful import harmful_category
from shared.text.injection import injection_mark
from shared.text.language import language_of
from shared.text.markdown_sections import MarkdownFile, Section
from shared.text.redact import redact

FILE_LABEL = "file"
SLOT = "section"


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """Where all sections of one request go."""

    owner: Owner
    visibility: Visibility
    user_id: str | None
    agent_id: str | None
    labels: dict[str, str]


@dataclass(frozen=True, slots=True)
class RefusedWords:
    """A section that is not stored."""

    path: str
    section: Section
    reason: str


def read_section(path: str, file: MarkdownFile, section: Section, shelf: Shelf, frame: LineFrame) -> ReadLine | RefusedWords:
    """Refused where it is harmful; marked where it addresses the model."""
    redacted = redact(section.text)
    frame.found.update(redacted.counts)
    category = harmful_category(redacted.text)
    if category is not None:
        return RefusedWords(path, section, HARMFUL + category)
    mark = injection_mark(redacted.text)
    memory = _memory(path, file, section, redacted.text, shelf, frame)
    return ReadLine(section.part, memory, None if mark is None else f"{INJECTION}{mark}")


def _memory(path: str, file: MarkdownFile, section: Section, text: str, shelf: Shelf, frame: LineFrame) -> Memory:
    tenant_id = frame.principal.tenant_id
    origin = identity.digest("markdown", shelf.owner.key, path, section.occurrence, *section.headings)
    importance = importance_of(explicit_quality(text, Category.FACT, Layer.STRATEGY_EXP, wished_importance=None))
    metadata: dict[str, Any] = {"markdown": {"path": path, "headings": list(section.headings), "part": section.part}}
    if file.metadata:
        metadata["front_matter"] = dict(file.metadata)
    return Memory(
        id=identity.memory_id(tenant_id=tenant_id, origin_id=origin, number=section.part),
        version=1,
        tenant_id=tenant_id,
        owner=shelf.owner,
        text=text,
        category=Category.FACT,
        layer=Layer.STRATEGY_EXP,
        stage=entry_stage(importance),
        visibility=shelf.visibility,
        attribution=Attribution.USER_STATED,
        importance=importance,
        created_at=frame.now,
        observed_at=frame.now,
        valid_from=frame.now,
        expires_at=expiry(layer=Layer.STRATEGY_EXP, category=Category.FACT, asked_seconds=None, now=frame.now, defaults=frame.ttl),
        text_key=key_of(text, tenant_id, shelf.owner.key),
        user_id=shelf.user_id,
        agent_id=shelf.agent_id,
        source=path,
        labels=redacted_json({FILE_LABEL: path, **shelf.labels}, frame.found),
        metadata=redacted_json(metadata, frame.found),
        language=language_of(text),
        name=redact(section.headings[-1]).text[:100] if section.headings else None,
        changed_by=frame.principal.actor,
        change_reason=IMPORT,
    )
