"""How phone numbers, resident ids and bank cards are written, and the words around them. Data only."""

import re

CN_ID_18 = re.compile(
    r"(?<![0-9A-Za-z])(?<!\d\.)[1-9]\d{5}[ \-]?(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[ \-]?\d{3}[0-9Xx](?![0-9A-Za-z])"
)
CN_ID_15 = re.compile(r"(?<![0-9A-Za-z])(?<!\d\.)[1-9]\d{5}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}(?![0-9A-Za-z])")
CN_ID_NAMED = re.compile(
    r"(?:身份证(?:号码|号|件号|编号)?|身份證(?:號碼|號)?|公民身份号码|ID card(?: number| no\.?)?)[是为:：=\s]{0,6}(?P<number>\d{6}[ \-]?\d{8}[ \-]?\d{3}[0-9Xx]|\d{15})(?![0-9A-Za-z])",
    re.IGNORECASE,
)
CARD = re.compile(
    r"(?<![0-9A-Za-z.\-_])(?:\d{4}([ \-])\d{4}\1\d{4}(?:\1\d{4}){0,1}(?:\1\d{1,3})?|\d{4}[ \-]\d{6}[ \-]\d{4,5}|\d{4,6}[ \-]\d{7,13}|\d{12,19})(?![0-9A-Za-z_]|\.\d|-\d)"
)
IBAN = re.compile(
    r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?P<gap>[ \-]?)[A-Za-z0-9]{4}(?:(?P=gap)[A-Za-z0-9]{4}){1,6}(?:(?P=gap)[A-Za-z0-9]{1,3})?(?![A-Za-z0-9])"
)
US_SSN = re.compile(r"(?<![\w\-.])(?!000|666|9\d\d)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w\-]|\.\d)")
US_SSN_NAMED = re.compile(
    r"(?<![A-Za-z])(?:ssn|social security(?: number| no\.?| #)?)[\s:：=#]{0,3}(?:is|was)?[\s:：=]{0,3}(?P<number>\d{3}[ \-]?\d{2}[ \-]?\d{4})(?![\dA-Za-z]|[.\-]\d)",
    re.IGNORECASE,
)
PASSPORT_NAMED = re.compile(
    r"(?:(?<![A-Za-z])(?i:passport)(?i: number| no\.?| nr\.?| #)?|护照(?:号码|号)?)(?i:\s?(?:is|was|是|为|[:：=#]))?\s{0,3}(?P<number>[A-Z]{0,2}\d{6,9}|(?=(?:[A-Z]{0,8}\d){2})[A-Z0-9]{8,9})(?![A-Za-z0-9]|[.\-]\d)"
)
ISSUER = re.compile(r"(?:4|5[0-8]|6|2[2-7]|2131|1800|3[0-9]|9[0-9]|8[0-9])")
CARD_BEFORE = re.compile(
    r"(?:card|credit|debit|visa|mastercard|maestro|\bcc|卡号|银行卡|信用卡|储蓄卡|借记卡)[^\n.!?。]{0,25}\Z", re.IGNORECASE
)
ORDER_BEFORE = re.compile(
    r"(?:订单|單號|单号|订单号|运单|流水|编号|编码|序列号|发票|快递|条形码|条码|书号|账单|合同号|档案|案件|会议号|学号|工号|会员号|群号?|order|barcode|\bean|\bupc|gtin|imei|meeting id|case|account id|user id|customer id|member id|student id|employee id|part|model|invoice|tracking|ticket|serial|sku|isbn|transaction|ref(?:erence)?|timestamp|时间戳|uuid|sha|commit)"
    r"[\s号码number no.#id:：=是为]{0,12}\Z",
    re.IGNORECASE,
)

CN_MOBILE = re.compile(
    r"(?<![0-9A-Za-z_.])(?:(?:\(?\+|00)?86\)?[ \-]{0,2})?1[3-9]\d(?:[ \-]?\d{4}[ \-]?\d{4}|[ \-]\d{3}[ \-]\d{5})(?![0-9A-Za-z_]|\.\d)"
)
CN_LANDLINE = re.compile(
    r"(?<![0-9A-Za-z_.\-])(?:\(0\d{2,3}\) ?|0\d{2,3}[ \-])[2-9]\d{2,3}[ \-]?\d{4}(?:[ \-转]{1,2}\d{1,6})?(?![0-9A-Za-z_\-]|\.\d)|(?<![0-9A-Za-z_.\-])[48]00[ \-](?:\d{3}[ \-]\d{4}|\d{4}[ \-]\d{3})(?![0-9A-Za-z_\-]|\.\d)"
)
NORTH_AMERICAN = re.compile(
    r"(?<![0-9A-Za-z_.\-])(?:1[ \-.])?(?:\([2-9]\d{2}\)[ \-.]?|[2-9]\d{2}[\-.])[2-9]\d{2}[ \-.]\d{4}(?:\s?(?:x|ext\.?|extension)\s?\d{1,6})?(?![0-9A-Za-z_\-]|\.\d)"
)
INTERNATIONAL = re.compile(
    r"(?<![0-9A-Za-z_+])(?:\(?\+[1-9]|(?<!\d )(?<!\.)00[1-9])(?:[ \-.()/]{0,3}\d){6,14}(?:\s?(?:x|ext\.?|extension|转)\s?\d{1,6})?(?![0-9A-Za-z_])"
)
# Numbers as other countries write them, told by their own grouping.
NATIONAL = re.compile(
    r"(?<![0-9A-Za-z_.+\-/])(?:"
    r"0[1-9](?P<fr>[ .])\d{2}(?:(?P=fr)\d{2}){3}"  # France
    r"|07\d{3}[ \-]\d{3}[ \-]?\d{3}|020[ \-]\d{4}[ \-]\d{4}|\(0\d{2,4}\) ?\d{3,4} ?\d{3,4}|01\d{3}[ \-]\d{6}|01\d1[ \-]\d{3}[ \-]\d{4}"  # Britain
    r"|0[5789]0-\d{4}-\d{4}|01[016789]-\d{3,4}-\d{4}|0[1-9]-\d{3,4}-\d{4}|\(0\d\) ?\d{4}-\d{4}|09\d{2}-\d{3}-\d{3}"  # Japan, Korea, Taiwan
    r"|04\d{2} \d{3} \d{3}|04\d{2} \d{2} \d{2} \d{2}"  # Australia, Belgium
    r"|01[567]\d ?[/\-] ?\d{7,8}|0[2-9]\d{1,4} ?/ ?\d{4,8}(?:-\d{1,4})?"  # Germany
    r"|\(\d{2}\) ?9\d{4}-\d{4}"  # Brazil
    r"|8 ?\(?9\d{2}\)? ?\d{3}-\d{2}-\d{2}"  # Russia
    r")(?![0-9A-Za-z_\-/]|\.\d)"
)
# Any 7 to 15 digits in groups: a phone only where the words beside it say so.
PHONE_SHAPE = re.compile(
    r"(?<![0-9A-Za-z_.+])\(?\d(?:[ \-.()/]{0,3}\d){5,15}(?:\s?(?:x|ext\.?|extension|转)\s?\d{1,6})?(?![0-9A-Za-z_]|\.\d)"
)
PHONE_LABEL = re.compile(
    r"(?:(?:(?<![A-Za-zÀ-ɏ])(?:tele?(?:phone|fon[eo]?)?|tél(?:éphone)?|telefoon|teléfono|telefono|telefone|phone|mobile?|mobiel|móvil|celular|cellulare|cell(?:phone)?|handy|portable|gsm|mob|fax|hotline|whatsapp|desk|landline|office|手提|辦公室|办公室|사무실|numer telefonu|номер|телефон|тел\.?|моб\.?|전화(?:번호)?|번호|휴대폰|携帯(?:電話)?|電話(?:番号|號碼)?|手機|(?:my|his|her|their|our)(?: new| old| work| home| private| other)? number|(?:mon|son|notre) num[ée]ro|meu n[úu]mero|mi n[úu]mero|meine (?:nummer|rufnummer)|(?:我|他|她|家里?|公司|新|旧|妈妈|爸爸|老婆|老公)的?(?:新|旧)?号码)(?: number| no\.?| #)?|电话(?:号码|号)?|手机(?:号码|号)?|座机|联系方式|传真|热线)(?: (?:ufficio|casa|lavoro|bureau|maison|büro|privat|dienstlich|home|work))?[ \t]{0,3}(?:is|are|was|est(?: le)?|es(?: el)?|ist(?: die)?|è|é|は|은|는|是|为|改成|换成|改为|[:：=\-–])?[\s(]{0,4}|"
    r"(?<![A-Za-z])(?:call|text|ring|dial|reach|contact|phone|answering|messages?|sms|whatsapp)(?:ing)?(?: \w+){0,4} (?:at|on|to) |(?<![A-Za-z])(?:call|dial|ring|text|phone) (?:me |us |him |her )?|(?:拨打|打给|致电|拨通)[^\d\n]{0,6})\Z",
    re.IGNORECASE,
)
PHONE_TAIL = re.compile(r"[ \-(]{0,2}(?:tel|office|fax|mobile|cell|home|work|desk)(?![A-Za-z])", re.IGNORECASE)
DATE_SHAPE = re.compile(
    r"(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:\d{4}|\d{6})?\Z|\(?(?:19|20)\d{2}[-./ ]\d{1,2}(?:[-./ ]|\Z)|\d{1,2}[-./]\d{1,2}[-./](?:19|20)?\d{2}\Z|(?:19|20)\d{2} ?- ?(?:19|20)\d{2}\Z"
)
# The first two digits of a Chinese resident id.
PROVINCES = frozenset(
    str(code)
    for first, last in ((11, 15), (21, 23), (31, 37), (41, 46), (50, 54), (61, 65), (71, 71), (81, 82))
    for code in range(first, last + 1)
)
