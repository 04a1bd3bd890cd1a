"""One question back, with choices taken from the documents found; and what the user's reply picks of them."""

import re
from collections.abc import Sequence

from yorisoi.dialogue.audience import COUNTRY, base_title
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import normal_form, place_name
from yorisoi.types import Choice, Language

MOST = 5
"""Choices: more are not read."""
_ORDINALS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5}
_NUMBER = re.compile(
    r"^(?:no\.?|第|選択肢|number|option)?\s*(\d|[一二三四五])\s*(?:番目?|つ目|個目|号|个|[.。)）])?\s*"
    r"(?:の方|のほう)?(?:です|でお願いします|をお願いします|がいいです|で)?[。.!！]?$"
)
_ORDINAL_EN = re.compile(r"^(?:the )?(first|second|third|fourth|fifth)(?: one)?\W*$")


def choices(evidence: Evidence, language: Language) -> tuple[Choice, ...]:
    """2 to 5 ways on that lead to different pages; empty when the documents offer fewer than two.

    The values of the attribute on which the answer depends; otherwise pages that have to do with what was said.  Pages
    that hold for one office each (「夏季休暇（大阪支社）」) are one choice: which office is another question.
    """
    if attribute := evidence.differs_by:
        offered = [
            Choice(text=_named(attribute, value, language), source=page.source, attribute=attribute, value=value)
            for value, page in evidence.depends.pages
        ]
    else:
        related = [page for page in evidence.rivals if any(key in normal_form(page.title) for key in evidence.keywords)]
        pages = related or (evidence.rivals if evidence.theme else ())
        offered = [Choice(text=base_title(page), source=page.source) for page in pages]
    distinct: dict[str, Choice] = {}
    for choice in offered:
        distinct.setdefault(normal_form(choice.text), choice)
    return tuple(distinct.values())[:MOST] if len(distinct) >= 2 else ()


def spoken(attribute: str, language: Language) -> str:
    """The attribute as the user is spoken to of it: the documents' own word, or ours for the country."""
    return phrases(language).country if attribute == COUNTRY else attribute


def _named(attribute: str, value: str, language: Language) -> str:
    return place_name(value, language) if attribute == COUNTRY else value


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


def picked(text: str, offered: Sequence[Choice]) -> Choice | None:
    """The choice that a reply means, by number or by words; None when it means none or more than one."""
    reply = normal_form(text).strip()
    if number := _number(reply):
        return offered[number - 1] if number <= len(offered) else None
    exact = [choice for choice in offered if normal_form(choice.text) == reply.rstrip("。.!?")]
    named = exact or [
        choice for choice in offered if normal_form(choice.text) in reply and _is_little_more(reply, choice)
    ]
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
