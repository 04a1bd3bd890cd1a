"""An utterance and what it is made of."""

from dataclasses import dataclass
from functools import cached_property
from typing import Self

from yorisoi.language.detect import detect_language
from yorisoi.language.keywords import keywords_of
from yorisoi.language.morpheme import Morpheme
from yorisoi.language.morphemes import morphemes
from yorisoi.language.normal import normal_form
from yorisoi.language.pack import LanguagePack
from yorisoi.language.packs import FIRST, pack_of
from yorisoi.language.phrases import NounPhrase, phrases_of
from yorisoi.language.sentences import sentences
from yorisoi.language.terms import analyse
from yorisoi.ports import Terms
from yorisoi.types import Language


@dataclass(frozen=True)
class Utterance:
    """A text in its language; what it is made of is worked out once, when it is first asked for.

    Two utterances of the same words in the same language are equal.

    >>> said = Utterance.of("子どもの看護休暇は取れますか")
    >>> said.language, said.keywords, [phrase.text for phrase in said.noun_phrases]
    ('ja', ('子ども', '看護休暇', '取れる'), ['子ども', '看護休暇'])
    """

    text: str
    language: Language

    @classmethod
    def of(cls, text: str, default: Language = FIRST) -> Self:
        """The text in the language that it seems to be in; `default` where nothing tells."""
        return cls(text, detect_language(text, default))

    @property
    def pack(self) -> LanguagePack:
        return pack_of(self.language)

    @cached_property
    def normal(self) -> str:
        """The text in normal form, against which patterns are matched."""
        return normal_form(self.text)

    @cached_property
    def morphemes(self) -> tuple[Morpheme, ...]:
        return morphemes(self.text, self.language)

    @cached_property
    def noun_phrases(self) -> tuple[NounPhrase, ...]:
        return tuple(phrases_of(self.text, self.morphemes))

    @cached_property
    def keywords(self) -> tuple[str, ...]:
        """What it is about: see `yorisoi.language.keywords`."""
        return keywords_of(self.text, self.language, self.morphemes)

    @cached_property
    def terms(self) -> Terms:
        """As the lexical index sees it: see `yorisoi.language.terms`."""
        return analyse(self.text, self.language)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        return tuple(sentences(self.text, self.language))
