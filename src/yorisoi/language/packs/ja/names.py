"""What countries and cities are called in Japanese."""

from yorisoi.language.pack import Names

NAMES = Names(
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
