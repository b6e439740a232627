"""Chinese words for days and spans of days, each with the name of what it counts and how far it moves. Data only."""

_DIGIT = "零一二两三四五六七八九十百"
_N = rf"(?<![{_DIGIT}千万亿\d.])(?P<n>\d{{1,4}}|[{_DIGIT}]+)[多来]?"
_FREE_N = rf"(?P<n>\d{{1,4}}|[{_DIGIT}]+)"
_UNIT = r"(?P<unit>天|日|晚|周|个?星期|个?礼拜|个月|年|个?小时|个?钟头|分钟)"
_DAY = r"(?P<day>[一二三四五六日天])"
_WEEK = r"(?:周|星期|礼拜)"
_MONTH = r"(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?"
_DOM = r"(?P<dom>3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])\s?[日号]"
_PART = r"(?P<part>初|中旬|中(?![^，。\s])|底|末|上旬|下旬|尾)"
_YEAR = r"(?:(?P<step>大前年|前年|去年|上一年|今年|本年|明年|下一年|后年)|(?P<year>(?:19|20)\d{2})年)的?"
_FEAST = r"(?P<feast>平安夜|圣诞|跨年|元旦|情人节|万圣|国庆|五一)"
_NOT_MORE = rf"(?![{_DIGIT}\d])"

# What matches earliest in the text counts; of two that begin together, the one that stands first here.
RULES: tuple[tuple[str, str, int], ...] = (
    (r"(?<!大)前[天日儿](?!性)", "day", -2),
    (r"大前[天日]", "day", -3),
    (r"(?<!大)后[天儿](?!性)", "day", 2),
    (r"大后天", "day", 3),
    (r"昨[天日晚夜早儿]", "day", -1),
    (r"明[天日晚早儿]", "day", 1),
    (r"今[天日晚早夜儿]|刚才|刚刚", "day", 0),
    (r"(?<!上)(?P<up>上{1,4})个?(?:周末|星期末|礼拜末)", "last_weekend", 0),
    (r"[这本]个?周末", "weekend", 0),
    (r"(?<!下)(?P<down>下{1,4})个?(?:周末|星期末|礼拜末)", "weekend", 0),
    (rf"(?<!上)(?P<up>上{{1,4}})个?{_WEEK}{_DAY}", "weekday_of_week", 0),
    (rf"(?<!下)(?P<down>下{{1,4}})个?{_WEEK}{_DAY}", "weekday_of_week", 0),
    (rf"[这本]个?{_WEEK}{_DAY}", "weekday_of_week", 0),
    (rf"(?<!上)(?P<up>上{{1,4}})个?{_WEEK}", "week", 0),
    (rf"(?<!下)(?P<down>下{{1,4}})个?{_WEEK}", "week", 0),
    (r"(?:从|自)?(?:[这本]个?(?P<period>周|月)|(?P<period>今年|本年))以来", "so_far", 0),
    (rf"[这本]个?{_WEEK}", "week", 0),
    # A day, a part, a month, a quarter or a half of a year that is named beside it.
    (rf"{_YEAR}{_MONTH}\s?{_DOM}", "day_of_named_month", 0),
    (rf"{_YEAR}{_MONTH}{_PART}", "part_of_month", 0),
    (rf"(?:{_YEAR})?{_MONTH}的?(?:第(?P<n>[一二三四1-4])|(?P<n>最后)一)个?{_WEEK}", "week_of_month", 0),
    (rf"{_YEAR}{_MONTH}(?!\d)", "month_of_year", 0),
    (rf"{_YEAR}第?(?P<n>[一二三四1-4])季度", "quarter", 0),
    (rf"{_YEAR}(?P<n>[上下])半年", "half_of_year", 0),
    (rf"{_YEAR}(?P<part>年初|年中|年底|年末|初|底|末)", "part_of_year", 0),
    (rf"{_YEAR}{_FEAST}", "feast", 0),
    (rf"(?:(?<!上)(?P<up>上{{1,4}})个?|(?<!下)(?P<down>下{{1,4}})个?|[这本当]个?)月(?:份)?的?{_DOM}", "day_of_month", 0),
    (rf"(?:(?<!上)(?P<up>上{{1,4}})个?|(?<!下)(?P<down>下{{1,4}})个?|[这本]个?)月(?:份)?{_PART}", "part_of_month", 0),
    (r"(?<!上)(?P<up>上{1,4})个?月", "month", 0),
    (r"这个?月|本月|当月", "month", 0),
    (r"(?<!下)(?P<down>下{1,4})个?月", "month", 0),
    (r"大前年", "year", -3),
    (r"去年|上一年", "year", -1),
    (r"(?<!大)前年", "year", -2),
    (r"今年|本年", "year", 0),
    (r"明年", "year", 1),
    (r"后年", "year", 2),
    (r"(?<!\d)(?<!年)上半年", "half", 1),
    (r"(?<!\d)(?<!年)下半年", "half", 2),
    (r"第?(?P<n>[一二三四1-4])季度", "quarter", 0),
    # So many units ago or ahead.
    (rf"(?<![{_DIGIT}千万亿\d])前?几{_UNIT}[以之]?前|(?<![{_DIGIT}\d目之以])前几(?P<unit>天|周|个星期|个月)", "few_ago", 0),
    (rf"(?<![{_DIGIT}千万亿\d])(?P<n>[一两二三四五六七八])(?P<m>[两二三四五六七八九]){_UNIT}[以之]?前", "between_ago", 0),
    (rf"{_N}[到至](?P<m>[{_DIGIT}]{{1,3}}|\d{{1,3}}){_UNIT}[以之]?前", "between_ago", 0),
    (r"半(?P<unit>年|个月|天|个?小时|个?钟头|个?星期)[以之]?前", "half_ago", -1),
    (rf"{_N}(?P<unit>年)半[以之]?前|{_N}个半(?P<unit>月|小时|星期|钟头)[以之]?前", "and_half_ago", -1),
    (rf"{_N}{_UNIT}多?[以之]?前", "shift", -1),
    (rf"{_N}{_UNIT}[以之]?后", "shift", 1),
    (rf"(?<![不通超经路度])过{_FREE_N}{_UNIT}(?![以之]?[前内级])", "shift", 1),
    (rf"{_N}{_UNIT}[以之]?内", "ahead", 0),
    (r"(?:最近|过去|近)半(?P<unit>年|个月)", "past_half", 0),
    (rf"(?:最近|过去|近|这)的?(?:{_FREE_N})[多来]?{_UNIT}(?![以之]?[前后内])", "past", 0),
    (rf"(?:未来|接下来|今后|往后)的?{_FREE_N}{_UNIT}", "ahead", 0),
    (rf"(?<![{_DIGIT}\d目之以])前(?P<n>[两二三四五六七八九十]|\d{{1,2}})(?P<unit>天|日)(?![以之]?[前后])", "days_before", 0),
    (rf"(?<![{_DIGIT}\d目之以])前(?P<n>[两二三四五六七八九十]|\d{{1,2}})(?P<unit>周|个星期|个月)(?![以之]?[前后])", "past", 0),
    # Parts of this month and year, feasts, weekdays, months and days of the month by their names.
    (rf"(?<![年\d{_DIGIT}])(?<!\d\s)(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?{_PART}", "part_of_month", 0),
    (r"(?<![个上下本这\d一二三四五六七八九十])月(?P<part>初|底|末|中旬|上旬|下旬)", "part_of_month", 0),
    (r"(?<![\d去今明前后])(?P<part>年初|年底|年末)", "part_of_year", 0),
    (rf"{_FEAST}(?:节)?(?=那天|当天|那几天|期间|假期|放假|长假|前夕|晚上|\W*\Z)", "feast", 0),
    (rf"{_WEEK}{_DAY}", "near_weekday", 0),
    (rf"(?<![{_DIGIT}\d年])(?P<month>十[一二]?|[一二三四五六七八九])月(?![{_DIGIT}\d初底中])", "month_name", 0),
    (r"(?<![\d年.:/-])(?P<month>1[0-2]|0?[1-9])月份?(?!\d|\s\d)", "month_name", 0),
    (rf"(?<![月{_DIGIT}\d.])(?P<dom>3[01]|[12]\d|[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])号(?=\W*\Z|[，。,？?！!、]|[上下]午|[早晚中]|那天|当天|的(?:会|安排|活动|日程|行程|聚会|航班|机票|车票|约)|开会|出发)", "last_such_day", 0),
)  # fmt: skip
