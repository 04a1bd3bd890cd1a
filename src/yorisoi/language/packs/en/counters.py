"""What figures count in English; `m` is none (metres, minutes, millions)."""

COUNTERS = {
    "money": ("yen", "jpy", "yuan", "rmb"),
    "dollar": ("dollar", "dollars", "usd"),
    "euro": ("euro", "euros", "eur"),
    "pound": ("gbp",),
    "percent": ("percent", "per cent"),
    "second": ("second", "seconds", "sec"),
    "minute": ("minute", "minutes", "min", "mins"),
    "hour": ("hour", "hours", "hr", "hrs", "h", "o'clock"),
    "day": tuple(
        f"{kind}{day}"
        for kind in ("", "business ", "working ", "calendar ", "consecutive ", "full ")
        for day in ("day", "days")
    ),
    "week": ("week", "weeks"),
    "month": ("month", "months"),
    "year": ("year", "years"),
    "age": ("years old", "years of age", "year-old", "year-olds"),
    "person": ("person", "persons", "people"),
    "thing": ("times",),
    "kilo": ("kilometre", "kilometres", "kilometer", "kilometers", "kilo", "kilos"),
}
