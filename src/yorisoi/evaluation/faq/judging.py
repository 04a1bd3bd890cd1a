"""Queries checked by a chat model: the second step of the conversation in which they were made.

    user        the instruction to make queries for this FAQ
    assistant   the queries
    user        what often goes wrong; which of it applies to each?

What must not be is asked as something that may be there, for models follow negative instructions badly.  A capable
model judges all queries of a FAQ at once, a small one each by itself.  Copies, languages and the round trip through the
FAQs are looked for by rules in any case; where another FAQ comes nearer than the query's own, the model reads that one
alone and says whether it answers in full.
Source: 戸田, "LLMを利用したFAQ検索の評価データセットの作成 その2", 2023.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import BaseModel, ValidationError

from yorisoi.errors import BackendError
from yorisoi.evaluation.faq.asking import ask, each, shown, words_of
from yorisoi.evaluation.faq.bearing import Bearing
from yorisoi.evaluation.faq.generating import instruction
from yorisoi.evaluation.faq.reasons import Reason, Verdict
from yorisoi.evaluation.faq.sets import Made, Query
from yorisoi.ports import ChatModel, ChatRequest, Message

_BY_RULES: tuple[Reason, ...] = ("near_copy", "language")
"""What needs no reader."""
_TOKENS_A_CHECK = 80
_BESIDE_THE_POINT = 0.1
"""By which another FAQ may stand behind the query's own and is read all the same."""


class _Check(BaseModel):
    number: int
    viewpoint: bool
    inconsistency: bool
    not_alone: bool


class _Checks(BaseModel):
    checks: list[_Check]


class _Answer(BaseModel):
    number: int
    complete: bool


class _Answers(BaseModel):
    answers: list[_Answer]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What the model is asked about some queries."""

    kind: Literal["check", "alone"]
    rows: tuple[int, ...]
    """Of the bearing."""
    faq: str
    """That is read: the queries' own (the first of two), or the one that may answer as well."""
    request: ChatRequest


def questions(bearing: Bearing, model: ChatModel, made: Made) -> list[Question]:
    """Everything that is going to be asked, in the conversations in which the queries were made."""
    together = 12 if model.capable else 1
    own: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    read_alone: defaultdict[str, list[int]] = defaultdict(list)
    for row, query in enumerate(bearing.queries):
        own[query.faqs].append(row)
        for faq in query.faqs if len(query.faqs) > 1 else _rivals(row, bearing):
            read_alone[faq].append(row)
    return [
        *(
            _checking(ids, rows, bearing, model, made)
            for ids, all_rows in own.items()
            for rows in _shares(all_rows, together)
        ),
        *(
            _reading_alone(faq, rows, bearing, model)
            for faq, all_rows in read_alone.items()
            for rows in _shares(all_rows, together)
        ),
    ]


def _shares(rows: Sequence[int], most: int) -> list[tuple[int, ...]]:
    return [tuple(rows[at : at + most]) for at in range(0, len(rows), most)]


def _rivals(row: int, bearing: Bearing) -> list[str]:
    """The FAQ that might answer as well: the nearest other one, if it is as near as the query's own."""
    other = bearing.best_other(row)
    own = bearing.position[bearing.queries[row].faqs[0]]
    if other is None or bearing.score[row, other] < bearing.score[row, own] - _BESIDE_THE_POINT:
        return []
    return [bearing.faqs[other].id]


def _checking(ids: Sequence[str], rows: Sequence[int], bearing: Bearing, model: ChatModel, made: Made) -> Question:
    faqs, queries = [bearing.faqs[bearing.position[id_]] for id_ in ids], [bearing.queries[row] for row in rows]
    words = words_of(faqs[0].language)
    texts = "\n\n".join(shown(faq, model) for faq in faqs)
    if len(faqs) > 1:
        asked = f"{words.pairing.format(n=len(queries))}\n{words.form}"
    else:
        ways = {query.way for query in queries}
        way = ways.pop() if len(ways) == 1 else "user"
        asked = instruction(faqs[0], way if way in words.generating else "user", len(queries), made.seed, made.phrases)
    messages = (
        Message(role="user", content=f"{asked}\n\n{texts}"),
        Message(role="assistant", content=_numbered(queries)),
        Message(role="user", content=words.checking.format(queries=_numbered(queries))),
    )
    return Question(kind="check", rows=tuple(rows), faq=ids[0], request=_structured(messages, _Checks, len(rows)))


def _reading_alone(faq_id: str, rows: Sequence[int], bearing: Bearing, model: ChatModel) -> Question:
    faq, queries = bearing.faqs[bearing.position[faq_id]], [bearing.queries[row] for row in rows]
    told = words_of(faq.language).checking_alone.format(queries=_numbered(queries))
    message = Message(role="user", content=f"{told}\n\n{shown(faq, model)}")
    return Question(kind="alone", rows=tuple(rows), faq=faq_id, request=_structured((message,), _Answers, len(rows)))


def _structured(messages: tuple[Message, ...], form: type[BaseModel], rows: int) -> ChatRequest:
    return ChatRequest(
        messages=messages,
        max_tokens=_TOKENS_A_CHECK * rows + 40,
        schema=form.model_json_schema(),
        schema_name=form.__name__.strip("_").lower(),
    )


def _numbered(queries: Iterable[Query]) -> str:
    return "\n".join(f"{number}. {query.text}" for number, query in enumerate(queries, start=1))


async def judge(
    model: ChatModel,
    bearing: Bearing,
    todo: Sequence[Question],
    by_rules: Sequence[Verdict],
    *,
    at_once: int = 1,
    on_progress: Callable[[int, int], None] | None = None,
) -> tuple[list[Verdict], Mapping[str, str]]:
    """The model's verdicts, with what rules alone can tell, and what failed: query -> why.

    Where the model failed, the verdict of the rules stands, and says that it is theirs.
    """

    async def one(question: Question) -> dict[int, dict[Reason, str]]:
        words = words_of(bearing.faqs[bearing.position[question.faq]].language)
        return await ask(model, question.request, lambda reply: _read(reply, question, bearing), words.again)

    found = await each(todo, one, at_once=at_once, on_progress=on_progress)
    reasons: defaultdict[int, dict[Reason, str]] = defaultdict(dict)
    failed: dict[int, str] = {}
    for question, result in zip(todo, found, strict=True):
        for row in question.rows:
            if isinstance(result, BackendError):
                failed[row] = str(result)
            else:
                reasons[row] |= result.get(row, {})
    verdicts = [
        verdict if row in failed else _with_rules(verdict, reasons[row], model.name)
        for row, verdict in enumerate(by_rules)
    ]
    return verdicts, {by_rules[row].query.id: why for row, why in failed.items()}


def _with_rules(verdict: Verdict, reasons: Mapping[Reason, str], model: str) -> Verdict:
    kept = {name: why for name, why in verdict.reasons.items() if name in _BY_RULES}
    return Verdict(query=verdict.query, reasons={**reasons, **kept}, by=model)


def _read(reply: str, question: Question, bearing: Bearing) -> dict[int, dict[Reason, str]] | None:
    """Row -> reasons; None when the reply is not of the form, or does not speak of every query."""
    found: dict[int, dict[Reason, str]] = {}
    try:
        if question.kind == "check":
            for check in _Checks.model_validate_json(reply).checks:
                flags: Mapping[Reason, bool] = {
                    "viewpoint": check.viewpoint,
                    "inconsistency": check.inconsistency,
                    "not_alone": check.not_alone,
                }
                found[check.number] = {name: "" for name, applies in flags.items() if applies}
        else:
            for answer in _Answers.model_validate_json(reply).answers:
                found[answer.number] = {"another": question.faq} if answer.complete else {}
    except ValidationError:
        return None
    if not set(range(1, len(question.rows) + 1)) <= found.keys():
        return None
    return {row: _of_two(found[number], bearing.queries[row]) for number, row in enumerate(question.rows, start=1)}


def _of_two(reasons: Mapping[Reason, str], query: Query) -> dict[Reason, str]:
    """For a query that was made for two FAQs, an answer in full out of one of them is a reason of its own."""
    alone = "another" in reasons and reasons["another"] in query.faqs
    return {("one_is_enough" if alone and name == "another" else name): why for name, why in reasons.items()}
