"""A language that nobody has thought of: all of it, as its author would put it into `yorisoi/language/packs/eo.py`."""

import re

from yorisoi.language.detection import of_alphabet
from yorisoi.language.pack import Dates, Graph, LanguagePack, Marks, Memory, Names, Persona, Words, alphabetic
from yorisoi.language.word_list import word_list

_FUNCTION_WORDS = word_list(
    "la kaj en de al mi vi li ŝi ĝi ni ili estas ne jes por kun sur el ke se ĉu kiu kio kie kiam kiel kiom mia via ĉi"
    " da povas"
)


def _stem(word: str) -> str:
    """Without the endings of plural and accusative: librojn -> libro."""
    return re.sub(r"(?<=[aeo])j?n?$", "", word)


PACK = LanguagePack(
    code="eo",
    detection=of_alphabet(_FUNCTION_WORDS, letters="ĉĝĥĵŝŭĈĜĤĴŜŬ"),
    analysis=alphabetic(_FUNCTION_WORDS, _stem),
    words=Words(requests=word_list("bonvolu diru diri scias scii"), attitudes=word_list("ŝatas amas")),
    marks=Marks(abbreviations=("ktp",)),
    names=Names(locales=("eo",)),
    dates=Dates(
        relative=((re.compile(r"\bhieraŭ\b"), "day", -1), (re.compile(r"\bvenontsemajne\b"), "week", 1)),
    ),
    persona=Persona(
        said=(
            ("home", re.compile(r"\bmi loĝas en (?P<topic>\w+)", re.I)),
            ("likes", re.compile(r"\bmi ŝatas (?P<topic>\w+)", re.I)),
        ),
        not_about_oneself=re.compile(r"\?"),
        asked={"home": re.compile("kie mi loĝas")},
    ),
    memory=Memory(recollects=re.compile(r"\b(?:ĉu vi memoras|mi diris)\b"), of_oneself=re.compile(r"\bkie mi\b")),
    graph=Graph(likes=re.compile(r"\bŝatas\b"), relations={"part": "parto"}),
)
