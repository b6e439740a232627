"""What a secret looks like. Data only: patterns, the kind each one names, and the words around them.

A word boundary takes Chinese letters for word characters, so every edge here is a look-around over ASCII.
"""

import re

NO_WORD_BEFORE = r"(?<![A-Za-z0-9_])"
NO_WORD_AFTER = r"(?![A-Za-z0-9_])"
_TAIL = r"(?![A-Za-z0-9])"

PLACEHOLDER = re.compile(r"\[REDACTED:[a-z0-9_]{1,40}\]")

# (kind, literal that must be in the text, pattern). Order matters: the narrower name first.
KEYS: tuple[tuple[str, str, re.Pattern[str]], ...] = (
    ("private_key", "-----BEGIN", re.compile(r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----BEGIN)[\s\S]){0,20000}?(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)")),
    ("anthropic_key", "sk-ant-", re.compile(rf"{NO_WORD_BEFORE}sk-ant-[A-Za-z0-9_\-]{{8,300}}")),
    ("openai_key", "sk-", re.compile(rf"{NO_WORD_BEFORE}sk-(?:(?:proj|svcacct|admin|None)-[A-Za-z0-9_\-]{{8,400}}|[A-Za-z0-9]{{16,200}}{_TAIL})")),
    ("openrouter_key", "sk-or-", re.compile(rf"{NO_WORD_BEFORE}sk-or-[A-Za-z0-9_\-]{{16,200}}")),
    ("groq_key", "gsk_", re.compile(rf"{NO_WORD_BEFORE}gsk_[A-Za-z0-9]{{16,200}}")),
    ("google_key", "AIza", re.compile(rf"{NO_WORD_BEFORE}AIza[A-Za-z0-9_\-]{{30,60}}")),
    ("google_token", "ya29.", re.compile(rf"{NO_WORD_BEFORE}ya29\.[A-Za-z0-9_\-]{{20,500}}")),
    ("aws_key", "A", re.compile(rf"{NO_WORD_BEFORE}(?:AKIA|ASIA)[A-Z0-9]{{16}}{NO_WORD_AFTER}")),
    ("github_token", "gh", re.compile(rf"{NO_WORD_BEFORE}gh[pousr]_[A-Za-z0-9]{{16,255}}")),
    ("github_token", "github_pat_", re.compile(rf"{NO_WORD_BEFORE}github_pat_[A-Za-z0-9_]{{20,255}}")),
    ("gitlab_token", "gl", re.compile(rf"{NO_WORD_BEFORE}gl(?:pat|ptt|dt|rt|cbt|oas|ft|soat|imt|agent)-[A-Za-z0-9_\-.]{{16,200}}")),
    ("slack_token", "xo", re.compile(rf"{NO_WORD_BEFORE}xox[abeoprs]-[A-Za-z0-9\-]{{10,250}}|{NO_WORD_BEFORE}xapp-[A-Za-z0-9\-]{{10,250}}")),
    ("slack_webhook", "hooks.slack.com", re.compile(r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_\-]{8,200}")),
    ("stripe_key", "k_", re.compile(rf"{NO_WORD_BEFORE}[rsp]k_(?:live|test)_[A-Za-z0-9]{{10,250}}|{NO_WORD_BEFORE}whsec_[A-Za-z0-9+/=]{{16,200}}")),
    ("huggingface_token", "hf_", re.compile(rf"{NO_WORD_BEFORE}hf_[A-Za-z0-9]{{16,100}}")),
    ("jina_key", "jina_", re.compile(rf"{NO_WORD_BEFORE}jina_[A-Za-z0-9_\-]{{16,150}}")),
    ("aliyun_key", "LTAI", re.compile(rf"{NO_WORD_BEFORE}LTAI[A-Za-z0-9]{{12,30}}{NO_WORD_AFTER}")),
    ("tencent_key", "AKID", re.compile(rf"{NO_WORD_BEFORE}AKID[A-Za-z0-9]{{13,60}}{NO_WORD_AFTER}")),
    ("npm_token", "npm_", re.compile(rf"{NO_WORD_BEFORE}npm_[A-Za-z0-9]{{30,60}}{NO_WORD_AFTER}")),
    ("pypi_token", "pypi-", re.compile(rf"{NO_WORD_BEFORE}pypi-[A-Za-z0-9_\-]{{50,300}}")),
    ("telegram_token", ":", re.compile(rf"{NO_WORD_BEFORE}(?:bot)?\d{{8,10}}:AA[A-Za-z0-9_\-]{{32,34}}{NO_WORD_AFTER}")),
    ("sendgrid_key", "SG.", re.compile(rf"{NO_WORD_BEFORE}SG\.[A-Za-z0-9_\-]{{16,32}}\.[A-Za-z0-9_\-]{{16,64}}")),
    ("jwt", "eyJ", re.compile(rf"{NO_WORD_BEFORE}eyJ[A-Za-z0-9_\-]{{6,4000}}\.[A-Za-z0-9_\-]{{6,8000}}(?:\.[A-Za-z0-9_\-]{{0,4000}})?")),
)  # fmt: skip

# `scheme://user:password@host`. The password may hold @ and, for anything but the web, slashes.
URL_PASSWORD = re.compile(
    r"(?<![A-Za-z0-9+.\-])(?P<scheme>[A-Za-z][A-Za-z0-9+.\-]{1,30})://(?P<user>[^\s:/@\"'<>\x00]{0,200}):(?P<password>(?:[^\s/\"'<>\x00]{1,400}|(?!\d{1,5}/)[^\s\"'<>\x00]{1,400}))@(?=[\w.\[%-])"
)
AUTHORIZATION = re.compile(
    r"(?P<name>(?<![A-Za-z])(?:Proxy-)?Authorization[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?:Bearer|Basic|Token|Digest|ApiKey|Negotiate)?\s{0,3}|(?<![A-Za-z])(?:Bearer|Basic)\s{1,3}(?=[A-Za-z0-9+/_.~=\-]{0,400}[0-9+/_=\-]))"
    r"(?P<value>[A-Za-z0-9+/_.~=\-]{8,4000})",
    re.IGNORECASE,
)

# name, separator, value. `key`, `token`, ... end a name: api_key, accessKey, "client-secret"; `monkey:` is none.
_NAME = (
    r"(?:(?<![A-Za-z])(?:api|access|secret|auth|private|client|app|session|refresh|encryption|signing|master)?(?:key|secret|token|passwd|password|pwd|passphrase|passcode)"
    r"|(?:(?<=[a-z0-9])|(?<=_))(?:Key|Secret|Token|Passwd|Password|Pwd|Passphrase)|密码|密碼|口令|密钥|密鑰|秘钥)"
)
ASSIGNMENT = re.compile(
    rf"(?P<name>{_NAME})(?P<close>\\?[\"'`]?\*{{0,2}})\s{{0,5}}(?P<separator>:=|=>|(?<![=!<>])=(?!=)|::?)\*{{0,2}}[ \t]{{0,5}}(?:\n[ \t]{{0,8}}(?=[\"']))?"
    r"(?:(?P<quote>\\?[\"'`“‘「『])(?P<quoted>[^\n\x00]{1,500}?)(?:(?P=quote)|[”’」』]|(?=\n|\Z))|(?P<bare>[\u3400-\u9fff][^\s\x00，。；！？、）】》”’」』]{0,24}|[^\u3400-\u9fff\s\x00\"'`“‘「『，。；！？、）】》”’」』][^\s\x00，。；！？、）】》”’」』]{0,2000}))",
    re.IGNORECASE,
)
STATED = re.compile(
    rf"(?P<name>{_NAME})\s{{0,3}}(?:是|为|改成了?|改为|设为|设成|\bis\b|\bwas\b)[ \t]{{0,3}}(?P<quote>[\"'“「`]?)(?P<bare>[A-Za-z0-9!-/:-@\[-`{{-~]{{4,200}})",
    re.IGNORECASE,
)
# What stands where a value would stand and is no secret: code, settings without value, prose.
NO_VALUE = re.compile(
    r"(?:none|null|nil|undefined|true|false|empty|n/?a|required|optional|string|str|int|number|bool(?:ean)?|bytes|any|void|object|\*+|x{3,}|\.{3}|…|[-_=:.~|/\\<>]+)[,;.)\]}>]*\Z"
    r"|[$%]\{|\$\(|\{\{|\$[A-Z_]+\b|<[^>]*>?\Z|<[\w -]+>|process\.env|os\.(?:environ|getenv)|import\.meta|env\.|ENV\[|getenv|secrets\.|config\.|settings\.|self\.|this\.|req\.|"
    r"(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Za-z_]\w{0,60}\([\w\"'.,\[\] -]{0,200}\)?[;,)]*\Z|\[REDACTED|your[-_ ]|changeme|//",
    re.IGNORECASE,
)
# Chinese prose where a passphrase could stand.
PROSE_VALUE = re.compile(
    "(?:忘|怎么|如何|是|什么|不|请|需要|至少|必须|应|为空|已|被|多少|可以|没|要|能|由|用于|用来|的|见|同|在|和|都|也|会|只|太|强度|丢|找回|重置|修改|我|你|他|她)|.*(?:什么|怎么|忘记|错误|长度|至少|过期|找回|重置)"
)
STATED_AS_COUNT = re.compile("\\s?[年月日号位个天次点岁条]")

EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+\-\u00c0-\u024f\u0370-\u04ff])(?P<local>[A-Za-z0-9_\u00c0-\u024f\u0370-\u04ff](?:[A-Za-z0-9._%+\-!#$&'*/=?^{|}~\u00c0-\u024f\u0370-\u04ff]{0,63})|[\u4e00-\u9fff]{1,4}|\"[^\"\n]{1,64}\")@"
    r"(?P<domain>(?:[A-Za-z0-9\u00c0-\u024f\u0370-\u04ff](?:[A-Za-z0-9\-\u00c0-\u024f\u0370-\u04ff]{0,62})\.){1,8}(?:[A-Za-z\u00c0-\u024f\u0370-\u04ff]{2,24}|xn--[A-Za-z0-9\-]{2,59})"
    r"(?:\.(?:中国|中國|公司|网络))?|(?:[A-Za-z0-9\-\u4e00-\u9fff]{1,20}\.){1,3}(?:中国|中國|公司|网络|網絡|在线|香港|台湾|台灣|集团|商城|网址|网站|移动|商标|[A-Za-z]{2,24})|\[\d{1,3}(?:\.\d{1,3}){3}\])"
)

IPV4 = re.compile(r"(?<![\d.A-Za-z_])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]*\d|[A-Za-z_])")
IPV6 = re.compile(r"(?<![0-9A-Za-z:.])(?:[0-9A-Fa-f]{1,4}:|::)[0-9A-Fa-f:.]{2,43}(?![0-9A-Za-z:])")
VERSION_BEFORE = re.compile(r"(?:version|ver|v|版本号?|release|build)[\s:：=]{0,3}\Z", re.IGNORECASE)
