"""Statements whose point was a secret: once it is redacted they say nothing."""

import re

from shared.text.redact_patterns import PLACEHOLDER
from shared.text.tokens import content_words

_WITH_SURROUNDINGS = re.compile(rf"[\w.+:/@%-]*(?:{PLACEHOLDER.pattern}[\w.+:/@%?=&-]*)+", re.ASCII)
"""A connection string goes with the secret inside it."""

_CLAUSE_END = re.compile(r"[,，;；。!！?？、\n]+|(?<!\d)\.(?=\s|$)|\b(?:and|but)\b|和|以及")
_MOST_OTHER_WORDS = 2
"""More than these beside a placeholder, and the clause tells something of its own."""

_ABOUT_SECRETS = frozenset({
    "access", "account", "address", "app", "bank", "card", "cell", "code", "credential", "credentials", "credit", "db", "e",
    "e-mail", "email", "here", "id", "keep", "key", "keys", "login", "mail", "mobile", "model", "number", "passphrase",
    "passport", "password", "phone", "pin", "please", "private", "put", "safe", "save", "secret", "share", "ssn", "store",
    "tell", "token", "url", "use", "user", "username", "write", "api", "保存", "保密", "信用卡", "别人", "卡号", "口令", "号码",
    "告诉", "外传", "存", "密码", "密钥", "手机", "手机号", "手机号码", "放", "先放", "数据库", "泄露", "电子邮件", "电话", "用户名",
    "登录", "账号", "账户", "身份证", "身份证号", "这里", "邮件", "邮箱", "银行卡", "记", "记住", "号", "卡", "链接", "连接", "地址",
    "令牌", "证件", "护照", "护照号", "证号",
})  # fmt: skip


def says_only_secrets(text: str) -> bool:
    """True for a redacted text whose clauses hold placeholders and little else: "My card is [REDACTED:bank_card]"."""
    if PLACEHOLDER.search(text) is None:
        return False
    marked = _WITH_SURROUNDINGS.sub("\0", text)
    return not any(_tells_something(clause) for clause in _CLAUSE_END.split(marked))


def _tells_something(clause: str) -> bool:
    words = [word for word in content_words(clause.replace("\0", " ")) if word not in _ABOUT_SECRETS]
    return len(words) > (_MOST_OTHER_WORDS * clause.count("\0"))
