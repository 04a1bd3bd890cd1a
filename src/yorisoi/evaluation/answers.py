"""Questions and what a good answer to them holds; what a system answered.

A set is JSON Lines, one question a line:

    {"question": "夏季休暇は何日ですか", "answer": "3日です。9月末までに取ります。", "facts": [["3日", "三日"]],
     "pages": ["leave/summer-leave"], "id": "leave-07", "kind": "clear", "attributes": {"勤務地": "大阪支社"}}

`answer` is the expected answer, `facts` what it has to say (each with its spellings), `pages` what it should rest on
(parts of sources or titles), `found: false` says that the documents hold no answer, and that this should be said.  Of
these four at least one is given; `attributes` are what is known of who asks.  `text`, `must` and `page` may stand for
`question`, `facts` and `pages`.  Lines of which nothing is expected are passed over and counted.

A table (CSV) with the columns `question` (or `query`) and, of the others, any, does as well: facts and pages parted by
`|`, spellings of one fact by `/`.

A folder of FAQs and queries (see `faq.sets`) is one too: the FAQs' bodies are the expected answers, what the answer
should rest on are their rows, wherever they were taken in from.
"""

import csv
import io
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from yorisoi.errors import DataSetError
from yorisoi.evaluation.experiment import Case
from yorisoi.evaluation.faq import sets
from yorisoi.evaluation.faq.sets import FaqSet
from yorisoi.evaluation.followups import rows, text_of
from yorisoi.language import detect_language, normal_form

Did = Literal["answer", "ask", "talk", "none", ""]
"""What a reply does: answers with citations, asks back, talks, or says that nothing was found; empty: not known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A passage that an answer cites."""

    number: int
    source: str
    title: str = ""
    section: tuple[str, ...] = ()
    passage_id: int = 0
    quote: str = ""
    passage: str = ""
    """Its whole text, without its headings."""
    rank: int | None = None
    """Where the search had it, from 1; None: not among what was found."""
    legs: Mapping[str, int] = field(default_factory=dict)
    """Its rank in every leg that saw it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What came of a question."""

    text: str
    did: Did = "answer"
    question: str = ""
    """That was understood."""
    language: str = "und"
    citations: tuple[Cited, ...] = ()
    degraded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """What a good answer holds."""

    answer: str = ""
    facts: tuple[tuple[str, ...], ...] = ()
    pages: tuple[str, ...] = ()
    found: bool = True

    @property
    def is_nothing(self) -> bool:
        return not (self.answer or self.facts or self.pages) and self.found


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSet:
    cases: tuple[Case, ...]
    """`input` is {"question", "attributes"}, `expected` an `Expected`."""
    passed_over: int
    """Questions of which nothing is expected."""
    closed: int = 0
    """FAQs that are left out with their questions, since the reader may not read them."""


def load(path: Path, *, all_questions: bool = False, groups: frozenset[str] = frozenset()) -> AnswerSet:
    """The questions of a file; with `all_questions` also those of which nothing is expected, as for a comparison.
    Of a folder of FAQs those that a reader with these access `groups` may read.

    Raises DataSetError: one line that names file and line and says what is wrong.
    """
    given = sets.load(path, groups=groups) if path.is_dir() else None
    read = _of_faqs(given) if given else _rows(path)
    cases = [_case(row, where, number) for number, (row, where) in enumerate(read, start=1)]
    kept = [case for case in cases if all_questions or not case.expected.is_nothing]
    if not kept:
        raise DataSetError(
            f"{path} has no question with something expected: answer, facts, pages or found"
            if cases
            else f"{path} is empty"
        )
    if twice := [name for name, count in Counter(case.id for case in kept).items() if count > 1]:
        raise DataSetError(f"{path}: the id {twice[0]!r} stands twice")
    return AnswerSet(cases=tuple(kept), passed_over=len(cases) - len(kept), closed=given.closed if given else 0)


def _rows(path: Path) -> list[tuple[Mapping[str, Any], str]]:
    if path.suffix.lower() != ".csv":
        return list(rows(path))
    try:
        text = path.read_bytes().decode("utf-8-sig")
        table = list(csv.DictReader(io.StringIO(text), strict=True))
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
    except (UnicodeDecodeError, csv.Error) as error:
        raise DataSetError(f"{path} is not a table in UTF-8: {error}") from error
    return [(_of_table(row), f"{path} row {number}") for number, row in enumerate(table, start=2)]


def _of_faqs(given: FaqSet) -> list[tuple[Mapping[str, Any], str]]:
    return [
        (
            {
                "id": query.id,
                "question": query.text,
                "answer": "\n".join(given.faqs[each].body for each in query.faqs),
                "pages": [f"#{each}" for each in query.faqs],
                "kind": query.way or "all",
            },
            f"{given.path} query {query.id}",
        )
        for query in given.queries
    ]


def _of_table(row: Mapping[str, Any]) -> dict[str, Any]:
    filled: dict[str, Any] = {
        name: value for name, value in row.items() if name and isinstance(value, str) and value.strip()
    }
    for name in ("facts", "pages"):
        if name in filled:
            parts = [part.strip() for part in filled[name].split("|") if part.strip()]
            filled[name] = [part.split("/") for part in parts] if name == "facts" else parts
    if "found" in filled:
        filled["found"] = filled["found"].strip().lower() not in ("false", "0", "no")
    return filled


def _case(row: Mapping[str, Any], where: str, number: int) -> Case:
    def given(*names: str) -> Any:
        return next((row[name] for name in names if row.get(name) not in (None, "")), None)

    question = text_of(given("question", "text", "query"), f'{where}: "question"').strip()
    if not question:
        raise DataSetError(f'{where}: "question" is empty')
    facts = given("facts", "must") or []
    if not isinstance(facts, list):
        raise DataSetError(f'{where}: "facts" is not a list')
    attributes = given("attributes") or {}
    if not isinstance(attributes, Mapping):
        raise DataSetError(f'{where}: "attributes" is not an object')
    found = row.get("found", True)
    if not isinstance(found, bool):
        raise DataSetError(f'{where}: "found" is neither true nor false')
    expected = Expected(
        answer=text_of(given("answer") or "", f'{where}: "answer"').strip(),
        facts=tuple(_texts(fact, f'{where}: "facts"') for fact in facts),
        pages=_texts(given("pages", "page"), f'{where}: "pages"'),
        found=found,
    )
    return Case(
        id=text_of(given("id") or f"{number:04}", f'{where}: "id"'),
        input={"question": question, "attributes": {str(name): str(value) for name, value in attributes.items()}},
        expected=expected,
        labels={"kind": text_of(given("kind") or "all", f'{where}: "kind"'), "language": detect_language(question)},
    )


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if not isinstance(value, list):
        raise DataSetError(f"{where} is neither a text nor a list of texts")
    return tuple(text_of(each, where) for each in value)


def on_page(cited: Cited, page: str) -> bool:
    """Whether a citation is of the page that a set names by part of its source or title, or of the row `#id`."""
    if page.startswith("#"):
        return cited.source.endswith(page)
    return normal_form(page) in normal_form(f"{cited.source}\n{cited.title}")
