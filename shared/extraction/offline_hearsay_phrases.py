"""Words by which a sentence passes on what others say or think, and by which the user disowns having said it. Data only."""

HEARSAY = (
    r"(?:^|[,，])[^我,，]{1,6}(?:告诉|觉得|认为|怀疑|劝|提醒)我|^[\w-]+ says?:",
    (
        r"^(?!我)[^，,。我]{1,10}(?<!老实)(?<!再)(?<!话)(?<!便)(?<!理)(?<!别)(?<!听我)(?<!一律)(?<!都)(?<!必须)(?<!统一)(?<!全部)(?<!不要)(?<!要)(?<!得)(?<!用)(?:说|写(?!的[:：])过?|写着|印着|贴着|提到|声称|宣称|报道|"
        r"显示)(?!实话|真的|来|到|起|白|明|法|话|服|作|完|好|得|代码|一下|错|反|了算|不定|个|件|句|一?声)"
    ),
    r"\b(?:\w+ goes|was like|were like|quoth),? [\"“]|^as [A-Z]\w+ (?:wrote|said|put it|sang)\b|\b(?:[\w-]+) says (?:i|i'd|i'm|we|my)\b",
    (
        r"\b(?:he|she|they|people|someone|somebody|everyone|everybody|everybody|mom|dad|my \w+|"
        r"[A-Z][a-z]+) (?:(?:always|still|just|often|once|also|even|never|all|only) )?"
        r"(?:said|says|say|told|tells|claims?|claimed|thinks?|thought|believes?|heard|"
        r"mentioned|insists?|suggested|argues?|reckons?|reckoned|swears?|swore|figures|is convinced|are convinced)\b"
    ),
    (
        r"\b(?:i (?:heard|read|was told|saw online)|rumou?r has it|apparently|supposedly|allegedly|"
        r"according to|it is said|they say)\b"
    ),
    (
        r"\byou(?:'ve| have)? (?:said|say|told|think|mentioned|claimed?|wrote)\b|\bthe (?:[\w-]+ )?(?!fields?\b|data\b|"
        r"numbers?\b)[\w-]+ (?:says?|said|claims?|"
        r"recommends?|states?|suggests?)\b|"
        r"\b(?:keeps?|kept) (?:telling|saying|asking)\b|\bthe (?:user|customer|person|patient|guy|man|woman|character|narrator|author|hero|"
        r"candidate) (?:in|of|from|who|named|called)\b|(?<![跟和对向给与])(?:你|您)(?:刚才?|之前|上次)?(?:说|讲|提到|记得|以为)|"
        r"工单里|(?:文章|书|新闻|帖子|报告|论文|网友|专家|"
        r"评论|手册|文档)(?:里|上|中)?(?:都|也)?(?:说|写|认为|建议|指出|提到)|(?:别人|人家|大家|他们|同事|老板)?(?:老|总|一直|非|"
        r"硬)(?:是)?(?:跟我)?说"
    ),
    (
        r"(?:听说|据说|据称|传闻|有人说|别人说|网上说|大家(?:都)?说|新闻(?:里)?说|书上说|听人说|"
        r"据.{1,8}(?:报道|介绍|透露))"
    ),
    (
        r"\b(?:i|we) (?:(?:never|certainly|definitely) )*(?:didn't|did not|haven't|have not|never|never ever|wouldn't|would never) "
        r"(?:once |even |ever )?(?:said?|say|told|tell|claim(?:ed)?|meant?|impl(?:y|ied)|suggest(?:ed)?)\b"
    ),
    r"我们?(?:可|从来?|并|也|又|根本|压根|什么时候)*(?:没有?|未曾?)(?:跟你|对你|和你)?(?:说|讲|提|答应|承认)(?!错|完|前|醒|交|出)|我们?哪(?:儿|里)?(?:有|说)",
    (
        r"(?:妈|爸|爷爷|奶奶|外婆|外公|姐|哥|弟|妹|老婆|老公|太太|先生|女友|男友|女?朋友|对象|室友|邻居|领导|经理|同学|同事|老板|客户|医生|老师)们?"
        r"(?:总|老|一直|都|就|还|也|经?常|以前|从前|非|硬|是)*(?:跟我|对我|和我)?(?:说|觉得|以为|认为|怀疑|猜)(?:我|咱)"
    ),
    (
        r"(?:他|她|他们|她们|老板|同事|朋友|客户|妈妈|爸爸|老婆|老公|医生|老师|小[一-鿿]|"
        r"老[一-鿿])(?:们)?(?:跟我|对我|和我|告诉我)?(?:说(?!话|了算|得上|不定|普通话|中文|英[语文])|认为|觉得|以为|声称|建议|提到)"
    ),
)
