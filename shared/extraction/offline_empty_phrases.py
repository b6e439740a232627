"""Sentences of a talk that have a speaker and a verb and yet tell nothing to find again: resolves, truths, warmth. Data only."""

RESOLVES = (
    (
        r"\b(?:i|we)(?:'m| am|'ll| will|'re| are|'ve been| have been|'ve got to| have to)? (?:just |gonna |going to |definitely |always |"
        r"really |still |all |also |gotta )*(?:keep(?:ing)?|stay(?:ing|ed)?|continu(?:e|ing)|remain(?:ing)?|push(?:ing)?|hang(?:ing)?|"
        r"hold(?:ing)?|believ(?:e|ing)|striv(?:e|ing)|(?:giv|mak)(?:e|ing)|mov(?:e|ing)|look(?:ing)?)"
        r"(?: (?:on|it|the|a|my|our|in|to|and|real|all|myself|ourselves|so|really))*"
        r" (?:going|pushing|trying|believing|fighting|moving|growing|learning|dreaming|strong|positive|focused|determined|motivated|"
        r"hopeful|upbeat|optimistic|there|best|forward|ahead|true|dreams?|effort|difference|myself|ourselves|voice|faith|"
        r"happen|patient|inspired|grinding|balanced)\b"
    ),
    (
        r"\b(?:i|we)(?:'m not| am not|'re not| won't| will not|'ll never| will never| can't|'m never)(?: gonna| going to)? "
        r"(?:quit|give up|stop (?:now|here|trying|until)|back down|let (?:\w+ )*(?:stop|get|bring|hold|define))\b"
    ),
    (
        r"\bnothing(?:'s| is| will| can)? (?:gonna |going to |ever )?(?:stop|bring|hold|break)\b|\bno matter what\b|\bwhatever (?:comes|"
        r"it takes|happens)\b"
    ),
    (
        r"\b(?:mak\w+|chas\w+|follow\w*|pursu\w+|liv\w+|turn\w*|achiev\w+) (?:all )?(?:my|our|your|the|their|a|his|her) (?:own |true |"
        r"best )*(?:dreams?(?: into (?:a )?realit(?:y|ies)| come true)?|passions?|goals?|ambitions?|life|self|truth|path)\W*(?:$|and\b|,)"
    ),
    (
        r"\bstepping into the unknown\b|\bhoping for the best\b|\bone step at a time\b|\btake the plunge\b|\bsky's the limit\b|"
        r"\bhang(?:ing)? in there\b"
    ),
    (
        r"^(?!.*(?:\d|《))(?:我|我们)?(?:会|要|将|一定|也|都|应该|需要|得|必须|更加?|再|努力)*(?:继续|坚持|努力|加油|珍惜|相信|保持|"
        r"迎接|面对|克服|战胜|享受|感恩|提升|改变|成为更)[^，。]{0,10}(?:努力|下去|自己|生活|每一天|当下|信心|乐观|积极|挑战|困难|梦想|"
        r"前进|成长|进步|机会|热情|心态|力量)[^，。]{0,6}$"
    ),
)
"""What somebody is determined to go on with."""

TRUTHS = (
    (
        r"\bwe should (?!not use|use|never|always|run|deploy|ship|keep|stick)|\bwe (?:get to|gotta|both love)\b|\bis like (?:my|a|an|"
        r"our) (?:second |own |big )*\w+(?: \w+)?\W*$|"
        r"\bso many (?:stories|memories|things|people|ideas|options)\b|\b(?:tough|hard|rough|great|good|fun|wild|crazy|"
        r"special) times?\b\W*$|\bdeserves? it\b"
    ),
    (
        r"\bi(?:'m| am|'ve been) (?:so |really |truly |very |just |super |totally |always |also |still )*(?:grateful|thankful|blessed|"
        r"lucky|proud|glad|"
        r"honou?red|happy|stoked|thrilled|excited|pumped|keen|hooked|impressed|amazed|inspired|touched|overwhelmed|optimistic|hopeful)\b"
    ),
    (
        r"^(?:and |but |so )?(?:(?:the|my|our|this|that|being|it) )?(?:[\w'-]+ ){0,5}?(?:is|are|was|were|has been|have been|'s been|"
        r"been|feels?|felt|gets?|got) "
        r"(?:so |super |really |very |such an? |always |totally |pretty |quite |truly |absolutely |incredibly |a |an |just |definitely |"
        r"also |crazy )*"
        r"(?:encouraging|inspiring|supportive|fun|great|amazing|awesome|cool|nice|tough|hard|rewarding|fulfilling|electric|intense|"
        r"wonderful|incredible|"
        r"captivating|gripping|heartwarming|unbelievable|positive|challenging|frustrating|stressful|beautiful|lovely|blast|ride|journey|"
        r"special|scary|"
        r"crazy|wild|insane|relaxing|refreshing|perfect|fantastic|magical|exciting|joy|blessing)\b(?:,? (?:and|but|too|though|"
        r"so)\b.*)?\W*$"
    ),
    (
        r"\bwe all (?:have|need|know|face|want|are|can|deserve|go|got|should|share|struggle|love)\b|\bus all\b|\beach of us\b|"
        r"\bwithin us\b|"
        r"\bwe (?:can|could|should|must|need to) (?:all |really |always )*(?:make|build|create|change|help|support|learn|grow)\b"
    ),
    (
        r"\b(?:is|are|'s|was) (?:so |really |very |super |pretty |always |all |also |what's )*(?:important|key|essential|crucial|vital|"
        r"everything|powerful|precious|priceless|worth it|what (?:really )?matters)(?: (?:to|for) (?:me|us))?(?:,? too)?\W*$"
    ),
    (
        r"\b(?:give|gives|gave|giving|bring|brings|brought|fill|fills|fuel|fuels|make|makes|made|keep|keeps|motivate|motivates|remind|"
        r"reminds|inspire|inspires)(?: \w+)? (?:me|us|my|you) (?:so |such |a |an |of |the |with |to |lots of |so much |feel |feeling |"
        r"really |"
        r"closer|all )*(?:strength|joy|happiness|courage|hope|peace|closer|smile|happy|alive|going|keep|better|calm|motivation|energy|"
        r"confidence|purpose|fulfil+ment|creativity|push|grounded|how|why|together|warm|proud)\b"
    ),
    r"\b(?:we(?:'ve| have)|i(?:'ve| have)) (?:put|poured) (?:my|our) hearts?\b|\bi(?:'m| am) sure (?:we|i|it|they)\b",
    r"^(?:[^我，。]{2,14})(?:是|能|可以|会|让|给|使)(?:我们(?!的|公司|团队|组|家|班)|人们?|大家|每个人|人生|生活)[^，。]*$",
)
"""What holds for everybody, and what something does to one's heart."""

WARMTH = (
    r"\b(?:here|there) for (?:you|ya|each other|one another)\b|\bin (?:my|your) corner\b|\bhave your back\b|\brooting for\b",
    (
        r"\byour (?:\w+ )?(?:words?|support|advice|help|encouragement|kindness|friendship|story|stories|journey|passion|dedication|"
        r"enthusiasm|art|paintings?|work|talent|positivity|energy|business|studio|store|dreams?|progress|attitude|determination|"
        r"hard work)\b"
    ),
    r"\btime flies\b|\b(?:put|poured) (?:my|our) hearts?\b|\b(?:100 ?%|totally|completely|so) agree\b",
    (
        r"\bour friendship\b|\b(?:having|got|have) (?:you|each other|people like you)\b|\bwith (?:you|ya)\W*$|\bfor (?:you|ya)\W*$|"
        r"\blike you\W*$"
    ),
    (
        r"\byou (?:(?:won't|wouldn't) believe|gotta|know|guys|rock)\b|\b(?:wanna|want to|need to|gotta|got to|have to) "
        r"(?:tell|show|share|ask) (?:you|ya)\b|\bkeep (?:ya|you)\b|\blet (?:ya|you)\b(?! know)|\bsee you\b|\b(?:tell|told) (?:you|"
        r"ya) about (?:this|that|it)\b"
    ),
    r"^let's (?:go for it|do it|do this|go\W*$|make (?:it|the most|an impact)|keep)\b|\bgo for it\b|\bcan't wait\b|\bi'?m all ears\b",
    r"(?:你|您)(?:的)?(?:陪伴|鼓励|支持|理解|话|存在)|有你(?:在|陪|真)|(?:跟|和|与)(?:你|您)(?:的)?(?:聊天|对话|交流|谈话)",
)
"""What is said to the other one, of the two of them."""

IN_VIEW = (
    (
        r"\b(?:love|like|liked|loved) the (?:way (?:the|it|they|that|this|he|she)|thought|idea of it)\b|\b(?:this|that) (?:genre|other|"
        r"topic|kind of|type of)\b|"
        r"\babout this because\b"
    ),
    (
        r"\b(?:admire|respect|appreciate|miss|love|enjoy|like) (?:his|her|their|its) \w+|\bi mean\W*$|"
        r"\bi can't (?:say|tell|imagine|believe|"
        r"explain)\b|"
        r"\bsorry (?:about|for|to|that)\b|\b(?:to|in|from|of) that (?:world|place|time|moment|feeling)\W*$"
    ),
    (
        r"\bi (?:\w+ )?(?:love|loved|like|liked|adore|dig|enjoyed|appreciate) (?:all )?(?:the|that|those|these|its) (?!(?:way|idea|smell|"
        r"sound|taste|feel|"
        r"feeling|sea|ocean|beach|mountains?|outdoors|countryside|city|woods|forest|rain|cold|heat|snow|summer|winter|autumn|fall|spring|"
        r"quiet|silence|morning|evening|night|weekend|weather|theatre|theater|cinema|movies|gym|arts?|sun|"
        r"[a-z]+ of)\b)(?-i:(?!.*[a-z] [A-Z]))"
    ),
    (
        r"\b(?:found|got|saw|took|have|see) (?:these|those|this|that)(?: \w+){1,2}\W*$|\bthis (?:pic|picture|photo|image|shot|one|view|"
        r"sign)\W*$|\bin (?:the|this|that) (?:pic|picture|photo)\b"
    ),
    r"\bmoments? like (?:this|these|that|those)\b|\bthis (?:thing|place|spot|stuff|moment|experience|journey|ride)\b",
)
"""What only the one who sees the picture, or heard what was said before, understands."""
