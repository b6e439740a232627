"""Secrets given away by where they stand: in a command, a header, an element, or behind the word for a code. Data only.

(kind, lower-case words of which one must be in the text, pattern whose group `value` is the secret).
"""

import re

_CODE = r"(?:verification|security|authentication|auth|confirmation|login|sign-?in|one[- ]time|2fa|mfa|sms|door|gate|alarm|entry|safe|locker|access|unlock|backup) ?(?:pass)?code|otp|passcode"
_CODE_ZH = "验证码|驗證碼|校验码|动态码|动态密码|安全码|门禁码|门锁密码|开门码|解锁码|短信码"
_ELEMENT = r"(?:[\w.]{1,30}[:_\-])?(?:password|passwd|pwd|passphrase|secret|client[_-]?secret|token|access[_-]?token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key)"
_SHELL = r"[^\n|;&]{0,300}?\s"

PLACED: tuple[tuple[str, tuple[str, ...], re.Pattern[str]], ...] = tuple(
    (kind, needles, re.compile(pattern, re.IGNORECASE))
    for kind, needles, pattern in (
        ("password", ("curl", "wget", "http"), rf"\b(?:curl|wget|https?|xh)\b{_SHELL}(?:-u|--user|--proxy-user)[ =]?[\"']?[^\s:\"']{{1,100}}:(?P<value>[^\s\"'\x00]{{3,200}})"),
        ("password", ("sshpass",), r"\bsshpass\s+-p\s?[\"']?(?P<value>[^\s\"'\x00]{3,200})"),
        ("password", ("mysql", "mariadb"), rf"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b{_SHELL}-p(?P<value>[^\s\"'\x00]{{3,200}})"),
        ("password", ("redis-cli",), rf"\bredis-cli\b{_SHELL}(?:-a|--pass)\s[\"']?(?P<value>[^\s\"'\x00]{{3,200}})"),
        ("password", ("login",), rf"\b(?:docker|podman|helm registry|az|oras|skopeo|nerdctl) login\b{_SHELL}-p\s[\"']?(?P<value>[^\s\"'$\x00]{{3,200}})"),
        ("password", ("sudo",), r"\becho\s[\"']?(?P<value>[^\s\"'|\x00]{3,200})[\"']?\s?\|\s?sudo\s[^\n]{0,20}-S\b"),
        ("password", ("login",), r"\blogin\s[^\s]{1,100}\s(?:password|passwd)\s(?P<value>[^\s\x00]{3,200})"),
        ("secret", ("--",), r"(?<![\w-])--(?:[a-z]{1,20}-)?(?:token|api-?key|secret|secret-key|access-key|auth-token)[ =][\"']?(?P<value>(?=[^\s\"']{0,200}\d)[A-Za-z0-9_\-.+/=]{8,500})"),
        ("password", ("--pass",), r"(?<![\w-])--(?:password|passwd|passphrase)\s[\"']?(?P<value>(?=[^\s\"']{0,200}[\d!@#$%^&*])[^\s\"'\x00]{5,200})"),
        ("secret", ("cookie",), r"\b(?:set-)?cookie[\"']?:\s?[\"']?[^\n]{0,400}?\b(?:[\w.\-]{0,30}(?:sess|sid|token|auth|jwt|csrf|xsrf)[\w.\-]{0,30})=(?P<value>[^\s;,\"'\x00]{8,2000})"),
        ("secret", ("</",), rf"<(?P<name>{_ELEMENT})>(?P<value>[^<>\s\x00][^<>\n\x00]{{0,500}})</(?P=name)>"),
        ("secret", ("value=",), rf"\b(?:key|name|id)=[\"'][\w.:\-]{{0,60}}?{_ELEMENT}[\"']\s+value=[\"'](?P<value>[^\"'\n\x00]{{3,500}})"),
        ("secret", ("phrase", "mnemonic", "seed", "助记词"), r"(?:\b(?:recovery|seed|secret|backup|wallet) (?:phrase|words)|\bmnemonic|助记词)\s?(?:is|are|was|是|为|[:：=])?\s{0,3}[\"'“]?(?P<value>[a-z]{3,10}(?:[ ,]{1,2}[a-z]{3,10}){11,23})"),
        ("access_code", ("pin",), r"(?<![A-Za-z])pin(?: ?code| number| ?码)?(?:\s?(?:is|was|are|=|:|：|是|为)\s{0,2}|\s(?=\d{4}\b))(?P<value>\d{4,8})(?![\d.,:%\-]\d|[A-Za-z0-9])"),
        ("access_code", ("cvv", "cvc", "安全码"), r"(?:(?<![A-Za-z])cv[vc]2?|安全码)(?: ?code)?\s?(?:is|=|:|：|是|为)?\s{0,2}(?P<value>\d{3,4})(?![\dA-Za-z]|[.,]\d)"),
        ("access_code", ("code", "otp"), rf"(?<![A-Za-z])(?:{_CODE})\s?(?:is|was|are|=|:|：)?\s{{0,2}}[\"'“]?(?P<value>(?=[A-Z0-9#*\-]{{0,12}}\d)[A-Z0-9][A-Z0-9\-]{{2,11}}[#*]?)(?![A-Za-z0-9]|[.,:]\d)"),
        ("access_code", ("码", "碼", "动态密码"), rf"(?:{_CODE_ZH})\s?(?:是|为|：|:|=)?\s?[\"“]?(?P<value>(?=[A-Z0-9#*]{{0,12}}\d)[A-Z0-9]{{3,10}}[#*]?)(?![A-Za-z0-9]|\s?[位次个秒分点条])"),
    )
)  # fmt: skip
