"""What people ask for by, slot by slot: "I moved to Oslo" says where somebody lives, and holds no word of living. Data only."""

from shared.text.property_key import property_name

SLOT_WORDS = {
    "residence": "live home address 住 住址",
    "employer": "work employer company job 工作 上班 公司",
    "occupation": "job work profession occupation 职业 工作",
    "name": "name called 名字",
    "birthday": "birthday born 生日 出生",
    "age": "age old 年龄 年纪",
    "timezone": "timezone 时区",
    "working_hours": "working hours 工作时间",
}


def words_of_slot(slot: str | None) -> str:
    """Words of both languages, separated by blanks; empty where the slot's name says nothing that is always asked so."""
    return SLOT_WORDS.get(property_name(slot), "") if slot is not None else ""
