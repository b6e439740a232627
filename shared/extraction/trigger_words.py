"""The words and numbers by which free text is one of the eight trigger types. Data only."""

import re
from dataclasses import dataclass

from shared.domain.trigger import TriggerType


@dataclass(frozen=True, slots=True)
class TriggerWords:
    """A type is certain where one of its patterns fits, the text has that row's `least_numbers` numbers and no other type fits."""

    trigger_type: TriggerType
    pattern: re.Pattern[str]
    least_numbers: int = 0


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


TRIGGER_WORDS: tuple[TriggerWords, ...] = (
    TriggerWords(
        TriggerType.STRATEGY_EXECUTION,
        _words(
            r"\b(?:strategy|campaign|plan)\b.*\b(?:target|goal|achieved|reached|actual)\b|(?:策略|方案|计划|"
            r"投放).*(?:目标|达成|实际|完成率)"
        ),
        2,
    ),
    TriggerWords(
        TriggerType.PERFORMANCE_OPTIMIZATION,
        _words(
            r"\b(?:improved|increased|reduced|dropped|rose|cut|grew|fell)\b.*\bfrom\b.*\bto\b.*\b(?:after|"
            r"because|by|since|due to)\b|\bafter\b.*\b(?:improved|increased|reduced|dropped|rose|grew|"
            r"fell)\b.*\bfrom\b.*\bto\b|(?:优化|调整|改用|改为|启用|更换).*从.*(?:提升|提高|下降|降低|降|升|"
            r"涨|减少|增加)(?:到|至|为)|从.*(?:提升|提高|降低|下降)(?:到|至).*(?:因为|由于|得益于)"
        ),
        2,
    ),
    TriggerWords(
        TriggerType.PERFORMANCE_OPTIMIZATION,
        _words(
            r"\b(?:switching|changing|moving|reducing|shortening|adding|removing|replacing|testing|simplifying)\b.*\b(?:cut|"
            r"raised|increased|improved|reduced|lowered|lifted|doubled|halved)\b.*\d|\bwent (?:up |down )?from\b.*\bto\b.*"
            r"\b(?:after|because|since|due to)\b|(?:改成|换成|改为|换为|改用|换用|缩短|精简|启用|更换|优化|调整).*(?:后|[，,]).*"
            r"(?:提升|提高|下降|降低|减少|增加|增长|降|升)(?:了|到|至)?\s*\d"
        ),
        1,
    ),
    TriggerWords(
        TriggerType.ANOMALY_PATTERN,
        _words(
            r"\b(?:anomal(?:y|ies|ous)|abnormal(?:ly)?|spike[ds]?|outlier|sudden(?:ly)?|unusual(?:ly)?|jump(?:ed|s)|plunge[ds]?|"
            r"plummet(?:ed|s)|soar(?:ed|s)|surge[ds]?)\b|(?:异常|反常|突增|突降|骤增|骤降|骤升|暴涨|暴跌|激增|锐减|飙升|突然)"
        ),
        1,
    ),
    TriggerWords(
        TriggerType.RULE_UPDATE,
        _words(
            r"\b(?:policy|regulation|rule|compliance)\b.*\b(?:must|shall|prohibited|forbidden|required|"
            r"effective|takes effect|not allowed)\b|\b(?:must|shall|prohibited|forbidden|required|not allowed|banned)\b.*\b(?:policy|"
            r"regulation|rules?|law)\b|\b(?:all|every|any)\b.*\b(?:must|needs?|requires?|has to|have to)\b.*\bfrom (?:now|today) on\b|"
            r"(?:新规|政策|规定|规则|合规|条例|法规|规范|广告法|公告).*(?:必须|禁止|不得|不允许|生效|要求|起执行|起施行)"
        ),
    ),
    TriggerWords(
        TriggerType.ENVIRONMENT_CHANGE,
        _words(
            r"\b(?:market|competitor|platform|season|holiday|supplier|algorithm|exchange rate|"
            r"price)s?\b.*\b(?:changed|raised|lowered|launched|entered|switched|updated)\b|\b(?:raised|lowered|changed|introduced|"
            r"removed|abolished)\b.{0,25}\b(?:minimum bids?|commissions?|fees?|tariffs?|shipping costs?|algorithm)\b|"
            r"(?:市场|竞品|竞争对手|对手|平台|旺季|淡季|大促|节假日|算法|汇率|供应商|大盘).*(?:变化|上调|下调|调整|上线|进入|更新|"
            r"开始|临近|结束|涨价|降价|降到|降至|涨到|涨至|推出)|(?:上调|下调|取消|调整)了?.{0,8}(?:底价|费率|佣金|配送费|运费|起送价|门槛)"
        ),
    ),
    TriggerWords(
        TriggerType.PERIODIC_PATTERN,
        _words(
            r"\bevery (?:day|week|month|quarter|year|monday|tuesday|wednesday|thursday|friday|saturday|"
            r"sunday|weekend|morning|evening|night|spring|summer|autumn|winter|january|february|march|april|may|june|july|august|"
            r"september|october|november|december)\b.*\b(?:peaks?|drops?|rises?|falls?|higher|lower|highest|lowest)\b|"
            r"\b(?:weekends?|weekdays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|holidays)\b.*\b(?:always|"
            r"regularly|usually)\b.*\b(?:peaks?|drops?|rises?|falls?|higher|lower|highest|lowest|more|less|fewer)\b|(?:每天|每个?(?:月|周|季度?|年)|"
            r"每周|每月|每季度|每年|每逢|周期性).*(?:高峰|低谷|上升|下降|最高|最低|走高|走低|偏高|偏低)"
        ),
    ),
    TriggerWords(
        TriggerType.CROSS_DOMAIN_CORRELATION,
        _words(
            r"\bcorrelat(?:es?|ed|ion)\b|\b(?:correlation|relationship) between\b|(?:相关性|相关系数|正相关|"
            r"负相关|联动)"
        ),
        1,
    ),
    TriggerWords(
        TriggerType.USER_FEEDBACK,
        _words(
            r"\b(?:user|customer|client|advertiser|buyer|subscriber|reader|guest)s?\b.*\b(?:prefers?|wants?|complain(?:s|ed)?|asked|requested|likes?|"
            r"dislikes?|feedback|corrected)\b|(?:用户|客户|顾客|广告主|甲方|买家|会员|读者|粉丝).*(?:偏好|希望|要求|反馈|投诉|喜欢|不喜欢|"
            r"纠正|指出)"
        ),
    ),
)
