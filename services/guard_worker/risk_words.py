"""Words that call for care, and words that are no names. Data only."""

EFFECT_WORDS = (
    (
        r"\b(?:increase[sd]?|decrease[sd]?|improve[sd]?|improvement|uplift|roi|ctr|cvr|cpa|cpc|conversion|boost(?:s|"
        r"ed)?|drop(?:s|ped)?|rose|fell|doubled|halved|outperform\w*|faster|slower)\b"
    ),
    r"提升", r"提高了", r"下降", r"增长", r"降低了?", r"上涨", r"下跌", r"转化率", r"点击率", r"翻倍", r"(?i:(?<![a-z])roi(?![a-z]))",
    r"效果(?:好|差|更)",
)  # fmt: skip

FRESHNESS_WORDS = (
    r"\b(?:currently|current|latest|recent(?:ly)?|nowadays|right now|as of|these days|at the moment|up to date)\b",
    r"当前", r"最新", r"近期", r"目前", r"最近", r"眼下", r"此刻", r"这几天",
)  # fmt: skip

HIGH_RISK_WORDS = {
    "money": (
        (
            r"\b(?:salary|salaries|bank|account number|loan|mortgage|debt|invest(?:ed|ment|ments)?|tax(?:es)?|pension|"
            r"payment|invoice)\b"
        ),
        r"工资|薪水|薪资|银行|贷款|房贷|负债|欠款|投资|税|养老金|付款|发票|股票",
    ),
    "budget": (
        r"\bbudgets?\b", r"预算|经费",
    ),
    "health": (
        (
            r"\b(?:allerg\w+|diagnos\w+|disease|illness|cancer|diabet\w+|pregnan\w+|medication|medicine|prescri\w+|surgery|"
            r"depress\w+|blood (?:type|pressure)|hiv|therapy)\b"
        ),
        r"过敏|确诊|诊断|疾病|癌|糖尿病|怀孕|药|手术|抑郁|血压|血型|治疗|住院|病史",
    ),
    "legal": (
        (
            r"\b(?:lawsuit|contract|legal|attorney|lawyer|court|custody|divorce|visa|passport|immigration|"
            r"will and testament|sued|arrest\w*)\b"
        ),
        r"合同|律师|法院|诉讼|官司|离婚|抚养权|签证|护照|移民|遗嘱|逮捕|违法",
    ),
    "credentials": (
        r"\b(?:passwords?|passcode|credentials?|api keys?|secret key|private key|pin code|two-factor|2fa)\b|\[REDACTED:",
        r"密码|口令|密钥|凭证|验证码",
    ),
}  # fmt: skip
"""Subjects where a mistake hurts: written only when fully grounded."""

SEVERAL_PEOPLE = (
    r"\b(?:we|us|our|ours|both of us|everyone|everybody|the (?:whole )?team|the family|all of us)\b",
    r"我们|咱们|大家|全家|全组|整个团队|所有人|双方",
)  # fmt: skip

SPEAKER_WORDS = frozenset({
    "assistant", "speaker", "user", "users", "使用者", "助手", "本人", "用户", "说话人",
})  # fmt: skip
"""How a memory names the speaker; never content."""

NAME_STARTERS = frozenset({
    "a", "about", "after", "all", "always", "an", "and", "answer", "any", "are", "as", "assistant", "at", "because",
    "before", "both", "but", "by", "can", "chooses", "chose", "could", "decided", "decides", "dislike", "dislikes",
    "during", "each", "eight", "every", "favorite", "favourite", "five", "for", "four", "from", "had", "has", "hate",
    "hates", "have", "he", "her", "here", "his", "i", "if", "in", "is", "it", "its", "keep", "like", "likes", "live",
    "lives", "love", "loves", "many", "most", "my", "need", "needs", "never", "nine", "no", "not", "often", "on", "one",
    "or", "our", "over", "own", "owns", "plan", "plans", "please", "prefer", "prefers", "reply", "seven", "several", "she",
    "should", "since", "six", "so", "some", "sometimes", "speaker", "ten", "that", "the", "their", "there", "these",
    "they", "this", "those", "three", "to", "two", "under", "until", "use", "user", "users", "uses", "usually", "want",
    "wants", "was", "we", "were", "when", "while", "will", "with", "without", "work", "works", "would", "you", "your",
})  # fmt: skip
"""Words that open a sentence without being a name."""

CALENDAR_WORDS = frozenset({
    "am", "apr", "april", "aug", "august", "dec", "december", "feb", "february", "fri", "friday", "jan", "january", "jul",
    "july", "jun", "june", "mar", "march", "may", "mon", "monday", "nov", "november", "oct", "october", "pm", "sat",
    "saturday", "sep", "sept", "september", "sun", "sunday", "thu", "thursday", "tue", "tuesday", "wed", "wednesday",
})  # fmt: skip
"""Capitalised, but dates and not names."""
