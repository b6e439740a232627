"""Words by which the rules read the criteria of a report. Data only; Chinese and English alike."""

from shared.extraction.phrase_patterns import compiled

CAUSES = compiled(
    r"\b(?:because|since|due to|caused by|owing to|thanks to|as a result of|led to|leads to|result(?:s|ed) in|so that|therefore|made)\b",
    r"\bafter (?:we |they |the |switching|changing|moving|adding|removing|raising|lowering)",
    r"因为|由于|因(?:此|而)|所以|导致|造成|使得|带来|得益于|归因于|起因|原因(?:是|为|在于)|(?:之后|后)[，,]",
)
"""One thing is said to follow from another."""

BINDING = compiled(
    r"\b(?:must|shall|required?|requires|mandatory|prohibited|forbidden|banned|never|not allowed|may not|cannot|at most|at least|no later than)\b",
    r"\bno (?:\w+ ){1,4}(?:without|after|before|above|over|below|under|between|on)\b",
    r"\bneeds? (?:a|an|the|two|written|prior)\b",
    r"必须|务必|不得|禁止|严禁|不允许|不可以?|一律|强制|应当|须(?!要)|至少|至多|不超过|不低于|需(?:经|先|要经)",
)
"""A hard constraint."""

ADVISORY = compiled(
    r"\b(?:recommend(?:ed|s)?|suggest(?:ed|s)?|encouraged?|advisable|preferably|optional(?:ly)?|if possible|should consider|ideally)\b",
    r"建议|推荐|鼓励|尽量|最好|可选|酌情|倡导",
)
"""A recommendation binds nobody."""

TIME_BOUNDS = compiled(
    r"\b(?:since|until|till|from|as of|starting|effective|between|during)\b.{0,30}(?:\d|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|"
    r"mon|tues|wednes|thurs|fri|satur|sun|week|month|quarter|year|today|yesterday|tomorrow|now)\w*)",
    r"\b(?:this|last|next) (?:week|month|quarter|year|spring|summer|autumn|winter|monday|tuesday|wednesday|thursday|friday)\b",
    r"(?:自|从).{1,12}(?:起|开始)|截至|截止|(?:本|上|下|这|当)个?(?:周|月|季度?|年|季)|今天|昨天|明天|今年|去年|明年|\d+(?:月|日|号)(?:起|开始)?|期间",
)
"""Since when, until when, or during what."""

FIRST_PERSON = compiled(r"^(?:I|we|my|our|please)\b", r"^(?:我|咱|请(?!问)|本人)")
"""The words are the user's own."""

DOUBTS = compiled(
    r"\b(?:may|could|should) (?:have|be|well)\b|\b(?:suspected|presumed|rumou?red|unconfirmed|expected to)\b",
    r"疑似|传闻|据传|未经证实|或将|有望|预计",
)
"""What a report does not claim for certain, beyond the hedges of talk."""
