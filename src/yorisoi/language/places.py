"""Countries, regions and large cities that a text names, in any of the languages: アイルランド, "UK", 韩国, 🇮🇹."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from yorisoi.language.normal import normal_form

LANGUAGES = ("ja", "zh", "zh_Hant", "en")

_SHORT = {
    "US": "アメリカ,米国,合衆国,美國,usa,america",
    "GB": "英国,英國,britain,england",
    "KR": "大韓民国,韓國,korea",
    "KP": "朝鮮民主主義人民共和国",
    "HK": "香港,hong kong",
    "MO": "マカオ,澳门,澳門,macau",
    "CZ": "チェコ,czech",
    "RU": "ロシア,russia",
    "AE": "uae",
    "TW": "臺灣",
    "NL": "holland",
    "CN": "中華人民共和国",
}
"""Names that people use beside those of CLDR."""
_INITIALS = {"US": "US", "UK": "GB"}
"""Only in capitals and as a word: "us" is a pronoun."""
_CONTINENTS = {"Africa", "America", "Asia", "Australia", "Europe"}
_ZONES_NOT_SAID = {"America/Nome", "Asia/Oral"}
"""Names that are words."""
_KANA, _HAN, _LATIN = re.compile("[ァ-ヴー]"), re.compile("[一-鿿]"), re.compile("[A-Za-zà-ÿ]")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_CAPITALS = re.compile(rf"(?<![A-Za-z])(?:{'|'.join(_INITIALS)})(?![A-Za-z])")


def places(text: str) -> frozenset[str]:
    """The countries named, as ISO 3166 codes.

    Names come from CLDR in Japanese, Chinese and English, flags from their letters.  A name inside a longer word does
    not count, nor does a language: ギニアビサウ is not also ギニア, 中国語 is no country.

    >>> sorted(places("アイルランドと UK の育児休暇 🇮🇹"))
    ['GB', 'IE', 'IT']
    """
    codes = {_INITIALS[found] for found in _CAPITALS.findall(text)}
    for flag in _FLAG.findall(text):
        codes.add("".join(chr(ord(letter) - 0x1F1E6 + ord("A")) for letter in flag))
    pattern, by_name = _names()
    codes.update(by_name[name] for name in pattern.findall(normal_form(text)))
    return frozenset(codes)


def cities(text: str) -> Mapping[str, str]:
    """The cities named, each in normal form with the ISO 3166 code of its country.

    They are those after which the world's time zones are called (CLDR): capitals and other large ones, in Japanese,
    Chinese and English, these with a capital letter.

    >>> dict(cities("ソウルと Dublin の祝日"))
    {'ソウル': 'KR', 'dublin': 'IE'}
    """
    pattern, by_name = _city_names()
    found = (normal_form(name) for name in pattern.findall(unicodedata.normalize("NFKC", text)))
    return {name: by_name[name] for name in found}


def without_places(text: str) -> str:
    """The text in normal form without the names of countries and cities.

    >>> without_places("UK 在住です")
    '在住です'
    """
    bare = _city_names()[0].sub("", unicodedata.normalize("NFKC", _FLAG.sub("", _CAPITALS.sub("", text))))
    return _names()[0].sub("", normal_form(bare))


def place_name(code: str, language: str) -> str:
    """The name of a country in a language; the code itself when there is none.

    >>> place_name("IE", "ja")
    'アイルランド'
    """
    return _territories(language if language in LANGUAGES else "en").get(code, code)


@cache
def _territories(language: str) -> dict[str, str]:
    from babel import Locale  # slow to import, and needed where places matter only

    territories = Locale.parse(language).territories
    return {code: name for code, name in territories.items() if len(code) == 2 and code.isalpha()}


@cache
def _names() -> tuple[re.Pattern[str], dict[str, str]]:
    by_name: dict[str, str] = {}
    for language in LANGUAGES:
        for code, name in _territories(language).items():
            by_name.setdefault(normal_form(name), code)
    for code, names in _SHORT.items():
        by_name.update({normal_form(name): code for name in names.split(",")})
    return _any_of(by_name), by_name


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Matches the names as whole words, the longest first."""
    longest_first = sorted(names, key=len, reverse=True)
    kana, han, latin = (
        "|".join(re.escape(name) for name in longest_first if script.match(name)) for script in (_KANA, _HAN, _LATIN)
    )
    return re.compile(
        rf"(?<![ァ-ヴー])(?:{kana})(?![ァ-ヴー語])|(?:{han})(?!語|语|語)|(?<![A-Za-z])(?:{latin})(?![A-Za-z])"
    )


@cache
def _city_names() -> tuple[re.Pattern[str], dict[str, str]]:
    names = dict(_cities())
    return _any_of(names), {normal_form(name): code for name, code in names.items()}


def _cities() -> Iterator[tuple[str, str]]:
    """(name, code of the country)"""
    from babel import Locale
    from babel.core import get_global

    zones = {
        zone: code
        for zone, code in get_global("zone_territories").items()
        if zone.partition("/")[0] in _CONTINENTS and zone.count("/") == 1 and zone not in _ZONES_NOT_SAID
    }
    yield from ((zone.partition("/")[2].replace("_", " "), code) for zone, code in zones.items())
    for language in LANGUAGES:
        told = Locale.parse(language).time_zones
        yield from ((told[zone]["city"], code) for zone, code in zones.items() if told.get(zone, {}).get("city"))
