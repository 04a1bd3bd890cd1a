"""What a pack tells of its language to tell it from others."""

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

from yorisoi.language.foreign_words import FOREIGN_WORDS
from yorisoi.language.scripts import han_run, kana_run, latin_word, other_letter


class Sample:
    """A text as detection looks at it."""

    __slots__ = ("han", "kana", "others", "text", "words")

    def __init__(self, text: str) -> None:
        self.text = text
        self.kana = sum(map(len, kana_run.findall(text))) - text.count("ー")
        """Characters, without the long vowel mark, which stands in Chinese too, for a dash."""
        self.han = "".join(han_run.findall(text))
        self.words = [word.casefold() for word in latin_word.findall(text)]
        """Latin ones, in lower case."""
        self.others = len(other_letter.findall(text))
        """Letters of all other scripts."""


def _nothing(_: Sample) -> int:
    return 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Detection:
    """Scripts are weighed against each other; then the languages of the heaviest one vote."""

    script: str
    """`latin`, `cjk`, or another one by its name.  A few words do not tell languages of one script apart."""
    weight: Callable[[Sample], float]
    """What the text holds of the script: Kana 6, Han and other letters 2 a character, Latin 2 a word and 2 more for a
    function word of this language."""
    votes: Callable[[Sample], float | None]
    """For this language among those of its script; None: it is another one, known or not; inf: beyond doubt."""
    coverage: Callable[[Sample], float] = _nothing
    """Decides between equal votes, when it is worth the time: how far a dictionary knows the text."""


def weight_of_cjk(sample: Sample) -> float:
    """Of Han and Kana, for the languages that are written with them."""
    return 6 * sample.kana + 2 * len(sample.han)


def of_alphabet(
    function_words: Collection[str], *, letters: str = "", foreign: Collection[str] = FOREIGN_WORDS, usual: bool = False
) -> Detection:
    """A language of Latin script, told by its function words and by letters beyond a to z that it is written with.

    `foreign` are function words of languages without a pack: a text with more of these, or of words in letters that
    the language does not have, than of its own is none of its texts.  `usual`: the language of a text that has no
    mark of any.
    """
    own = frozenset(function_words)
    others = frozenset(foreign) - own
    accented = re.compile(f"[{letters}]") if letters else None
    beyond = re.compile(f"[^\\x00-\\x7f{letters}]")

    def marks(sample: Sample) -> int:
        return sum(word in own or (accented is not None and accented.search(word) is not None) for word in sample.words)

    def weight(sample: Sample) -> float:
        return 2 * len(sample.words) + 2 * sum(word in own for word in sample.words)

    def votes(sample: Sample) -> float | None:
        mine = marks(sample)
        strange = sum(word in others or beyond.search(word) is not None for word in sample.words)
        return None if strange > mine or not (mine or usual) else mine - strange + 0.5 * usual

    return Detection(script="latin", weight=weight, votes=votes)


def of_letters(script: str, letters: str) -> Detection:
    """A language that has a script for itself, given as a class of characters: `of_letters("hangul", "가-힣")`."""
    pattern = re.compile(f"[{letters}]")

    def weight(sample: Sample) -> float:
        return 2 * len(pattern.findall(sample.text))

    return Detection(script=script, weight=weight, votes=lambda _: 0)
