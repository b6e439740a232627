"""The words of an order that holds whenever its condition does: no supposition, though it begins with "if". Data only."""

ORDER_VERB = (
    r"(?:add|address|alert|ask|assume|attach|avoid|back up|block|book|build|call|cc|change|check|choose|close|commit|confirm|contact|"
    r"convert|copy|create|cut|default|delete|deploy|draft|drop|e-?mail|end|escalate|exclude|explain|export|fall back|file|fix|flag|"
    r"follow|"
    r"format|forward|give|group|hand|ignore|include|inform|keep|label|leave|link|list|log|mark|mask|mention|merge|message|move|name|"
    r"notify|"
    r"offer|omit|open|order|page|park|pick|ping|post|prefix|print|propose|push|put|quote|raise|re-?run|read|refer|refuse|reject|remind|"
    r"remove|"
    r"rename|reply|report|resolve|respond|restart|retry|return|revert|roll back|round|route|run|save|schedule|send|set|show|sign|skip|"
    r"sort|"
    r"split|squash|stage|start|stick to|stop|store|suggest|summari[sz]e|switch|tag|tell|test|throttle|translate|treat|update|upgrade|"
    r"use|verify|validate|wait|wake|"
    r"warn|write)"
)
_ONCE = r"(?!.*\b(?:today|tonight|tomorrow|this (?:time|week|weekend|morning|evening|afternoon)|right now)\b)"
_ANY_CASE = (
    r"(?:(?:an?|any|the|one of|some\w*|any\w*|no|tests?|there(?:'s| is| are)) (?!rain|weather)|"
    r"you (?:(?!(?:want|feel|ever|like|get|have|had|think|know|love|go|come|leave|miss|say|try|wanna|are|do|did|were|could|would|will|"
    r"guys|all)\b)[a-z]+|are (?:not sure|unsure|asked|in doubt)|don't know)\b|"
    r"(?:in doubt|unsure|asked|possible|necessary|needed|somebody|someone|anyone|nobody)\b|i (?:ask|say|send|write|give|paste|share|"
    r"forward)\b)"
)
ZH_OBLIGES = r"(?:要|得|必须|请|一定|都|一律|统一|就|用|别|不要|先|带|加|保持|称呼?|叫)"
ZH_ORDER = (
    r"(?:如果|要是|若是?|一旦|遇到|碰到|每当|凡是?|只要|当|但凡)(?!.*(?:[我咱他她它]们?[,，]|今天|明天|今晚|这次|周末|下雨|"
    r"天气))(?![我咱你您他她])"
    r"[^。]{2,30}?[,，]?(?:那|你|请)?(?:就|都|则)?(?:请)?(?:直接|先|立即|马上|必须|务必|一律|一定|统一)*"
    r"(?:不要|别|不准|不许|停(?:下|止|掉)?|告诉我|通知|提醒|问我|给我|转(?:给|交|人工)|上报|回滚|熔断|重试|跳过|报警|联系|标(?:记|注|"
    r"成)|退回|"
    r"记(?:录|下来|到)|改用|走|用(?!心|力))"
)
CONDITIONAL_ORDERS = (
    (
        r"^(?:please )?(?:don't|do not|never|always|only) (?!worry|give up|forget|mind|let|be|stop|lose)[a-z-]+ .{2,60} (?:unless|except|"
        r"until|before) .{3,}"
    ),
    r"^" + _ONCE + r"(?:when(?:ever)?|if|each time|every time|before|after) (?:" + _ANY_CASE + r".{0,80}?, ?|(?:in doubt|"
    r"unsure)\b.{0,40}? )"
    r"(?:then )?(?:please |always |never |just |do not |don't )*" + ORDER_VERB + r"\b(?! (?:it )?up\b| (?:him|her|them|us)\b)",
)
