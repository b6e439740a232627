"""Words for times in both languages: what somebody who asks "when" hopes to read, and how "when" is asked. Data only."""

import re

from shared.text.lexical import term_id
from shared.text.tokens import tokenize

_ENGLISH = """
yesterday today tonight tomorrow last next ago week weekend month year day monday tuesday wednesday thursday friday saturday sunday
january february march april june july august september october november december recently morning evening night afternoon summer
winter spring autumn fall birthday anniversary hours minutes weeks months years days since soon
"""
_CHINESE = """
昨天 今天 明天 前天 后天 上周 下周 本周 这周 周末 上个月 下个月 最近 去年 今年 明年 前年 早上 上午 中午 下午 晚上 星期一 星期二 星期三
星期四 星期五 星期六 星期天 周一 周二 周三 周四 周五 周六 周日 春天 夏天 秋天 冬天 春节 国庆 小时 分钟 刚才 以前 之前 以后 天前 月前
"""

TIME_TERMS = frozenset(term_id(term) for word in (_ENGLISH + _CHINESE).split() for term in tokenize(word))
"""Term ids of words that place something in time."""

ASKS_WHEN = re.compile(
    r"\bwhen\b|\bwhat (?:day|date|time|month|year)\b|\bhow (?:long|often)\b|\bhow many (?:minutes|hours|days|weeks|months|years)\b"
    r"|\b(?:which|what) (?:day|month|year|weekday)\b"
    r"|什么时候|何时|哪天|哪一天|哪年|哪一年|哪个月|几月|几号|几点|多久|多长时间|多少(?:分钟|小时|天|周|个月|年)|什么时间|星期几|周几",
    re.IGNORECASE,
)
