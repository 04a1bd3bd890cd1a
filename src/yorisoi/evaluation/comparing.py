"""Two runs over the same questions, side by side: figures, rows with their differences, and a sheet for people."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from hashlib import sha256
from typing import Any

from pydantic import TypeAdapter, ValidationError

from yorisoi.errors import DataSetError
from yorisoi.evaluation.answers import Answered, Cited, Expected
from yorisoi.evaluation.experiment import SYSTEM, Row, Run
from yorisoi.evaluation.page import packed, words
from yorisoi.language import detect_language
from yorisoi.types import UNDETERMINED, Language

MAIN = ("facts", "page_recall", "citation_recall", "answered", "not_found")
"""Figures by whose sum a row counts as better or worse where none is chosen."""
NEUTRAL = ("asked", "cosine_others")
"""Figures of which more is neither better nor worse."""
VERDICTS = ("a", "b", "same", "neither")
_PIECE = re.compile(r"[A-Za-z0-9]+|\s+|.", re.DOTALL)
"""What is compared: words of Latin letters, single characters of all else."""
_LONGEST = 4000
"""Characters of an answer whose differences are marked; a longer one is marked as a whole."""

_ALIKE = 0.3
"""Share of pieces in common below which two answers have nothing to do with each other."""
_CHANCE = 2
"""Pieces between two differences that are the same by chance."""

_answered: Callable[[Any], Answered] = TypeAdapter(Answered).validate_python
_expected_fields: Callable[[Any], Expected] = TypeAdapter(Expected).validate_python

Readable = Callable[[dict[str, Any]], Sequence[str]]
"""A trace as lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """One question as both systems answered it; None where one failed."""

    a: Row
    b: Row
    answers: tuple[Answered | None, Answered | None]

    @property
    def same_text(self) -> bool:
        one, other = self.answers
        return one is not None and other is not None and one.text == other.text

    @property
    def same_pages(self) -> bool:
        one, other = (None if each is None else _sources(each) for each in self.answers)
        return one is not None and one == other


def pairs(a: Run, b: Run) -> list[Pair]:
    """The questions that both runs hold, in the order of the first.  Two that differ under one id are no pair."""
    theirs = {row.case.id: row for row in b.rows}
    found = []
    for row in a.rows:
        other = theirs.get(row.case.id)
        if other and other.case.input == row.case.input:
            found.append(Pair(a=row, b=other, answers=(_answer(row), _answer(other))))
    return found


def _answer(row: Row) -> Answered | None:
    return None if SYSTEM in row.failures else answered_of(row.output)


def answered_of(output: Any) -> Answered:
    """An output as an answer: of the assistant's all that is known, of any other system what it says."""
    try:
        return _answered(output)
    except ValidationError:
        return Answered(text=_lines(output), did="")


def expected_of(expected: Any) -> Expected:
    """Likewise what is expected."""
    try:
        return _expected_fields(expected)
    except ValidationError:
        return Expected(answer=_lines(expected) if expected is not None else "")


def _lines(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "\n".join(map(str, value))
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _sources(answered: Answered) -> set[str]:
    return {cite.source for cite in answered.citations}


def sides(compared: Sequence[Pair]) -> tuple[tuple[Row, ...], tuple[Row, ...]]:
    """The rows of A and those of B."""
    return tuple(pair.a for pair in compared), tuple(pair.b for pair in compared)


# ---------------------------------------------------------------- figures


def figures(compared: Sequence[Pair]) -> dict[str, dict[str, Any]]:
    """Figure -> on how many questions (`cases`) both were scored, means of both over these, their paired difference
    (b - a) with its 95 % interval and p, and on how many questions b is better, worse, equal."""
    one, other = (Run(rows=rows) for rows in sides(compared))
    found = {}
    for name, test in other.against(one).items():
        both = [
            (pair.a.scores[name], pair.b.scores[name])
            for pair in compared
            if name in pair.a.scores and name in pair.b.scores
        ]
        found[name] = {
            "cases": len(both),
            "a": round(sum(each for each, _ in both) / len(both), 4),
            "b": round(sum(each for _, each in both) / len(both), 4),
            "difference": round(test.difference, 4),
            "ci95": [round(bound, 4) for bound in test.ci95],
            "p": round(test.p, 4),
            "better": test.better,
            "worse": test.worse,
            "equal": test.equal,
        }
    return found


# ---------------------------------------------------------------- the page


def page_data(compared: Sequence[Pair], readable: Readable, **about: Any) -> dict[str, Any]:
    """What the comparison page shows; `about` are its names, settings and figures."""
    return {
        "rows": [_row(pair, readable) for pair in compared],
        "kinds": list(dict.fromkeys(_kind(pair.a) for pair in compared)),
        "main": MAIN,
        "neutral": NEUTRAL,
        **about,
    }


def _row(pair: Pair, readable: Readable) -> dict[str, Any]:
    one, other = pair.answers
    marked = differences(one.text if one else "", other.text if other else "")
    return {
        "id": pair.a.case.id,
        "question": question_of(pair.a),
        "kind": _kind(pair.a),
        "expected": expected_text(pair.a),
        "same_text": pair.same_text,
        "same_pages": pair.same_pages,
        "a": _side(pair.a, one, other, marked[0], readable),
        "b": _side(pair.b, other, one, marked[1], readable),
    }


def _side(
    row: Row, answer: Answered | None, beside: Answered | None, text: Sequence[Any], readable: Readable
) -> dict[str, Any]:
    others = _sources(beside) if beside else set()
    return {
        "text": text,
        "did": answer.did if answer else "",
        "understood": answer.question if answer and answer.question != question_of(row) else "",
        "degraded": answer.degraded if answer else (),
        "citations": [_citation(cite, cite.source not in others) for cite in answer.citations] if answer else [],
        "scores": {name: round(score, 4) for name, score in row.scores.items()},
        "absent": row.why.get("facts_absent", []),
        "unsupported": row.why.get("unsupported", []),
        "failure": "; ".join(f"{name}: {why}" for name, why in row.failures.items()),
        "trace": packed_trace(row, readable),
    }


def packed_trace(row: Row, readable: Readable) -> str:
    """The trace as lines, as the page opens it, with several turns one after the other; empty where there is none."""
    if not row.trace:
        return ""
    try:
        turns = [turn for turn in row.trace.get("turns", [row.trace]) if turn]
        return packed("\n\n".join("\n".join(readable(_short(turn))) for turn in turns))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise DataSetError(f"the trace of {row.case.id!r} is none of Yorisoi's") from error


def _short(value: Any) -> Any:
    """The same with four decimals: half of what a trace weighs are digits that nobody reads."""
    if isinstance(value, float):
        return round(value, 4)
    if isinstance(value, Mapping):
        return {name: _short(each) for name, each in value.items()}
    return [_short(each) for each in value] if isinstance(value, list | tuple) else value


def _citation(cite: Cited, only: bool) -> dict[str, Any]:
    return {
        "number": cite.number,
        "title": cite.title,
        "section": cite.section,
        "source": cite.source,
        "rank": cite.rank,
        "legs": ", ".join(f"{leg} #{rank}" for leg, rank in cite.legs.items()),
        "only": only,
    }


def differences(one: str, other: str) -> tuple[list[tuple[int, str]], list[tuple[int, str]]]:
    """Both texts as stretches: (1, what only this one says), (0, what both say).

    >>> differences("休暇は3日です。", "休暇は5日です。")
    ([(0, '休暇は'), (1, '3'), (0, '日です。')], [(0, '休暇は'), (1, '5'), (0, '日です。')])
    """
    if one == other or max(len(one), len(other)) > _LONGEST:
        differs = int(one != other)
        return [(differs, one)], [(differs, other)]
    left, right = _PIECE.findall(one), _PIECE.findall(other)
    matcher = SequenceMatcher(None, left, right, autojunk=False)
    if matcher.ratio() < _ALIKE:
        return [(1, one)], [(1, other)]
    mine, theirs = list[tuple[int, str]](), list[tuple[int, str]]()
    codes = matcher.get_opcodes()
    for at, (what, i1, i2, j1, j2) in enumerate(codes):
        chance = 0 < at < len(codes) - 1 and i2 - i1 <= _CHANCE
        differs = int(what != "equal" or chance)
        _add(mine, differs, "".join(left[i1:i2]))
        _add(theirs, differs, "".join(right[j1:j2]))
    return mine, theirs


def _add(stretches: list[tuple[int, str]], differs: int, text: str) -> None:
    if stretches and stretches[-1][0] == differs:
        text = stretches.pop()[1] + text
    if text:
        stretches.append((differs, text))


# ---------------------------------------------------------------- the sheet


def sheet(
    compared: Sequence[Pair], comparison: str, language: Language, *, blind: bool
) -> tuple[list[str], list[list[str]], dict[str, Sequence[str]]]:
    """Columns, rows and choices of the sheet that people fill in.

    `blind`: whose answer stands under A and whose under B is drawn for each question (see `swapped`), and no figure is
    shown, so that nobody is led by what they hope for.
    """
    said = spoken(language)
    columns = [
        said["id"], said["kind"], said["question"], said["expected"], f"{said['answer']} A", f"{said['answer']} B",
        f"{said['pages']} A", f"{said['pages']} B", said["verdict"], said["comment"], said["comparison"],
    ]  # fmt: skip
    rows = []
    for pair in compared:
        sides = [_shown(each, said) for each in pair.answers]
        if blind and swapped(comparison, pair.a.case.id):
            sides.reverse()
        (text_a, pages_a), (text_b, pages_b) = sides
        identity = [pair.a.case.id, _kind(pair.a), question_of(pair.a), expected_text(pair.a)]
        rows.append([*identity, text_a, text_b, pages_a, pages_b, "", "", comparison])
    return columns, rows, {said["verdict"]: [said[f"is_{verdict}"] for verdict in VERDICTS]}


def swapped(comparison: str, case: str) -> bool:
    """Whether B's answer stands under A in a blind sheet: a coin that falls the same way every time."""
    return sha256(f"{comparison}\n{case}".encode()).digest()[0] % 2 == 1


def _shown(answer: Answered | None, said: Mapping[str, str]) -> tuple[str, str]:
    if answer is None:
        return said["failed"], ""
    pages = dict.fromkeys(" › ".join((cite.title, *cite.section)) for cite in answer.citations)
    return answer.text, "\n".join(pages)


# ---------------------------------------------------------------- shared


def spoken(language: Language) -> dict[str, str]:
    return words().get(language, words()["en"])


def language_of(questions: Iterable[str]) -> Language:
    """That most of them are in."""
    found = [detect_language(question) for question in questions]
    known = [each for each in found if each != UNDETERMINED] or ["en"]
    return max(dict.fromkeys(known), key=known.count)


def question_of(row: Row) -> str:
    given = row.case.input
    return str(given.get("question", given)) if isinstance(given, Mapping) else str(given)


def _kind(row: Row) -> str:
    return row.case.labels.get("kind", "")


def expected_text(row: Row) -> str:
    expected = expected_of(row.case.expected)
    return expected.answer or " / ".join("・".join(spellings) for spellings in expected.facts)
