"""How things are to be done: standing wishes about answers, rules of a project, what somebody requires. Data only."""

from shared.extraction.offline_phrases import DECISION, FACT, PREFERENCE, PhraseRow, phrase_row

DOES = (
    r"(?:answer|reply|respond|write|use|format|include|call|give|speak|show|put|add|ask|start|explain|keep|suggest|recommend|send|"
    r"address|translate|stick to|avoid|skip|don't)"
)
ARTEFACT = (
    r"(?:commit messages?|pull requests?|prs?|tests?|test names|branch(?:es| names)?|function names|variable names|docs|documentation|"
    r"comments|migrations|releases?|reports?|invoices?|e-?mails|tickets?|deploy(?:ment)?s?|code|dates|amounts|prices|logs?|files|"
    r"headlines?|ads?|campaigns?|answers|replies|responses|images|meetings|deliver(?:y|ies))"
)
ZH_ARTEFACT = (
    r"(?:迁移脚本|脚本|迁移|提交信息|提交说明|commit ?message|PR|分支名?|函数名|变量名|类名|文件名|文档|注释|测试|用例|日志|金额|"
    r"价格|日期|时间|代码|接口|"
    r"报告|周报|日报|发票|邮件|工单|发版|发布|上线|标题|文案|广告|素材|图片|落地页|会议|合同|回复|回答|答案)"
)

RULE_ROWS: tuple[PhraseRow, ...] = (
    phrase_row(
        r"^(?:when(?:ever)?|if) (?:you|i) (?:write|answer|reply|explain|suggest|give|send|ask|talk|speak|show|make|generate|review|"
        r"recommend|translate|refer)\b[^,]{0,60}, ?(?:please |always |never |just )*" + DOES + r"\b",
        PREFERENCE,
        "standing_wish:{about}",
    ),
    phrase_row(
        r"^(?:please )?(?:don't|do not|no|never|stop) (?:use|using|recommend(?:ing)?|suggest(?:ing)?|call(?:ing)? me|give|giving me|"
        r"add(?:ing)?|"
        r"put(?:ting)?|show(?:ing)? me|send(?:ing)? me|start(?:ing)? (?:your |each |every )?(?:answers?|repl\w+|sentences?)|emojis?)\b",
        PREFERENCE,
        "standing_wish:{about}",
    ),
    phrase_row(
        r"^(?:(?:回答|回复|写|给我写|解释|推荐|翻译|称呼|跟我说话|跟我讲话|和我说话|说话|发我|报价|汇报)[^，。]{0,10}?(?:的时候|时|"
        r"里|中)[，, ]?|跟我(?:说话|讲话|聊天)|和我(?:说话|聊天))"
        r"(?:请|要|直接|别|不要|不用|不必|少|老是|用|给我|尽量|先|只|都|详细|简短|简洁|正式|友好|口语|专业|短|长|随意|随便|统一)",
        PREFERENCE,
        "standing_wish:{about}",
    ),
    phrase_row(
        r"^(?:请)?(?:不要|别|不用|少|别再|千万别)(?:再)?(?:给我|跟我|对我|用|叫我|推荐|发|说|加|写)(?!了)[^，。]{2,}",
        PREFERENCE,
        "standing_wish:{about}",
    ),
    phrase_row(
        r"^(?:all |our |the |your |every )?(?:\w+ ){0,2}?"
        + ARTEFACT
        + r" (?:(?:needs?|requires?) |(?:must|should|need to|have to|has to|shall|can only|may only) "
        r"(?:not |never |always |only )?(?:be|have|use|run|go|start|end|follow|contain|include|stay|get|pass|live|come)\b|"
        r"always (?:go|use|start|end)\b|"
        r"(?:go|goes) (?:through|via|to) )|^"
        + ARTEFACT
        + r" (?:only )?(?:in|with|without|under|by|from|as|at most|no longer than|max(?:imum)?|per) (?!(?:the way|place|progress|"
        r"question)\b)"
        r"(?!.*\b(?:is|are|was|were|have|has|had|i|we|you)\b).{3,}",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"(?:这个项目|我们项目|本项目|项目|仓库|团队|公司|代码)?(?:里|中|内)?(?:的)?(?:所有|全部|每个|每次)?(?:的)?"
        + ZH_ARTEFACT
        + r"(?:里|中|都|的格式|格式|一律|统一|全部|必须|只能)*(?:合并前|上线前|发布前|提交前)?(?:都|一律|统一|必须|要|应该|不准|不许|"
        r"不能|禁止|只能|得|需要)(?:都|"
        r"统一|先)?(?:可|能|用|使用|写|走|以|经过|加|带|放|不|保留|包含|过|由|按|是|在|浮点|[一两二三\d]+个)",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"\b(?:the|our|my) (?:client|customer|boss|manager|cto|ceo|cfo|team|legal|finance|advertiser|brand|agency|landlord|school|"
        r"doctor)\b"
        r"(?: \w+)? (?:wants?|requires?|insists? on|needs?|expects?|demands?|prefers?|forbids?|approved)\b(?! (?:to (?:talk|see|"
        r"know)|me|help)\b)",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"(?:客户|甲方|老板|领导|主管|法务|财务|广告主|品牌方|学校|公司|团队|产品经理|房东)[^，。]{0,6}?(?:要求|规定|只接受|不接受|"
        r"不允许|只要|指定|批准了?|拍板)(?:了)?[^，。]{2,}",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    # who is responsible
    phrase_row(
        r"^(?:please )?(?:reach out to|contact|ask|talk to|go to|cc|ping) [A-Z]\w+\b.{0,30}?\b(?:for|about|regarding|on)\b|"
        r"\b[A-Z]\w+ (?:is responsible for|is in charge of|takes care of|looks after|owns|handles|approves|has to approve)\b",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"(?:有关|关于)?[^，。]{1,10}?(?:的(?:事|事情|问题|需求|审批|报销|合同|活)|问题|事宜)(?:都|就|请|要)?(?:找|问|联系|走|归|"
        r"由)[一-鿿A-Za-z]{2,}|"
        r"(?:都|就|一律|统一)(?:走|找|归)[一-鿿A-Za-z]{2,8}(?:那边|负责|处理|审批|管|$)|[一-鿿A-Za-z]{1,8}(?:都|就)?(?:要|得|需要|"
        r"必须)?(?:由|找|经过?)[一-鿿A-Za-z]{2,10}(?:批|审批|签字|负责|确认)",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    # decided in other words
    phrase_row(
        r"^(?:final (?:call|decision|answer|choice)|decision|decided)\s*[:,-]|\b(?:let's|we'll|i'll|we will|i will) (?:go|"
        r"stick) (?:with|for)\b|"
        r"^(?:we're |i'm |we are |i am )?(?:going with|sticking with|settled on|dropping support|switching to|standardi[sz]ing on|"
        r"moving to)\b|"
        r"\bi(?:'ve)? (?:have )?made up my mind\b\W+\w+ \w+|\b(?:we|the team|i)(?:'ve| have)? (?:finally |"
        r"unanimously )?(?:signed off on|green-?lit|voted (?:for|to)|"
        r"ruled out|decided against|gone with|went with|settled for)\b",
        DECISION,
        "choice:{about}",
    ),
    phrase_row(
        r"(?:最后|最终|终于|就|已经|我们|框架|方案|地点|时间|预算|日期|名字|价格|颜色|工具|供应商|技术栈?|选型)(?:已经|都|"
        r"就)?(?:定了|定在|定为|定成|定的是|选了|选定了?|敲定了?|拍板了?|商量好了?|说好了?|谈妥了?)[，,：: ]?[一-鿿A-Za-z0-9]{2,}|"
        r"(?:商量|讨论|投票|开会)(?:好|完|过|后|之后|下来|决定)了?[，, ][^。]{2,}|^(?:那)?就(?:用|选|定|按|走)[^，。吗？?]{2,}(?:吧|"
        r"了)$|不再(?:支持|维护|使用|采购|合作)",
        DECISION,
        "choice:{about}",
    ),
)
