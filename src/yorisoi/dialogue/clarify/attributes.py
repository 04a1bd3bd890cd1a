"""What is known of the user that the documents care about: the office, the kind of employment.

The vocabulary comes from the documents themselves (`applies_to` in their front matter), so nothing about a company is
built in; countries are known beside it, also by their large cities where no value has one in it.  A value counts as
mentioned when the text holds the value, or the part of it that no other value shares and that names something by itself
(大阪 for 大阪支社), or its short form (パート for パートタイム).  Such a part is not the value where users tell of
themselves something else than to what they belong: who lives in 大阪, or likes it, need not be of 大阪支社.  Who goes
there for a while asks about it, but is not of it: nothing of that is kept, or holds for what is asked next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from yorisoi.dialogue.clarify.audience import COUNTRY
from yorisoi.dialogue.interpret.aside import parts
from yorisoi.dialogue.interpret.threads import indexed
from yorisoi.dialogue.patterns import of_all, patterns
from yorisoi.language import Pos, cities, detect_language, morphemes, normal_form, places, sentences, without_places
from yorisoi.language.packs import FIRST
from yorisoi.types import Action, Choice, Turn

Vocabulary = Mapping[str, tuple[str, ...]]
"""Attribute -> its values."""

_of_oneself = of_all(lambda known: known.of_oneself)
_belongs = of_all(lambda known: known.belongs)
_of_others = of_all(lambda known: known.of_others)
_is_one = of_all(lambda known: known.is_one)
_denied = of_all(lambda known: known.denied)
_visited = of_all(lambda known: known.visited)
_short_form = of_all(lambda known: known.short_form)
_LOOKED_BACK = 2
"""Turns of the user."""
_MOST_PARTS = 30
"""Of an utterance in which the user tells of oneself, its first: each is held against all values that there are."""


def mentioned(text: str, vocabulary: Vocabulary, *, answering: bool = False) -> dict[str, str]:
    """Attributes whose value the text names; an attribute of which it names two values is left out, a value that it
    denies (日本ではありません) does not count.

    Who is `answering` a question of ours may name a value by any word that no other shares: 本社 for 東京本社.
    """
    text = _denied().sub("", text)
    normal = normal_form(text)
    countries = places(text) or _by_city(text, vocabulary)
    found = {COUNTRY: next(iter(countries))} if len(countries) == 1 else {}
    by_part = (
        normal if answering else normal_form("".join(filter(_may_tell_to_what_one_belongs, sentences(text, FIRST))))
    )
    for attribute, values in vocabulary.items():
        named = [
            value
            for value, called in _called(values).items()
            if any(name in normal for name in called.names)
            or any(part in by_part for part in (called.nouns if answering else called.parts))
        ]
        if len(named) == 1:
            found[attribute] = named[0]
    return found


def _may_tell_to_what_one_belongs(sentence: str) -> bool:
    normal = normal_form(sentence)
    return not _of_oneself().search(normal) or _belongs().search(normal) is not None


def _by_city(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """Countries by their cities; a city that is in a value of the documents' own (東京本社) is meant as that."""
    values = normal_form(" ".join(value for values in vocabulary.values() for value in values))
    return frozenset(country for city, country in cities(text).items() if city not in values)


def stated(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """Attributes that the user tells of oneself, to be kept.

    「私は大阪支社で働いています」, or a sentence that says nothing else: 「大阪支社の契約社員です。」.  Nothing that is
    negated: 「私は大阪には住んでいません」.
    """
    own = [
        sentence
        for sentence in parts(_visited().sub("", _denied().sub("", text)), FIRST)[:_MOST_PARTS]
        if (
            _of_oneself().search(normal_form(sentence))
            and not _of_others().search(normal_form(sentence))
            and not patterns(detect_language(sentence, FIRST)).does_not_belong.search(normal_form(sentence))
        )
        or _says_nothing_else(sentence, vocabulary)
    ]
    return {name: value for sentence in own for name, value in mentioned(sentence, vocabulary).items()}


def tells_nothing_else(text: str, vocabulary: Vocabulary) -> bool:
    """Whether all that is said is who one is: 「大阪支社の正社員なんですけど」."""
    said = sentences(text, FIRST)
    whole = len(said) <= _MOST_PARTS and all(_says_nothing_else(each, vocabulary) for each in said)
    return whole and bool(mentioned(text, vocabulary))


def _says_nothing_else(sentence: str, vocabulary: Vocabulary) -> bool:
    """「大阪支社の契約社員です。」, 「アイルランド勤務です。」"""
    whole = normal_form(without_places(sentence))
    said = _is_one().sub("", whole)
    if said == whole:
        return False
    for values in vocabulary.values():
        names = (name for each in _called(values).values() for name in (*each.names, *each.parts, each.without_places))
        for name in sorted(names, key=len, reverse=True):
            said = said.replace(name, "")
    return not said.strip("の、, ")


def named_lately(text: str, history: Sequence[Turn], vocabulary: Vocabulary) -> dict[str, tuple[str, int | None]]:
    """Attributes that hold for this turn because they are named, with their values: in the utterance (None), or before,
    in the turn of that index."""
    own = [(index, _visited().sub("", turn.text)) for index, turn in indexed(history) if turn.speaker == "user"]
    return {
        name: (value, index)
        for index, said in (*own[-_LOOKED_BACK:], (None, text))
        for name, value in mentioned(said, vocabulary).items()
    }


def told(text: str, vocabulary: Vocabulary, choice: Choice | None, history: Sequence[Turn]) -> dict[str, str]:
    """Attributes to be kept: what is stated, picked, said in answer to our question, or said in place of what was told
    before: 「大阪じゃなくて福岡」."""
    learnt = stated(text, vocabulary)
    if _denied().search(text) and (before := told_before(history, vocabulary)):
        learnt |= {name: value for name, value in mentioned(text, vocabulary).items() if name in before}
    if choice and choice.attribute:
        learnt[choice.attribute] = choice.value or choice.text
    elif asked := asked_for(history):
        named = mentioned(text, vocabulary, answering=True)
        learnt |= {name: value for name, value in named.items() if name == asked}
    return learnt


def told_before(history: Sequence[Turn], vocabulary: Vocabulary) -> dict[str, str]:
    """Attributes that the user has told in the conversation: of oneself, or in answer to a question of ours."""
    learnt: dict[str, str] = {}
    asked = False
    for turn in history:
        if turn.speaker == "user":
            learnt |= mentioned(turn.text, vocabulary, answering=True) if asked else stated(turn.text, vocabulary)
        asked = turn.action is Action.ASK
    return learnt


def called(known: Mapping[str, str], vocabulary: Vocabulary) -> dict[str, tuple[str, ...]]:
    """Attribute -> what this reader's value of it is called, in the normal form: パートタイム, パート."""
    of_reader = {name: _called(values)[known[name]] for name, values in vocabulary.items() if known.get(name) in values}
    return {name: (*value.names, *value.parts) for name, value in of_reader.items()}


def asked_for(history: Sequence[Turn]) -> str | None:
    """The attribute that the last turn asked the user for."""
    if not history or history[-1].action is not Action.ASK:
        return None
    return next((choice.attribute for choice in history[-1].choices if choice.attribute), None)


def told_choice(history: Sequence[Turn], known: Mapping[str, str]) -> Choice | None:
    """What the last turn offered for the attribute that it asked for, when the user has told that one in own words."""
    if (asked := asked_for(history)) is None:
        return None
    return next((each for each in history[-1].choices if known.get(asked) == (each.value or each.text)), None)


@dataclass(frozen=True, slots=True)
class _Called:
    """What a value is called, in the normal form."""

    names: tuple[str, ...]
    """In full, and for short where no other value is called so."""
    parts: tuple[str, ...]
    """Proper nouns of it that no other value has."""
    nouns: tuple[str, ...]
    """All nouns that no other has, which name it where one answers our question."""
    without_places: str
    """What is left of 東京本社 where cities are taken out of what was said."""


@lru_cache(maxsize=256)
def _called(values: tuple[str, ...]) -> dict[str, _Called]:
    """Value -> what it is called; worked out once for all values, since each is compared with all others."""
    normals = {value: normal_form(value) for value in values}

    def in_another(word: str, value: str) -> bool:
        return any(word in normal for other, normal in normals.items() if other != value)

    found = {}
    for value, normal in normals.items():
        short = _short_form().match(normal)
        names = (normal, short.group()) if short and not in_another(short.group(), value) else (normal,)
        nouns = [
            word
            for word in morphemes(normal, FIRST)
            if word.pos in (Pos.PROPER, Pos.NOUN) and len(word.normal) > 1 and not in_another(word.normal, value)
        ]
        parts = tuple(word.normal for word in nouns if word.pos is Pos.PROPER)
        nouns_of_its_own = tuple(word.normal for word in nouns)
        found[value] = _Called(names=names, parts=parts, nouns=nouns_of_its_own, without_places=without_places(normal))
    return found
