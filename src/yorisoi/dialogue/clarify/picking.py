"""What the user's reply picks of the choices offered."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from unicodedata import digit

from yorisoi.dialogue.answer.quoting import listed
from yorisoi.dialogue.interpret.threads import asked_in_a_row
from yorisoi.dialogue.patterns import of_all, patterns
from yorisoi.language import Utterance, analyse, normal_form
from yorisoi.types import Action, Choice, Language, Turn

MOST = 5
"""Choices: more are not read."""
_TO_LINE = " — "
"""Between a choice and its line: a name may have colons in it."""
_LITTLE = 8
"""Characters beyond the choice itself."""
_asks_on = of_all(lambda known: known.asks_on)


def with_choices(question: str, offered: Sequence[Choice], lines: Sequence[str] = ()) -> str:
    """The question as it is spoken: the choices numbered below it, each with its line where there are any."""
    told = zip(offered, lines or [""] * len(offered), strict=True)
    numbered = (
        f"{number}. {choice.text}{_TO_LINE * bool(line)}{line}" for number, (choice, line) in enumerate(told, 1)
    )
    return "\n".join([question, *numbered])


def passed_over(history: Sequence[Turn]) -> frozenset[str]:
    """Names of what was offered of the documents since the last answer: nothing is offered twice."""
    offered = (choice for turn in asked_in_a_row(history) for choice in turn.choices)
    return frozenset(choice.text for choice in offered if choice.attribute is None)


def picked_of(said: Utterance, last: Turn) -> Choice | None:
    """What is picked of the choices that our `last` turn asked with, or by its number of the sections that it lists.

    A first sentence that is no more than a page's name picks it too, where the rest names no other choice, and belongs
    to the question: 「部屋のほうです。来週使うはずでした」.
    """
    text, language = said.text, said.language
    if last.action is Action.ASK:
        if (whole := picked(text, last.choices, language)) or not (rest := "".join(said.sentences[1:])):
            return whole
        first = picked(text.removesuffix(rest), last.choices, language, plainly=True)
        others = [each for each in last.choices if each != first]
        two_numbers = all(any(map(str.isdigit, _in_figures(part))) for part in (text.removesuffix(rest), rest))
        if first is None or first.attribute is not None or two_numbers or _names_any(rest, others, first, language):
            return None
        return replace(first, text=f"{first.text} {rest.strip()}")
    return _by_number(last).get(_numbered(patterns(language).number, text, language, max(_by_number(last), default=0)))


def with_what_is_picked(said: Utterance, last: Turn) -> Utterance:
    """The utterance with what its number names in place of it, where it asks for something behind one.

    「2番のやつ、いつまで？」 -> 「慶弔休暇 申請 いつまで？」
    """
    pattern = patterns(said.language).number_first
    choice = _by_number(last).get(_numbered(pattern, said.text, said.language))
    if choice is None:
        return said
    return replace(said, text=f"{choice.text.replace(' > ', ' ')} {pattern.sub('', _in_figures(said.text))}")


def _by_number(last: Turn) -> Mapping[int, Choice]:
    """What our turn offered, or listed."""
    return dict(enumerate(last.choices, 1)) if last.action is Action.ASK else listed(last.text)


def picked(text: str, offered: Sequence[Choice], language: Language, *, plainly: bool = False) -> Choice | None:
    """The choice that a reply means, by number, by words or by a part of them that no other page has; None when it
    means none or more than one.  What several sections of one page have is the page, by the words of the reply.  What
    is said `plainly` is a name without other words."""
    reply, known = normal_form(text).strip(), patterns(language)
    if number := _numbered(known.number, text, language, len(offered)):
        return offered[number - 1] if number <= len(offered) else None
    exact = [choice for choice in offered if normal_form(choice.text) == reply.rstrip("。.!?")]
    near = [choice for choice in offered if normal_form(choice.text) in reply and _is_little_more(reply, choice)]
    named = exact or ([] if plainly else near)
    part = known.around_choice.sub("", reply)
    if not named and len(part) > (3 if part.isascii() else 1):
        named = [choice for choice in offered if part in normal_form(choice.text)]
        if len(named) > 1 and {(choice.source, choice.attribute) for choice in named} == {(named[0].source, None)}:
            return replace(named[0], text=part)
    return named[0] if len(named) == 1 else None


def _names_any(text: str, others: Sequence[Choice], first: Choice, language: Language) -> bool:
    """Whether the text picks one of the others, or has a word of its name that the first one's has not."""
    said, of_first = set(analyse(text, language).words), set(analyse(first.text, language).words)
    words = set[str]().union(*(analyse(each.text, language).words for each in others)) - of_first
    return bool(said & words) or picked(text, others, language) is not None


def _numbered(pattern: re.Pattern[str], text: str, language: Language, last: int = 0) -> int:
    """The number of a choice, as the pattern finds it: 「2番目のやつ」, or of the `last`; 0: none."""
    reply = _in_figures(text)
    if patterns(language).last_one.match(reply):
        return last
    if not (match := pattern.match(reply)):
        return 0
    return int(match[1][0]) if match[1][0].isdigit() else patterns(language).ordinals.index(match[1]) + 1


def _in_figures(text: str) -> str:
    """The normal form with whatever stands for a figure as it: ❸, 3️⃣, ٣; without brackets around all of it."""
    bare = "".join(str(digit(each, each)) for each in normal_form(text).replace("\u20e3", "").strip())
    return bare[1:-1] if bare[:1] + bare[-1:] in ("()", "[]") else bare


def _is_little_more(reply: str, choice: Choice) -> bool:
    """「子の看護休暇です」 picks; 「子の看護休暇は何日取れますか」 is a question of its own."""
    more = len(reply) - len(normal_form(choice.text))
    return more <= _LITTLE and "?" not in reply and not _asks_on().search(reply)
