"""What names of things and places look like in English."""

import re

from yorisoi.language.pack import Names

NAMES = Names(
    kinds={
        "employment": re.compile("(?:part-?timers?|full-?timers?|contractors?|interns?|managers?)$", re.I),
        "family": re.compile("(?:spouse|child(?:ren)?|parents?|grandparents?|siblings?)$", re.I),
    },
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
