"""Words that a retelling may add without claiming anything new: the user prefers, her company, 用户希望. Data only."""

_ENGLISH = """
    able account achievement acknowledge action activity actually add admire advice advise advocate age aim allergic allergy allow along amount
    answer appear apply appointment appreciate approach area arrange arrive ask aspect assure attend author available avoid aware base become
    begin behavior behaviour belief believe belong beverage birthday bring brand building business call cannot care carry category cause
    celebrate certain challenge change child choice choose city claim class clear clothes coffee colleague come common communication company
    compare complete concern condition confidence confirm consider consist consume contain contact continue conversation cook country course
    create current currently custom customer daily date day deal decide decision default degree deliver dependent describe desire despite detail
    determine device dietary diet different difficulty discuss dislike document double drink drive due duration early eat editor emphasize
    employ employee employer encourage end engage enjoy enough especially essential establish event everything exactly example excitement
    exclusively exercise expect expense experience explore express family favorite favourite feedback feel feeling figure find finish
    first fluent focus follow food form format forward free frequent frequently friend full general generally give goal gram grateful
    gratitude greatly group grow habit handle happen happiness happy hate health height help highlight hobby hold home hour house household
    human identity importance important improve include inch incorporate indicate individual inform information initial input instead
    intend interest involve issue item job join keep kid kilogram kilometer kilometre kind know language large last late lead learn leave
    length let level life like likely list listen live local locate location long look lot love main mainly maintain make male manage
    manager manner many married mate matter meal mean measure media medical meet meeting member mention message meter metre method mile mind
    minute monday money month monthly morning move multiple name named need new next night normally note notice number occur offer
    office often old oneself open operate opinion opportunity order organization organise organize own owner pace pair parent part
    participate particular particularly partner party past pay people per percent perform period person personal pet phone piece place plan
    platform play pleased point position positive possess practice practise preference prefer preparation prepare presence present previous
    previously price problem process product profession program programming project pronoun provide purchase purpose put query question rate
    read real receive recent recently recommend refer regard regular regularly relate relation relationship relative remain remember report
    request require resident reside respond response result reward role room routine run salary say schedule school season see seek sense serve set several
    share shared show sibling significant similar simple since situation size skill sleep sort source speak specific specifically spend stand
    start state stay still stop store strong strongly study style subject success suffer suggest support symbolize system take talk
    task team tell term text thing think three tie time title together tool topic total toward towards train transport travel tries true
    try turn type typical typically unable understand unit use used usual usually utilize utilise value various vehicle via view visit wake want watch way week
    weekly weigh weight whole willing willingness wish word work worker workplace write written year yearly young
    afternoon evening spring summer autumn winter january february march april may june july august september october november december
    tuesday wednesday thursday friday saturday sunday today tomorrow yesterday tonight
    worse better bigger smaller foot feet tall th st nd rd am pm cm kg km lb lbs mb gb ms eur usd gbp cny euro dollar pound yuan pence cent
"""
"""Verbs of telling, holding and doing, words for kinds of things, calendar words and units."""

_CHINESE = """
    要求 希望 喜欢 偏好 倾向 讨厌 不喜欢 使用 居住 现居 从事 就职 任职 工作 就读 就读于 就职于 任职于 毕业于 考入 毕业 拥有 担任 负责 名叫 名为 叫做 叫作 称为 称呼 名字 姓名
    姓氏 职业 职位 岗位 行业 公司 单位 团队 部门 项目 产品 客户 同事 成员 人员 人数 员工 家庭 家人 家里 家 家乡 老家 籍贯 孩子 小孩 子女 本人 个人 人 人士 亲属 宠物 朋友
    年龄 年纪 岁 生日 出生 出生日期 身高 体重 体型 性别 住址 地址 地点 地区 城市 位置 电话 手机 手机号 邮箱 号码 工号 编号 车辆 汽车 车 行驶 里程 房子 房屋 住所
    时间 日期 时候 期间 时段 早上 上午 中午 下午 晚上 夜里 凌晨 每天 每周 每月 每年 每日 周一 周二 周三 周四 周五 周六 周日 周末 星期 工作日 平时 日常 目前 当前 现在
    去年 今年 明年 上周 本周 下周 上月 本月 下月 上个月 下个月 季度 本季度 年度 数量 数目 次数 频率 时长 长度 价格 费用 金额 租金 月租 薪资 预算 成本 单价 总价
    语言 方式 方法 格式 形式 风格 习惯 爱好 兴趣 口味 饮食 食物 食品 饮料 饮品 早餐 午餐 晚餐 餐 外卖 运动 活动 课程 课 学校 小学 中学 大学 学院 医院 年级 班级 专业
    身体 健康 病史 过敏 患有 患 高血压 症状 情况 状态 状况 内容 信息 资料 数据 文档 文件 文字 消息 回复 回答 答案 问题 需求 目标 计划 安排 规则 规定 原则 原因 结果
    工具 软件 系统 平台 设备 电脑 服务 功能 版本 代码 语句 编程 开发 数据库 业务 任务 事项 事情 东西 物品 品牌 类型 种类 名称 标题 主题 颜色 部分 整体 全部 所有 其他
    主要 长期 经常 通常 一般 通过 进行 表示 认为 觉得 提到 提及 表达 需要 必须 可以 能够 不能 不会 不用 允许 禁止 避免 保持 包括 属于 位于 来自 前往 参加 学习 购买 养 饲养
    独自 独居 常用 固定 已婚 未婚 结婚 相关 具体 以上 以下 左右 约 大约 不超过 元 人民币 美元 公里 千米 公斤 千克 厘米 分钟 小时 一起 共同 双方 彼此 对方 关系
"""

MADE_OF_THE_TELLING = frozenset(f"{_ENGLISH} {_CHINESE}".split())
"""Words of a retelling, as they stand in a dictionary."""

OTHER_WORDS = (
    r"\b(?:wife|spouse|partner)\b|老婆|妻子|媳妇|爱人|配偶", r"\b(?:husband|spouse|partner)\b|老公|丈夫|爱人|配偶",
    r"\b(?:children|child|kids?)\b|孩子|小孩|娃", r"\b(?:tv|television)\b|电视", r"\b(?:flat|apartment)\b|公寓", r"\b(?:bike|bicycle|cycl\w+)\b|单车|自行车|骑车",
    r"\b(?:cellphone|phone|mobile)\b|手机|电话", r"\b(?:film|movie)s?\b|电影|片子", r"\b(?:gran|grandma|grandmother|nan|granny)\b|奶奶|外婆|姥姥",
    r"\b(?:grandpa|grandad|grandfather)\b|爷爷|外公|姥爷", r"\b(?:doctor|doc|physician)\b|医生|大夫", r"\b(?:car|automobile)\b|车|汽车", r"\b(?:job|occupation|profession|work)\b",
    r"\b(?:town|city|hometown)\b|老家|家乡|籍贯", r"\b(?:photo|picture|pic|image)s?\b|照片|图片", r"\b(?:bug|defect)s?\b", r"\b(?:medicine|medication|meds|drug)s?\b|药|药物",
    r"\b(?:fridge|refrigerator)\b|冰箱", r"\b(?:db|database)s?\b|数据库|库", r"\b(?:vegetarian|veggie)\b|吃素|素食", r"\b(?:uni|university|college)\b|大学",
    r"\b(?:exam|examination|test)s?\b|考试", r"\b(?:dev|developer|programmer|coder)s?\b|程序员|码农|开发者", r"\b(?:teach\w*|teacher)\b|老师|教师", r"\b(?:vet|veterinarian)\b|兽医",
    r"\b(?:ad|ads|advert\w*)\b|广告", r"\b(?:repo|repository)\b|仓库", r"\b(?:prod|production)\b|生产环境|线上", r"\b(?:config|configuration)\b|配置",
    r"\b(?:app|application)s?\b|应用", r"\b(?:gym|fitness)\b|健身房?", r"微信|\bwechat\b", r"睡觉|睡眠|睡", r"起床|起", r"做饭|烹饪|下厨", r"开车|驾车|驾驶", r"护士|护理",
)  # fmt: skip
"""The same thing in other words: a source that holds one of a line supports the others."""
