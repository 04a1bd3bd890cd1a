"""Countries, regions and large cities that a text names, in any of the languages: アイルランド, "UK", 韩国, 🇮🇹."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from yorisoi.language.normal import normal_form
from yorisoi.language.packs import own_or_lent, packs
from yorisoi.normalization import normalized

_CONTINENTS = {"Africa", "America", "Asia", "Australia", "Europe"}
_ZONES_NOT_SAID = {"America/Nome", "Asia/Oral"}
"""Names that are words."""
_AROUND = (
    (re.compile("[ァ-ヴー]"), "(?<![ァ-ヴー])", "(?![ァ-ヴー語])"),
    (re.compile("[一-鿿]"), "", "(?!語|语|語)"),
    (re.compile("[A-Za-zà-ÿ]"), "(?<![A-Za-z])", "(?![A-Za-z])"),
)
"""Script of a name's first character, what must not stand before it, what not behind."""
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")


def places(text: str) -> frozenset[str]:
    """The countries named, as ISO 3166 codes.

    Names come from CLDR in Japanese, Chinese and English, flags from their letters.  A name inside a longer word does
    not count, nor does a language: ギニアビサウ is not also ギニア, 中国語 is no country.

    >>> sorted(places("アイルランドと UK の育児休暇 🇮🇹"))
    ['GB', 'IE', 'IT']
    """
    initials, by_initials = _initials()
    codes = {by_initials[found] for found in initials.findall(text)}
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
    found = (normal_form(name) for name in pattern.findall(normalized("NFKC", text)))
    return {name: by_name[name] for name in found}


def without_places(text: str) -> str:
    """The text in normal form without the names of countries and cities.

    >>> without_places("UK 在住です")
    '在住です'
    """
    bare = _city_names()[0].sub("", normalized("NFKC", _FLAG.sub("", _initials()[0].sub("", text))))
    return _names()[0].sub("", normal_form(bare))


def place_name(code: str, language: str) -> str:
    """The name of a country in a language; the code itself when there is none.

    >>> place_name("IE", "ja")
    'アイルランド'
    """
    return _territories(own_or_lent(language, lambda pack: pack.names.locales)[0]).get(code, code)


def _locales() -> list[str]:
    return [locale for pack in packs().values() for locale in pack.names.locales]


@cache
def _initials() -> tuple[re.Pattern[str], dict[str, str]]:
    """Names of countries that are only in capitals one, and not inside a word."""
    codes = {initials: code for pack in packs().values() for initials, code in pack.names.initials.items()}
    return re.compile(rf"(?<![A-Za-z])(?:{'|'.join(codes)})(?![A-Za-z])"), codes


@cache
def _territories(locale: str) -> dict[str, str]:
    from babel import Locale  # slow to import, and needed where places matter only

    territories = Locale.parse(locale).territories
    return {code: name for code, name in territories.items() if len(code) == 2 and code.isalpha()}


@cache
def _names() -> tuple[re.Pattern[str], dict[str, str]]:
    by_name: dict[str, str] = {}
    for locale in _locales():
        for code, name in _territories(locale).items():
            by_name.setdefault(normal_form(name), code)
    for pack in packs().values():
        for code, names in pack.names.countries.items():
            by_name.update({normal_form(name): code for name in names})
    return _any_of(by_name), by_name


def _any_of(names: Iterable[str]) -> re.Pattern[str]:
    """Matches the names as whole words of their script, the longest first."""
    longest_first = sorted(names, key=len, reverse=True)
    words: dict[tuple[str, str], list[str]] = {}
    for name in longest_first:
        around = next((around for script, *around in _AROUND if script.match(name)), [r"(?<!\w)", r"(?!\w)"])
        words.setdefault((around[0], around[1]), []).append(re.escape(name))
    return re.compile("|".join(f"{before}(?:{'|'.join(some)}){after}" for (before, after), some in words.items()))


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
    for locale in _locales():
        told = Locale.parse(locale).time_zones
        yield from ((told[zone]["city"], code) for zone, code in zones.items() if told.get(zone, {}).get("city"))
