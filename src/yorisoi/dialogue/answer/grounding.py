"""Does an answer say what its passages say?  Citations are checked and added; what nothing supports is a doubt."""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from yorisoi.dialogue.answer.support import DOUBTED, DOUBTED_OF_CAPABLE, DOUBTED_READ, Premises, terms, unsupported
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import normal_form, sentences
from yorisoi.language.dates import without_dates
from yorisoi.language.figures import Figure, figures, is_computed, possible_figures
from yorisoi.types import Citation, Hit, Language, Passage

UNSUPPORTED = "no sentence is supported by a passage"
"""The doubt about an answer as a whole."""
_GAP = r"\s{0,3}"
"""Not all white space there is: a model that says nothing else would be read for minutes."""
_MARKED = r"[-−－]?\d{1,2}"
_MINUS = str.maketrans("−－", "--")
_MARK = re.compile(rf"{_GAP}[\[［【]{_GAP}({_MARKED}(?:{_GAP}[,，、]{_GAP}{_MARKED})*){_GAP}[\]］】]")
_MARKS_AFTER_THE_END = re.compile(rf"(?<![。．.!?！？])([。．.!?！？]+)((?:{_MARK.pattern})+)")
"""A run of full stops is tried once, from its beginning: thousands of them took seconds."""
_ITEM = re.compile(r"^[^\S\n]*(?:[-*・]\s+)?[(（]?\d{1,2}[.．)）](?!\d)\s*", re.MULTILINE)
_SUPPORT = 0.5
"""Share of a claim's terms that a passage must hold to support it."""
_REPEATABLE = 12
"""Characters up to which a sentence may stand twice: an item of a list, a cell, "はい。"."""
_COLON = re.compile(r"[:：]\s*$")
_FEW = 2
"""Content words below which a sentence claims nothing: "はい、できます。" """
_LABEL = re.compile(r"^\s*[-*・]\s+([^:：\n]{1,40})[:：]")
"""The name of a theme, at the beginning of what is said of it."""
_ENUMERATES = 3
"""Passages that a sentence of an overview rests on from which it only lists what they have."""
_TOLD_OF = 0.6
"""Share of the words of an opening that the answer goes on to say, of a list that its passages have."""
_QUOTE = 160
"""Characters of a citation's quote, unless one sentence is longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounded:
    text: str
    citations: tuple[Citation, ...]
    doubts: tuple[str, ...] = ()
    """What in the answer the passages do not say."""


def claims(answer: str, passages: int, language: Language) -> dict[str, Sequence[int]]:
    """The sentences of an answer that may claim something, as they are read beside passages, each with the numbers of
    those that it cites."""
    said = [_without_marks(each, passages) for line in _lines(answer) for each in sentences(line, language)]
    return {claim: marks for text, marks in said if len(terms(claim := _claim(text), language)) >= _FEW}


def ground(
    answer: str,
    question: str,
    hits: Sequence[Hit],
    language: Language,
    told: str = "",
    read: Mapping[str, float] = MappingProxyType({}),
    survey: bool = False,
    days: Collection[date] = (),
    *,
    capable: bool = False,
) -> Grounded:
    """The answer with marks behind what passages support, and the doubts about the rest, which are marked as such.

    An answer that marks something itself keeps its own marks, as far as they hold; one without gets a mark behind every
    claim that a passage supports.  `question` is what the user has just said, `told` what may be said beside that and
    the passages, `read` what a model has read of the claims (`claim_reading.py`), `days` those whose dates are known.

    Marks that point to no passage, or to one that shares no word with the claim, are removed.  Doubted are a figure
    that stands in no passage and nothing that was told, of what it counts, or that was only asked for (`_Figures`), a
    claim that no passage seems to say (`support.py`; it keeps its mark only where the passage has half of its words),
    and an answer of which no sentence is supported.

    A sentence that was said before is left out: small models run in circles.

    In a `survey`, an answer theme by theme, a sentence may put together what stands far apart: not doubted is one that
    only announces what the answer says, or the headings of what it cites, or only lists what three passages or more
    have, as far as words tell; the name of a theme is no claim.

    A `capable` model is believed more: it is doubted from a greater probability, and may say what one step of
    arithmetic makes of the figures of what it cites.

    Support is told by words, figures and negations, in one language, and by what was read: by words alone a subject put
    in the place of another one is mostly not seen.
    """
    passages = [_Support(hit, number) for number, hit in enumerate(hits, start=1)]
    premises = Premises([hit.passage for hit in hits])
    known = f"{question} {told}"
    asked = _Asked(terms(question, language), possible_figures(question))
    supporting = _Figures(passages, question, told, language, days, computes=capable)
    lines, cited, said, doubts = list[str](), dict[int, str](), set[str](), list[str]()
    verdicts: dict[tuple[object, ...], bool] = {}
    whole, rests_on = _without_marks(answer, len(hits))
    marks_itself = bool(rests_on)
    headings = [" ".join(hits[number - 1].passage.headings) for number in rests_on]
    answered = "\n".join([whole, told, *headings]) if survey else ""
    for line in _lines(answer):
        marked = ""
        for sentence in sentences(line, language) if line.strip() else []:
            text, marks = _without_marks(sentence, len(hits))
            if (spoken := normal_form(text)) in said and len(spoken) > _REPEATABLE:
                continue
            said.add(spoken)
            claim = terms(text, language)
            made_up = sorted(supporting.made_up(text, marks))
            near = [hits[number - 1] for number in marks] or hits[:1]
            translated = any(hit.passage.language != language for hit in near)
            if (judged := (text, *marks)) not in verdicts:
                label = _LABEL.match(text) if survey else None
                context = f"{known} {label[1]}" if label else known
                if capable and not made_up:  # the figures are looked at, and may be computed
                    context = " ".join((context, *(figure.value for figure in _claimed_figures(text))))
                verdicts[judged] = (
                    not translated
                    and not (survey and _sums_up(text, asked.terms, marks, passages, answered, language))
                    and _is_doubted(text, context, premises, language, marks, read.get(_claim(text)), capable=capable)
                )
            doubted = bool(made_up) or verdicts[judged]
            marks = [number for number in marks if passages[number - 1].may_support(claim, language, doubted=doubted)]
            if not marks and not marks_itself and (best := _best(text, asked, passages, language)):
                marks = [best.number]
            for number in marks:
                if number not in cited:
                    cited[number] = passages[number - 1].quote(text, language)
            doubts += [f"number not in the passages: {figure.value}" for figure in made_up]
            if doubted and not made_up:
                doubts.append(f"not in the passages: {text.strip()}")
            marked += _with_marks(text, marks, phrases(language).doubted if doubted else "")
        if marked or (lines and lines[-1]):
            lines.append(marked)
    text = "\n".join(lines).strip()
    return Grounded(
        text=text,
        citations=tuple(cite(hits[number - 1], number, quote) for number, quote in sorted(cited.items())),
        doubts=tuple(doubts if cited else [*doubts, UNSUPPORTED]),
    )


def supported(text: str, passages: Sequence[Passage], language: Language, read: Mapping[str, float]) -> str:
    """What of a text is not doubted, sentence by sentence, without marks: all of it rests on all of the passages, as
    in a `survey`."""
    every = [_Support(Hit(passage=each, score=0.0, legs={}), number) for number, each in enumerate(passages, start=1)]
    premises, marks = Premises(passages), range(1, len(passages) + 1)
    supporting = _Figures(every, "", "", language)
    kept = []
    for sentence in sentences(text, language):
        said, _ = _without_marks(sentence, 0)
        doubted = bool(supporting.made_up(said, marks)) or (
            not _sums_up(said, set(), marks, every, "", language)
            and _is_doubted(said, "", premises, language, marks, read.get(_claim(said)))
        )
        if not doubted:
            kept.append(said)
    return "".join(kept)


def without_marks(text: str) -> str:
    """A text without marks that cite."""
    return _MARK.sub("", text)


def with_marks_told(text: str) -> str:
    """A text whose marks cite nothing: 【12】 is (12)."""
    return _MARK.sub(r"(\1)", text)


def _lines(answer: str) -> list[str]:
    return _MARKS_AFTER_THE_END.sub(r"\2\1", answer.strip()).splitlines()


def _claim(sentence: str) -> str:
    return _ITEM.sub("", sentence).strip()


def _is_doubted(
    text: str,
    told: str,
    premises: Premises,
    language: Language,
    marks: Sequence[int],
    read: float | None,
    *,
    capable: bool = False,
) -> bool:
    """Whether it claims something that the passages do not seem to say."""
    said, claimless = normal_form(text), patterns(language)
    if _COLON.search(text) or claimless.introduces.match(said) or (not marks and claimless.states_limit.match(said)):
        return False
    if len(terms(text, language) - terms(told, language)) < _FEW:
        return False
    together = [number - 1 for number in marks]
    least = DOUBTED_OF_CAPABLE if capable else DOUBTED if read is None else DOUBTED_READ
    return unsupported(_claim(text), told, premises, language, together, read) >= least


def _sums_up(
    text: str, asked: set[str], marks: Sequence[int], passages: Sequence["_Support"], answered: str, language: Language
) -> bool:
    """Whether it only announces what the answer says beside it, or lists what many passages have."""
    if patterns(language).negates.search(normal_form(text)):
        return False
    words = terms(text, language) - asked
    if len(marks) >= _ENUMERATES:
        held = set[str]().union(*(passages[number - 1].terms for number in marks))
    else:
        held = set() if marks else terms(answered.replace(text.strip(), "", 1), language)
    return len(words & held) >= _TOLD_OF * len(words) if held else False


def cite(hit: Hit, number: int, quote: str) -> Citation:
    return Citation(
        number=number,
        title=hit.passage.document.title,
        source=hit.passage.document.source,
        section=hit.passage.section,
        passage_id=hit.passage.id,
        quote=quote.strip(),
        outside=hit.passage.document.outside,
        path=hit.path,
    )


class _Support:
    """One passage, ready to be compared with sentences."""

    def __init__(self, hit: Hit, number: int) -> None:
        self.hit, self.number = hit, number
        self.language = hit.passage.language
        self.terms = terms(hit.passage.in_context, self.language)
        self.figures = possible_figures(hit.passage.in_context)

    def has(self, figures: set[Figure]) -> bool:
        return all(figure.stands_among(self.figures) for figure in figures)

    def share(self, terms: set[str]) -> float:
        return len(terms & self.terms) / len(terms) if terms else 0.0

    def may_support(self, claim: set[str], language: Language, *, doubted: bool) -> bool:
        """Whether a mark may be believed: some of the claim's words are in the passage, half of them of a claim that is
        doubted, or they are in two languages."""
        if not claim or language != self.language:
            return bool(claim)
        return self.share(claim) >= _SUPPORT if doubted else bool(claim & self.terms)

    def quote(self, claim: str, language: Language) -> str:
        """The sentence of the passage nearest to the claim, and what follows it as long as there is room."""
        wanted = terms(claim, language)
        own = sentences(self.hit.passage.text, self.language)
        near = max(range(len(own)), key=lambda at: len(wanted & terms(own[at], self.language)), default=0)
        chosen = ""
        for sentence in own[near:]:
            if chosen and len(chosen) + len(sentence) > _QUOTE:
                break
            chosen += sentence
        return chosen


class _Figures:
    """What figures an answer may say: those of its passages, and those that the user has stated.

    One that only the user has said may be said again beside one of the passages, denied, and where what the claim rests
    on counts no such thing.  Else the passages have another, and it is doubted where the user asked for it
    (「10日ですよね」), or stated it of something else and the claim says nothing else that is new
    (「5,000円の宿に泊まります。手当は？」「手当は5,000円です」).
    """

    def __init__(
        self,
        passages: Sequence["_Support"],
        question: str,
        told: str,
        language: Language,
        days: Collection[date] = (),
        *,
        computes: bool = False,
    ) -> None:
        """`computes`: what is computed from what is written is not made up."""
        self._passages, self._language, self._days, self._computes = passages, language, days, computes
        self._written = set[Figure]().union(*(passage.figures for passage in passages))
        before = [*sentences(question, language)[:-1], *sentences(told, language)]
        stated = [each for each in before if not is_question(each, language)]
        self._stated = [(possible_figures(each), terms(each, language)) for each in stated]
        self._said, self._words = possible_figures(f"{question}\n{told}"), terms(f"{question}\n{told}", language)

    def made_up(self, claim: str, marks: Sequence[int]) -> set[Figure]:
        """Of the figures of a claim, which cites the passages of these numbers."""
        said = _claimed_figures(without_dates(claim, self._days))
        missing = {figure for figure in said if not figure.stands_among(self._written)}
        if not missing:
            return missing
        if self._computes:
            of = [self._passages[number - 1] for number in marks] or self._passages
            given = (said - missing).union(self._said, *(passage.figures for passage in of))
            missing = {figure for figure in missing if not is_computed(figure, given)}
        unsaid = {figure for figure in missing if not figure.stands_among(self._said)}
        if any(each.counts for each in said - missing) or patterns(self._language).negates.search(normal_form(claim)):
            return unsaid
        rests_on = [self._passages[number - 1] for number in marks] or self._passages[:1]
        counted = {figure.counts for passage in rests_on for figure in passage.figures if figure.counts}
        words = terms(claim, self._language)
        return unsaid | {each for each in missing if each.counts in counted and not self._stands(each, words)}

    def _stands(self, figure: Figure, words: set[str]) -> bool:
        """Whether a claim of these words may say it for what the user has stated."""
        of_it = [known for stated, known in self._stated if figure.stands_among(stated)]
        return any(len(words - self._words) >= _FEW or words <= known for known in of_it)


def _claimed_figures(claim: str) -> set[Figure]:
    """Without those of list items, which claim nothing."""
    return figures(_ITEM.sub("", _MARK.sub("", claim)))


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the user has just said."""

    terms: set[str]
    figures: set[Figure]


def _best(claim: str, asked: _Asked, passages: Sequence[_Support], language: Language) -> _Support | None:
    """The passage that supports a claim best, if any does: it holds half of the claim's terms and all its numbers.

    Or half of the terms and all of the numbers that the claim adds to the question: an answer repeats the question's
    words, and a table does not.
    """
    words, said = terms(claim, language), _claimed_figures(claim)
    added_figures = {figure for figure in said if not figure.stands_among(asked.figures)}

    def support(passage: _Support) -> float:
        whole = passage.share(words) if passage.has(said) else 0.0
        added = passage.share(words - asked.terms) if passage.has(added_figures) else 0.0
        return max(whole, added)

    best = max(passages, key=lambda passage: (support(passage), -passage.number), default=None)
    return best if best and support(best) >= _SUPPORT else None


def _without_marks(sentence: str, passages: int) -> tuple[str, list[int]]:
    found = [int(number) for mark in _MARK.findall(sentence) for number in re.findall(_MARKED, mark.translate(_MINUS))]
    return _MARK.sub("", sentence), list(dict.fromkeys(n for n in found if 1 <= n <= passages))


def _with_marks(text: str, numbers: Sequence[int], doubt: str) -> str:
    marks = "".join(f"[{number}]" for number in numbers) + doubt
    body = text.rstrip()
    end = text[len(body) :]
    if body and body[-1] in "。．.!?！？":
        return f"{body[:-1]}{marks}{body[-1]}{end}" if marks else text
    return f"{body}{marks}{end}"
