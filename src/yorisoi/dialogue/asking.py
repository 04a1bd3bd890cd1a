"""One question back, why it is asked, and what the user's reply picks of the choices offered."""

import re
from collections.abc import Sequence

from yorisoi.dialogue.audience import COUNTRY, base_title
from yorisoi.dialogue.conversation_words import asked_in_a_row
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import normal_form
from yorisoi.types import Choice, Language, Turn

MOST = 5
"""Choices: more are not read."""
_ORDINALS = {
    **{character: number for number, character in enumerate("一二三四五", start=1)},
    **{word: number for number, word in enumerate(("first", "second", "third", "fourth", "fifth"), start=1)},
    **{word: number for number, word in enumerate(("1st", "2nd", "3rd", "4th", "5th"), start=1)},
}
_NUMBER = re.compile(
    r"^(?:no\.?|第|選択肢|number|option|我?[要选]第?|选项)?\s*(\d|[一二三四五])\s*(?:番目?|つ目|個目|号|个|[.。)）])?\s*"
    r"(?:の方|のほう)?(?:です|でお願いします|をお願いします|がいいです|で|吧|,? please)?[。.!！]?$"
)
_ORDINAL_EN = re.compile(r"^(?:the )?(first|second|third|fourth|fifth|1st|2nd|3rd|4th|5th)(?: one)?(?:,? please)?\W*$")
_AROUND = re.compile(
    r"^(?:我?[要选]|the |about )"
    r"|(?:の方|のほう|のこと)?(?:です|でお願いします|をお願いします|がいいです|について|吧|,? please| one)?[。.!！]*$"
)
"""What a picked part of a choice is wrapped in."""


def spoken(attribute: str, language: Language) -> str:
    """The attribute as the user is spoken to of it: the documents' own word, or ours for the country."""
    return phrases(language).country if attribute == COUNTRY else attribute


def why(evidence: Evidence, language: Language) -> str | None:
    """What the documents leave open, in one sentence; None where it is not they that tell."""
    said = phrases(language)
    if attribute := evidence.differs_by:
        return said.because_reader.format(attribute=spoken(attribute, language))
    pages = len({base_title(page) for page in evidence.rivals})
    if evidence.theme and pages > 1:
        return said.because_theme.format(theme=evidence.theme, pages=pages)
    return None


def with_choices(question: str, offered: Sequence[Choice]) -> str:
    """The question as it is spoken: the choices numbered below it."""
    return "\n".join([question, *(f"{number}. {choice.text}" for number, choice in enumerate(offered, start=1))])


def passed_over(history: Sequence[Turn]) -> frozenset[str]:
    """Names and sources of the pages that were offered since the last answer: nothing is offered twice."""
    offered = [choice for turn in asked_in_a_row(history) for choice in turn.choices if choice.attribute is None]
    return frozenset(name for choice in offered for name in (choice.source, choice.text))


def picked(text: str, offered: Sequence[Choice]) -> Choice | None:
    """The choice that a reply means, by number, by words or by a part of them that no other has; None when it means
    none or more than one."""
    reply = normal_form(text).strip()
    if number := _number(reply):
        return offered[number - 1] if number <= len(offered) else None
    exact = [choice for choice in offered if normal_form(choice.text) == reply.rstrip("。.!?")]
    named = exact or [
        choice for choice in offered if normal_form(choice.text) in reply and _is_little_more(reply, choice)
    ]
    part = _AROUND.sub("", reply)
    if not named and len(part) > (3 if part.isascii() else 1):
        named = [choice for choice in offered if part in normal_form(choice.text)]
    return named[0] if len(named) == 1 else None


def _number(reply: str) -> int | None:
    if match := _NUMBER.match(reply):
        return int(match[1]) if match[1].isdigit() else _ORDINALS[match[1]]
    if match := _ORDINAL_EN.match(reply):
        return _ORDINALS[match[1]]
    return None


def _is_little_more(reply: str, choice: Choice) -> bool:
    """「子の看護休暇です」 picks; 「子の看護休暇は何日取れますか」 is a question of its own."""
    return len(reply) - len(normal_form(choice.text)) <= 8 and not re.search(
        r"[?何幾几]|か。?$|いつ|どこ|いくら", reply
    )
