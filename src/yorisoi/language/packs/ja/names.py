"""What names of things and places look like in Japanese."""

import re

from yorisoi.language.pack import Names
from yorisoi.language.packs.ja.morphology import proper

NAMES = Names(
    kinds={
        "person": re.compile("(?:さん|様|氏|くん|ちゃん|先生|部長|課長|社長|教授|先輩)$"),
        "place": re.compile("(?:支社|支店|本社|拠点|オフィス|営業所|工場|事業所|国|県|市|省)$"),
        "time": re.compile(
            r"^(?:(?:今|来|先|翌|昨|本|前|明|去|同|再来|先々)(?:年度?|月|週|日|期|夏|冬|四半期)|明?後日|一昨日"
            r"|(?:[月火水木金土日]曜日?)+|土日|平日|祝日|休日|週末|年末年始|夏|冬"
            r"|[0-9０-９一二三四五六七八九十]+(?:年度?|月|日|時|週間?)+)(?:末|初|中|底|上旬|中旬|下旬)?$"
        ),
        "employment": re.compile(
            "(?:正社員|契約社員|派遣(?:社員)?|嘱託(?:社員)?|パート(?:タイム|タイマー)?(?:社員|従業員)?|アルバイト|新入社員|新卒|中途"
            "|管理職|役員|業務委託|インターン)$"
        ),
        "family": re.compile("(?:配偶者|妻|夫|子(?:ども|供)?|親|父|母|両親|祖父母?|祖母|兄弟|姉妹|孫|家族)$"),
    },
    proper=proper,
    locales=("ja",),
    countries={
        "US": ("アメリカ", "米国", "合衆国"),
        "GB": ("英国",),
        "KR": ("大韓民国",),
        "KP": ("朝鮮民主主義人民共和国",),
        "HK": ("香港",),
        "MO": ("マカオ",),
        "CZ": ("チェコ",),
        "RU": ("ロシア",),
        "CN": ("中華人民共和国",),
    },
)
