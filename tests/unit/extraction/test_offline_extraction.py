"""The extractor without a model, in both languages: what is kept, under which name, and what is refused."""

import pytest

from shared.domain.candidate import Attribution, Category, Layer
from shared.extraction.drafts import Draft
from shared.extraction.offline_extraction import offline_drafts
from tests.unit.extraction.examples import said, turn, window

FACT, PREFERENCE, DECISION, ENTITY, OTHER = Category.FACT, Category.PREFERENCE, Category.DECISION, Category.ENTITY, Category.OTHER


def drafts(*spoken: tuple[str, str] | str) -> tuple[Draft, ...]:
    return offline_drafts(window(turn(*spoken)))


def kept(text: str) -> list[str]:
    """What would pass the value stage."""
    return [draft.text for draft in drafts(text) if all(criterion.holds for criterion in draft.criteria)]


KEPT = [
    ("我喜欢简洁的回复", "我喜欢简洁的回复", PREFERENCE, "user", "reply_length"),
    ("I prefer dark mode", "I prefer dark mode", PREFERENCE, "user", "colour_scheme"),
    ("好的，我决定用PostgreSQL", "我决定用PostgreSQL", DECISION, "project", "database"),
    ("OK, we've decided to use PostgreSQL.", "we've decided to use PostgreSQL", DECISION, "project", "database"),
    ("We decided to merge the two teams", "We decided to merge the two teams", DECISION, "project", None),
    ("Let's go with FastAPI for the backend.", "Let's go with FastAPI for the backend", DECISION, "project", "backend_framework"),
    ("就用方案B吧", "就用方案B吧", DECISION, "user", None),
    ("I live in Berlin", "I live in Berlin", FACT, "user", "residence"),
    ("I moved to Berlin last month.", "I moved to Berlin last month", FACT, "user", "residence"),
    ("我住在杭州", "我住在杭州", FACT, "user", "residence"),
    ("我上个月搬到了成都", "我上个月搬到了成都", FACT, "user", "residence"),
    ("I've worked 5 years at Google", "I've worked 5 years at Google", FACT, "user", "employer"),
    ("我在杭州的阿里巴巴工作，同事叫欧阳靖", "我在杭州的阿里巴巴工作，同事叫欧阳靖", FACT, "user", "employer"),
    ("My name is Ann Lee", "My name is Ann Lee", FACT, "user", "name"),
    ("I'm a data engineer", "I'm a data engineer", FACT, "user", "occupation"),
    ("我是一名前端工程师", "我是一名前端工程师", FACT, "user", "occupation"),
    ("I’m allergic to peanuts.", "I’m allergic to peanuts", FACT, "user", "allergy:peanuts"),
    ("我对花生过敏", "我对花生过敏", FACT, "user", "allergy:花生"),
    ("我生日是5月3日", "我生日是5月3日", FACT, "user", "birthday"),
    ("我喜欢川菜", "我喜欢川菜", PREFERENCE, "user", "diet"),
    ("我现在不吃辣了，改吃粤菜", "我现在不吃辣了，改吃粤菜", PREFERENCE, "user", "diet"),
    ("I no longer drink coffee", "I no longer drink coffee", PREFERENCE, "user", "diet"),
    ("I don't like cilantro", "I don't like cilantro", PREFERENCE, "user", "attitude:cilantro"),
    ("我不喜欢香菜", "我不喜欢香菜", PREFERENCE, "user", "attitude:香菜"),
    ("I like cilantro", "I like cilantro", PREFERENCE, "user", "attitude:cilantro"),
    ("From now on always answer in Chinese.", "From now on always answer in Chinese", PREFERENCE, "user", "reply_language"),
    ("以后回复我请用中文", "以后回复我请用中文", PREFERENCE, "user", "reply_language"),
    ("My favorite color is green", "My favorite color is green", PREFERENCE, "user", "favourite:colour"),
    ("我最喜欢的颜色是绿色", "我最喜欢的颜色是绿色", PREFERENCE, "user", "favourite:颜色"),
    ("用户偏好简洁的回复风格", "用户偏好简洁的回复风格", PREFERENCE, "user", "reply_length"),
    ("My daughter is called Mia.", "My daughter is called Mia", ENTITY, "daughter", "name"),
    ("我女儿叫小雨，今年五岁", "我女儿叫小雨，今年五岁", ENTITY, "女儿", "name"),
    ("Ana works at Acme", "Ana works at Acme", ENTITY, "ana", "employer"),
    ("Ana administers the Acme GitHub org", "Ana administers the Acme GitHub org", ENTITY, "ana", None),
    ("张伟是我们的CTO", "张伟是我们的CTO", ENTITY, "张伟", None),
    ("The deadline is March 15.", "The deadline is March 15", FACT, "project", "deadline"),
    ("截止日期是3月15日", "截止日期是3月15日", FACT, "project", "截止日期"),
    ("我们的服务器部署在腾讯云国内节点", "我们的服务器部署在腾讯云国内节点", FACT, "project", "cloud"),
    ("Our project's database is MySQL 8.", "Our project's database is MySQL 8", FACT, "project", "database"),
    ("My budget is 20000 yuan", "My budget is 20000 yuan", FACT, "user", "budget"),
    ("I went to a support group yesterday.", "I went to a support group yesterday", FACT, "user", None),
    ("我上周参加了马拉松比赛", "我上周参加了马拉松比赛", FACT, "user", None),
    ("I'm planning to visit Kyoto in April", "I'm planning to visit Kyoto in April", FACT, "user", None),
    ("我打算四月去京都旅行", "我打算四月去京都旅行", FACT, "user", None),
    ("I usually run 5 km every morning", "I usually run 5 km every morning", PREFERENCE, "user", None),
    ("我每天早上跑步5公里", "我每天早上跑步5公里", PREFERENCE, "user", None),
    ("周游世界是我的梦想", "周游世界是我的梦想", PREFERENCE, "user", None),
    ("Please remember that my flight is on Friday at 9:30", "my flight is on Friday at 9:30", FACT, "project", "flight"),
    ("记住：我的车牌是浙A12345", "我的车牌是浙A12345", FACT, "user", "车牌"),
    ("记住这个链接 https://example.com/docs/api", "链接 https://example.com/docs/api", FACT, "user", None),
]  # fmt: skip


@pytest.mark.parametrize(("spoken", "text", "category", "subject", "slot"), KEPT, ids=[case[0] for case in KEPT])
def test_a_statement_is_kept_with_its_kind_and_what_it_is_about(
    spoken: str, text: str, category: Category, subject: str, slot: str | None
) -> None:
    (draft,) = drafts(spoken)
    assert (draft.text, draft.category, draft.subject, draft.slot) == (text, category, subject, slot)
    assert all(criterion.holds for criterion in draft.criteria)
    assert draft.layer is Layer.STRATEGY_EXP
    assert draft.cited[0].quote == spoken, "the evidence is the exact sentence"
    assert draft.attribution is Attribution.USER_STATED


REFUSED = [
    # acknowledgements and greetings
    "好的",
    "ok 👍",
    "thanks",
    "收到",
    "hello",
    "你好",
    "早",
    "再说吧",
    "Let me think about it",
    # questions
    "What is my name?",
    "我喜欢什么？",
    "Do I like coffee?",
    "请帮我查一下我住在哪里",
    "I wonder if I should move to Berlin",
    "你喜欢什么颜色？",
    "我要不要搬到上海？",
    "Which is better, Go or Rust?",
    # suppositions
    "如果我住在北京，我会买车",
    "If I lived in Berlin, I would bike to work",
    "What if I moved to Paris?",
    "Suppose I work at Google",
    "假设我们用Kafka",
    "Imagine I have two cats",
    "比如我住在火星",
    "我差点买了那辆车",
    "I would have moved to Rome",
    # hearsay
    "他说我住在上海",
    "My boss said I work at the wrong company",
    "听说我们公司用MySQL",
    "据说小王负责前端",
    "They say I live in Berlin",
    "I never said that I like jazz.",
    "I didn't say I want a standing desk.",
    "My mum always thinks I like fish.",
    "我从来没说过我喜欢爵士乐。",
    "我可没答应去出差。",
    "我妈总觉得我喜欢吃鱼。",
    "It's not that I hate meetings.",
    # what is to be forgotten
    "Forget that I live in Madrid.",
    "Disregard my earlier note about the Friday release.",
    "Please don't remember that I smoke.",
    "Stop saving my address, I live in Hull.",
    "忘掉我说我对花生过敏的话。",
    "把我对海鲜过敏这件事忘了吧。",
    "别记我刚才说的住址。",
    "我改主意了。",
    "I changed my mind.",
    # sarcasm
    "Oh great, I love waiting three hours for a build",
    "真是太棒了呢，我最喜欢加班了呵呵",
    "Yeah right, I love Mondays",
    # requests
    "Can you write a function that uses PostgreSQL?",
    "帮我写一个用PostgreSQL的脚本",
    "I'd like you to summarise this",
    "Explain how Redis works",
    # negated facts
    "I don't live in Berlin",
    "我不住在北京",
    "我没有车",
    "I haven't decided yet",
    "我还没决定用哪个数据库",
    "我们没有用Redis",
    "I'm not from China",
    "I never worked at Google",
    # J14 code and shrapnel, J7 talk about the memory itself
    "def f(): return 1",
    '{"constraint": 90, "x": 1}',
    '153 "constraint": 90,',
    "/usr/local/bin/python",
    "git push origin main",
    "you never remember ANYTHING",
    "what just changed?",
    "你怎么又忘了",
    "垃圾记忆插件",
    # nothing in it
    "就这么定了",
]


@pytest.mark.parametrize("spoken", REFUSED)
def test_what_is_no_statement_is_not_kept_j7_j14(spoken: str) -> None:
    assert kept(spoken) == []


@pytest.mark.parametrize("spoken", ["Maybe I prefer tea", "也许我会喜欢茶", "I think I like green tea", "我可能喜欢川菜"])
def test_a_tentative_preference_is_proposed_as_not_definite(spoken: str) -> None:
    (draft,) = drafts(spoken)
    assert [criterion.holds for criterion in draft.criteria] == [False, True, True]


@pytest.mark.parametrize("spoken", ["今天好累", "I like it", "I'm so tired today"])
def test_a_statement_that_names_nothing_is_not_concrete(spoken: str) -> None:
    (draft,) = drafts(spoken)
    assert [criterion.holds for criterion in draft.criteria] == [True, False, True]


@pytest.mark.parametrize("spoken", ["正在调试支付模块的回调", "服务器现在挂了", "The API server is down", "We're currently visiting Kyoto"])
def test_the_passing_present_is_realtime_j15(spoken: str) -> None:
    assert [draft.layer for draft in drafts(spoken)] == [Layer.REALTIME_ENV]


def test_a_durable_change_is_not_taken_for_the_passing_present() -> None:
    assert [draft.layer for draft in drafts("我现在住在上海")] == [Layer.STRATEGY_EXP]


def test_a_long_turn_is_read_sentence_by_sentence() -> None:
    text = "Hi there! I moved to Lisbon in May. What about you? My sister Eva works at Siemens. 我喜欢爬山。好的。"
    assert [draft.text for draft in drafts(text)] == ["I moved to Lisbon in May", "My sister Eva works at Siemens", "我喜欢爬山"]


@pytest.mark.parametrize(
    ("going_on", "stated"),
    [("仓库的盘点流程要改，", "我对青霉素过敏"), ("and the warehouse process will change, ", "I am allergic to shellfish")],
)
def test_e4_a_sentence_that_runs_on_hides_no_statement(going_on: str, stated: str) -> None:
    for spoken in (going_on * 500 + stated, stated + "，" + going_on * 500, going_on * 250 + stated + "，" + going_on * 250):
        assert [draft.text for draft in drafts(spoken)] == [stated]


@pytest.mark.parametrize(
    ("spoken", "stated"),
    [
        ("Actually no, my meeting with Deloitte is on Tuesday, not Monday.", "my meeting with Deloitte is on Tuesday, not Monday"),
        ("No, wait, my flight is at 9:15 from gate 4.", "my flight is at 9:15 from gate 4"),
        ("No! I live in Berlin.", "I live in Berlin"),
        ("不对，我的预约是周四下午三点，不是周三", "我的预约是周四下午三点，不是周三"),
        ("不是，我住在苏州。", "我住在苏州"),
        ("No dogs live in my house", None),
    ],
)
def test_a_no_that_opens_a_correction_denies_nothing_of_it(spoken: str, stated: str | None) -> None:
    assert [draft.text for draft in drafts(spoken)] == ([] if stated is None else [stated])


@pytest.mark.parametrize(
    ("spoken", "stated"),
    [
        ("Don't forget that I'm diabetic.", "I'm diabetic"),
        ("别忘了我对青霉素过敏。", "我对青霉素过敏"),
        ("Forget about Jira, we use Linear now.", "we use Linear now."),
        ("忘了告诉你，我对猫毛过敏。", "我对猫毛过敏"),
        ("I never drink alcohol.", "I never drink alcohol"),
        ("My team always deploys on Tuesdays.", "My team always deploys on Tuesdays"),
        ("以后别再用敬语跟我说话。", "以后别再用敬语跟我说话"),
        ("I changed my mind: I want the report on Mondays.", "I changed my mind: I want the report on Mondays"),
    ],
)
def test_words_near_to_a_refusal_hide_no_statement(spoken: str, stated: str) -> None:
    assert kept(spoken) == [stated]


def test_a_sentence_with_two_fixed_things_gives_two_statements() -> None:
    found = drafts("我叫李雷，我住在北京")
    assert [(draft.text, draft.slot) for draft in found] == [("我叫李雷", "name"), ("我住在北京", "residence")]
    assert {draft.cited[0].quote for draft in found} == {"我叫李雷，我住在北京"}


def test_the_same_sentence_twice_in_a_message_is_one_statement() -> None:
    assert len(drafts("I live in Berlin. I live in Berlin.")) == 1


def test_what_the_user_asks_to_remember_weighs_more() -> None:
    asked, told = drafts("Please remember that my budget is 20000 yuan"), drafts("My budget is 20000 yuan")
    assert asked[0].importance > told[0].importance


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_others_state_nothing_about_the_user_j1_j6(role: str) -> None:
    assert drafts((role, "I live in Berlin and I prefer Rust. 我喜欢川菜。"), "ok") == ()


CONFIRMED = [
    ("建议你每天跑步5公里", "好，从明天开始跑", "每天跑步5公里，从明天开始跑"),
    ("我建议你用PostgreSQL做主库。", "就这么办", "用PostgreSQL做主库"),
    ("I'd recommend storing the photos in Hetzner object storage.", "Yes, let's do that", "storing the photos in Hetzner object storage"),
]


@pytest.mark.parametrize(("suggestion", "answer", "text"), CONFIRMED)
def test_a_confirmed_suggestion_counts_as_the_users_with_both_quotes_j5(suggestion: str, answer: str, text: str) -> None:
    confirmed = [draft for draft in drafts(("assistant", suggestion), answer) if draft.attribution is Attribution.USER_CONFIRMED]
    assert [draft.text for draft in confirmed] == [text]
    assert [cited.quote for cited in confirmed[0].cited] == [suggestion, answer]


@pytest.mark.parametrize("answer", ["好吧，我再想想办法", "ok", "Yes, but not now", "好的，不过先不用", "哪个更好？", "好的"])
def test_an_unconfirmed_suggestion_is_not_proposed_j5(answer: str) -> None:
    assert drafts(("assistant", "建议你每天跑步5公里"), answer) == ()


@pytest.mark.parametrize(
    "answer", ["再说吧", "以后再说吧。", "算了", "先不用了，谢谢", "Maybe later", "Not now.", "I'll come back to that another time."]
)
def test_a_suggestion_that_is_put_off_stays_the_assistants_so_that_its_refusal_is_on_record_j5(answer: str) -> None:
    (draft,) = drafts(("assistant", "建议你每天跑步5公里"), answer)
    assert (draft.text, draft.attribution) == ("每天跑步5公里", Attribution.ASSISTANT_SUGGESTION)


def test_a_suggestion_of_an_earlier_turn_can_be_confirmed() -> None:
    context = (said("assistant", "建议你每天跑步5公里"),)
    (draft,) = offline_drafts(window(turn("好，从明天开始跑"), context=context))
    assert draft.text == "每天跑步5公里，从明天开始跑"


def test_nobody_can_say_which_of_several_suggestions_was_meant() -> None:
    assert drafts(("assistant", "建议你跑步。也建议你游泳。"), "就这么办") == ()


@pytest.mark.parametrize(
    "text",
    [
        "Thank you so much, I really appreciate your support.",
        "I have another question for you.",
        "I'll give it a try and keep that in mind.",
        "It's been a long time since we chatted, my friend.",
        "Keep going and never give up.",
        "We worked hard and it was really inspiring.",
        "I saw your photo of the two of you dancing.",
        "Always up for something sweet.",
        "That sign reminds me to never give up.",
        "谢谢你的建议,我会去尝试一下。",
        "现在我要去准备晚餐了,我们下次再聊,再见。",
        "在和你聊天的过程中,我学到了很多有用的知识和经验。",
        "我会努力的,听你的建议很有帮助。",
        "听起来很棒,有那么多不同的音乐选择可以尝试。",
        "我今天遇到了一些问题。",
    ],
)
def test_what_people_only_say_to_each_other_is_nothing_to_remember_j1(text: str) -> None:
    assert [draft.text for draft in drafts(text) if draft.layer is not Layer.REALTIME_ENV] == []


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("我叫张志强,很高兴认识你。", "我叫张志强"),
        ("你好，我是郑思雨。", "我是郑思雨"),
        ("Hey Maria, my name is Frank, nice to meet you!", "my name is Frank"),
        ("Thanks, I live in Lisbon - see you soon!", "I live in Lisbon"),
        ("朋友,上周末我去了一次云台山,还拍了许多照片呢。", "上周末我去了一次云台山,还拍了许多照片呢"),
        ("Just got a new dog from the shelter, here's a pic!", "Just got a new dog from the shelter"),
    ],
)
def test_polite_clauses_fall_away_and_the_statement_stays(text: str, kept: str) -> None:
    assert [draft.text for draft in drafts(text)] == [kept]


@pytest.mark.parametrize("text", ["I've been feeling anxious and overwhelmed lately at work", "我最近感到有些疲惫和焦虑"])
def test_a_mood_passes(text: str) -> None:
    assert [draft.layer for draft in drafts(text)] == [Layer.REALTIME_ENV]


def test_context_alone_yields_nothing() -> None:
    assert offline_drafts(window(turn("ok"), context=(said("user", "I live in Berlin"),))) == ()


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ("我喜欢川菜", "我现在不吃辣了，改吃粤菜"),
        ("I like coffee", "I don't like coffee anymore"),
        ("我喜欢咖啡", "我现在不喜欢咖啡了"),
        ("I live in Berlin", "I moved to Lisbon in May"),
        ("5 years at Google", "6 years at Google"),
        ("We use MySQL", "We've decided to switch to PostgreSQL"),
        ("I live in Berlin with my two cats", "I moved from Berlin to Hamburg, so I live in Hamburg now"),
        ("I live in Berlin", "I no longer live in Berlin"),
        ("I work at Acme", "I no longer work at Acme"),
        ("We decided to use MySQL for the booking service", "We moved the booking service from MySQL to PostgreSQL"),
        ("The booking service uses MySQL", "We replaced MySQL with PostgreSQL in the booking service"),
        ("I am vegetarian", "I am no longer vegetarian, I eat fish now"),
        ("My working hours are 9 to 17", "My working hours are 8 to 16, please schedule nothing later"),
        ("The launch is on Monday", "The launch has been moved to Friday"),
        ("My sister Clara lives in Lisbon", "My sister Clara moved to Porto"),
        ("我住在深圳", "我上个月从深圳搬到了杭州"),
        ("我住在深圳", "我已经不住在深圳了"),
        ("我在字节跳动工作", "我已经从字节跳动离职了"),
        ("我们决定订单服务使用 MongoDB", "订单服务不用 MongoDB 了，改用 PostgreSQL"),
        ("我们决定订单服务使用 MongoDB", "我们把订单服务从 MongoDB 迁移到 PostgreSQL"),
        ("我吃素", "我已经不吃素了"),
        ("周会在周一", "周会改到周二了"),
        ("我妹妹住在上海", "我妹妹上个月搬到了苏州"),
        ("我喜欢简洁的回复", "以后回复请详细一点"),
    ],
)
def test_a_correction_has_the_subject_and_slot_of_what_it_corrects_d5_d9(first: str, then: str) -> None:
    (old,), (new,) = drafts(first), drafts(then)
    assert (old.subject, old.slot) == (new.subject, new.slot)
    assert old.slot is not None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("We decided to use MySQL for the booking service", "We decided to use MongoDB for the search service"),
        ("我们决定订单服务使用 MongoDB", "我们决定支付服务使用 PostgreSQL"),
        ("我喜欢简洁的回复", "请以后都用中文回答我"),
        ("Always answer in English", "Never use emojis in your replies"),
        ("My sister lives in Lisbon", "I live in Lisbon"),
    ],
)
def test_what_may_hold_beside_each_other_shares_no_slot(one: str, other: str) -> None:
    (first,), (second,) = drafts(one), drafts(other)
    assert None not in (first.slot, second.slot)
    assert (first.subject, first.slot) != (second.subject, second.slot)


def test_unrelated_statements_share_no_slot_d7() -> None:
    slots = [draft.slot for text in ("周游世界是我的梦想", "我们在周末吃夜宵") for draft in drafts(text)]
    assert len(slots) == 2
    assert slots[0] is None or slots[0] != slots[1]


def test_what_begins_today_lasts() -> None:
    assert [draft.layer for draft in drafts("从今天开始我负责支付模块")] == [Layer.STRATEGY_EXP]
