"""Does an answer say what its passages say?  Citations are checked and added; what nothing supports is a doubt."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from yorisoi.language import analyse, normal_form, sentences
from yorisoi.types import Citation, Hit, Language

_MARK = re.compile(r"\s*[\[［【]\s*(\d{1,2})\s*[\]］】]")
_HIRAGANA = re.compile(r"[\u3041-\u309f]+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SUPPORT = 0.5
"""Share of a sentence's terms that a passage must hold to support it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    text: str
    citations: tuple[Citation, ...]
    doubts: tuple[str, ...] = ()
    """What in the answer the passages do not say."""


def ground(answer: str, question: str, hits: Sequence[Hit], language: Language) -> Grounded:
    """The answer with a mark behind every claim that a passage supports, and the doubts about the others.

    Marks that point to no passage are removed.  A number that stands in no passage and not in the question is a doubt,
    and so is an answer of which no sentence is supported.
    """
    passages = [_Support(hit, number) for number, hit in enumerate(hits, start=1)]
    lines, cited = [], dict[int, str]()
    for line in answer.strip().splitlines():
        marked = ""
        for sentence in sentences(line, language) if line.strip() else []:
            text, numbers = _without_marks(sentence, len(hits))
            best = _best(text, passages, language)
            numbers = numbers or ([best.number] if best else [])
            for number in numbers:
                cited.setdefault(number, passages[number - 1].quote(text, language))
            marked += _with_marks(text, numbers)
        lines.append(marked)
    text = "\n".join(lines).strip()
    return Grounded(
        text=text,
        citations=tuple(cite(hits[number - 1], number, quote) for number, quote in sorted(cited.items())),
        doubts=_doubts(answer, question, hits, bool(cited)),
    )


def says_nothing(answer: str, label: str) -> bool:
    """Nothing is left of the answer without marks, punctuation and the word for a document: 「文書[1]」."""
    return not re.sub(r"\W", "", _MARK.sub("", answer).replace(label, ""))


def cite(hit: Hit, number: int, quote: str) -> Citation:
    return Citation(
        number=number,
        title=hit.passage.document.title,
        source=hit.passage.document.source,
        section=hit.passage.section,
        passage_id=hit.passage.id,
        quote=quote.strip(),
    )


class _Support:
    """One passage, ready to be compared with sentences."""

    def __init__(self, hit: Hit, number: int) -> None:
        self.hit, self.number = hit, number
        self.language = hit.passage.language
        self.terms = _terms(hit.passage.in_context, self.language)

    def share(self, terms: set[str]) -> float:
        return len(terms & self.terms) / len(terms) if terms else 0.0

    def quote(self, claim: str, language: Language) -> str:
        """The sentence of the passage nearest to the claim."""
        wanted = _terms(claim, language)
        own = [line for line in sentences(self.hit.passage.text, self.language) if line.strip()]
        return max(own, key=lambda line: len(wanted & _terms(line, self.language)), default=self.hit.passage.text)


def _terms(text: str, language: Language) -> set[str]:
    """Bigrams and Latin words; not bigrams of Hiragana, which are grammar and shared by any two Japanese sentences."""
    terms = analyse(text, language)
    telling = {bigram for bigram in terms.bigrams if not _HIRAGANA.fullmatch(bigram)}
    return telling | {word for word in terms.words if word.isascii()}


def _best(text: str, passages: Sequence[_Support], language: Language) -> _Support | None:
    terms = _terms(text, language)
    best = max(passages, key=lambda passage: (passage.share(terms), -passage.number), default=None)
    return best if best and best.share(terms) >= _SUPPORT else None


def _without_marks(sentence: str, passages: int) -> tuple[str, list[int]]:
    numbers = [int(number) for number in _MARK.findall(sentence)]
    return _MARK.sub("", sentence), list(dict.fromkeys(n for n in numbers if 1 <= n <= passages))


def _with_marks(text: str, numbers: Sequence[int]) -> str:
    marks = "".join(f"[{number}]" for number in numbers)
    body = text.rstrip()
    end = text[len(body) :]
    if body and body[-1] in "。．.!?！？":
        return f"{body[:-1]}{marks}{body[-1]}{end}" if marks else text
    return f"{body}{marks}{end}"


def _doubts(answer: str, question: str, hits: Sequence[Hit], supported: bool) -> tuple[str, ...]:
    known = normal_form(question + "\n" + "\n".join(hit.passage.in_context for hit in hits))
    said = set(_NUMBER.findall(normal_form(_MARK.sub("", answer))))
    made_up = sorted(number for number in said if number not in set(_NUMBER.findall(known)))
    doubts = [f"number not in the passages: {number}" for number in made_up]
    return tuple(doubts if supported else [*doubts, "no sentence is supported by a passage"])
