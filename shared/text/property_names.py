"""Words for one and the same person or property, in both languages: each maps to one of them. Data only.

Only words that mean one thing: an elder and a younger sister are two people.
"""

SAME_WORD = {
    "me": "user", "我": "user", "用户": "user", "本人": "user", "the user": "user",
    "mom": "mother", "mum": "mother", "妈妈": "mother", "母亲": "mother", "妈": "mother", "老妈": "mother",
    "dad": "father", "爸爸": "father", "父亲": "father", "爸": "father", "老爸": "father",
    "老婆": "wife", "妻子": "wife", "太太": "wife", "媳妇": "wife",
    "老公": "husband", "丈夫": "husband",
    "grandma": "grandmother", "granny": "grandmother", "nan": "grandmother", "grandpa": "grandfather",
    "儿子": "son", "女儿": "daughter", "闺女": "daughter", "姐": "姐姐", "妹": "妹妹", "哥": "哥哥", "弟": "弟弟",
    "狗": "dog", "狗狗": "dog", "puppy": "dog", "猫": "cat", "猫咪": "cat", "kitten": "cat",
    "老板": "boss", "室友": "roommate", "flatmate": "roommate", "邻居": "neighbour", "neighbor": "neighbour",
    "girlfriend": "女朋友", "boyfriend": "男朋友", "manager": "经理", "landlord": "房东",
    "项目": "project", "团队": "team", "公司": "company",
    "color": "colour", "颜色": "colour", "food": "食物", "movie": "film", "电影": "film", "book": "书", "song": "歌",
    "music": "音乐", "sport": "运动", "city": "城市", "season": "季节", "drink": "饮料", "fruit": "水果", "animal": "动物",
    "band": "乐队", "游戏": "game", "车": "car", "汽车": "car",
    "截止日期": "deadline", "截止时间": "deadline", "交付日期": "deadline", "会议": "meeting", "面试": "interview",
    "考试": "exam", "婚礼": "wedding", "航班": "flight", "发布时间": "release", "上线时间": "launch", "上线日期": "launch",
    "发布会": "launch", "评审": "review",
    "咖啡": "coffee", "茶": "tea", "牛奶": "milk", "啤酒": "beer", "辣": "spicy",
}  # fmt: skip
