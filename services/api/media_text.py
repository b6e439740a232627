"""The words of an audio or video turn that came without messages: its transcript, or its description."""

from collections.abc import Iterator, Mapping
from typing import Any

from services.api.turn_draft import MessageDraft
from shared.domain.candidate import Role, SourceType


def media_messages(source_type: SourceType, metadata: Mapping[str, Any]) -> tuple[MessageDraft, ...]:
    """One message per transcript segment (speaker as name), or description plus keyframe descriptions."""
    media = metadata.get(source_type.value)
    if not isinstance(media, Mapping):
        return ()
    texts = _segments(media) if source_type is SourceType.AUDIO else _scenes(media)
    return tuple(MessageDraft(role=Role.USER, text=text, name=name) for text, name in texts if text.strip())


def _segments(media: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    whole = _string(media.get("speaker"))
    for segment in _mappings(media.get("transcript_segments")):
        yield _string(segment.get("text")) or "", _string(segment.get("speaker")) or whole


def _scenes(media: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    yield _string(media.get("description")) or "", None
    for frame in _mappings(media.get("keyframes")):
        yield _string(frame.get("description")) or "", None


def _mappings(value: Any) -> Iterator[Mapping[str, Any]]:
    if isinstance(value, list):
        yield from (entry for entry in value if isinstance(entry, Mapping))


def _string(value: Any) -> str | None:
    return value if isinstance(value, str) else None
