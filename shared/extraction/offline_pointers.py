"""Statements that only point at what was said before: alone they tell nobody anything."""

from shared.extraction.phrase_patterns import compiled

_BEHIND = (
    r"(?=$|[,.!;]| (?:at|in|on|for|as|with|to|from|and|but|because|'cause|cause|after|before|when|while|so|since|again|too|now|more|really|"
    r"very|every|all|up|out|off|back|down|around|together|already|today|yesterday|last|soon|over|by|through)\b)"
)
_SUBJECT = (
    (
        r"^(?:and |but |so |then |also )*(?:(?:it|they|he|she|which|these|those|their|its)\b(?! (?:is|was|has been) (?:decided|"
        r"agreed)|'s decided)|"
        r"(?:this|that)(?:'s|'ll|'d| is| was| has| had| will| can| could| would| may| makes?| made| means?| really| one| way| book|"
        r" series| is why)\b)"
    ),
    (
        r"^(?:它|他们|她们|这(?!个?(?:项目|包|服务|库|仓库|系统|产品|公司|团队|活动|账户|计划|应用|接口|周|个?月|个?[春夏秋冬]|学期|"
        r"几天|几年|几个月|一?两年|一年|段时间|阵子?|边|小程序|网站|平台|[Aa]pp|APP|店|公众号|脚本|模块|页面|房子|班|学校))|"
        r"那(?!时|就)|是(?:一|个|的|啊|呀)|"
        r"在(?:那|这)里|其中|有时候?(?!我)|我们?.{0,4}(?:那次|那回|上回|也?这样|也?那样)(?:也|就|还)?[一-鿿]{1,4}过?)"
    ),
)
_OBJECT = (
    r"\b(?:love|enjoy|like|hate) (?:(?:that|how|when) (?:it|they|this|that)\b|\w+ing (?:them|it|him|her|this|that)\b|(?:their|his|its)\b)",
    (
        r"\b(?:i|we) (?:\w+ )?(?:saw|got|need|have|want|found|bought|made|brainstorming|planning) (?:another|some|a few|one|"
        r"a couple)(?= to\b| at\b|$|[,.])"
    ),
    r"^(?:there (?:are|is) (?:so|many|some|a lot)|after (?:that|this|it)\b|\w+ing (?:it|them)\b)",
    r"^(?:(?:and|but|so|also|then|now|today|yesterday|recently|lately|sometimes|last \w+|this \w+),? )*(?:i|"
    r"we)(?:'\w+)? (?:(?!about\b)[\w']+ ){1,4}?"
    r"(?:it|them|him|her|these|those|that|this|one|ones)" + _BEHIND,
    r"(?:喜欢|爱|讨厌|选了?|用|买了?|试了?|做了?|看了?)(?:这|那)(?:种|个|些|样|款|家|部|首|本|件|里|边)?[^，。,的]{0,4}(?:$|[，。,])",
    r"(?:喜欢|爱|讨厌|选了?|用|买了?|试了?|做了?|吃了?)(?:它|他们|她们)(?:们)?(?:$|[，。,了])",
)
_POINTS = compiled(*_SUBJECT, *_OBJECT)


def only_points(clause: str) -> bool:
    """True where subject or object is "it", "that one", 这种 ..."""
    return _POINTS.search(clause) is not None
