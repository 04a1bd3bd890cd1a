"""An answer as claims with the passages they cite, and whether passages support a claim."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from yorisoi.dialogue.answer.support import Premises, numbers, unsupported
from yorisoi.dialogue.phrases import phrases
from yorisoi.evaluation.answers import Answered, Cited
from yorisoi.language import analyse, detect_language, sentences
from yorisoi.types import Document, Language, Passage

_MARK = re.compile(r"(?<!\s)\s*[\[［【]\s*(\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)\s*[\]］】]")
_AFTER_THE_END = re.compile(rf"(?<![。．.!?！？])([。．.!?！？]+)((?:{_MARK.pattern})+)")
_DOUBTED = 0.5
"""Probability from which a claim is taken for unsupported: a measure leans to neither side; a warning has to be
surer."""
_NEW = 2
"""Content words beyond the question's and the titles' that make a sentence a claim; a figure is one alone."""


_FRAMES = (
    "heard", "worried", "bereaved", "hurt", "cut_short", "which_day", "according_to", "of_what_was_shown",
    "comes_nearest", "also_near", "not_found", "hardly_found", "unsupported", "from_outside", "topics",
)  # fmt: skip
"""Lines that Yorisoi says around an answer: they claim nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence of an answer that says something, without its marks."""

    text: str
    cites: tuple[int, ...]
    """Numbers of the citations that it names, or else those that the next sentence with a mark does."""


def claims(answered: Answered, question: str) -> list[Claim]:
    """The sentences that say more than the question and the titles of the pages cited."""
    language = answered.language
    given = words(question, language)
    for cite in answered.citations:
        given |= words(" ".join((cite.title, *cite.section)), language)
    text = _AFTER_THE_END.sub(r"\2\1", answered.text)
    lines = [line for line in _without_offers(text, language) if not _frames(language).fullmatch(line)]
    found: list[Claim] = []
    marked: tuple[int, ...] = ()
    for sentence in reversed([each for line in lines if line.strip() for each in sentences(line, language)]):
        marked = tuple(int(number) for mark in _MARK.findall(sentence) for number in re.findall(r"\d+", mark)) or marked
        text = _MARK.sub("", sentence).strip()
        if len(words(text, language) - given) >= _NEW or numbers(text) - numbers(question):
            found.append(Claim(text=text, cites=marked))
    return found[::-1]


def _without_offers(text: str, language: Language) -> list[str]:
    """Lines, without the sections that only come near: they are offered beside the answer."""
    kept: list[str] = []
    offers = False
    for line in text.splitlines():
        begins = line.startswith(phrases(language).also_near)
        offers = begins or (offers and line.startswith("- "))
        if not offers:
            kept.append(line)
    return kept


@cache
def _frames(language: Language) -> re.Pattern[str]:
    templates = [line for name in _FRAMES for line in getattr(phrases(language), name).splitlines() if line.strip()]
    return re.compile("|".join(re.sub(r"\\{\w+\\}", ".*", re.escape(template.strip())) for template in templates))


def carried_by(answered: Answered, question: str) -> tuple[Cited, ...]:
    """The citations that the answer rests on: those of its claims, or all where no claim names one."""
    named = {number for claim in claims(answered, question) for number in claim.cites}
    return tuple(cite for cite in answered.citations if cite.number in named) or answered.citations


def supports(
    passages: Sequence[Passage], claim: str, question: str, language: Language, read: float | None = None
) -> bool:
    """Whether the passages together say what a claim does, as far as the detector of made-up claims tells: by words,
    and by what a model read of the claim beside them (`read_claims`), where one did."""
    if not passages:
        return False
    premises = Premises(passages)
    return unsupported(claim, question, premises, language, range(len(passages)), read) < _DOUBTED


def passages_of(cited: Iterable[Cited], language: Language) -> list[Passage]:
    return [
        as_passage(cite.passage or cite.quote, language, title=cite.title, section=cite.section, id_=cite.passage_id)
        for cite in cited
    ]


def as_passage(text: str, language: Language, *, title: str = "", section: Sequence[str] = (), id_: int = 0) -> Passage:
    spoken = detect_language(text, language)
    document = Document(id=id_, source="", title=title, language=spoken)
    return Passage(id=id_, document=document, position=0, section=tuple(section), text=text, language=spoken)


def cited_by(claim: Claim, citations: Sequence[Cited]) -> list[Cited]:
    return [cite for cite in citations if cite.number in claim.cites]


def without_marks(text: str) -> str:
    return _MARK.sub("", text)


def words(text: str, language: Language) -> set[str]:
    return set(analyse(text, language).words)
