"""Counts told in words that are no numerals: dozens, hundreds, decades, ordinals, how often. Data only."""

ORDINAL_WORDS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
HAN_DIGITS = {"一": 1, "二": 2, "两": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9, "十": 10}

ORDINAL = (
    r"\b(?P<word>"
    + "|".join(ORDINAL_WORDS)
    + r")\b|\b(?P<digits>\d{1,3})(?:st|nd|rd|th)\b|第(?P<han>[一二三四五六七八九十]|\d{1,3})(?![十\d])"
)

MAGNITUDES = {
    "hundreds": 100, "thousands": 1000, "millions": 10**6, "billions": 10**9, "百": 100, "千": 1000, "万": 10**4, "亿": 10**8,
}  # fmt: skip
MAGNITUDE = r"\b(hundreds|thousands|millions|billions)\b|(?:几|数|上|成)([百千万亿])(?!一)"

DECADES = {
    "twenties": 2, "thirties": 3, "forties": 4, "fifties": 5, "sixties": 6, "seventies": 7, "eighties": 8, "nineties": 9,
}  # fmt: skip

PLAIN_COUNTS = {
    r"\bdozens?\b": "12",
    r"一打(?=[一-鿿])": "12",
    r"[两二]打(?=[一-鿿])": "24",
    r"三打(?=[一-鿿])": "36",
    r"俩": "2",
    r"仨": "3",
}
"""A word -> the number that says the same."""

HALF_OF = r"\bhalf a (million|billion)\b|半(百万|千万|亿)"
HALVES = {"million": 10**6, "billion": 10**9, "百万": 10**6, "千万": 10**7, "亿": 10**8}

DAY_BEFORE = r"\b(?:on|by|until|till|from|since|after|before) the $"
"""What stands before an ordinal that is a day of the month."""

AS_WRITTEN = (
    r"(?<![A-Za-z\d])v\d+(?:\.\d+)*\b",
    r"[一二三四五六七八九\d]+(?:\.\d)?折(?![磨腾叠断扣])",
    r"(?<!最)(?<!年)初[一二三四五六七八九十](?![次年])",
)
"""Versions, discounts, days of the lunar month: in these characters or not at all."""

FREQUENCIES = {
    "hour": r"\bhourly\b|\b(?:every|each|per) hour\b|每(?:个)?小时|每(?:个)?钟头",
    "day": r"\bdaily\b|\b(?:every|each|per|a) day\b|每[天日]|天天",
    "week": r"\bweekly\b|\b(?:every|each|per|a) week\b|每(?:个)?(?:周|星期|礼拜)",
    "month": r"\bmonthly\b|\b(?:every|each|per|a) month\b|每(?:个)?月|月月",
    "year": r"\b(?:yearly|annual(?:ly)?)\b|\b(?:every|each|per|a) year\b|每年|年年",
}
