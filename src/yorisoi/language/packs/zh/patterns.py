"""Orders, corrections, choices and talk in Chinese, as they are taken word for word."""

import re

from yorisoi.language.dialogue_words import DialoguePatterns

_NUMBER = "[0-9一二三四五六七八九十两]+"

PATTERNS = DialoguePatterns(
    just_answer=re.compile(
        r"直接(?:回答|告诉|说|搜索?|查)|先(?:搜|查|回答)(?:一下|再说)?|别(?:再)?(?:绕弯子|问)了?|不要(?:再)?(?:反)?问"
    ),
    ask_first=re.compile(r"先问我|有不清楚的(?:地方)?(?:请|就)?问我|缺(?:什么|少)信息?.{0,3}问我"),
    corrects=(
        re.compile(
            r"不是(?:说|问)?(?P<old>[^，。,是]{1,12})[，,。 ]*(?:而是|是|我(?:说|问|指)的是|要问的是)(?P<new>[^。?？]{1,30})"
        ),
        re.compile(r"^(?:说错了|打错字?了|写错了|口误)[，,。 ]*(?:是|应该是)?(?P<new>[^。?？]{1,20})"),
        re.compile(r"我(?:说|问|指)的是(?P<new>[^，。,?？]{1,20})(?:[，,]?不是(?P<old>[^，。,]{1,12}))?"),
    ),
    mends=re.compile(
        r"[，,。…\s]{0,20}(?:[啊哦噢额诶呃][，,\s]{0,20})?(?:不对|哦不|(?:我?说|打|写)错了?)[，,。…\s]*(?:(?:应该)?是)?"
    ),
    names_another=re.compile(r"^(?:那么?|那|还有)?[，, ]*(?P<new>[^，。?？\s]{1,10}?)呢[?？。]*$"),
    returns=re.compile(r"刚才|刚刚|之前(?:说|问|那)|最开始|一开始|回到|前面(?:说|问|那)|接着(?:说|问)"),
    turns_away=re.compile(r"对了|另外|换个(?:话题|问题)|顺便|还有(?:个|一个)(?:别的|问题)|跟这个(?:没|无)关"),
    none_fits=re.compile(r"都不是|都不对|没有我(?:想|要)|^以上都不|^其他(?:的)?[。.!！]*$"),
    introduces=re.compile(r"^[^,，]{0,40}如下(?:所示)?[。.]?$"),
    states_limit=re.compile(
        r"^(?:[^，,。\d]{0,40}[，,])?[^，,。\d]{0,20}?(?:文档|资料)(?:中|里)?[^，,。但]{0,20}(?:[没未]有?(?:说明|提到|提及|写|列出|涉及|记载|介绍|给出|找到)|(?:看不出|无法(?:得知|知道|确定|看出)))"
        r"[^，,。但]{0,30}[。.]?$"
    ),
    number=re.compile(
        r"^(?:(?:[啊哦那]|那就)[,，]?\s*)?(?:我?[要选]?第?|选项)\s*([1-9一二三四五])\s*(?:号|个|项|种|[.。)）])?(?:吧|的)?[。.!！]?$"
    ),
    ordinals=("一", "二", "三", "四", "五"),
    around_choice=re.compile(r"^我?[要选]|(?:吧|的|那个)?[。.!！]*$"),
    wants_person=re.compile(r"找谁|联系谁|负责人|问谁"),
    first_said=re.compile(r"(?:最开始|一开始|最早|第一(?:个|次)).{0,8}(?:问|说)"),
    mood=re.compile(r"(?:[(（](?:笑|哭|汗|捂脸)[)）]|哈哈++|呵呵++|嘿嘿++|呜呜++|2333++)+$"),
    talk_kinds={
        "about_me": re.compile(r"你(?:是|叫|能|会)|机器人|人工智能"),
        "thanks": re.compile(r"谢谢|多谢|感谢|谢啦|谢了|帮大忙"),
        "sorry": re.compile(r"不好意思|抱歉|对不起"),
        "goodbye": re.compile(r"再见|拜拜|回头见|先走|晚安"),
        "greeting": re.compile(r"你好|您好|早上好|早安|晚上好|在吗"),
        "relief": re.compile(r"放心|那就好|松了口气|太好了|解决了"),
        "worried": re.compile(r"害怕|好怕|怎么办|糟了|完蛋|慌|担心|紧张|会不会挨骂|开除"),
    },
    asks_on=re.compile("[几何幾]"),
    asks_itself=re.compile("[几何幾哪]"),
    expects=(
        (
            re.compile("多少钱|几块|多贵|费用(?:是|呢)|收费"),
            r"\d[\d,.]*(?:万|千|亿)?(?:元|块|日元|円)|免费",
            "费用|金额|价格",
        ),
        (re.compile("几(?:点|时)"), rf"{_NUMBER}(?:点|时)|\d:\d\d", "时间"),
        (
            re.compile("(?:几|多少)(?P<unit>小时|分钟|个月|工作日|天|周|年|人|次|岁|张|个|件|本|台)"),
            _NUMBER + "UNIT",
            "[数量]$|天数|期限",
        ),
        (
            re.compile("什么时候|几[号月]|何时|哪天|多久|截止"),
            rf"{_NUMBER}(?:月|日|号|点|时|天|周|年|个月|小时|分钟|个?工作日)|周[一二三四五六日末]",
            "时间|日期|期限|截止",
        ),
    ),
    asked_behind=re.compile(r"(?<=.)[几幾].*$"),
    nothing_particular=re.compile(r"方面|的(?:事情?|情况)(?=[。.!！?？]*$)"),
    of_oneself=re.compile("我是|我在|我住"),
    belongs=re.compile("工作|上班|任职|就职|员工|职员|我(?:是|在)[^，。]{1,8}(?:[，。]|$)"),
    of_others=re.compile("(?:部下|同僚|上司|先輩|友人|家族|妻|夫|父|母|同事|家人|下属)(?:在|是)"),
    denied=re.compile(r"不是[^，。]{1,8}"),
    negates=re.compile("(?<!差)[不没未无禁勿](?!仅|但|过)"),
    restricts=re.compile("[只仅]"),
    asks=re.compile(r"[?？]|吗|呢|什么|怎么|哪|谁|多少|几|如何|请问|是否|告诉我"),
    talk=re.compile(
        r"你好|您好|谢谢(?:你|您|啦|啊)?|多谢|再见|早上好|晚上好|明白了?|好的|知道了|辛苦了|不好意思|抱歉|哈哈+"
    ),
    recalls=re.compile(
        r"(?:我|你|咱们?)(?:刚才|之前|最开始|一开始|上次)?(?:问|说)(?:的|过|了)(?:是)?(?:什么|啥|哪)|记得"
    ),
    troubled=re.compile(r"烦恼|纠结|苦恼|困扰|压力|失眠|睡不着|该不该|好烦|难受|焦虑|撑不住|处不来|不想干"),
    definite=re.compile(r"什么|怎么|哪|谁|多少|几|如何|吗|[?？]|时间|期限|流程|方法"),
    points_back=re.compile(r"它|这个|那个|这些|那些|那里|这里|其中|该|(?:呢|的话)[?？。]*$|^(?:那|另外|还有|然后)"),
)
