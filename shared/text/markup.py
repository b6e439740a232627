"""Rules 3, 6, 7, 10 and 11: tags by name, emphasis, headings, quotes and list markers."""

import html
import re

from shared.text.tag_names import BLOCK, CELL, DUNDER, KNOWN, VOID

_NAME = r"[A-Za-z][A-Za-z0-9]{0,15}"
_ATTRIBUTE = (
    r"\s+[A-Za-z_:@][-\w:.@]{0,60}\s{0,3}=\s{0,3}(?:\"[^\"<>]{0,4000}\"|'[^'<>]{0,4000}'|[^\s\"'=<>`]{1,2000})"
    r"|\s+(?:disabled|checked|selected|hidden|required|readonly|async|defer|open|controls|autoplay|loop|muted|multiple|novalidate)"
)
_TAG = re.compile(rf"<(?P<close>/)?(?P<name>{_NAME})(?P<attributes>(?:{_ATTRIBUTE}){{0,40}})\s{{0,10}}/?>")
_HIDDEN_BODY = re.compile(rf"<(?P<close>/)?(?P<name>script|style)(?:{_ATTRIBUTE}){{0,40}}\s{{0,10}}>", re.IGNORECASE)
_CLOSING = re.compile(rf"</({_NAME})\s{{0,10}}>")
_DECLARATION = re.compile(r"<!(?:DOCTYPE|doctype)[^<>]{0,300}>|<\?xml[^<>]{0,300}\?>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")

_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(?=\S)(?P<title>[^\n]*?)(?:[ \t]+#{1,6})?[ \t]*$", re.MULTILINE)
_UNDERLINE = re.compile(r"(?<=\S)[ \t]*\n[ \t]*={3,}[ \t]*(?=\n|\Z)")
_LINE_MARKS = re.compile(
    r"^[ \t]*(?:(?:>(?!=)[ \t]?)|(?:[-*+•‣◦][ \t]+(?=\S))|(?:\[[ xX]\][ \t]+(?=\S))"
    r"|(?:\d{1,3}[.)][ \t]+(?=[^\s\d]))|(?:\d{1,2}、[ \t]*(?=\S)))+",
    re.MULTILINE,
)
# Emphasis marks stand beside no ASCII word character outside and no space inside; they do not cross a line.
_STRONG = re.compile(r"(?<![A-Za-z0-9_*\\])(\*\*)(?=[^\s*])([^*\n]{1,2000}+)(?<=\S)\*\*(?![A-Za-z0-9*])")
_STRONG_LINE = re.compile(r"(?<![\w\\])(__)(?=[^\s_])((?:[^_\n]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])){1,2000}+)(?<=\S)__(?!\w)")
_ITALIC = re.compile(r"(?<![A-Za-z0-9_*\\)\]])(\*)(?=[^\s*])([^*\n]{1,2000}+)(?<=\S)\*(?![A-Za-z0-9*(])")
_ITALIC_LINE = re.compile(r"(?<![\w\\])(_)(?=[^\s_])((?:[^_\n]|(?<=[A-Za-z0-9])_(?=[A-Za-z0-9])){1,2000}+)(?<=[^\s_])_(?!\w)")
_STRUCK = re.compile(r"(?<![\w~])(~~)(?=[^\s~])([^~\n]{1,2000}+)(?<=\S)~~(?![\w~])")


def drop_tags(text: str) -> str:
    """Known elements go, block ends become line ends, script and style go with their bodies; `a < b` stays."""
    if "<" in text:
        text = _without_comments(_without_hidden_bodies(_DECLARATION.sub("", text)))
        closed = {name.lower() for name in _CLOSING.findall(text)}
        text = _TAG.sub(lambda tag: _replacement(tag, closed), text)
    return _ENTITY.sub(lambda entity: html.unescape(entity.group()), text) if "&" in text else text


def drop_line_marks(text: str) -> str:
    """Headings, block quotes and list markers at the beginning of lines."""
    if "#" in text:
        text = _HEADING.sub(lambda match: match["title"], text)
    return _LINE_MARKS.sub("", _UNDERLINE.sub("", text))


def drop_emphasis(text: str) -> str:
    """Bold, italic and struck text without its marks; snake_case, `5 * 3 * 2`, `__init__` and `**kwargs` stay."""
    if "*" in text:
        text = _ITALIC.sub(_inner, _STRONG.sub(_inner, _ITALIC.sub(_inner, text)))
    if "_" in text:
        text = _ITALIC_LINE.sub(_inner, _STRONG_LINE.sub(_inner, text))
    return _STRUCK.sub(_inner, text) if "~~" in text else text


def _inner(match: re.Match[str]) -> str:
    """What stands between the marks; a dunder name keeps them, and so does a lone sign."""
    inside = match[2]
    if match[1] == "__" and inside in DUNDER:
        return match.group()
    return inside


def _replacement(tag: re.Match[str], closed: set[str]) -> str:
    name = tag["name"].lower()
    if name not in KNOWN or not _is_markup(tag, name, closed):
        return tag.group()
    if name in BLOCK:
        return "\n" if name in {"br", "hr"} or tag["close"] else ""
    return " " if name in CELL and tag["close"] else ""


def _is_markup(tag: re.Match[str], name: str, closed: set[str]) -> bool:
    """`vector<map>` and `List<a>` are code: behind a word an opening tag needs an end, an attribute, or to be void."""
    if tag["close"] or tag["attributes"] or name in VOID or name in closed:
        return True
    before = tag.string[tag.start() - 1 : tag.start()] if tag.start() else ""
    return not (before.isascii() and (before.isalnum() or before in "_,<"))


def _without_hidden_bodies(text: str) -> str:
    """Script and style with their bodies; one that never ends loses only its tag, by the general rule."""
    parts, last = [], 0
    opened: re.Match[str] | None = None
    for tag in _HIDDEN_BODY.finditer(text):
        if tag["close"] is None:
            opened = opened or tag
        elif opened is not None and opened["name"].lower() == tag["name"].lower():
            parts.append(text[last : opened.start()])
            last = tag.end()
            opened = None
    parts.append(text[last:])
    return "".join(parts)


def _without_comments(text: str) -> str:
    """`<!-- ... -->` goes; an unfinished comment stays."""
    parts, last = [], 0
    while (start := text.find("<!--", last)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        parts.append(text[last:start])
        last = end + 3
    parts.append(text[last:])
    return "".join(parts)
