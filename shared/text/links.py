"""Rules 4, 5, 14 and 15: Markdown images and links, URLs broken by a line end, very long URLs."""

import re

LONG_URL_CHARS = 200
SHORT_URL_CHARS = 80

_URL_CHARS = r"A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%"
URL = re.compile(rf"(?<![A-Za-z0-9+.\-])(?:https?|ftp)://[{_URL_CHARS}]++", re.IGNORECASE)
_TARGET = (
    r"\(\s{0,3}<?(?P<target>[^()\s<>]{0,2048}(?:\([^()\s<>]{0,200}\)[^()\s<>]{0,2048}){0,3})>?"
    r"(?:\s{1,3}(?:\"[^\"\n]{0,300}\"|'[^'\n]{0,300}'))?\s{0,3}\)"
)
_IMAGE = re.compile(rf"!\[(?P<alt>[^\[\]\n]{{0,1000}})\]{_TARGET}")
# What redaction has put in brackets is the label of no link.
_LINK = re.compile(rf"(?P<before>[A-Za-z0-9_\])])?\[(?!REDACTED:)(?P<label>[^\[\]\n]{{1,1000}})\]{_TARGET}")
_REFERENCE = re.compile(
    r"^[ \t]*\[[^\[\]\n^]{1,200}\]:[ \t]+<?(?:https?://|/|#)\S{1,2048}>?[ \t]*(?:\"[^\"\n]{0,300}\")?[ \t]*$\n?", re.MULTILINE
)
_REFERENCED = re.compile(r"(?<![\w\])])\[(?!REDACTED:)([^\[\]\n]{1,300})\]\[[^\[\]\n]{0,100}\]")
_AUTOLINK = re.compile(r"<((?:https?://|mailto:)[^\s<>]{1,2048})>")
_LOOKS_LIKE_TARGET = re.compile(
    r"(?:[a-z][a-z0-9+.-]{1,20}:|/|#|\.{1,2}/|www\.|[\w-]{1,60}\.(?:com|org|net|io|cn|dev|ai|md|html?|pdf|png|jpe?g)\b)", re.IGNORECASE
)
# Characters that no finished URL ends with.
_OPEN_END = re.compile(r"[-_=&?%+]$")
_NEXT_PART = re.compile(rf"\n(?P<part>[A-Za-z0-9%][{_URL_CHARS}]*+)")
_NEXT_QUERY = re.compile(rf"\n(?P<part>[?&][\w.\-\[\]%]{{1,60}}=[{_URL_CHARS}]*+)")


def unwrap_links(text: str) -> str:
    """Images become their alternative text, links their label; `arr[i](x)` in code stays."""
    if "](" in text:
        text = _LINK.sub(_label, _IMAGE.sub(lambda match: match["alt"], text))
    if "]:" in text:
        text = _REFERENCE.sub("", text)
    if "][" in text:
        text = _REFERENCED.sub(r"\1", text)
    return _AUTOLINK.sub(lambda match: match[1].removeprefix("mailto:"), text) if "<" in text else text


def link_targets(text: str) -> tuple[tuple[str, str], ...]:
    """(label, target) of each Markdown link and image, in order."""
    if "](" not in text:
        return ()
    images = [(match.start(), match["alt"], match["target"]) for match in _IMAGE.finditer(text)]
    linked = [(match.start(), match["label"], match["target"]) for match in _LINK.finditer(text) if _is_link(match)]
    return tuple((label, target) for _, label, target in sorted(images + [spot for spot in linked if text[spot[0] - 1 : spot[0]] != "!"]))


def join_broken_urls(text: str) -> str:
    """A URL whose line ends in a character that no URL ends with goes on in the next line; others are finished."""
    if "://" not in text or "\n" not in text:
        return text
    parts: list[str] = []
    last = 0
    for url in URL.finditer(text):
        if url.start() < last:
            continue
        whole, end = url.group(), url.end()
        while (more := (_NEXT_PART.match(text, end) if _OPEN_END.search(whole[-1:]) else None) or _NEXT_QUERY.match(text, end)) is not None:
            parts.append(text[last:end])
            last = more.start("part")
            whole, end = more["part"], more.end()
    parts.append(text[last:])
    return "".join(parts)


def shorten_urls(text: str) -> str:
    """URLs of more than 200 characters keep their host and the beginning of their path."""
    return URL.sub(_short_url, text) if "://" in text else text


def long_urls(text: str) -> tuple[str, ...]:
    """The URLs that `shorten_urls` shortens, in full."""
    return tuple(match.group() for match in URL.finditer(text) if len(match.group()) > LONG_URL_CHARS) if "://" in text else ()


def _short_url(match: re.Match[str]) -> str:
    url = match.group()
    if len(url) <= LONG_URL_CHARS:
        return url
    return re.split(r"[?#]", url, maxsplit=1)[0][:SHORT_URL_CHARS].rstrip("-_=&?%+.,") + "…"


def _is_link(match: re.Match[str]) -> bool:
    """Behind a word or a bracket it is a call or an index, unless the target looks like one."""
    return match["before"] is None or _LOOKS_LIKE_TARGET.match(match["target"]) is not None


def _label(match: re.Match[str]) -> str:
    return (match["before"] or "") + match["label"] if _is_link(match) else match.group()
