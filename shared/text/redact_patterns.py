"""What a secret looks like. Data only: patterns, the kind each one names, and the words around them.

A word boundary takes Chinese letters for word characters, so every edge here is a look-around over ASCII.
"""

import re

PLACEHOLDER = re.compile(r"\[REDACTED:[a-z0-9_]{1,40}\]")

# `scheme://user:password@host`. The password may hold @ and, for anything but the web, slashes.
URL_PASSWORD = re.compile(
    r"(?<![A-Za-z0-9+.\-])(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]{1,30})://(?P<user>[^\s:/@\"'<>\x00]{0,200}):(?P<password>(?:[^\s/\"'<>\x00]{1,400}|(?!\d{1,5}/)[^\s\"'<>\x00]{1,400}))@(?=[\w.\[%-])"
)
AUTHORIZATION = re.compile(
    r"(?P<name>(?<![A-Za-z])(?:Proxy-)?Authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)?\s{0,3}|(?<![A-Za-z])(?:Bearer|Basic)\s{1,3}(?=[A-Za-z0-9+/_.~=\-]{0,400}[0-9=]))"
    r"(?P<value>[A-Za-z0-9+/_.~=\-]{8,4000})",
    re.IGNORECASE,
)

# name, separator, value. `key`, `token`, ... end a name: api_key, accessKey, "client-secret"; `monkey:` is none.
_WORDS_ABROAD = "passwort|kennwort|mot de passe|contraseña|contrasena|senha|wachtwoord|hasło|пароль|パスワード|비밀번호"
_NAME = (
    r"(?:(?<![A-Za-z])(?:api|access|secret|auth|private|client|app|account|bot|user|session|refresh|encryption|signing|master|license|storage|webhook|db|root|admin)?"
    r"(?:key|secret|token|passwd|password|pwd|passphrase|passcode)(?:[_\-](?:base|value|string))?"
    r"|(?:(?<=[a-z0-9])|(?<=_))(?-i:Key|Secret|Token|Passwd|Password|Pwd|Passphrase|KEY|SECRET|TOKEN|PASSWD|PASSWORD|PWD)|(?<=[a-z])password"
    rf"|(?<![A-Za-z])(?:{_WORDS_ABROAD}|wi-?fi pw)|密码|密碼|口令|(?:密钥|密鑰|秘钥|密匙|私钥|令牌|授权码)[串值]?)"
)
ASSIGNMENT = re.compile(
    rf"(?P<name>{_NAME})(?P<close>\\?[\"'`]?\*{{0,2}})\s{{0,5}}(?P<separator>:=|=>|(?<![=!<>])=(?!=)|::?)\*{{0,2}}[ \t]{{0,5}}(?:\n[ \t]{{0,8}}(?=[\"']))?"
    r"(?:(?P<quote>\\?[\"'`“‘「『])(?P<quoted>[^\n\x00]{1,500}?)(?:(?P=quote)|[”’」』]|(?=\n|\Z))|(?P<bare>[\u3400-\u9fff][^\s\x00，。；！？、）】》”’」』]{0,24}|[^\u3400-\u9fff\s\x00\"'`“‘「『，。；！？、）】》”’」』][^\s\x00，。；！？、）】》”’」』]{0,2000}))",
    re.IGNORECASE,
)
# `pass:` and `pw=` count things as often as they hold one, so the value must look like a password.
SHORT_NAME = re.compile(
    r"(?<![A-Za-z])(?i:pass|pw)[\"']?\s{0,3}(?:[:=]|：)\s{0,3}[\"']?(?P<value>(?=[^\s\"',;]{0,60}[0-9A-Z!@#$%^&*])(?=[^\s\"',;]{0,60}[A-Za-z])[^\s\"',;\x00]{5,200})"
)
# A value right behind the word: 密码qwe123456, "password hunter2x".
ADJACENT = re.compile(
    r"(?:(?P<name>密码|密碼|口令|密钥)\s?|(?<![A-Za-z])(?P<english>password|passwd|passphrase|api[ _-]?key|secret key|access key|(?:client|app) secret|(?:access|auth|bot|api) token)\s)"
    r"(?P<value>(?=[^\s]{0,60}\d)[A-Za-z0-9@#!$%^&*_+\-]{4,200})(?![A-Za-z0-9.\-_]|\s?[位个次天年月号])",
    re.IGNORECASE,
)
NOT_ADJACENT = re.compile(
    r"(?:sha-?\d+|md5|bcrypt|pbkdf2|argon2\w*|base\d+|o?auth-?\d|utf-?\d+|x509|http2?|oauth2\w*|ipv\d|v\d|[a-z]+\d?\Z(?<!\d)|\d{1,5}\Z)",
    re.IGNORECASE,
)
STATED = re.compile(
    rf"(?P<name>{_NAME})(?: (?:to|for|of|on)(?: [\w-]{{1,20}}){{1,3}}?)?\s{{0,3}}(?:是|为|改成了?|改为|设为|设成|\b(?:is|was|est|es|ist|é)\b|は)[ \t]{{0,3}}(?:[\"“「](?P<quoted>[^\"”」\n\x00]{{4,100}})[\"”」]|['`]?(?P<bare>[A-Za-z0-9!-/:-@\[-`{{-~]{{4,200}}))",
    re.IGNORECASE,
)
# What stands where a value would stand and is no secret: code, settings without value, prose.
NO_VALUE = re.compile(
    r"(?:await|new|lambda|async|function|yield|return|input|none|null|nil|undefined|true|false|empty|n/?a|required|optional|string|str|int|number|bool(?:ean)?|bytes|any|void|object|\(\w+\)?|\*+|x{3,}|\.{3}|…|[-_=:.~|/\\<>]+)[,;.)\]}>]*\Z"
    r"|[$%]\{|\$\(|\{\{|\$[A-Z_]+\b|<[^>]*>?\Z|<[\w -]+>|process\.env|os\.(?:environ|getenv)|import\.meta|env\.|ENV\[|getenv|secrets\.|config\.|settings\.|self\.|this\.|req\.|"
    r"(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Za-z_]\w{0,60}\([\w\"'.,\[\] -]{0,200}\)?[;,)]*\Z|\[REDACTED|your[-_ ]|changeme|//",
    re.IGNORECASE,
)
# Code: a call, an index or a type, `self.name`, another variable of such a name, a colour, a shell default.
CODE_VALUE = re.compile(
    r"\(?[A-Za-z_]+(?:\.[A-Za-z_]+)*[(\[]|\(?[A-Za-z_]*(?:key|token|secret|password|passwd|pwd)[A-Za-z_]*[,;:)\]}]*\Z|\(?[A-Za-z_]+(?:\.[A-Za-z_]+)*\.[A-Za-z_]*(?:key|token|secret|password|passwd|pwd)[A-Za-z_]*[,;)\]}]*\Z|#[0-9A-F]{3,8}\Z|\?[a-z]+\Z",
    re.IGNORECASE,
)
DOTTED_NAME = re.compile(r"\(?[A-Za-z_]+(?:\.[A-Za-z_]+)+[,;)\]}]*\Z")
# What begins a sentence about passwords.
PROSE_START = re.compile(
    r"(?:the|a|an|this|that|your|must|is|not|only|use|enter|if|for|in|to|as|same|see|should|will|can|we|it|which|used)\Z", re.IGNORECASE
)
# Chinese prose where a passphrase could stand.
PROSE_VALUE = re.compile(
    "(?:忘|怎么|如何|是|什么|不|请|需要|至少|必须|应|为空|已|被|多少|可以|没|要|能|由|用于|用来|的|见|同|在|和|都|也|会|只|太|强度|丢|找回|重置|修改|我|你|他|她)|.*(?:什么|怎么|忘记|错误|长度|至少|过期|找回|重置)"
)
STATED_AS_COUNT = re.compile("\\s?[年月日号位个天次点岁条]")

PLACEHOLDER_VALUE = re.compile(
    r"(?:your|my|the|some|test)?[_-]?(?:access|api|auth|bearer|secret|github|user)?[_-]?(?:token|key|jwt|secret|credentials|password)(?:[_-]?here)?\Z",
    re.IGNORECASE,
)

EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+\-\u00c0-\u024f\u0370-\u04ff])(?P<local>[A-Za-z0-9_\u00c0-\u024f\u0370-\u04ff](?:[A-Za-z0-9._%+\-!#$&'*/?^{|}~\u00c0-\u024f\u0370-\u04ff]{0,63})|[\u4e00-\u9fff]{1,4}|\"[^\"\n]{1,64}\")@"
    r"(?P<domain>(?:[A-Za-z0-9\u00c0-\u024f\u0370-\u04ff](?:[A-Za-z0-9\-\u00c0-\u024f\u0370-\u04ff]{0,62})\.){1,8}(?:[A-Za-z\u00c0-\u024f\u0370-\u04ff]{2,24}|xn--[A-Za-z0-9\-]{2,59})"
    r"(?:\.(?:中国|中國|公司|网络))?|(?:[A-Za-z0-9\-\u4e00-\u9fff]{1,20}\.){1,3}(?:中国|中國|公司|网络|網絡|在线|香港|台湾|台灣|集团|商城|网址|网站|移动|商标|[A-Za-z]{2,24})|\[\d{1,3}(?:\.\d{1,3}){3}\])"
)

IPV4 = re.compile(
    r"(?<![\d.A-Za-z_])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]*\d|[A-Za-z_]|-(?:alpha|beta|rc|dev|snapshot|pre|post))",
    re.IGNORECASE,
)
IPV6 = re.compile(r"(?<![0-9A-Za-z:.])(?:(?:[0-9A-Fa-f]{1,4}:|::)[0-9A-Fa-f:.]{2,43}|::1)(?![0-9A-Za-z:])")
VERSION_BEFORE = re.compile(
    r"(?:(?<![A-Za-z])(?:version|ver|v|release|build|section|chapter|clause|paragraph|article|rule|step|figure|table)|版本号?|§|第|章节?|条款?)[\s:：=.]{0,3}\Z",
    re.IGNORECASE,
)
# `git@host:path` and the user of an ssh address are no mailbox.
NO_MAILBOX_BEFORE = re.compile(r"(?:ssh|git|sftp|scp|rsync|svn)(?:\+ssh)?://\Z", re.IGNORECASE)
GIT_ADDRESS = re.compile(r"git@[^\s:]{1,200}:(?![\s\d])", re.IGNORECASE)
