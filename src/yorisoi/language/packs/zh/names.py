"""What names of things and places look like in Chinese."""

import re

from yorisoi.language.pack import Names
from yorisoi.language.packs.zh.morphology import proper

NAMES = Names(
    kinds={
        "person": re.compile("(?:老师|先生|女士|小姐|总|经理)$"),
        "place": re.compile("(?:分公司|总部|办公室|支部|国|市|省)$"),
        "time": re.compile(
            "^(?:(?:今|明|昨|去|本|前|后)[年天月]|[上下这本]个?(?:月|周|星期|季度)|周[一二三四五六日末])(?:末|初|中|底|上旬|中旬|下旬)?$"
        ),
        "employment": re.compile("(?:试用期员工|正式员工|合同工|兼职|实习生)$"),
        "family": re.compile("(?:义?父母|配偶|孩子|祖父母)$"),
    },
    proper=proper,
    locales=("zh", "zh_Hant"),
    countries={
        "US": ("美國",),
        "GB": ("英國",),
        "KR": ("韓國",),
        "MO": ("澳门", "澳門"),
        "TW": ("臺灣",),
    },
)
