"""What countries and cities are called in Chinese."""

from yorisoi.language.pack import Names

NAMES = Names(
    locales=("zh", "zh_Hant"),
    countries={
        "US": ("美國",),
        "GB": ("英國",),
        "KR": ("韓國",),
        "MO": ("澳门", "澳門"),
        "TW": ("臺灣",),
    },
)
