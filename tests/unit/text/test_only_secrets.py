"""A redacted text whose point was the secret says nothing; one that tells something beside it does."""

import pytest

from shared.text.only_secrets import says_only_secrets


@pytest.mark.parametrize(
    "text",
    [
        "My e-mail is [REDACTED:email] and my card is [REDACTED:bank_card]",
        "My postgres login is postgres://app:[REDACTED:url_password]@db.example.com/booking",
        "Here is the key for the model: [REDACTED:openai_key] and keep it safe",
        "export DATABASE_URL=postgres://u:[REDACTED:url_password]@h/db",
        "我的手机号是[REDACTED:phone],身份证号是[REDACTED:cn_id]",
        "AWS 的 key 是 [REDACTED:aws_key],先放这里",
        "数据库密码:[REDACTED:password],别外传",
        "[REDACTED:email]",
    ],
)
def test_a_statement_that_was_a_secret_says_nothing(text: str) -> None:
    assert says_only_secrets(text)


@pytest.mark.parametrize(
    "text",
    [
        "I live in Berlin, my phone is [REDACTED:phone]",
        "I work with [REDACTED:email] on the payment service",
        "My manager is Bob Miller, reach him at [REDACTED:email]",
        "我住在杭州,手机号是[REDACTED:phone]",
        "我和[REDACTED:email]一起负责支付项目",
        "I keep my password in a safe",
        "我的手机号换了",
    ],
)
def test_a_statement_with_something_of_its_own_stays(text: str) -> None:
    assert not says_only_secrets(text)
