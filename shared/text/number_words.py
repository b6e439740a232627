"""Number words and units of both languages. Data only."""

from decimal import Decimal

ENGLISH_SMALL = {
    "zero": 0, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
}  # fmt: skip
# "one" counts only inside a longer number: alone it is mostly a pronoun.
ENGLISH_ONE = {"one": 1, "a": 1, "an": 1}
ENGLISH_SCALES = {
    "hundred": Decimal(100),
    "thousand": Decimal(1000),
    "million": Decimal(10) ** 6,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
}

# Scales written behind digits. `m` is metres far more often than millions, so only the capital counts.
DIGIT_SCALES = {
    "k": Decimal(1000),
    "K": Decimal(1000),
    "M": Decimal(10) ** 6,
    "mn": Decimal(10) ** 6,
    "mio": Decimal(10) ** 6,
    "B": Decimal(10) ** 9,
    "bn": Decimal(10) ** 9,
    "T": Decimal(10) ** 12,
    "十": Decimal(10),
    "百": Decimal(100),
    "千": Decimal(1000),
    "万": Decimal(10) ** 4,
    "萬": Decimal(10) ** 4,
    "亿": Decimal(10) ** 8,
    "億": Decimal(10) ** 8,
    "万亿": Decimal(10) ** 12,
    "千万": Decimal(10) ** 7,
    "百万": Decimal(10) ** 6,
    "十万": Decimal(10) ** 5,
    "十亿": Decimal(10) ** 9,
    "百亿": Decimal(10) ** 10,
    "千亿": Decimal(10) ** 11,
    **ENGLISH_SCALES,
}

CHINESE_DIGITS = {"零": 0, "〇": 0, "一": 1, "二": 2, "两": 2, "兩": 2, "三": 3, "四": 4, "五": 5, "六": 6, "七": 7, "八": 8, "九": 9}
CHINESE_STEPS = {"十": 10, "百": 100, "千": 1000}
CHINESE_SCALES = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}

# A single Chinese numeral is a number only before one of these.
CHINESE_COUNTERS = (
    "个月|小时|分钟|公里|千米|公斤|千克|英里|平方|星期|礼拜|年|月|日|号|天|周|岁|元|块|角|秒|人|位|名|次|遍|趟|只|条|本|杯|斤|克|米|里|张|家|台|辆|套|间|"
    "层|平|楼|倍|份|份儿|颗|瓶|碗|件|双|门|种|项|批|组|届|代|轮|场|篇|页|句|字|笔|个|点|口|匹|头|美元|欧元|港币|万|亿"
)
# `一` alone is a number only before time and money: 一个, 一次, 一起 mostly are not.
CHINESE_ONE_COUNTERS = "个月|小时|分钟|公里|公斤|星期|礼拜|年|月|日|号|天|周|岁|元|秒|斤|米"
# Words that begin like a number and are none.
CHINESE_NOT_NUMBERS = (
    "千万别|千万不|千万要|十分重|十分喜|十分感|十分满|十分高|万一|万分|万能|万物|三明治|五花肉|四川|百度|百合|百货|百科|百姓|二维|二手|三角|三星|三体|七夕|八卦|九寨"
    "|一千零一夜|千篇|千方|千里|百年|零食|零售|零钱|零件|两者|五一|百分(?!之)"
)
