"""Units, periods and bounds of numbers in both languages. Data only; units are matched behind a number, the longest word first."""

UNITS = {
    "usd": r"\s*(?:us ?dollars?|usd|dollars?|bucks|美元|美金|刀)",
    "eur": r"\s*(?:euros?|eur|€|欧元)",
    "pound": r"\s*pounds?\b(?! sterling)",
    "gbp": r"\s*(?:pounds? sterling|quid|gbp|£|英镑)",
    "hkd": r"\s*(?:hkd|港币|港元)",
    "jpy": r"\s*(?:yen|jpy|日元|日圆)",
    "chf": r"\s*(?:swiss francs?|francs?|chf|瑞士法郎)",
    "cny": r"\s*(?:yuan|rmb|cny|人民币|元(?!素|旦|件)|块(?!钱?的?石)|圆)",
    "km": r"\s*-?(?:km\b|kms\b|kilomet(?:er|re)s?|k(?=\s*(?:run|race))|公里|千米)",
    "mile": r"\s*-?(?:miles?\b|mi\b|英里)",
    "li": r"\s*(?:里(?!面|程|头)|华里)",
    "metre": r"\s*-?(?:m\b|met(?:er|re)s?\b|米(?!饭))",
    "foot": r"\s*-?(?:ft\b|feet\b|foot\b|英尺)",
    "cm": r"\s*(?:cm\b|centimet(?:er|re)s?|厘米|公分)",
    "mm": r"\s*(?:mm\b|millimet(?:er|re)s?|毫米)",
    "kg": r"\s*-?(?:kgs?\b|kilos?\b|kilograms?|公斤|千克)",
    "lb": r"\s*-?(?:lbs?\b|磅)",
    "jin": r"\s*(?:斤|市斤)",
    "mg": r"\s*(?:mg\b|milligrams?|毫克)",
    "mcg": r"\s*(?:mcg\b|µg|micrograms?|微克)",
    "g": r"\s*(?:g\b|grams?\b|克(?!服|隆))",
    "ms": r"\s*(?:ms\b|msec|milliseconds?|毫秒)",
    "second": r"\s*-?(?:s\b|secs?\b|seconds?\b|秒)",
    "minute": r"\s*-?(?:mins?\b|minutes?\b|分钟)",
    "hour": r"\s*-?(?:h\b|hrs?\b|hours?\b|个?小时|个?钟头)",
    "day": r"\s*-?(?:days?\b|天)",
    "week": r"\s*-?(?:weeks?\b|wks?\b|个?星期|个?礼拜|周(?!年|岁|期|[一二三四五六日末]))",
    "month": r"\s*-?(?:months?\b|个月)",
    "year": r"\s*-?(?:years?\b|yrs?\b|年(?!级|代))",
    "litre": r"\s*(?:l\b|lit(?:er|re)s?\b|升)",
    "ml": r"\s*(?:ml\b|millilit(?:er|re)s?|毫升)",
    "gb": r"\s*(?:gb\b|gigs?\b|gigabytes?|gib\b)",
    "mb": r"\s*(?:mb\b|megs?\b|megabytes?|mib\b)",
    "tb": r"\s*(?:tb\b|terabytes?|tib\b)",
    "degree_c": r"\s*(?:°\s?c\b|degrees celsius|摄氏度|℃)",
    "degree_f": r"\s*(?:°\s?f\b|degrees fahrenheit|华氏度|℉)",
    "times": r"\s*(?:times\b|次|遍|回(?!来|去|到|复))",
    "person": r"\s*(?:people\b|persons?\b|employees?\b|个人|名|位|人(?!民|均|次))",
}  # fmt: skip

PERIODS = {
    "hour": r"\b(?:an?|per|each|every|/) ?(?:hour|hr|h)\b|hourly|每个?小时|/小时|一小时",
    "day": r"\b(?:a|per|each|every) ?day\b|/ ?day\b|\bdaily\b|每天|每日|/天|一天|日均",
    "week": r"\b(?:a|per|each|every) ?week\b|/ ?week\b|\bweekly\b|每周|每星期|/周|一周|一个?星期",
    "month": r"\b(?:a|per|each|every) ?month\b|/ ?(?:month|mo)\b|\bmonthly\b|每个?月|/月|一个月",
    "year": r"\b(?:a|per|each|every) ?(?:year|annum)\b|/ ?(?:year|yr)\b|\b(?:yearly|annually)\b|每年|/年|一年",
    "time": r"\b(?:a|per|each|every) ?(?:time|visit|session|click|unit|piece)\b|每次|每回|一次",
}  # fmt: skip

AT_LEAST = (
    r"\bno (?:less|fewer) than\s*[$€£¥]?\s*\0", r"(?<!no )(?<!not )\b(?:at least|more than|over|above|a minimum of|minimum|upwards of|exceed(?:s|ing)?|beyond|north of|greater than|>=?)\s*[$€£¥]?\s*\0",
    r"(?:至少|最少|不少于|不低于|超过|超|大于|高于|多于|起码|不止|破)\s*[一-鿿]{0,3}?\s*\0", r"\0[^,，。]{0,6}?(?:以上|开外|起步|往上|or more|and up|\+|plus\b|minimum)",
)  # fmt: skip
AT_MOST = (
    r"\bno(?:t)? more than\s*[$€£¥]?\s*\0", r"(?<!no )(?<!not )\b(?:at most|less than|fewer than|under|below|up to|a maximum of|maximum|max|within|capped at|cap of|<=?)\s*[$€£¥]?\s*\0",
    r"(?:至多|最多|不超过|不多于|不高于|低于|少于|小于|不到|不足|不满|上限)\s*[一-鿿]{0,3}?\s*\0", r"\0[^,，。]{0,6}?(?:以内|以下|之内|封顶|or less|or fewer|tops|max\b)",
)  # fmt: skip
"""`\\0` stands for the number."""
