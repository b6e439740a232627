"""Not worth keeping, by rule: the same answer on every call. None means: worth a look."""

from shared.text import noise_phrases as phrases
from shared.text.chunking import weighted_length
from shared.text.code_shape import is_code, is_json_shrapnel, is_path_list
from shared.text.emoji import drop_emoji

_SHORT_CHARS = 200
_LINE_KINDS = (("git", phrases.GIT), ("debug", phrases.DEBUG))
_SHORT_KINDS = (
    ("acknowledgement", phrases.ACKNOWLEDGEMENT),
    ("greeting", phrases.GREETING),
    ("signs", phrases.NUMBERS_ONLY),
    ("command", phrases.COMMAND),
)


def noise_reason(text: str) -> str | None:
    """Why a cleaned text is not worth keeping, or None.

    One of: empty, host_control, command, acknowledgement, greeting, signs, meta_noise, system_content, refusal, json, code,
    path, git, debug.
    """
    plain = drop_emoji(text).strip()
    if not plain:
        return "empty" if not text.strip() else "acknowledgement"
    return _by_whole_text(plain) or _by_shape(plain)


def is_acknowledgement(text: str) -> bool:
    """True for a turn that only confirms or greets. "好的，我决定用PostgreSQL" says more than that."""
    return noise_reason(text) in {"acknowledgement", "greeting"}


def is_task_residue(text: str) -> bool:
    """True for what is being worked on right now, such as 正在调试 PR #123: at most a passing state with a time to live."""
    return phrases.TASK_RESIDUE.search(text) is not None


def _by_whole_text(plain: str) -> str | None:
    if phrases.SIGNS_ONLY.fullmatch(plain):
        return "signs"
    if phrases.HOST_CONTROL.fullmatch(plain):
        return "host_control"
    if len(plain) <= _SHORT_CHARS:
        for reason, pattern in _SHORT_KINDS:
            if pattern.fullmatch(plain):
                return reason
        if phrases.META_NOISE.search(plain) or phrases.META_NOISE_ZH.search(plain):
            return "meta_noise"
    if phrases.SYSTEM_CONTENT.match(plain):
        return "system_content"
    return "refusal" if phrases.REFUSAL.match(plain) and weighted_length(plain) < 400 else None


def _by_shape(plain: str) -> str | None:
    if is_json_shrapnel(plain):
        return "json"
    if is_path_list(plain):
        return "path"
    lines = [line.strip() for line in plain.split("\n") if line.strip()]
    if not phrases.DECIDES.search(plain):
        for reason, pattern in _LINE_KINDS:
            if sum(pattern.fullmatch(line[:600]) is not None for line in lines) >= max(1, 0.8 * len(lines)):
                return reason
    return "code" if is_code(plain) else None
