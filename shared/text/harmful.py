"""Harmful content: which category a text belongs to, decided before anything is kept of it."""

import re
import unicodedata

from shared.text.characters import CJK
from shared.text.harmful_phrases import BENIGN, PATTERNS
from shared.text.invisible import drop_invisible

_COMPILED = tuple((category, re.compile(pattern, re.IGNORECASE)) for category, pattern in PATTERNS)
_BENIGN = re.compile("|".join(f"(?:{phrase})" for phrase in BENIGN), re.IGNORECASE)
# One of these is in every harmful text: a cheap look before the patterns.
_TRIGGER = re.compile(
    r"kill|murder|shoot|stab|strangl|poison|bomb|explos|grenade|molotov|\bied|weapon|nerve|sarin|ricin|anthrax|gun|silencer|napalm|meth|fentanyl|nitro|tnt|phish|scam|fraud|swindl|ponzi|pyramid|"
    r"fake|steal|launder|counterfeit|forg|clon|skim|identity|hack|crack|break|brute|hijack|breach|ddos|infiltrat|compromis|malware|ransom|keylog|spyware|botnet|rootkit|trojan|virus|worm|backdoor|exploit|"
    r"harvest|dump|exfiltrat|sniff|porn|sex|nude|naked|erotic|explicit|csam|jailbait|loli|shota|groom|molest|rape|seduce|suicid|myself|my life|my own life|to die|wanna die|self.harm|thinspo|pro.ana|kidnap|tortur|"
    r"behead|dismember|massacr|slaughter|lynch|assassin|hit ?man|beat up|burn down|attack|dispose|into (?:a |the )?(?:crowd|people|pedestrian)|con |trick|deceiv|mine|"
    "炸|爆|枪|弹|燃烧|毒|雷管|武器|诈|骗|钓鱼|洗钱|伪造|盗|假证|假币|假钞|传销|杀|黑进|黑掉|黑入|入侵|攻|破解|窃|渗透|劫持|监听|监控|植入|瘫痪|木马|勒索|键盘记录|僵尸网络|病毒|恶意软件|色情|淫秽|裸|性爱|性交|做爱|"
    "黄片|情色|恋童|炼铜|幼幼|猥亵|性侵|强奸|诱奸|上床|发生|开房|黄色|自残|割腕|轻生|跳楼|上吊|不想活|去死|想死|生命|死|尸|绑架|折磨|灭口|迷奸|殴打|打残|凶|报复|砍|捅|勒|套现|成人视频|性行为|性视频|冰毒|海洛因",
    re.IGNORECASE,
)
_SPREAD_LETTERS = re.compile(r"(?<![A-Za-z])(?:[A-Za-z][ .\-_*]){3,20}[A-Za-z](?![A-Za-z])")
_SPREAD_CJK = re.compile(f"(?<=[{CJK}])[ \\t.\\-_*·]{{1,3}}(?=[{CJK}])")


def harmful_category(text: str) -> str | None:
    """`violence`, `weapons`, `fraud`, `intrusion`, `child_sexual_abuse`, `self_harm`, or None.

    Letters parted by spaces or dots, full-width forms and invisible characters do not hide a phrase.
    """
    if _TRIGGER.search(text) is None and _SPREAD_CJK.search(text) is None and _SPREAD_LETTERS.search(text) is None:
        return None
    plain = _readable(text)
    if _TRIGGER.search(plain) is None:
        return None
    plain = _BENIGN.sub(" \x00 ", plain)
    if _TRIGGER.search(plain) is None:
        return None
    return next((category for category, pattern in _COMPILED if pattern.search(plain)), None)


def _readable(text: str) -> str:
    """As a reader sees it: folded forms, single spaces, spread letters closed up."""
    folded = drop_invisible(unicodedata.normalize("NFKC", text)).replace("’", "'")
    folded = _SPREAD_CJK.sub("", folded)
    return _SPREAD_LETTERS.sub(lambda match: re.sub(r"[ .\-_*]", "", match.group()), re.sub(r"\s+", " ", folded))
