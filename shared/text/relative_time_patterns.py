"""Words for days and spans of days in both languages, each with the name of what it counts and how far it moves."""

import re

_EN_N = r"(?P<n>\d{1,4}|[a-z]+(?:-[a-z]+)?)"
_ZH_N = r"(?<![零一二两三四五六七八九十百千万亿\d.])(?P<n>\d{1,4}|[零一二两三四五六七八九十百]+)"
_EN_UNIT = r"(?P<unit>day|week|month|mon|year)s?"
_ZH_UNIT = r"(?P<unit>天|日|周|个?星期|个?礼拜|个月|年)"
WEEKDAY = {
    **{name: number for number, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))},
    **{name: number for number, name in enumerate("一二三四五六日")},
    "天": 6,
}
_EN_DAY = r"(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_ZH_DAY = r"(?:周|星期|礼拜)(?P<day>[一二三四五六日天])"
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
_ZH_MONTH = r"(?P<month>十[一二]?|[一二三四五六七八九])"

UNITS = {
    "day": "day", "天": "day", "日": "day", "week": "week", "周": "week", "星期": "week", "个星期": "week", "礼拜": "week", "个礼拜": "week",
    "month": "month", "mon": "month", "个月": "month", "year": "year", "年": "year",
}  # fmt: skip

# What matches earliest in the text counts; of two that begin together, the one that stands first here.
RULES: tuple[tuple[str, str, int], ...] = (
    (r"\bday before yesterday\b|(?<!大)前天", "day", -2),
    (r"大前天", "day", -3),
    (r"\bday after tomorrow\b|(?<!大)后天", "day", 2),
    (r"大后天", "day", 3),
    (r"\byesterday\b|\blast night\b|昨[天日晚夜早]", "day", -1),
    (r"\btomorrow\b|明[天日晚早]", "day", 1),
    (r"\btoday\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b|\bright now\b|\bnow\b|今[天日晚早夜]", "day", 0),
    (r"\blast weekend\b|\bpast weekend\b|上个?(?:周末|星期末)", "last_weekend", 0),
    (r"\bthis weekend\b|[这本]个?周末", "weekend", 0),
    (r"\bnext weekend\b|下个?周末", "weekend", 1),
    (rf"\b(?:last|past) {_EN_DAY}\b", "past_weekday", 0),
    (rf"\b(?:next|coming) {_EN_DAY}\b", "next_weekday", 0),
    (rf"上个?{_ZH_DAY}", "weekday_of_week", -1),
    (rf"下个?{_ZH_DAY}", "weekday_of_week", 1),
    (rf"[这本]个?{_ZH_DAY}", "weekday_of_week", 0),
    (r"\blast week\b|\bprevious week\b|上个?(?:周|星期|礼拜)", "week", -1),
    (r"\bthis week\b|[这本]个?(?:周|星期|礼拜)", "week", 0),
    (r"\bnext week\b|下个?(?:周|星期|礼拜)", "week", 1),
    (r"\blast month\b|上个?月", "month", -1),
    (r"\bthis month\b|这个?月|本月", "month", 0),
    (r"\bnext month\b|下个?月", "month", 1),
    (r"\blast year\b|去年", "year", -1),
    (r"前年", "year", -2),
    (r"\bthis year\b|今年|本年", "year", 0),
    (r"\bnext year\b|明年", "year", 1),
    (r"后年", "year", 2),
    (r"上半年", "half", 1),
    (r"下半年", "half", 2),
    (r"第?(?P<n>[一二三四1-4])季度", "quarter", 0),
    (r"\bq(?P<n>[1-4])\b", "quarter", 0),
    (rf"\b(?:a )?few {_EN_UNIT} ago\b", "few_ago", 0),
    (rf"(?<![十百千万亿\d])几{_ZH_UNIT}[以之]?前", "few_ago", 0),
    (rf"\b(?:a )?couple(?: of)? {_EN_UNIT} ago\b", "couple_ago", 0),
    (rf"\b{_EN_N} ?{_EN_UNIT} (?:ago|earlier|before)\b", "shift", -1),
    (rf"{_ZH_N}{_ZH_UNIT}[以之]?前", "shift", -1),
    (rf"\bin {_EN_N} {_EN_UNIT}\b", "shift", 1),
    (rf"\b{_EN_N} {_EN_UNIT} (?:later|from now)\b", "shift", 1),
    (rf"{_ZH_N}{_ZH_UNIT}[以之]?后", "shift", 1),
    (rf"\b(?:past|last) {_EN_N} {_EN_UNIT}\b", "past", 0),
    (rf"(?:最近|过去|近)(?P<n>\d{{1,4}}|[零一二两三四五六七八九十百]+){_ZH_UNIT}", "past", 0),
    (rf"\b{_EN_DAY}\b", "near_weekday", 0),
    (_ZH_DAY, "near_weekday", 0),
    (rf"(?<![零一二三四五六七八九十\d年]){_ZH_MONTH}月(?![零一二三四五六七八九十\d初底中])", "month_name", 0),
    (rf"\b(?:in|last|of|since) (?P<month>{'|'.join(MONTHS)})\b(?!\s+\d)", "month_name", 0),
)
COMPILED: tuple[tuple[re.Pattern[str], str, int], ...] = tuple((re.compile(rule, re.IGNORECASE), kind, step) for rule, kind, step in RULES)
