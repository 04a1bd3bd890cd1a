"""Does an answer say what its passages say?  Citations are checked and added; what nothing supports is a doubt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from yorisoi.language import analyse, normal_form, sentences
from yorisoi.language.scripts import hiragana
from yorisoi.types import Citation, Hit, Language

_MARK = re.compile(r"\s*[\[［【]\s*(\d{1,2}(?:\s*[,，、]\s*\d{1,2})*)\s*[\]］】]")
_MARKS_AFTER_THE_END = re.compile(rf"([。．.!?！？]+)((?:{_MARK.pattern})+)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_ITEM = re.compile(r"^\s*(?:[-*・]\s+)?[(（]?\d{1,2}[.．)）](?!\d)\s*", re.MULTILINE)
_SUPPORT = 0.5
"""Share of a claim's terms that a passage must hold to support it."""
_REPEATABLE = 12
"""Characters up to which a sentence may stand twice: an item of a list, a cell, "はい。"."""
_QUOTE = 160
"""Characters of a citation's quote, unless one sentence is longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    text: str
    citations: tuple[Citation, ...]
    doubts: tuple[str, ...] = ()
    """What in the answer the passages do not say."""


def ground(answer: str, question: str, hits: Sequence[Hit], language: Language) -> Grounded:
    """The answer with marks behind what passages support, and the doubts about the rest.

    An answer that marks something itself keeps its own marks, as far as they hold; one without gets a mark behind every
    claim that a passage supports.

    Marks that point to no passage, or to one that shares no word with the claim, are removed.  A number that stands in
    no passage and not in the question is a doubt, and so is an answer of which no sentence is supported.

    A sentence that was said before is left out: small models run in circles.

    Support is a matter of shared words and figures: a negation, or figures that are put together wrongly, are not seen.
    """
    passages = [_Support(hit, number) for number, hit in enumerate(hits, start=1)]
    asked = _terms(question, language) | _numbers(question)
    lines, cited, said = list[str](), dict[int, str](), set[str]()
    marks_itself = bool(_without_marks(answer, len(hits))[1])
    for line in _MARKS_AFTER_THE_END.sub(r"\2\1", answer.strip()).splitlines():
        marked = ""
        for sentence in sentences(line, language) if line.strip() else []:
            text, numbers = _without_marks(sentence, len(hits))
            if (spoken := normal_form(text)) in said and len(spoken) > _REPEATABLE:
                continue
            said.add(spoken)
            claim = _terms(text, language)
            numbers = [number for number in numbers if passages[number - 1].may_support(claim, language)]
            if not numbers and not marks_itself and (best := _best(text, asked, passages, language)):
                numbers = [best.number]
            for number in numbers:
                cited.setdefault(number, passages[number - 1].quote(text, language))
            marked += _with_marks(text, numbers)
        if marked or (lines and lines[-1]):
            lines.append(marked)
    text = "\n".join(lines).strip()
    return Grounded(
        text=text,
        citations=tuple(cite(hits[number - 1], number, quote) for number, quote in sorted(cited.items())),
        doubts=_doubts(answer, question, hits, bool(cited)),
    )


def cite(hit: Hit, number: int, quote: str) -> Citation:
    return Citation(
        number=number,
        title=hit.passage.document.title,
        source=hit.passage.document.source,
        section=hit.passage.section,
        passage_id=hit.passage.id,
        quote=quote.strip(),
        outside=hit.passage.document.outside,
    )


class _Support:
    """One passage, ready to be compared with sentences."""

    def __init__(self, hit: Hit, number: int) -> None:
        self.hit, self.number = hit, number
        self.language = hit.passage.language
        self.terms = _terms(hit.passage.in_context, self.language)
        self.numbers = _numbers(hit.passage.in_context)

    def share(self, terms: set[str]) -> float:
        return len(terms & self.terms) / len(terms) if terms else 0.0

    def may_support(self, claim: set[str], language: Language) -> bool:
        """Whether a mark may be believed: some word of the claim is in the passage, or they are in two languages."""
        return bool(claim and (language != self.language or claim & self.terms))

    def quote(self, claim: str, language: Language) -> str:
        """The sentence of the passage nearest to the claim, and what follows it as long as there is room."""
        wanted = _terms(claim, language)
        own = sentences(self.hit.passage.text, self.language)
        near = max(range(len(own)), key=lambda at: len(wanted & _terms(own[at], self.language)), default=0)
        chosen = ""
        for sentence in own[near:]:
            if chosen and len(chosen) + len(sentence) > _QUOTE:
                break
            chosen += sentence
        return chosen


def _terms(text: str, language: Language) -> set[str]:
    """Content words, and bigrams for what the dictionary splits otherwise; none with Hiragana, which are grammar."""
    terms = analyse(text, language)
    return set(terms.words) | {bigram for bigram in terms.bigrams if not hiragana.search(bigram)}


def _numbers(text: str) -> set[str]:
    """The figures in a text, however they are written: 10,000 and １００００ are one."""
    return set(_NUMBER.findall(_THOUSANDS.sub("", normal_form(text))))


def _claimed_numbers(claim: str) -> set[str]:
    """Without those of list items, which claim nothing."""
    return _numbers(_ITEM.sub("", _MARK.sub("", claim)))


def _best(claim: str, asked: set[str], passages: Sequence[_Support], language: Language) -> _Support | None:
    """The passage that supports a claim best, if any does: it holds half of the claim's terms and all its numbers.

    Or half of the terms and all of the numbers that the claim adds to the question: an answer repeats the question's
    words, and a table does not.
    """
    terms, numbers = _terms(claim, language), _claimed_numbers(claim)

    def support(passage: _Support) -> float:
        whole = passage.share(terms) if numbers <= passage.numbers else 0.0
        added = passage.share(terms - asked) if numbers - asked <= passage.numbers else 0.0
        return max(whole, added)

    best = max(passages, key=lambda passage: (support(passage), -passage.number), default=None)
    return best if best and support(best) >= _SUPPORT else None


def _without_marks(sentence: str, passages: int) -> tuple[str, list[int]]:
    numbers = [int(number) for mark in _MARK.findall(sentence) for number in _NUMBER.findall(mark.replace(",", " "))]
    return _MARK.sub("", sentence), list(dict.fromkeys(n for n in numbers if 1 <= n <= passages))


def _with_marks(text: str, numbers: Sequence[int]) -> str:
    marks = "".join(f"[{number}]" for number in numbers)
    body = text.rstrip()
    end = text[len(body) :]
    if body and body[-1] in "。．.!?！？":
        return f"{body[:-1]}{marks}{body[-1]}{end}" if marks else text
    return f"{body}{marks}{end}"


def _doubts(answer: str, question: str, hits: Sequence[Hit], supported: bool) -> tuple[str, ...]:
    known = "\n".join([question, *(hit.passage.in_context for hit in hits)])
    made_up = sorted(_claimed_numbers(answer) - _numbers(known))
    doubts = [f"number not in the passages: {number}" for number in made_up]
    return tuple(doubts if supported else [*doubts, "no sentence is supported by a passage"])
