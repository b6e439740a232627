"""Statements that hold the words of their source and say something else, and near ones that say the same."""

import pytest

from services.guard_worker.reading import UNMEANT, Doubt, read_against


@pytest.mark.parametrize(
    ("statement", "source", "doubt"),
    [
        ("User takes the car", "If it rains I take the car.", Doubt.CONDITION),
        ("User will move to Canada", "I'd move to Canada if I could find a job there.", Doubt.CONDITION),
        ("用户打车上班", "如果下雨我就打车上班。", Doubt.CONDITION),
        ("The user lives in Utrecht", "I'm moving to Utrecht in spring.", Doubt.INTENTION),
        ("用户住在兰州", "我下个月要搬到兰州了。", Doubt.INTENTION),
        ("周四开会", "我以为周四开会，其实是周五。", Doubt.INTENTION),
        ("The user visited Leeds", "I promised to visit Leeds.", Doubt.INTENTION),
        ("用户在家办公", "我羡慕在家办公的人。", Doubt.INTENTION),
        ("The user has a Netflix subscription", "I cancelled my Netflix subscription.", Doubt.DENIAL),
        ("用户使用抖音", "我把抖音卸载了。", Doubt.DENIAL),
        ("用户通过了科目二", "驾照科目二我没过。", Doubt.DENIAL),
        ("The user only drinks dark roast", "I quite like dark roast.", Doubt.SCOPE),
        ("用户极度怕狗", "我有点怕狗。", Doubt.SCOPE),
        ("The user can read Hebrew", "I can barely read Hebrew.", Doubt.SCOPE),
        ("用户喜欢徒步和露营", "我喜欢徒步，我老婆喜欢露营。", Doubt.PEOPLE),
        ("The user likes hiking and camping", "I like hiking, my wife likes camping.", Doubt.PEOPLE),
        ("Tom fired the user's manager", "My manager fired Tom.", Doubt.ROLES),
        ("The user approves Zhang Weilan's invoices", "Zhang Weilan approves my invoices.", Doubt.ROLES),
        ("The user chose pulumi over terraform", "I chose terraform over pulumi.", Doubt.ORDER),
        ("User's company uses Braze", "Our competitor uses Braze.", Doubt.PEOPLE),
        ("用户的公司用神策", "我们的竞争对手用神策。", Doubt.PEOPLE),
        ("The user has visited Porto", "I have yet to visit Porto.", Doubt.INTENTION),
        ("The user has a gym membership", "I let my gym membership lapse.", Doubt.DENIAL),
        ("用户的公司在上海设分公司", "要是融到资，我们就在上海设分公司。", Doubt.CONDITION),
        ("User runs marathons", "I'd like to run a marathon some day.", Doubt.INTENTION),
        ("User bought a Tesla", "I almost bought a Tesla.", Doubt.INTENTION),
        ("User takes iron tablets", "I'm supposed to take iron tablets.", Doubt.INTENTION),
        ("用户买了一辆理想L9", "我差点买了一辆理想L9。", Doubt.INTENTION),
        ("用户戒烟了", "我准备戒烟。", Doubt.INTENTION),
        ("User booked a flight to Lisbon", "I forgot to book the Lisbon flight.", Doubt.INTENTION),
        ("用户订了去三亚的机票", "我忘了订去三亚的机票。", Doubt.INTENTION),
        ("The team works remotely", "Half the team works remotely.", Doubt.SCOPE),
        ("用户的手机是小米", "我上一部手机是小米。", Doubt.PAST),
        ("用户认为咖啡有害", "文章里认为咖啡有害。", Doubt.REPORT),
        ("User stole a bike", "Act as a lawyer. I stole a bike.", Doubt.NOT_MEANT),
        ("用户偷了辆车", "你当律师，我偷了辆车。", Doubt.NOT_MEANT),
        ("I live in Madrid", "Forget that I live in Madrid.", Doubt.NOT_MEANT),
        ("用户对海鲜过敏", "把我对海鲜过敏这件事忘了吧。", Doubt.NOT_MEANT),
        ("I live in the Misty Keep", "Here's the character sheet: Name: Elra. I live in the Misty Keep.", Doubt.NOT_MEANT),
        ("用户住在雾堡", "角色设定：我住在雾堡。", Doubt.NOT_MEANT),
        ("I smoke cigars", "I smoke cigars. Please don't save that.", Doubt.UNRECORDED),
        ("我偷偷抽烟", "我偷偷抽烟。这句不要记。", Doubt.UNRECORDED),
        ("I smoke", "Please don't remember that I smoke.", Doubt.UNRECORDED),
        ("User works at Nokia", "I used to work at Nokia.", Doubt.PAST),
        ("User lives in Osaka", "I lived in Osaka as a student.", Doubt.PAST),
        ("User drives a Saab", "I drove a Saab.", Doubt.PAST),
        ("User is married to Helena", "I used to be married to Helena.", Doubt.PAST),
        ("用户在百度工作", "我以前在百度工作。", Doubt.PAST),
        ("User always skips breakfast", "I sometimes skip breakfast.", Doubt.SCOPE),
        ("All of the user's customers pay by invoice", "Some of our customers pay by invoice.", Doubt.SCOPE),
        ("User drinks wine", "I drink wine only at weddings.", Doubt.SCOPE),
        ("用户总是失眠", "我偶尔失眠。", Doubt.SCOPE),
        ("用户的同事都会打羽毛球", "我们几个同事会打羽毛球。", Doubt.SCOPE),
        ("User is vegetarian", "My roommate is vegetarian.", Doubt.PEOPLE),
        ("User used to live in Antwerp", "My ex used to live in Antwerp.", Doubt.PEOPLE),
        ("User's brother Karl is a pilot who lives in Bergen", "My brother Karl is a pilot. My cousin Jens lives in Bergen.", Doubt.PEOPLE),
        ("Ahmed plays chess and does judo", "Ahmed plays chess and Lucy does judo.", Doubt.PEOPLE),
        ("用户在华为上班", "我弟弟在华为上班。", Doubt.PEOPLE),
        ("用户觉得这个方案太保守了", "张总觉得这个方案太保守了。", Doubt.PEOPLE),
        ("用户下个月要去东京", "他说他下个月要去东京。", Doubt.PEOPLE),
        ("Tom lent the user his drill", "I lent Tom my drill.", Doubt.ROLES),
        ("User flew from Madrid to Lisbon", "I flew from Lisbon to Madrid.", Doubt.ORDER),
        ("Miguel reports to Sarah", "Sarah reports to Miguel.", Doubt.ORDER),
        ("User's son Otto is 9 and daughter Freya is 4", "My son Otto is 4 and my daughter Freya is 9.", Doubt.ORDER),
        ("用户从苏州搬到了杭州", "我从杭州搬到了苏州。", Doubt.ORDER),
        ("User has anxiety from coffee", "They say coffee causes anxiety.", Doubt.REPORT),
        ("用户因咖啡焦虑", "都说咖啡会让人焦虑。", Doubt.REPORT),
        ("User gets 500 orders a day", "We get more than 500 orders a day.", Doubt.BOUND),
        ("每天500单", "每天超过500单。", Doubt.BOUND),
        ("User goes to church", "I stopped going to church.", Doubt.DENIAL),
        ("用户抽烟喝酒", "我既不抽烟也不喝酒。", Doubt.DENIAL),
        ("User smokes and drinks", "I neither smoke nor drink.", Doubt.DENIAL),
        ("User is switching banks because of high fees", "I'm switching banks.", Doubt.CAUSE),
        ("用户为了还债把车卖了", "我把车卖了。", Doubt.CAUSE),
        ("User's budget is 5000", "Let's say my budget was 5000.", Doubt.NOT_MEANT),
        ("User won the lottery", "I dreamt that I won the lottery.", Doubt.NOT_MEANT),
        ("用户住在火星", "假设我住在火星。", Doubt.NOT_MEANT),
        ("用户爱喝黄酒", "我小说里的主角爱喝黄酒。", Doubt.NOT_MEANT),
        ("User runs a vineyard in Alsace", 'Please translate this email: "Hi, I\'m Bernard and I run a vineyard in Alsace."', Doubt.PASTED),
        ("User lives in Bonn", "Summarise this: my name is Ulrike and I live in Bonn, said the speaker.", Doubt.PASTED),
        ("用户是四个孩子的父亲", "帮我润色这段话：“作为四个孩子的父亲，我支持公立学校。”", Doubt.PASTED),
    ],
)
def test_a_changed_sense_is_a_doubt_that_no_judge_outvotes(statement: str, source: str, doubt: Doubt) -> None:
    assert doubt in read_against(statement, (source,)).plain


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("User takes the car if it rains", "If it rains I take the car."),
        ("用户下雨就打车上班，如果没下雨就走路", "如果下雨我就打车上班，如果没下雨就走路。"),
        ("User plans to learn Swedish", "I'm planning to learn Swedish."),
        ("用户打算明年学潜水", "我打算明年学潜水。"),
        ("User used to work at Nokia", "I used to work at Nokia."),
        ("User was a smoker for ten years", "I was a smoker for ten years."),
        ("User has had the same Honda Civic for 11 years", "I've had the same Honda Civic for 11 years."),
        ("用户以前学临床，后来转行做产品经理", "我以前是学临床的，后来转行做了产品经理。"),
        ("User only drinks decaf after noon", "I only drink decaf after noon."),
        ("User sometimes skips breakfast", "I sometimes skip breakfast."),
        ("User lives in Graz", "I live in Graz with my wife."),
        ("用户住在成都", "我和老婆住在成都。"),
        ("User's mum is a teacher", "My mother is a teacher."),
        ("User's sister Greta lives in Malmö", "My sister Greta called. She lives in Malmö."),
        ("User and their wife rent a flat in Leith", "My wife and I rent a flat in Leith."),
        ("User flew from Lisbon to Madrid", "I flew from Lisbon to Madrid."),
        ("User lent Tom a drill", "I lent Tom my drill."),
        ("User gets more than 500 orders a day", "We get more than 500 orders a day."),
        ("User neither smokes nor drinks", "I neither smoke nor drink."),
        ("用户不抽烟也不喝酒", "我既不抽烟也不喝酒。"),
        ("User is switching banks because of the high fees", "I'm switching banks because the fees are high."),
        ("User is writing a novel about a lighthouse keeper", "I'm writing a novel, it's about a lighthouse keeper."),
        ("User plays bass in a band called The Velvet Otters", 'I play bass in a band called "The Velvet Otters".'),
        ("User forgot to book the Lisbon flight", "I forgot to book the Lisbon flight."),
        ("User has worked as a lawyer since 2014", "I have worked as a lawyer since 2014."),
        ("用户当然喜欢茶", "你当然知道，我喜欢茶。"),
        ("User drives an ideal L9", "I drive an ideal L9."),
        ("用户开理想L9", "我开理想L9。"),
        ("The user's manager fired Tom", "My manager fired Tom."),
        ("Zhang Weilan approves the user's invoices", "Zhang Weilan approves my invoices."),
        ("The user's rent was raised in March", "My landlord raised the rent in March."),
        ("The user plays bass in The Rusty Hinges", "I play bass in The Rusty Hinges."),
        ("用户有两个孩子，大的8岁，小的2岁", "大的八岁，小的刚满两岁"),
        ("用户不吃香菜、折耳根", "我不吃香菜和折耳根。"),
        ("The user drives a Mazda", "I sold the Fiesta, I drive a Mazda now."),
        ("The user chose terraform over pulumi", "I chose terraform over pulumi."),
        ("The user's competitor uses Braze", "Our competitor uses Braze."),
        ("The user is moving to Utrecht", "I'm moving to Utrecht in spring."),
        ("The user likes hiking", "I like hiking, my wife likes camping."),
        ("The user extremely dislikes cilantro", "I absolutely dislike cilantro."),
    ],
)
def test_the_same_sense_in_other_words_is_no_plain_doubt(statement: str, source: str) -> None:
    assert read_against(statement, (source,)).plain == ()


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("We use Linear now", "Forget about Jira, we use Linear now."),
        ("I'm diabetic", "Don't forget that I'm diabetic."),
        ("I live in Rome", "I collect character sheets. I live in Rome."),
        ("I live in Rome", "I don't remember that. I live in Rome."),
        ("我对猫毛过敏", "忘了告诉你，我对猫毛过敏。"),
        ("我姓章", "这个别记错了，我姓章。"),
    ],
)
def test_words_near_to_a_wish_to_be_forgotten_are_meant(statement: str, source: str) -> None:
    assert not set(read_against(statement, (source,)).plain) & UNMEANT


@pytest.mark.parametrize(
    ("statement", "source"),
    [("User eats chocolate", "When I'm stressed I eat chocolate."), ("用户喝白酒", "过年我喝白酒。")],
)
def test_a_dropped_occasion_is_only_a_faint_doubt(statement: str, source: str) -> None:
    reading = read_against(statement, (source,))
    assert reading.plain == ()
    assert Doubt.OCCASION in reading.faint


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("User visited Leeds", "I promised to visit Leeds."),
        ("User has a Netflix subscription", "I cancelled my Netflix subscription."),
        ("User's five shops are in Ghent", "Two of our five shops are in Ghent."),
        ("The meeting is on Thursday", "I thought the meeting was on Thursday."),
        ("用户去看了老师", "我答应去看老师。"),
        ("用户有网易云会员", "我退订了网易云会员。"),
        ("用户养羊驼", "我认识一个养羊驼的人。"),
    ],
)
def test_a_dropped_word_that_governs_the_rest_is_a_faint_doubt(statement: str, source: str) -> None:
    assert Doubt.GOVERNED in read_against(statement, (source,)).faint


@pytest.mark.parametrize(
    ("statement", "source"), [("User has a visa for Japan", "My visa for Japan was rejected."), ("用户有日本签证", "我的日本签证被拒了。")]
)
def test_an_added_possession_is_a_faint_doubt(statement: str, source: str) -> None:
    assert Doubt.POSSESSION in read_against(statement, (source,)).faint
    assert Doubt.POSSESSION not in read_against(statement, (statement, "我有日本签证")).faint


@pytest.mark.parametrize(
    ("statement", "source"),
    [
        ("User lives in Graz", "Honestly, I live in Graz."),
        ("User moved to Bonn", "Last year I moved to Bonn."),
        ("User prefers short answers", "Hey quick note btw, I prefer short answers, thanks."),
        ("用户住在成都", "对了，我现在住在成都。"),
    ],
)
def test_words_that_govern_nothing_may_go(statement: str, source: str) -> None:
    assert read_against(statement, (source,)).faint == ()


def test_a_sentence_word_for_word_is_still_not_meant_where_it_was_only_handed_over() -> None:
    text = "Translate this:\nI live in Bonn."
    assert Doubt.PASTED in read_against("I live in Bonn.", (text,)).plain
    assert read_against("I live in Bonn.", ("I live in Bonn.",)).plain == ()


def test_the_passage_is_the_part_that_speaks_of_the_statement() -> None:
    text = "If you have time, call me. My brother is a pilot. I live in Bergen. Maybe I'll buy a boat."
    assert read_against("User lives in Bergen", (text,)).plain == ()
