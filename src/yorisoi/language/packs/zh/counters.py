"""What figures count in Chinese; 点 is none (hours, points), nor is what is only the beginning of a fraction."""

COUNTERS = {
    "money": ("元", "块", "日元", "人民币"),
    "dollar": ("美元", "美金"),
    "euro": ("欧元",),
    "second": ("秒",),
    "minute": ("分", "分钟", "分鐘"),
    "": ("分之", "个百分点"),
    "hour": ("小时", "小時", "个小时", "個小時", "时", "钟头", "个钟头"),
    "day": ("天", "日", "工作日", "个工作日", "個工作日"),
    "week": ("周", "星期", "礼拜", "个星期", "个礼拜"),
    "month": ("月", "个月", "個月"),
    "year": ("年", "周年"),
    "age": ("岁", "周岁", "歲"),
    "person": ("人", "名", "位", "个人", "個人"),
    "kilo": ("公里", "公斤", "千米", "千克"),
    "thing": tuple("次回遍个個件张張台本册份套项項种種"),
}
