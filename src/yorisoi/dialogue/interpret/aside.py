"""An utterance less the talk around what it asks: 「ふーん。車で通ってもいいのかな」, 「領収書なくした…泣」.

One says thanks and asks the next thing in one breath.  Read as a whole such an utterance is talk, and what it names in
passing is searched with it; so each part is read by itself, and those that are talk are left out at either end, if what
is left is a question: 「そっか、まあしょうがないね」 is talk as a whole.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from unicodedata import category

from yorisoi.dialogue.held import held
from yorisoi.dialogue.patterns import patterns
from yorisoi.language import Utterance, keywords, normal_form, noun_phrases
from yorisoi.language.own_name import own_name
from yorisoi.language.sentences import sentences
from yorisoi.types import Language

_BREATH = re.compile(r"(?:[〜～♪…、，]|\.{2,}+|,(?=\s)|(?<=[^\x00-\x7f]),)++\s*+(?![\d\s。！？!?.])")
"""Many write Chinese with the commas of Latin letters: 「不是钱包,是外套」."""
_EMPTY, _NAMING = 0.4, 0.8
"""Probability of talk from which a part that names nothing is left out, and a sentence that names something."""
_ECHO = 20
"""Characters of what may say again what was said."""
_MOST_OF_A_NAME = 3
"""Parts in which one gives one's name, greetings among them."""
_PICTURES = ("So", "Sk", "Mn", "Cf", "Zs")
"""Categories of Unicode that emoji are made of, and the white space between them."""
_QUESTION_MARK = re.compile(r"[?？]\s*$")
ENDS = re.compile(r"(?<![。！？!?.｡])[。！？!?.｡]\W*+$")


def parts(text: str, language: Language) -> list[str]:
    """The sentences, cut once more where one draws breath; joined they are the text."""
    found: list[str] = []
    for sentence in sentences(text, language):
        cuts = [0, *(match.end() for match in _BREATH.finditer(sentence)), len(sentence)]
        found += [sentence[start:end] for start, end in pairwise(cuts) if start < end]
    return found


def without_mood(said: Utterance) -> Utterance:
    """The utterance without the marks of mood at its end: (笑), …泣, lol, and pictures; unless nothing else is said."""
    end = next((at for at, char in enumerate(reversed(said.text)) if category(char) not in _PICTURES), 0)
    bare = patterns(said.language).mood.sub("", said.text[: len(said.text) - end]).rstrip()
    return replace(said, text=bare) if any(char.isalnum() for char in bare) else said


def without_name(said: Utterance) -> Utterance:
    """The utterance without a name that one gives before it says what is wanted, which stands in no document."""
    found = parts(said.text, said.language)
    for count in range(min(len(found) - 1, _MOST_OF_A_NAME), 0, -1):
        rest = "".join(found[count:])
        if own_name("".join(found[:count]), said.language) and any(map(str.isalnum, rest)):
            return replace(said, text=rest)
    return said


def without_talk(found: Sequence[str], talk: Sequence[float], language: Language, reply: str = "") -> str:
    """What is left of these parts, each of which is talk with this probability; all of them if none asks for anything.

    A sentence that is talk is left out, and of what only ends in a breath that which names nothing, or is talk as all
    behind it in its sentence is (「便利だね、ありがと。」).  So is what only says again what our `reply` said, where it
    is a number (「1か月前ね。」) or goes on as talk (「窓口か、ありがとう。」): any other thing may be asked about.
    """
    said = normal_form(reply)
    kept: list[bool] = []
    for part, each in zip(reversed(found), reversed(talk), strict=True):
        goes_on_as_talk = not ENDS.search(part) and kept and not kept[-1]
        echoes = (goes_on_as_talk or any(map(str.isdigit, part))) and _echoes(part, said, language)
        ends = ENDS.search(part) or goes_on_as_talk
        kept.append(not (echoes or _aside(part, each, language, ends=bool(ends))))
    kept.reverse()
    if not any(kept):
        return "".join(found)
    first, last = kept.index(True), len(kept) - kept[::-1].index(True)
    return "".join(found[first:last]).strip()


def up_to_question(text: str, language: Language) -> str:
    """The text up to its last question mark; all of it where there is none."""
    found = parts(text, language)
    last = max((at for at, part in enumerate(found) if _QUESTION_MARK.search(part)), default=len(found) - 1)
    return "".join(found[: last + 1]).strip()


def without_turn(said: Utterance) -> str:
    """The text in its normal form less what begins another topic (「そういえば、」), which reads like talk; the text as
    it is where nothing else is said."""
    turn = patterns(said.language).turns_away.match(said.normal)
    rest = said.normal[turn.end() :].lstrip("、，, ") if turn else ""
    return rest if any(char.isalnum() for char in rest) else said.text


def begins_anew(said: Utterance) -> str:
    """The words by which another topic is begun that what follows them names: 「別件で、」; "" where there are none."""
    found = patterns(said.language).leaves.match(said.normal)
    if found is None or len(said.normal) != len(said.text):
        return ""
    return said.text[: found.end()] if noun_phrases(said.text[found.end() :], said.language) else ""


def _echoes(part: str, said: str, language: Language) -> bool:
    return not _QUESTION_MARK.search(part) and len(part) <= _ECHO and held(keywords(part, language), said) == 1


def _aside(part: str, talk: float, language: Language, *, ends: bool) -> bool:
    normal, known = normal_form(part), patterns(language)
    if any(says.search(normal) for says in (known.asks, known.turns_away, known.returns)):
        return False
    names = bool(noun_phrases(part, language)) or any(char.isdigit() for char in normal)
    return talk >= (_NAMING if names else _EMPTY) and (not names or ends)
