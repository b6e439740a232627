"""Made-up secrets of every kind that redaction knows, as people say them in English and in Chinese; all differ by their seed."""

import string
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from stdnum import luhn
from stdnum.iso7064 import mod_97_10

LETTERS = string.ascii_letters
MIXED = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
_ID_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)


@dataclass(frozen=True)
class Said:
    """A secret and the sentence that gives it away."""

    kind: str
    secret: str
    sentence: str


def _of(letters: str, length: int) -> Callable[[Random], str]:
    # A key has letters and digits; one of letters alone could be a word.
    return lambda random: "".join(random.choices(letters, k=length - 4)) + "".join(random.choices("23456789", k=4))


def _prefixed(prefix: str, letters: str, length: int) -> Callable[[Random], str]:
    body = _of(letters, length)
    return lambda random: prefix + body(random)


def _digits(random: Random, length: int) -> str:
    return "".join(random.choices("0123456789", k=length))


def _mobile(random: Random) -> str:
    return "13" + _digits(random, 9)


def _spaced_mobile(random: Random) -> str:
    number = _mobile(random)
    return f"+86 {number[:3]} {number[3:7]} {number[7:]}"


def _dashed_mobile(random: Random) -> str:
    number = _mobile(random)
    return f"{number[:3]}-{number[3:7]}-{number[7:]}"


def _wide_mobile(random: Random) -> str:
    return _mobile(random).translate({ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"})


def _british(random: Random) -> str:
    return f"+44 20 7{_digits(random, 3)} {_digits(random, 4)}"


def _american(random: Random) -> str:
    return f"(202) {random.randint(220, 990)}-{_digits(random, 4)}"


def _landline(random: Random) -> str:
    return f"010-6{_digits(random, 7)}"


def _resident_id(random: Random) -> str:
    body = f"110105{random.randint(1950, 2005)}{random.randint(1, 12):02d}{random.randint(1, 28):02d}{_digits(random, 3)}"
    check = "10X98765432"[sum(int(digit) * weight for digit, weight in zip(body, _ID_WEIGHTS, strict=True)) % 11]
    return body + check


def _old_resident_id(random: Random) -> str:
    return f"130503{random.randint(50, 89)}{random.randint(1, 12):02d}{random.randint(1, 28):02d}{_digits(random, 3)}"


def _card(prefix: str, length: int, gap: str = "") -> Callable[[Random], str]:
    def make(random: Random) -> str:
        body = prefix + _digits(random, length - len(prefix) - 1)
        number = body + luhn.calc_check_digit(body)
        return gap.join(number[at : at + 4] for at in range(0, length, 4)) if gap else number

    return make


def _iban(random: Random) -> str:
    account = f"37040044{_digits(random, 10)}"
    return f"DE{mod_97_10.calc_check_digits(account + 'DE')}{account}"


def _jwt(random: Random) -> str:
    return f"eyJhbGciOiJIUzI1NiJ9.eyJ{_of(MIXED, 24)(random)}.{_of(MIXED, 30)(random)}"


def _pem(random: Random) -> str:
    return f"-----BEGIN RSA PRIVATE KEY-----\n{_of(MIXED, 64)(random)}\n{_of(MIXED, 64)(random)}\n-----END RSA PRIVATE KEY-----"


def _email(host: str) -> Callable[[Random], str]:
    return lambda random: f"{_of(string.ascii_lowercase, 10)(random)}{host}"


def _phrase(random: Random) -> str:
    return " ".join("".join(random.choices(string.ascii_lowercase, k=6)) for _ in range(4))


def _chinese_phrase(random: Random) -> str:
    return "芝麻" + "".join(random.choices("天地玄黄宇宙洪荒日月盈昃辰宿列张", k=6))


# kind, how it is made, how it is said in English, how in Chinese; {} is the secret.
KINDS: tuple[tuple[str, Callable[[Random], str], str, str], ...] = (
    ("openai_key", _prefixed("sk-proj-", MIXED, 40), "The key we use is {} for now", "我们用的钥匙是{}，先这样"),
    ("openai_key", _prefixed("sk-", MIXED, 40), "Ours is {} since May", "五月起用{}"),
    ("anthropic_key", _prefixed("sk-ant-api03-", MIXED, 40), "Claude runs with {} here", "用{}调用"),
    ("openrouter_key", _prefixed("sk-or-v1-", MIXED, 40), "The router takes {} now", "路由用{}"),
    ("groq_key", _prefixed("gsk_", MIXED, 40), "Groq takes {} here", "这里填{}就行"),
    ("google_key", _prefixed("AIza", MIXED, 35), "Maps works with {} there", "地图用{}。"),
    ("google_token", _prefixed("ya29.", MIXED, 40), "It sent {} along", "它带上了{}"),
    ("aws_key", _prefixed("AKIA", UPPER, 16), "Deploy with {} please", "部署用{}"),
    ("aws_key", _prefixed("ASIA", UPPER, 16), "Until noon {} works", "临时凭证{}过期"),
    ("github_token", _prefixed("ghp_", MIXED, 36), "Clone with {} today", "克隆用{}"),
    ("github_token", _prefixed("gho_", MIXED, 36), "The app got {} back", "应用拿到{}"),
    ("github_token", _prefixed("ghs_", MIXED, 36), "The runner got {} too", "流水线拿到{}"),
    ("github_token", _prefixed("github_pat_", MIXED, 40), "Mine is {} still", "我的是{}"),
    ("gitlab_token", _prefixed("glpat-", MIXED, 20), "GitLab wants {} here", "仓库要{}"),
    ("slack_token", _prefixed("xoxb-", MIXED, 30), "The bot has {} set", "机器人用{}"),
    ("slack_webhook", _prefixed("https://hooks.slack.com/services/", UPPER, 30), "Post to {} please", "发到{}"),
    ("stripe_key", _prefixed("sk_live_", MIXED, 24), "Payments run on {} now", "收款用{}"),
    ("huggingface_token", _prefixed("hf_", MIXED, 34), "Download with {} then", "下载用{}"),
    ("jina_key", _prefixed("jina_", MIXED, 40), "Search needs {} too", "检索要{}"),
    ("aliyun_key", _prefixed("LTAI", MIXED, 20), "The bucket opens with {} only", "阿里云用{}"),
    ("tencent_key", _prefixed("AKID", MIXED, 32), "COS opens with {} only", "腾讯云用{}"),
    ("npm_token", _prefixed("npm_", MIXED, 36), "Publish with {} please", "发包用{}"),
    ("pypi_token", _prefixed("pypi-", MIXED, 60), "Upload with {} please", "上传用{}"),
    ("telegram_token", lambda random: f"{_digits(random, 10)}:AA{_of(MIXED, 33)(random)}", "The bot listens on {} here", "机器人令牌{}。"),
    ("sendgrid_key", lambda random: f"SG.{_of(MIXED, 22)(random)}.{_of(MIXED, 43)(random)}", "Mail goes out by {} here", "发信用{}"),
    ("jwt", _jwt, "The session was {} then", "会话是{}"),
    ("private_key", _pem, "Here it is:\n{}\nkeep it", "在这里：\n{}\n收好"),
    ("authorization", _of(MIXED, 24), "Authorization: Bearer {}", "请求头 Authorization: Bearer {}"),
    ("authorization", _of(MIXED, 24), "Authorization: Basic {}", "加上 Authorization: Basic {}"),
    ("password", _of(MIXED, 12), "password: {}", "密码：{}。"),
    ("password", _phrase, 'password = "{}"', "密码：“{}”"),
    ("password", _of(MIXED, 12), "the password is {} by the way", "我的密码是{}，别告诉别人"),
    ("password", _chinese_phrase, "passphrase: {}", "口令：{}"),
    ("password", _of(MIXED, 12), "pwd={}", "pwd={} 就行"),
    ("secret", _of(MIXED, 30), "AWS_SECRET_ACCESS_KEY={}", "密钥={}"),
    ("secret", _of(MIXED, 18), '{{"client-secret": "{}"}}', '配置是 {{"client-secret": "{}"}}'),
    ("secret", _of(MIXED, 18), "apiKey={}", "access_token：{}"),
    ("url_password", _of(MIXED, 12), "We connect to postgres://app:{}@db.internal/main", "连接 postgres://app:{}@db.internal/main 即可"),
    ("url_password", _of(MIXED, 12), "The cache is redis://:{}@10.0.0.1:6379/0", "缓存是redis://:{}@10.0.0.1:6379/0"),
    ("email", _email("@example.com"), "Write to {} please", "邮箱是{}，请联系"),
    ("email", _email("+news@mail.example.co.uk"), "Bills go to {} please", "账单发到{}"),
    ("phone", _mobile, "Call {} after six", "我的手机是{}，谢谢"),
    ("phone", _spaced_mobile, "Call {} after six", "打{}给我"),
    ("phone", _dashed_mobile, "Ring {} in the morning", "电话{}"),
    ("phone", _wide_mobile, "Text {} at noon", "手机{}"),
    ("phone", _british, "In London it is {} now", "伦敦的是{}"),
    ("phone", _american, "The office is at {} now", "美国的是{}"),
    ("phone", _landline, "The shop has {} now", "座机 {}"),
    ("cn_id", _resident_id, "My resident id is {} there", "身份证号：{}"),
    ("cn_id", _old_resident_id, "The old one was {} then", "旧证 {} 作废"),
    ("bank_card", _card("4", 16, " "), "Charge {} please", "刷{}"),
    ("bank_card", _card("622202", 19), "My card is {} there", "卡号{}"),
    ("bank_card", _card("5105", 16), "The company pays with {} there", "公司用{}付款"),
    ("iban", _iban, "Wire it to {} please", "汇到 {} 这个账户"),
)  # fmt: skip


def secrets_said(seed: str) -> tuple[Said, ...]:
    """Every kind once in English and once in Chinese, each another secret."""
    random = Random(seed)
    found = []
    for kind, make, *sentences in KINDS:
        for sentence in sentences:
            secret = make(random)
            found.append(Said(kind, secret, sentence.format(secret)))
    return tuple(found)
