"""Whether what is said later puts right what was told, or adds to it."""

import re
from collections.abc import Iterable, Iterator, Sequence

from yorisoi.dialogue.interpret.correction import correction
from yorisoi.dialogue.interpret.stated import told as told_of
from yorisoi.dialogue.interpret.wording import Kind, WordingReader, only_greets
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.language import Utterance, normal_form, noun_phrases
from yorisoi.language.figures import figures
from yorisoi.language.morpheme import Pos
from yorisoi.types import Language

_AMENDS, _SURELY_AMENDS, _OF_ITS_OWN = 0.3, 0.7, 0.3
"""Probability from which what stands behind what was told amends it: 「違います、4522です」 has .9, thanks .2.  From
the second on it does though it may tell something by itself, from the third on, as 「違います、8813です」 (1) does and
「母は80歳です」 (.4) does not."""
_CORRECTS = 0.5
"""Probability of a correction from which it may name something else than what was told did: 「正しくは4522です」."""
_NAMES_ITS_OWN = 2
"""Things named from which it may be about another one: 「違った、ひなたです」 names the value alone."""
_THINGS = (Pos.NOUN, Pos.PROPER)
_SHORTEST = 2
"""Characters of a part by which what was told is known again."""
_BETWEEN = "はがのを、 "
"""What may stand between two parts, in languages that write them without a space."""
_PAUSES = ".,、，!！"
_LOOKED_AT = 200
"""Characters of a text whose numbers are looked at: every one is held against every other."""
_THING = re.compile("[はが]")
"""Behind which stands the value of what is named."""
_NUMBER = re.compile(r"(?P<digits>\d+)\s*(?P<unit>[a-z]+|[^\W\dぁ-ん]?)")


async def amending(
    told: str, later: Sequence[tuple[bool, str]], language: Language, reader: WordingReader
) -> list[int]:
    """Where among what was said behind something told, by its speaker or not, it is put right or added to: by name or
    by another value, or right behind it or behind a reply that told it again, by what is neither a question nor talk.
    """
    found: list[int] = []
    known, reply, is_next = [told], "", True
    for at, (own, text) in enumerate(later):
        if not own:
            reply = text
            continue
        said = Utterance(told_of(text, language) or text, language)
        if only_greets(said):
            continue
        is_next = is_next or any(each in reply for each in known)
        is_next = _says_another_value(said, known) or (is_next and await _amends(said, known[-1], reader))
        if is_next:
            found.append(at)
            known.append(text)
    return found


async def _amends(turn: Utterance, told: str, reader: WordingReader) -> bool:
    if is_question(turn.text, turn.language) or not turn.keywords:
        return False
    wording = await reader.read(turn, [told], "")
    least = _AMENDS if wording.tells < _OF_ITS_OWN else _SURELY_AMENDS
    named, corrects = _named(turn), wording.kinds[Kind.CORRECTION] >= _CORRECTS or _begins_to_correct(turn)
    before = normal_form(told)
    is_of_it = len(named) < _NAMES_ITS_OWN or named[0] in before or corrects
    if _has_number(turn.normal) and not _has_number(before) and not any(each in before for each in named):
        return False  # 「やっぱり12月9日にします」 says nothing of a name
    return is_of_it and wording.is_a(Kind.CORRECTION, Kind.REPLY) >= least


def puts_right(said: Utterance, told: Sequence[str]) -> bool:
    """Whether it names what was told and puts it right (「小3じゃなくて小4でした」), or says of it alone that it is
    another value of its kind (「母は72になりました」 behind 「母は71歳です」, 「6歳でした」 behind 「5歳の子がいて」).

    What names anything else is about that: 「すみません、子どもが1人けがをしました」.
    """
    if is_question(said.text, said.language):
        return False
    before = list(map(normal_form, told))
    things, corrects = _things_named(said), _begins_to_correct(said) or correction(said) is not None
    says_so = patterns(said.language).says_what_it_is.search(said.normal) and (corrects or things)
    of_it = (text for text in before if says_so and all(each in text for each in things))
    another = (tells_another_number(said.normal, text) for text in of_it)
    return _any_stands(what_it_was(said), before) or any(another)


def _says_another_value(said: Utterance, told: Sequence[str]) -> bool:
    """Whether it puts that right, though it may be about another thing of the same value, were nothing asked for:
    「上の子は小2じゃなくて小3」 behind 「下の子は3歳、上は小2です」."""
    values = (_THING.split(normal_form(each))[-1] for each in what_it_was(said))
    return puts_right(said, told) or _any_stands(
        (each for each in values if len(each) >= _SHORTEST), list(map(normal_form, told))
    )


def names_what_was_told(said: Utterance, told: Sequence[str]) -> bool:
    """Whether it names what was told and says what was meant instead."""
    found = correction(said)
    return found is not None and _any_stands(found.old, list(map(normal_form, told)))


def names_more(said: Utterance) -> bool:
    """Whether it names more than what it says was not so, and so asks for that: 「東京じゃなくて大阪の夏季休暇」."""
    found = correction(said)
    return found is not None and _things(found.new, said) > max((_things(each, said) for each in found.old), default=1)


def _things(text: str, said: Utterance) -> int:
    words = (word for each in noun_phrases(text, said.language) for word in each.text.split())
    return sum(not word.isdecimal() for word in words) or 1


def may_put_right(said: Utterance) -> bool:
    """Whether it names what something was, or a number, and asks nothing."""
    names = _has_number(said.normal) or any(what_it_was(said))
    return names and not is_question(said.text, said.language)


def _named(said: Utterance) -> list[str]:
    """The things that it names, but numbers, behind greetings and the words with which one begins to correct."""
    rest = _behind_what_begins(said)
    nouns = [each.normal for each in rest.morphemes if each.pos in _THINGS]
    return [each for each in rest.keywords if any(noun in each for noun in nouns) and not _NUMBER.match(each)]


def _things_named(said: Utterance) -> list[str]:
    """The same word by word, with what stands in a phrase behind a number: visas of "2 children visas"."""
    rest = _behind_what_begins(said)
    nouns = (normal_form(each.surface) for each in rest.morphemes if each.pos in _THINGS)
    return [each for each in nouns if _NUMBER.search(each) is None and any(each in key for key in rest.keywords)]


def _behind_what_begins(said: Utterance) -> Utterance:
    known = patterns(said.language)
    return Utterance(known.before_correction.sub("", known.talk.sub("", said.normal)), said.language)


def _begins_to_correct(said: Utterance) -> bool:
    """As one does who takes something back (「ごめん、」), not with a mere article ("my daughter is 7")."""
    found = patterns(said.language).before_correction.match(said.normal)
    lead = found[0] if found else ""
    return len(lead) > 1 and (not lead.endswith(" ") or any(mark in lead for mark in _PAUSES))


def tells_another_number(said: str, told: str) -> bool:
    """Of two texts in normal form: of one kind, as far as what they count (三人 and 二人), or their units and lengths
    tell."""
    said, told = said[:_LOOKED_AT], told[:_LOOKED_AT]
    numbers, counted = list(_NUMBER.finditer(told)), [each for each in figures(told) if each.counts]
    return any(_differ(one, other) for one in _NUMBER.finditer(said) for other in numbers) or any(
        one.counts == other.counts and one.value != other.value for one in figures(said) for other in counted
    )


def _has_number(text: str) -> bool:
    return _NUMBER.search(text) is not None or bool(figures(text))


def _differ(one: re.Match[str], other: re.Match[str]) -> bool:
    alike = one["unit"] == other["unit"] or "" in (one["unit"], other["unit"])
    return alike and len(one["digits"]) == len(other["digits"]) and one["digits"] != other["digits"]


def what_it_was(said: Utterance) -> Iterator[str]:
    """What the utterance says was not so, by name."""
    found = correction(said)
    yield from found.old if found else ()
    yield from (each["old"] for each in patterns(said.language).instead_of.finditer(said.normal))


def _any_stands(old: Iterable[str], told: Sequence[str]) -> bool:
    return any(_stands(normal_form(each), text) for each in old for text in told)


def _stands(old: str, told: str) -> bool:
    """As it is, or in two parts: 「名前そうた」 in 「名前はそうたです」."""
    cuts = range(1, len(old) - _SHORTEST + 1)
    if old.isdecimal():
        return re.search(rf"(?<!\d){old}(?!\d)", told) is not None
    return old in told or any(old[cut:] in told and old[:cut].rstrip(_BETWEEN) in told for cut in cuts)
