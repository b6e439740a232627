"""Plain facts of things, projects and plans that carry a detail: a number, a name, a day. Data only.

Tried with the stories: they ask for PARTS_OF_A_STORY words that name something.
"""

import re

from shared.extraction.offline_phrases import DECISION, FACT, PhraseRow, phrase_row
from shared.extraction.offline_routine_rows import WHEN, ZH_NOT_HERE, ZH_WHEN

EN_DETAIL = (
    r"(?:\d|(?-i:\b[A-Z]\w)|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|"
    r"hundred|"
    r"thousand|million|half|quarterly|monthly|weekly|daily|nightly|hourly|yearly|read-only|private|public)\b|#\w)"
)
NOBODY = (
    r"(?!(?:it|this|that|there|what|he|she|they|you|we|i|who|here|which|if|when|all|something|nothing|how|why|where|yes|no|please|"
    r"maybe|not|and|but|"
    r"so|life|let|hope|sounds|looks|seems|someone|anyone|people|everyone|nobody|one|love|thanks|being|having|doing|going|seeing|"
    r"getting|today|your|his|her|their)\b)"
)
PLACE = (
    r"(?:office|shop|store|warehouse|school|gym|studio|lab|headquarters|hq|clinic|restaurant|plant|factory|house|flat|apartment|desk|"
    r"garage|venue|"
    r"hotel|meeting|party|wedding|event|cottage|cabin|farm|surgery|practice|workshop|kitchen|server room|data cent(?:er|re))"
)
ZH_THING = (
    r"(?:库|服|器|台|站|店|室|机|仓|厂|楼|部|网|端|环境|节点|集群|系统|代码|文件|日志|数据|配置|密钥|证书|文档|合同|发票|资料|钥匙|护照|"
    r"办公室|公司|学校|项目|团队|班|家|宿舍|车位|储物柜|服务|接口|页面|产品|小区|酒店|餐厅|会场|展位)"
)
ZH_FIGURES = r"[零一二两三四五六七八九十百千万几半\d.]+"

DETAIL_ROWS: tuple[PhraseRow, ...] = (
    PhraseRow(
        re.compile(
            r"^" + NOBODY + r"(?!.*\b(?:you|your|remind(?:s|ed)?|feel(?:s|ing)?)\b)(?:the |our |my )?(?:[\w/'.+-]+ ){0,5}?(?:runs?|"
            r"lives?|sits?|"
            r"goes|is (?:on|in|at|behind|kept|hosted|stored)|are (?:on|in|at|behind|kept|hosted|stored|taken|sent|paid)|costs?|takes?|"
            r"holds?|closes?|"
            r"opens?|stays?|expires?|lasts?|weighs?|measures?|belongs? to|comes? from|talks? to|listens? on|writes? to|reads? from|"
            r"will (?:have|be|take|cost|"
            r"need|run|start|end|move|last)) .*" + EN_DETAIL,
            re.IGNORECASE,
        ),
        FACT,
        "project",
    ),
    phrase_row(
        r"(?:^|\bbut |\band |, |: )(?:the|our|my) (?:new |old |main |head )?" + PLACE + r"(?: is| will be|'s) (?:now |still |"
        r"actually )?(?:in|on|at|near|behind|opposite|above|"
        r"below|next to) (?!fire|trouble|use|order|time)",
        FACT,
        subject="project",
    ),
    phrase_row(
        r"^everything (?:is|runs|lives|goes|sits|ships) (?:on|in|through|behind|via|"
        r"from) (?:[\w-]+ )?[A-Z]",
        FACT,
        subject="project",
    ),
    # put right: not this, but that
    phrase_row(
        r"^not (?:the |on |in |at |an? )?[^,]{1,30}, (?:but )?(?:the|my|our|it's|it is|i|we)\b|\bi said .{2,40}? (?:but|it's|actually|"
        r"meant)\b",
        FACT,
        subject="project",
        keeps_negation=True,
    ),
    phrase_row(
        r"^(?:ok,? )?(?:scrap|drop|ditch|forget|kill|bin|skip) (?:the|that|our) [\w -]{2,30}, .{4,}|^.{3,40}, (?:it is|it'll be)$|"
        r"^(?:right, |ok, |so )?(?:final (?:answer|call|decision))\b",
        DECISION,
        "choice:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"\bi(?:'m| am) on (?:an? |the |my )?(?:[\w-]+ ){0,2}?(?:shifts?|diet|medication|team|board|committee|rota|trial|contract|visa|"
        r"plan|course|"
        r"waiting list|tablets|insulin)\b|\bi(?:'m| am) on (?!my way|it\b).{2,30} (?:until|till|since|from) |"
        r"\b(?:we|i)(?:'re| are|'m| am) (?:a team of|a party of|a family of|\d+ people|two people|three people)\b",
        FACT,
    ),
    # when something was moved to
    phrase_row(
        r"^(?:[\w-]+ ){1,4}(?:is|was|got|has been|been|gets) (?:moved|postponed|pushed|shifted|rescheduled|brought forward) .*" + WHEN,
        FACT,
        subject="project",
    ),
    # how much and how many, told without a speaker
    phrase_row(
        r"^" + ZH_NOT_HERE + r"(?!这(?!个)|那)[一-鿿A-Za-z]{2,10}?(?:一共|总共|总计|合计|共|大概|大约|约|平均|每人|人均|每(?:天|月|年|"
        r"次)|不到|不超过|最多|至少|控制在|差不多)?"
        r"(?:有|是|要)?" + ZH_FIGURES + r"\s?(?:多|余|来)?(?:块|元|万|人|天|个|平|平米|公里|分钟|小时|斤|岁|层|台|套|次|间|条|家|克|"
        r"毫秒|页|%|％)(?:钱|左右|以内|以下|以上|上下|"
        r"出头|起步?)?(?=$|[,，])|^" + ZH_NOT_HERE + r"[一-鿿A-Za-z]{0,8}(?:日活|月活|用户数?|预算|人均|营收|流水|销量|客单价|库存|"
        r"并发)[一-鿿]{0,3}" + ZH_FIGURES,
        FACT,
        subject="project",
    ),
    phrase_row(
        r"^" + ZH_NOT_HERE + r"(?:[一-鿿A-Za-z]{0,8}" + ZH_THING + r"(?:一共|总共|共)?(?:有|含|包括|配)|[一-鿿A-Za-z]{2,10}(?:一共|"
        r"总共|共)?分)(?:为|成|了)?" + ZH_FIGURES + r"(?:个|套|层|台|块|种|部分|家|间|份|条|队|组|期|档|级|人)",
        FACT,
        subject="project",
    ),
    phrase_row(
        r"^" + ZH_NOT_HERE + r"(?!这|那|我|他|她|现在|今天|天气)(?:[一-鿿A-Za-z0-9]{0,10}?" + ZH_THING + r"(?:都|现在|目前|已经)?(?:在|"
        r"位于|放在?|建在|设在)|[一-鿿A-Za-z0-9]{2,10}?(?:都|现在|目前|已经)?(?:走的?是?|接的是|对接的?是?|连的是|挂在|主打|主营|"
        r"专做|主要(?:做|卖|用|面向)))(?!一起|一块|我心|于|乎|家(?!装|具|电)|想|看|做|等|吗)[一-鿿A-Za-z0-9]{2,}",
        FACT,
        subject="project",
    ),
    phrase_row(
        r"^(?!我|你|他|她|这|那)[一-鿿A-Za-z]{2,10}(?:都|统一|一般)?(?:放|存|搁|收|挂|贴|藏)在(?!一起|一边|心)[^,，。你您]{2,}",
        FACT,
        subject="project",
    ),
    # the goal and measure of something
    phrase_row(
        r"^(?!人生|生活|我的人生)[^,，。你您他她]{0,12}(?:目标|指标|KPI|OKR|底线|标准|口径|原则|预算|周期|工期|有效期|"
        r"保质期)(?:就)?(?:是|为|[:：]|定在|按)(?!什么|不|最)[^,，。]{3,}",
        FACT,
        subject="project",
    ),
    phrase_row(
        r"^[^,，。我你您他她]{1,8}(?:格式|命名|规范|写法|端口|地址|路径|版本|域名|账号|编号|型号|尺寸|频率|阈值)(?:就|统一|一律)?(?:是|为|用|[:：])(?!什么|不|谁)[^,，。]{2,}",
        FACT,
        subject="project",
    ),
    # decided, with what was decided behind it
    phrase_row(
        r"(?:^|开会|会上|刚刚?|最后|终于|都)(?:定了|定下来了?|说定了?|决定了|敲定了?|商量好了?|谈好了?|约好了?|讲好了?|"
        r"谈妥了?)[,，:：]\s*[^。]{3,}|"
        r"^[^,，。我你他她]{2,10}不[一-鿿]{1,3}了[,，](?:继续|还是|改|先|都|直接|就)[^。]{2,}|^(?:那|行[,，]?)*(?:就|还是)(?:用|选|定|按|走|照)[^，。吗？?]{2,}(?:吧|了|来|办|做|走|执行|推)(?:$|[,，])",
        DECISION,
        "choice:{about}",
        keeps_negation=True,
    ),
    phrase_row(
        r"^" + ZH_NOT_HERE + ZH_WHEN + r"[^他她,，。]{0,6}(?:打算|计划|准备|约好|约了|订了?|预定)(?!怎么)[^,，。]{3,}",
        FACT,
    ),
    # who one is, the speaker left out
    phrase_row(
        r"(?:^|[,，])(?:本人|我)?(?:是)?(?:\d{2,4}年(?:的|生|出生)|属[鼠牛虎兔龙蛇马羊猴鸡狗猪](?:的|$|[,，])|"
        r"[一-鿿]{2,4}人在[一-鿿]{2,4}|坐标[:：]?[一-鿿]{2,}|人在[一-鿿]{2,4}(?:$|[,，]))|"
        r"^家(?:里|中)?(?:还|一共)?" + ZH_FIGURES + r"[个口套只条间辆][^，。]{0,}",
        FACT,
    ),
    phrase_row(
        r"^(?:我)?(?:[去前今]年|上(?:周|个?月)|最近|之前|前阵子|小时候|前两年)[^,，。他她你]{0,6}(?:查出(?:来|了)?|确诊(?:了|为)?|"
        r"做了?|动了?|得了?|摔|扭|骨折)[^,，。]{2,}"
        r"(?:病|炎|症|肝|癌|瘤|高|手术|骨折|结石|结节|糖|息肉|过敏|伤)",
        FACT,
        is_event=True,
    ),
)
