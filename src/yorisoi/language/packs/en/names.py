"""What countries and cities are called in English."""

from yorisoi.language.pack import Names

NAMES = Names(
    locales=("en",),
    countries={
        "US": ("usa", "america"),
        "GB": ("britain", "england"),
        "KR": ("korea",),
        "HK": ("hong kong",),
        "MO": ("macau",),
        "CZ": ("czech",),
        "RU": ("russia",),
        "AE": ("uae",),
        "NL": ("holland",),
    },
    initials={"US": "US", "UK": "GB"},
)
