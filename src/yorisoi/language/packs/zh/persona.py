"""What people say of themselves in Chinese."""

import re

from yorisoi.language.pack import Persona

_T = r"(?P<topic>[^，。！？,!?\s的了]{1,20}?)"
_END = r"(?=[，。！？,!?；;\s]|的|了|$)"
_VERY = r"(?:也|很|非常|特别|最|比较|一直|真的|还|挺|超)*"
_WHEN_WORD = r"(?:现在|目前|一直|已经|刚刚?|最近|从小|因为工作|仍然?|还是?|就|也|都|平时|\d{2,4}年|今年年初|[去今前]年|上个?[月周]|[一二三四五六七八九十\d]+[年个]月?前|结婚后|毕业(?:以?后))"
_WHEN = rf"{_WHEN_WORD}*+"
_WITH = rf"(?:全家|一家(?:[三四五]口)?|一个人|独自|自己|一起|[和跟与](?:(?!住在|搬[到去]|一起|{_WHEN_WORD})[^，。]){{1,8}}+)*+"
"""Without going back (`*+`): 和 may stand in the name behind 和, and what can be read in two ways, again and again, takes
for ever."""
_SURNAME = (
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖萧田董袁潘于余叶蒋杜苏魏程吕丁任沈姚卢姜崔钟谭陆汪"
    "范金石廖贾夏韦付傅方白邹孟熊秦邱江尹薛闫阎段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤常温康施文牛樊葛邢安齐易乔"
    "庞颜倪庄聂章鲁岳翟殷詹申欧耿关兰焦俞左柳甘祝包宁尚符舒阮柯纪梅童凌毕单季裴霍涂成苗谷盛曲翁冉骆蓝路游辛欧"
)
_CALLED = rf"(?P<topic>(?:[小老阿{_SURNAME}]|欧阳|司马|上官|诸葛|(?P<twice>[一-龠])(?P=twice))[一-龠]{{0,3}}(?<=..)|[A-Za-z][A-Za-z·. ]{{1,20}}?)"
"""What a person is called, and not whom or what one calls: 我叫外卖."""

_SAID: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        ("ended", rf"我?(?:已经)?不再{_T}了?{_END}"),
        ("ended", rf"(?:戒了|放弃了|不养){_T}了?{_END}"),
        ("name", rf"我叫做?{_CALLED}{_END}"),
        ("name", rf"我的名字[是叫](?![错得不没]){_T}{_END}"),
        ("age", r"我(?:今年|现在|已经)*+(?P<topic>\d{1,3})岁"),
        (
            "home",
            rf"^{_WHEN}(?:(?:我|咱)们?{_WITH}{_WHEN}{_WITH})?(?:住在|搬到了?|搬去了?)(?!一起)(?P<topic>[^，。！？,!?\s的了是]{{1,20}}?){_END}",
        ),
        ("origin", rf"我(?:来自|是在?){_T}(?:人|出生|长大)"),
        ("work", rf"我{_WHEN}在{_T}(?:工作|上班|任职|部门|(?<=[部科]){_END})"),
        ("work", rf"(?:调|转|跳槽)到了?{_T}(?:工作|上班|任职|部门|(?<!过){_END})"),
        ("married", r"(?P<topic>单身|结婚了|已婚|离婚了)"),
        ("pet", rf"我?家?(?:养了|养着)(?:一|两|三)?[只条个]?{_T}{_END}"),
        ("health", rf"(?:^|我)(?:也|从小|一直)?对{_T}(?<![不没])(?<!没有)过敏"),
        ("dislikes", rf"我{_VERY}(?:不喜欢|讨厌|不爱|不吃|不喝){_T}{_END}"),
        ("bad_at", rf"我{_VERY}(?:不擅长|不会){_T}{_END}"),
        ("likes", rf"我{_VERY}(?:喜欢|爱|热爱|迷上了?){_T}{_END}"),
        ("hobby", rf"我的?爱好是{_T}{_END}"),
        ("good_at", rf"我{_VERY}(?:擅长|会){_T}{_END}"),
        ("family", r"我?有(?:一|两|三|四|\d)个(?P<topic>孩子|儿子|女儿|哥哥|姐姐|弟弟|妹妹)"),
        ("family", r"我(?:的)?(?P<topic>妻子|丈夫|老婆|老公|儿子|女儿|爸爸|妈妈|父母)(?:是|在|今年|也)"),
        ("plan", rf"我?(?:打算|计划|决定){_T}{_END}"),
        ("habit", rf"我?(?:每天|每周|每个?周末|经常|常常|平时){_T}{_END}"),
        ("self", rf"^我是(?![替帮代][^，。]{{1,10}}[问来])一?个?{_T}{_END}"),
    )
)
_BEFORE = re.compile(
    # whole clauses, the last of which does not go on with what was said or supposed
    r"(?:.*(?<![说写道设如])[，,；;。！!、\s])?+"
    r"(?:大家好|其实|对了|嗯|是的|那么?|然后|但是?|可是|不过|所以|因为|由于|既然|虽然|而且|并且|另外|还有|医生说|检查发现|自我介绍一下：)*+"
    rf"{_WHEN}(?:[我咱]们?)?{_WITH}{_WHEN}",
    re.S,
)
_BEHIND = re.compile(
    r"(?:了|的)?(?:很久|多年|(?:已经|快|有)?[一二三四五六七八九十两几\d]{1,3}多?(?:年|个月)多?|(?:很|比较|特别)?严重)?了?[啊呀哦哈啦～~]?"
    r"(?:$|[，,。！!；;、…\s)）])"
)
_NOT_ABOUT_ONESELF = re.compile(
    r"[?？]|我[叫是][^，,。]{1,8}[，,]不对[，,]|[吗呢吧][。！]*$|你|您|如果|要是|可能|听说|据说|应该|(?:[他她]们?|别人|有人)说我|^(?:我|我们)?(?:以前|曾经|过去|原来|小时候)[^，,；;。]*$"
)
_CLAUSE = re.compile(r"[^，,；;]+[，,；;]*|[，,；;]+")
_LEAD = re.compile(r"^(?:是的|对|嗯|好的|其实|不过|还有|另外)[，,。\s]*")
_EMPTY_TOPIC = re.compile(r"(?:这个?|那个?|它|什么|这样|那样|你|他|她|一个|人)")
_TRIM = re.compile(r"^(?:一[只条个]|这|那)(?=.)")

_ASKED = {
    kinds: re.compile(pattern)
    for kinds, pattern in {
        "home": r"我.{0,6}住",
        "work": r"我.{0,6}(?:工作|上班)",
        "origin": r"来自",
        "name": r"我(?:叫|姓)(?:什么|啥)|我的名字|我是谁",
        "age": r"我.{0,4}几岁|多大",
        "birthday": r"生日",
        "pet": r"养了?什么|宠物",
        "family": r"家人|孩子",
        "health": r"过敏",
        "dislikes bad_at": r"不喜欢|讨厌",
        "likes": r"喜欢",
        "hobby good_at": r"爱好",
    }.items()
}
PERSONA = Persona(
    oneself=re.compile("我(?:现在|今年|刚才|之前|到底)*(?:的)?(?:叫|姓|名字|几岁|多大|生日|住|家住|来自|是谁|是哪)"),
    others=re.compile(
        "[妈爸哥姐弟妹爷奶叔姨]|女儿|儿子|孩子|老[公婆师板]|先生|太太|爱人|妻子|丈夫|父母|父亲|母亲|朋友|同事|经理|主管|[猫狗]"
    ),
    said=_SAID,
    not_about_oneself=_NOT_ABOUT_ONESELF,
    before=_BEFORE,
    behind=_BEHIND,
    clause=_CLAUSE,
    lead=_LEAD,
    empty_topic=_EMPTY_TOPIC,
    trim=_TRIM,
    asked=_ASKED,
)
