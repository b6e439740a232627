"""Secrets vanish wholly, nothing else does."""

import time
from itertools import islice

import pytest
from hypothesis import given, settings

from shared.text.redact import redact, redact_json
from tests.bench.secret_formats import secret_sentences
from tests.unit.text.mixed_text import mixed_text

SECRETS = [
    ("openai_key", "sk-proj-Abc123_def-456Ghi789", "{}"),
    ("openai_key", "sk-abcdefghijklmnopqrstuvwx1234567890", "key {} here"),
    ("anthropic_key", "sk-ant-api03-abcDEF123456-xyz", "用{}调用"),
    ("groq_key", "gsk_abcdefghijklmnop1234567890", "{}"),
    ("google_key", "AIzaSyA1234567890abcdefghijklmnopqrstuv", "密钥{}。"),
    ("aws_key", "AKIAIOSFODNN7EXAMPLE", "{}"),
    ("aws_key", "ASIAIOSFODNN7EXAMPLE", "临时凭证{}过期"),
    ("github_token", "ghp_abcdefghijklmnopqrstuvwxyz0123456789", "{}"),
    ("github_token", "gho_abcdefghijklmnopqrstuvwxyz0123456789", "{}"),
    ("github_token", "ghs_abcdefghijklmnopqrstuvwxyz0123456789", "{}"),
    ("github_token", "github_pat_11ABCDEFG0abcdefghij_klmnopqrstuvwxyz", "{}"),
    ("gitlab_token", "glpat-abcDEF1234567890wxyz", "{}"),
    ("slack_token", "xoxb-123456789012-abcdefGHIJKL", "{}"),
    ("stripe_key", "sk_live_abcdefghijklmnop123456", "{}"),
    ("huggingface_token", "hf_abcdefghijklmnopqrstuvwxyz123456", "{}"),
    ("jina_key", "jina_abcdef0123456789abcdef0123456789", "{}"),
    ("aliyun_key", "LTAI5tAbCdEfGhIjKlMnOpQr", "{}"),
    ("tencent_key", "AKIDabcdefghijklmnopqrstuvwxyz012345", "{}"),
    ("npm_token", "npm_abcdefghijklmnopqrstuvwxyz0123456789", "{}"),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123", "{}"),
    ("private_key", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA\n-----END RSA PRIVATE KEY-----", "{}"),
    ("authorization", "abc123DEF456ghi", "Authorization: Bearer {}"),
    ("authorization", "dXNlcjpwYXNzd29yZA==", "Authorization: Basic {}"),
    ("password", "hunter2", "password: {}"),
    ("password", "correct horse battery", 'password = "{}"'),
    ("password", "hunter2", "密码：{}。"),
    ("password", "hunter2", "我的密码是{}，别告诉别人"),
    ("password", "芝麻开门", "口令：{}"),
    ("password", "p,w;x!9", "passwd={}"),
    ("secret", "wJalrXUtnFEMI/K7MDENG/bPxRfiCY", "AWS_SECRET_ACCESS_KEY={}"),
    ("secret", "zz9-plural-z-alpha", '{{"client-secret": "{}"}}'),
    ("secret", "abcd1234efgh", "apiKey={}"),
    ("secret", "abc123xyz", "密钥={}"),
    ("url_password", "p@ss", "postgres://user:{}@host/db"),
    ("url_password", "pass", "redis://:{}@10.0.0.1:6379/0"),
    ("email", "foo+bar@x.co.uk", "write to {} please"),
    ("email", "zhang.san@example.com", "邮箱是{}，请联系"),
    ("email", "用户@例子.公司", "请发到 {}"),
    ("email", "müller@exämple.de", "{}"),
    ("phone", "13812345678", "我的手机是{}，谢谢"),
    ("phone", "+86 138 1234 5678", "{}"),
    ("phone", "138-1234-5678", "电话{}"),
    ("phone", "１３８１２３４５６７８", "手机{}"),
    ("phone", "+44 20 7946 0958", "call {} now"),
    ("phone", "(202) 555-0143", "at {}"),
    ("phone", "010-62345678", "座机 {}"),
    ("phone", "60-56-85-91", "Phone: {}"),
    ("cn_id", "11010519491231002X", "{}"),
    ("cn_id", "110105194912310021", "身份证号：{}"),
    ("cn_id", "130503670401001", "旧证 {} 作废"),
    ("bank_card", "4111 1111 1111 1111", "card {}"),
    ("bank_card", "6222020200112233446", "卡号{}"),
    ("iban", "GB29 NWBK 6016 1331 9268 19", "{}"),
]

MORE_SECRETS = [
    ("password", "wonderland1", "curl -u alice:{} https://api.example.com"),
    ("password", "S3cret", "mysql -u root -p{} shop"),
    ("password", "Gartenzaun7", "Passwort: {}"),
    ("password", "qwe123456", "密码{}，记一下"),
    ("password", "Winter2026!", "password: {}"),
    ("password", "mysecretpassword", "password: {}"),
    ("password", "Tiger2026", "密码：{}，别外传"),
    ("secret", "9f8e7d6c5b4a3f2e", "访问令牌是{}"),
    ("secret", "d41a8f0b9c7e6d5f4a3b2c1d", "Set-Cookie: session={}; HttpOnly"),
    ("secret", "apple river stone cloud tiger lamp ocean bread violin candle forest mirror", "my recovery phrase is {}"),
    ("access_code", "4821", "My PIN is {}"),
    ("access_code", "839201", "验证码是{}，五分钟内有效"),
    ("us_ssn", "536-22-4417", "it is {}"),
    ("passport", "E23456789", "护照号{}，明年到期"),
    ("phone", "06 12 34 56 78", "Mon numéro est le {}."),
    ("phone", "090-1234-5678", "携帯は{}です"),
    ("phone", "0117 496 0123 ext. 204", "Phone: {}"),
    ("iban", "DE89-3704-0044-0532-0130-00", "IBAN {}"),
    ("ip", "85.214.132.117", "server {} is down"),
]

NEGATIVES = [
    "cache_key=user_profile_v2",
    "sorted(x, key=lambda r: r.name)",
    "turkey: 5 kg",
    "public_key: MCowBQYDK2VwAyEA",
    "token = request.headers.get('x')",
    "api_key=api_key, password: OAuthFlowPassword",
    "authorization = request.headers.get('Authorization')",
    "git clone git@github.com:org/repo.git",
    "section 3.2.1.4 of the contract",
    "条形码6901234567892",
    "x = 0.350624650815206, y = 0.00784313725490196",
    "验证码收不到",
    "PIN diode BPW34, pin 13 is the LED",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709",
    "550e8400-e29b-41d4-a716-446655440000",
    "订单号 2024031512345",
    "order number 1234567890123",
    "version 1.2.3.4",
    "2024-03-15",
    "4111 1111 1111 1112",
    "忘记密码怎么办",
    "密码：忘记了怎么找回",
    "token limit is 4096",
    "no Firebase API key in the build",
    "import.meta.env.VITE_KEY",
    "password = os.environ['DB_PASSWORD']",
    "if token == null",
    "The key: simplicity matters",
    "the secret: practice every day",
    "monkey: banana",
    "http://host:8080/path/@user",
    "1700000000000 ms",
    "max_tokens: 4096",
    "比分 3-5，预算 1,500,000 元",
    "password is required",
    "a@b",
]


@pytest.mark.parametrize(("kind", "secret", "around"), SECRETS)
def test_t12_a_secret_vanishes_wholly_and_its_kind_is_named(kind: str, secret: str, around: str) -> None:
    redacted = redact(around.format(secret))
    assert redacted.text == around.format(f"[REDACTED:{kind}]")
    assert redacted.counts == {kind: 1}


@pytest.mark.parametrize(("kind", "secret", "around"), MORE_SECRETS)
def test_t12_a_secret_is_known_by_its_place_and_by_how_its_country_writes_it(kind: str, secret: str, around: str) -> None:
    assert redact(around.format(secret), include_ips=True).text == around.format(f"[REDACTED:{kind}]")


def test_t12_tokens_of_many_providers_vanish_wherever_they_stand() -> None:
    left = [
        sentence.text[start:end]
        for sentence in islice(secret_sentences(seed=11), 0, None, 3)
        for _, start, end in sentence.spans
        if sentence.text[start:end] in redact(sentence.text).text
    ]
    assert not left


@pytest.mark.parametrize("text", NEGATIVES)
def test_t12_what_is_no_secret_stays(text: str) -> None:
    assert redact(text, include_ips=True).text == text
    assert not redact(text, include_ips=True).counts


def test_two_secrets_of_one_line_are_two() -> None:
    redacted = redact("mail a@b.cn or c@d.cn, 13812345678")
    assert redacted.text == "mail [REDACTED:email] or [REDACTED:email], [REDACTED:phone]"
    assert redacted.counts == {"email": 2, "phone": 1}


def test_a_password_in_a_query_leaves_the_other_fields() -> None:
    assert redact("https://x.com/?password=ab12&user=ann").text == "https://x.com/?password=[REDACTED:password]&user=ann"


def test_invisible_characters_do_not_hide_a_number_and_the_rest_keeps_them() -> None:
    assert redact("手机 138\u200b1234\u200b5678 👨‍👩‍👧").text == "手机 [REDACTED:phone] 👨‍👩‍👧"


def test_addresses_go_only_when_asked_and_versions_never() -> None:
    text = "host 192.168.1.17 and fe80::1ff:fe23:4567:890a, version 1.2.3.4"
    assert redact(text).text == text
    assert redact(text, include_ips=True).text == "host [REDACTED:ip] and [REDACTED:ip], version 1.2.3.4"


@settings(max_examples=300, deadline=None)
@given(mixed_text)
def test_redacting_again_changes_nothing_and_counts_nothing(text: str) -> None:
    once = redact(text)
    again = redact(once.text)
    assert again.text == once.text
    assert not again.counts


def test_json_keeps_its_keys_and_shape() -> None:
    value = {
        "a@b.cn": ["13812345678", {"n": 1, "ok": True, "none": None}],
        "password": "hunter2",
        "key": "preference",
        "phone": 13812345678,
    }
    redacted, counts = redact_json(value)
    assert redacted == {
        "a@b.cn": ["[REDACTED:phone]", {"n": 1, "ok": True, "none": None}],
        "password": "[REDACTED:password]",
        "key": "preference",
        "phone": "[REDACTED:phone]",
    }
    assert counts == {"phone": 2, "password": 1}
    assert value["password"] == "hunter2"


def test_a_list_under_a_name_for_secrets_holds_nothing_else() -> None:
    assert redact_json({"password": ["hunter2", ["qwerty9"]], "密码": ["hunter3"], "tags": ["hunter2"]})[0] == {
        "password": ["[REDACTED:password]", ["[REDACTED:password]"]],
        "密码": ["[REDACTED:password]"],
        "tags": ["hunter2"],
    }


def test_secrets_in_the_keys_of_free_json_vanish_and_no_value_is_lost() -> None:
    key, other = "sk-proj-" + "a1B2" * 12, "sk-proj-" + "c3D4" * 12
    redacted, counts = redact_json({"outer": [{key: 1, other: 2, "plain": 3}], "a@b.cn": {"password": "hunter2"}}, with_keys=True)
    assert redacted == {
        "outer": [{"[REDACTED:openai_key]": 1, "[REDACTED:openai_key] 2": 2, "plain": 3}],
        "[REDACTED:email]": {"password": "[REDACTED:password]"},
    }
    assert counts == {"openai_key": 2, "email": 1, "password": 1}


def test_deep_json_is_redacted_to_its_end() -> None:
    value: object = "a@b.cn"
    for _ in range(5000):
        value = [value]
    redacted, counts = redact_json(value)
    assert counts == {"email": 1}
    assert isinstance(redacted, list)


def test_a_short_message_without_secrets_costs_little() -> None:
    text = "I had a meeting with Bob and we decided to use PostgreSQL: the team agreed on 3 items"
    start = time.process_time()
    for _ in range(200):
        redact(text)
    assert (time.process_time() - start) / 200 < 0.001
