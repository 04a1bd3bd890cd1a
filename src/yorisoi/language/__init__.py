"""What a text is made of: language, normal form, morphemes, sentences, key words."""

from yorisoi.language.detect import detect_language
from yorisoi.language.keywords import keywords
from yorisoi.language.morpheme import Morpheme, Pos
from yorisoi.language.morphemes import morphemes
from yorisoi.language.normal import beginning, normal_form, spelt_out
from yorisoi.language.phrases import NounPhrase, noun_phrases
from yorisoi.language.places import cities, place_name, places, without_places
from yorisoi.language.sentences import sentences
from yorisoi.language.terms import analyse, spelling
from yorisoi.language.utterance import Utterance

__all__ = [
    "Morpheme",
    "NounPhrase",
    "Pos",
    "Utterance",
    "analyse",
    "beginning",
    "cities",
    "detect_language",
    "keywords",
    "morphemes",
    "normal_form",
    "noun_phrases",
    "place_name",
    "places",
    "sentences",
    "spelling",
    "spelt_out",
    "without_places",
]
