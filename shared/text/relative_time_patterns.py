"""What the words for times share in both languages: weekdays, months, units, numerals, and how parts of a period are called."""

WEEKDAY = {
    **{name: number for number, name in enumerate(("mon", "tue", "wed", "thu", "fri", "sat", "sun"))},
    **{name: number for number, name in enumerate("一二三四五六日")},
    "天": 6,
}
"""By the first three letters in English."""

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december")
MONTH_NUMBER = {name[:3]: number for number, name in enumerate(MONTHS, 1)}
ZH_NUMERALS = {
    **{numeral: number for number, numeral in enumerate("一二三四五六七八九十", 1)},
    **{f"{ten}十{one}": 10 * tens + ones for tens, ten in enumerate(("", "二", "三"), 1) for ones, one in enumerate(("", *"一二三四五六七八九"))},
    "两": 2,
}  # fmt: skip
ORDINALS = {
    word: number
    for number, word in enumerate(
        ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth", "thirteenth",
         "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth"), 1,
    )
}  # fmt: skip

UNITS = {
    "d": "day", "day": "day", "night": "day", "天": "day", "日": "day", "晚": "day",
    "w": "week", "wk": "week", "week": "week", "周": "week", "星期": "week", "个星期": "week", "礼拜": "week", "个礼拜": "week",
    "fortnight": "fortnight",
    "mo": "month", "mth": "month", "mon": "month", "month": "month", "月": "month", "个月": "month",
    "y": "year", "yr": "year", "year": "year", "年": "year", "decade": "decade",
    "h": "hour", "hr": "hour", "hour": "hour", "小时": "hour", "个小时": "hour", "钟头": "hour", "个钟头": "hour",
    "m": "minute", "min": "minute", "minute": "minute", "分钟": "minute",
}  # fmt: skip

# Which third of a period a word means; `end` and `start` are its outermost part.
PARTS = {
    "beginning": "start", "start": "start", "early": "early", "first few days": "start", "初": "start", "年初": "start", "上旬": "early",
    "mid": "middle", "middle": "middle", "中": "middle", "中旬": "middle", "年中": "middle",
    "end": "end", "late": "late", "last few days": "end", "底": "end", "末": "end", "下旬": "late", "年底": "end", "年末": "end", "尾": "end",
}  # fmt: skip

# How far the words before a period move it.
STEPS = {
    "last": -1, "previous": -1, "past": -1, "this": 0, "the current": 0, "current": 0, "the": 0, "next": 1, "coming": 1, "following": 1,
    "这": 0, "这个": 0, "本": 0, "当": 0, "大前年": -3, "前年": -2, "去年": -1, "上一年": -1, "今年": 0, "本年": 0, "明年": 1, "下一年": 1, "后年": 2,
}  # fmt: skip

# Feasts with a day of their own in the western calendar: month, day, and how many days long.
FEASTS = {
    "christmas eve": (12, 24, 1), "christmas": (12, 25, 1), "new year's eve": (12, 31, 1), "new year": (1, 1, 1), "new year's": (1, 1, 1),
    "halloween": (10, 31, 1), "valentine's": (2, 14, 1),
    "平安夜": (12, 24, 1), "圣诞": (12, 25, 1), "跨年": (12, 31, 1), "元旦": (1, 1, 1), "情人节": (2, 14, 1), "万圣": (10, 31, 1),
    "国庆": (10, 1, 7), "五一": (5, 1, 5), "十一": (10, 1, 7),
}  # fmt: skip
