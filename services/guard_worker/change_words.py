"""What makes a change certain, and what makes it none: Chinese and English side by side. Data only; certain_change.py applies it."""

SINGLE_VALUED = frozenset({
    "residence", "employer", "occupation", "name", "age", "birthday", "timezone", "working_hours", "colour_scheme",
    "reply_language", "reply_length", "reply_tone",
})  # fmt: skip
"""Slots of which a person has one at a time: whatever is said to be new replaces the old."""

REPLACES = (
    r"改(?:吃|喝|用|成|为|到|在)", r"换(?:成|到|用|为)", r"搬(?:到|去|来|回)", r"迁移?(?:到|至)", r"切换?(?:到|成)", r"而是",
    r"\binstead\b", r"\bfrom\b.{1,40}\bto\b", r"\breplaced\b", r"\bswitched\b.{0,40}\bto\b",
)  # fmt: skip
"""The new value is named as taking the place of another."""

ENDS = (
    r"\bno longer\b", r"\bany ?more\b", r"\b(?:stopped|quit|gave up|given up|sold|cancelled|canceled|dropped|left|closed|resigned|retired from)\b",
    r"\b(?:broke up|split up|got divorced|separated)\b", r"\bchanged (?:careers?|jobs?|my|our|his|her|their)\b", r"\bgot rid of\b", r"\bused to\b",
    r"\b(?:switched|changed|moved|rewrote|ported|migrated)\b.{0,50}\bto\b", r"\bnot .{1,30} but\b",
    r"不再", r"不[一-鿿]{1,6}?[^，,。]{0,10}了(?=$|[，,。])", r"卖(?:了|掉)", r"退(?:了|出|掉)", r"戒(?:了|掉)", r"放弃了?", r"离婚", r"分手", r"转行", r"离职", r"辞职",
    r"改(?:学|做|练|打|开|喝|吃|用|负责|成|到)", r"换(?:了|成|到)", r"取消了?", r"停(?:了|掉)",
    r"关(?:了|掉|门)(?!灯)", r"倒闭", r"跳槽", r"升(?:到|为|入|上)", r"换[一-鿿]{1,4}了",
)  # fmt: skip
"""Something is over, or has made room for something else."""

BESIDE = (
    r"\balso\b", r"\btoo\b", r"\bas well\b", r"\bin addition\b", r"\bbesides\b", r"\banother\b", r"\bsecond (?:home|job|flat|place)\b",
    r"\bpart of the (?:year|week|time|day)\b", r"\bpart[- ]time\b", r"\bsometimes\b", r"\bon weekends\b",
    r"(?<!再)也(?!许)", r"还(?:在|有|会|兼)", r"另外", r"同时", r"有时", r"偶尔", r"兼职", r"周末",
)  # fmt: skip
"""It stands beside the old value, or for a part of the time."""

FOR_A_WHILE = (
    r"\btemporar(?:y|ily)\b", r"\bfor now\b", r"\bfor (?:a|the|one|two|three|a few) (?:days?|weeks?|months?|summer|winter|semester|while)\b",
    r"\bfor the time being\b", r"\bthis (?:week|weekend)\b", r"暂时", r"临时", r"出差", r"这(?:几天|周|段时间)", r"短期",
)  # fmt: skip

NOT_YET = (
    r"\bwill\b", r"'ll\b", r"\bgoing to\b", r"\bgonna\b", r"\bplan(?:s|ning|ned)?\b", r"\bwants? to\b", r"\bwould\b", r"\bhop(?:e|ing)\b",
    r"\bnext (?:week|month|year|spring|summer|autumn|fall|winter)\b", r"\btomorrow\b", r"\babout to\b", r"\balmost\b", r"\bnearly\b",
    r"想", r"打算", r"计划", r"准备", r"将(?:要|会)", r"即将", r"希望", r"明年", r"明天", r"后天", r"下个?(?:月|周|星期|礼拜|年)", r"要(?:搬|换|改|去)",
    r"差一?点", r"几乎",
)  # fmt: skip
"""Wishes, plans, and what nearly happened."""

LONG_AGO = (
    r"\bago\b", r"\bback then\b", r"\bused to\b", r"\bonce\b", r"\bas a (?:child|kid|teenager|student)\b", r"\bwhen i was\b",
    r"\bwhen i (?:studied|graduated|started)\b", r"\boriginally\b", r"小时候", r"(?<!比)以前", r"曾经|曾(?=在|是|有|于|住|做|任|去|用|学)", r"当年", r"那年", r"年前", r"大学时", r"毕业(?:后|那)",
    r"刚(?:工作|毕业)",
)  # fmt: skip
"""A change of the past may have been followed by others that are known."""
