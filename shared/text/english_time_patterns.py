"""English words for days and spans of days, each with the name of what it counts and how far it moves. Data only."""

from shared.text.relative_time_patterns import MONTHS, ORDINALS

_N = r"(?P<n>\d{1,4}|an? (?:hundred|dozen)|[a-z]+(?:-[a-z]+)?)"
_UNIT = r"(?P<unit>day|night|week|fortnight|month|mon|year|decade|hour|hr|minute|min|wk|mth|yr)s?"
_SPAN_UNIT = r"(?P<unit>day|week|month|year)s?"
_DAY = r"(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
_SHORT_DAY = r"(?P<day>mon|tues?|wed|thurs?|thu|fri|sat|sun)\b\.?"
_ANY_DAY = r"(?P<day>(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tues?|wed|thurs?|thu|fri|sat|sun)\b"
_LONG_MONTH = "|".join(MONTHS)
_MONTH = rf"(?P<month>{_LONG_MONTH}|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?"
# Months that are no other word and nobody's name.
_SURE_MONTH = "(?P<month>january|february|july|september|october|november|december)"
_STEP = r"(?P<step>last|previous|past|this|the current|current|next|coming|following|the)"
_PART = r"(?P<part>beginning|start|early|mid|middle|end|late)"
_YEAR = r"(?P<year>(?:19|20)\d{2})\b"
_ORDINAL = rf"(?:(?P<dom>\d{{1,2}})(?:st|nd|rd|th)|(?P<word>{'|'.join(sorted(ORDINALS, key=len, reverse=True))}))"
_FEAST = r"(?P<feast>christmas eve|christmas|new year's eve|new year(?:'s)?|halloween|valentine's)(?: day)?\b"
_NUMBERED = r"(?P<n>[1-4]|first|second|third|fourth)"

# What matches earliest in the text counts; of two that begin together, the one that stands first here.
RULES: tuple[tuple[str, str, int], ...] = (
    (r"\bday before yesterday\b", "day", -2),
    (r"\bday after tomorrow\b", "day", 2),
    (r"\b(?:the )?night before last\b", "day", -2),
    (r"\b(?:the )?week before last\b", "week", -2),
    (r"\b(?:the )?weekend before last\b", "last_weekend", -1),
    (r"\b(?:the )?month before last\b", "month", -2),
    (r"\b(?:the )?year before last\b", "year", -2),
    (r"\b(?:the )?week after next\b", "week", 2),
    (r"\b(?:the )?month after next\b", "month", 2),
    (r"\byesterday\b|\blast night\b", "day", -1),
    # A day of a week that is named beside it.
    (rf"\b{_ANY_DAY} (?:of |in )?(?P<step>last|this|next) week\b", "weekday_of_named_week", 0),
    (rf"\b(?P<step>last|this|next) week(?:'s| on|,)? {_ANY_DAY}", "weekday_of_named_week", 0),
    (rf"\b(?:the )?{_DAY} before last\b", "past_weekday", -1),
    (rf"\b(?:the )?{_DAY} after next\b", "next_weekday", 1),
    (rf"\b{_N} {_DAY}s ago\b", "weekdays_ago", 0),
    (rf"\b{_N} weeks? ago (?:on )?{_ANY_DAY}", "weekday_weeks_ago", -1),
    (rf"\b(?:a )?week (?:on|from) {_ANY_DAY}", "weekday_weeks_ahead", 1),
    (rf"\b{_N} {_UNIT} from (?:today|now)\b", "shift", 1),
    (r"\btomorrow\b", "day", 1),
    (r"\btoday\b|\btonight\b|\bthis (?:morning|afternoon|evening)\b|\bright now\b|\bjust now\b|\bnow\b|\ba (?:moment|while) ago\b", "day", 0),
    (r"\blast weekend\b|\bpast weekend\b|\bover the weekend\b", "last_weekend", 0),
    (r"\bthis weekend\b", "weekend", 0),
    (r"\bnext weekend\b", "weekend", 1),
    (rf"\b(?:last|past) {_ANY_DAY}(?!['’]s name)", "past_weekday", 0),
    (rf"\b(?:next|coming) {_ANY_DAY}", "next_weekday", 0),
    (rf"\bthis {_ANY_DAY}", "weekday_of_week", 0),
    # A part of a period.
    (rf"\b(?:the )?{_PART}(?:[- ]of[- ]|[- ]){_STEP} (?P<period>week|month|year)\b(?! and| or|-)", "part_of_period", 0),
    (rf"\b(?:the )?(?P<n>first|second|third|fourth|last) week of {_MONTH}(?:,? (?:of )?{_YEAR})?", "week_of_month", 0),
    (rf"\b(?:the )?{_PART}(?:[- ]of[- ]|[- ])q(?P<n>[1-4])\b(?: {_YEAR})?", "part_of_quarter", 0),
    (rf"\b(?:the )?{_PART}(?:[- ]of[- ]|[- ])(?:last )?{_MONTH}(?:,? (?:of )?{_YEAR})?", "part_of_month", 0),
    (rf"\b(?:the )?{_PART}(?:[- ]of[- ]|[- ]){_YEAR}", "part_of_year", 0),
    (rf"\b(?:the )?{_ORDINAL} of {_STEP} month\b", "day_of_month", 0),
    (rf"\b(?:the )?{_ORDINAL} (?:day )?of {_MONTH}(?:,? {_YEAR})?", "day_of_named_month", 0),
    (r"\bon the (?P<dom>\d{1,2})(?:st|nd|rd|th)(?=\s*(?:[.,;?!]|$|\n)| (?:at|in the|and|i|we|he|she|they)\b)", "last_such_day", 0),
    (rf"\bq(?P<n>[1-4])(?: of|,)? ?['’]?{_YEAR}|\b(?P<year>(?:19|20)\d{{2}}) ?q(?P<n>[1-4])\b", "quarter", 0),
    (rf"\bq(?P<n>[1-4])(?: of)? {_STEP} year\b", "quarter", 0),
    (rf"\b(?:the )?{_NUMBERED}(?:st|nd|rd|th)? quarter(?: of (?:{_YEAR}|{_STEP} year)| {_YEAR})?", "quarter", 0),
    (rf"\b(?:the )?(?P<n>first|second) half of (?:{_YEAR}|{_STEP} year\b)|\bh(?P<n>[12]) (?P<year>(?:19|20)\d{{2}})\b", "half_of_year", 0),
    (r"\bq(?P<n>[1-4])\b", "quarter", 0),
    (r"\bso far this (?P<period>week|month|year)\b|\b(?P<period>week|month|year)[- ]to[- ]date\b|\bthis (?P<period>week|month|year) so far\b", "so_far", 0),
    # Whole periods.
    (r"\blast week\b|\bprevious week\b", "week", -1),
    (r"\bthis week\b", "week", 0),
    (r"\bnext week\b|\b(?:coming|following) week\b", "week", 1),
    (r"\blast month\b|\bprevious month\b", "month", -1),
    (r"\bthis month\b", "month", 0),
    (r"\b(?:within|over|during|in) the next (?P<unit>week|month|year)\b", "ahead", 0),
    (r"\bnext month\b|\b(?:coming|following) month\b", "month", 1),
    (r"\blast year\b|\bprevious year\b", "year", -1),
    (r"\bthis year\b", "year", 0),
    (r"\bnext year\b|\bcoming year\b", "year", 1),
    # So many units ago or ahead.
    (rf"\b(?:a )?(?:few|several) {_SPAN_UNIT} (?:ago|back|earlier|prior)\b", "few_ago", 0),
    (rf"\b(?:a )?couple(?: of)? {_SPAN_UNIT} (?:ago|back|earlier|prior)\b", "couple_ago", 0),
    (r"\b(?:a )?(?:few|several|couple(?: of)?) (?:hours|hrs|minutes|mins) (?:ago|back|earlier|prior)\b", "day", 0),
    (rf"\b(?P<n>an?|one|two|three|four|five|six|seven|eight|nine|\d{{1,3}}) {_SPAN_UNIT} or (?P<m>two|so)(?<!so) (?:ago|back|prior)\b", "between_ago", 0),
    (rf"\b(?P<n>one|two|three|four|five|six|seven|eight|nine|\d{{1,3}})(?: or | to |-|–)(?P<m>two|three|four|five|six|seven|eight|nine|ten|\d{{1,3}}) {_SPAN_UNIT} (?:ago|back|prior)\b", "between_ago", 0),
    (rf"\bhalf an? {_UNIT} (?:ago|earlier|back|prior)\b", "half_ago", -1),
    (rf"\b{_N} {_UNIT} and a half (?:ago|earlier|back|prior)\b|\b(?P<n>[a-z]+|\d{{1,3}}) and a half (?P<unit>day|week|month|year)s? (?:ago|earlier|back|prior)\b", "and_half_ago", -1),
    (rf"\b(?!half ){_N} ?{_UNIT} (?:ago|earlier|before|back|prior)\b", "shift", -1),
    (r"\b(?P<n>\d{1,3}) ?(?P<unit>d|w|mo|y|h|m)s? ago\b", "shift", -1),
    (rf"(?<!\bare )(?<!times )(?<!once )(?<!twice )(?<!days )(?<!hours )(?<!minutes )\bin {_N} {_UNIT}(?:['’] time|['’]s time)?(?! row\b)\b", "shift", 1),
    (r"\bin half an? (?P<unit>hour|day|year)\b", "half_ago", 1),
    (r"\bin (?:a )?couple(?: of)? (?P<unit>day|week|month)s\b", "couple_ahead", 0),
    (r"\bin a few (?P<unit>day|week|month)s\b", "few_ahead", 0),
    (rf"\b{_N} {_UNIT} (?:later|from now)\b", "shift", 1),
    (rf"\b(?:past|last|previous) (?:few|several) {_SPAN_UNIT}\b", "past_few", 0),
    (rf"\b(?:past|last|previous) (?P<n>couple)(?: of)? {_SPAN_UNIT}\b", "past", 0),
    (rf"\b(?:past|last|previous) {_N} {_UNIT}\b", "past", 0),
    (r"\b(?:past|last) (?P<unit>hour|fortnight|decade)\b", "past", 0),
    (rf"\b(?:next|coming) {_N} {_UNIT}\b", "ahead", 0),
    # Feasts, weekdays and months by their names.
    (rf"\b(?P<step>last|this|next) {_FEAST}|\b(?:on|at|over|since|during) {_FEAST}|\A\W*{_FEAST}\W*\Z", "feast", 0),
    (rf"\b{_DAY}\b", "near_weekday", 0),
    (rf"\b(?:on|since|by|until|from) {_SHORT_DAY}(?! [A-Z])", "near_weekday", 0),
    (rf"\bnext {_MONTH}(?!\s+\d)", "next_month_name", 0),
    (rf"\b(?:in|last|of|since|during|until|by|this|my|our) {_MONTH}(?!\s+\d)", "month_name", 0),
    (rf"\b{_SURE_MONTH}\b(?!\s+\d)", "month_name", 0),
)  # fmt: skip
