"""Any callable measured on cases by any functions: `evaluate(system, cases, measures)`.

    async def answer(question: str) -> str: ...

    def says(output: str, case: Case) -> bool:
        return case.expected in output

    run = await evaluate(answer, [Case(id="1", input="夏季休暇は何日ですか", expected="3日")], [says])
    run.figures()["says"].mean

A case whose system failed, or that a measure could not score, is counted as failed and never as 0.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from yorisoi.evaluation.significance import Comparison, bootstrap_interval, compare
from yorisoi.tracing import plain

SYSTEM = "system"
"""Under which name a row's failures hold that of the system itself."""

System = Callable[[Any], Any]
"""The input of a case -> an output, or an awaitable of one; a `Traced` one brings its trace along."""
Score = float | bool | None
Measure = Callable[
    [Any, "Case"], "Score | Mapping[str, Score] | Scored | Awaitable[Score | Mapping[str, Score] | Scored]"
]
"""(output, case) -> a score; several, by name; or None where there is nothing to score.  True is 1, False 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """Scores, and what they rest on: anything that JSON can hold, shown beside them."""

    scores: Mapping[str, Score]
    why: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """Something to give to a system.  Input and expected are anything that JSON can hold."""

    id: str
    input: Any
    expected: Any = None
    labels: Mapping[str, str] = field(default_factory=dict)
    """What kind of case it is, such as {"kind": "clear"}: figures are told again for each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Traced:
    """An output, and how it came about."""

    output: Any
    trace: Mapping[str, Any]
    """As `Trace.as_json` gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What came of one case."""

    case: Case
    output: Any = None
    seconds: float = 0.0
    """The system took."""
    scores: Mapping[str, float] = field(default_factory=dict)
    measured: tuple[str, ...] = ()
    """Measures that have spoken, also those that had nothing to score."""
    why: Mapping[str, Any] = field(default_factory=dict)
    """What the scores rest on, as the measures say."""
    failures: Mapping[str, str] = field(default_factory=dict)
    """`system`, or the name of a measure, and what went wrong."""
    trace: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """What a measure says of a system."""

    mean: float
    ci95: tuple[float, float]
    """Of the mean: percentile bootstrap over cases."""
    cases: int
    """That were scored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """All rows, in the order of the cases."""

    rows: tuple[Row, ...]
    about: Mapping[str, Any] = field(default_factory=dict)
    """What was measured: command, date, store, settings."""

    def figures(self, *, label: tuple[str, str] | None = None) -> dict[str, Figure]:
        """Measure -> its figure, over all cases or those with this label."""
        rows = [row for row in self.rows if label is None or row.case.labels.get(label[0]) == label[1]]
        scores: dict[str, list[float]] = {}
        for row in rows:
            for name, score in row.scores.items():
                scores.setdefault(name, []).append(score)
        return {name: _figure(values) for name, values in scores.items()}

    def by_label(self, name: str) -> dict[str, dict[str, Figure]]:
        """Value of the label -> figures of the cases with it, most frequent first."""
        values = [row.case.labels[name] for row in self.rows if name in row.case.labels]
        ordered = sorted(dict.fromkeys(values), key=lambda value: -values.count(value))
        return {value: self.figures(label=(name, value)) for value in ordered}

    @property
    def failed(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if row.failures)

    def against(self, other: "Run") -> dict[str, Comparison]:
        """Measure -> this run against the other, over the cases that both have a score of: see `compare`."""
        theirs = {row.case.id: row.scores for row in other.rows}
        pairs: dict[str, list[tuple[float, float]]] = {}
        for row in self.rows:
            for name, score in row.scores.items():
                if name in theirs.get(row.case.id, {}):
                    pairs.setdefault(name, []).append((score, theirs[row.case.id][name]))
        return {name: compare([one for one, _ in both], [two for _, two in both]) for name, both in pairs.items()}


class Kept(Protocol):
    """Where rows are kept as they come; see `RunFile`."""

    def rows(self) -> Mapping[str, Row]:
        """What was kept before, by id of the case."""
        ...

    def keep(self, row: Row) -> None: ...


async def evaluate(
    system: System,
    cases: Iterable[Case],
    measures: Sequence[Measure] | Mapping[str, Measure],
    *,
    kept: Kept | None = None,
    read: Callable[[Any], Any] = lambda output: output,
    at_once: int = 1,
    about: Mapping[str, Any] | None = None,
    on_progress: Callable[[int, int], None] | None = None,
) -> Run:
    """The system run once on every case, and what the measures make of it.

    Functions are named by their `__name__`, a mapping names them otherwise; several scores of one function have names
    of their own.  With `kept` every row is kept when it is done, and cases that were kept before without a failure are
    not run again; a measure that they lack is made up for, from the output as `read` brings it back out of JSON.
    `at_once` cases run side by side, which pays for systems that wait for a server.  `on_progress` gets the number of
    cases done and of all, from 0 on.

    Raises ValueError: an id twice, or no case.  What the system or a measure raises is a failure of the row.
    """
    cases = list(cases)
    if not cases or len({case.id for case in cases}) < len(cases):
        raise ValueError("there are no cases" if not cases else "two cases have the same id")
    named = measures if isinstance(measures, Mapping) else {_name(each): each for each in measures}
    before = kept.rows() if kept else {}
    gate, done = asyncio.Semaphore(at_once), 0
    if on_progress:
        on_progress(0, len(cases))

    async def one(case: Case) -> Row:
        nonlocal done
        async with gate:
            old = before.get(case.id)
            old = old if old and _same(old.case, case) and SYSTEM not in old.failures else None
            row = replace(old, case=case, output=read(old.output)) if old else await _answered(system, case)
            row, changed = await _measured(row, named)
            if kept and (changed or not old):
                kept.keep(row)
        done += 1
        if on_progress:
            on_progress(done, len(cases))
        return row

    rows = await asyncio.gather(*map(one, cases))
    return Run(rows=tuple(rows), about=about or {})


async def _answered(system: System, case: Case) -> Row:
    began = time.perf_counter()
    try:
        output = await _awaited(system(case.input))
    except Exception as error:  # noqa: BLE001 a system is anybody's code; what it raises is its result
        return Row(case=case, seconds=time.perf_counter() - began, failures={SYSTEM: _said(error)})
    seconds = time.perf_counter() - began
    if isinstance(output, Traced):
        return Row(case=case, output=output.output, trace=output.trace, seconds=seconds)
    return Row(case=case, output=output, seconds=seconds)


async def _measured(row: Row, measures: Mapping[str, Measure]) -> tuple[Row, bool]:
    """The row with what each measure says that has not said it yet, and whether one had not."""
    if SYSTEM in row.failures:
        return row, False
    missing = {name: measure for name, measure in measures.items() if name not in row.measured}
    scores, why, measured, failures = dict(row.scores), dict(row.why), list(row.measured), dict[str, str]()
    for name, measure in missing.items():
        try:
            said = await _awaited(measure(row.output, row.case))
        except Exception as error:  # noqa: BLE001 likewise
            failures[name] = _said(error)
            continue
        if isinstance(said, Scored):
            why |= said.why
            said = said.scores
        several = said if isinstance(said, Mapping) else {name: said}
        scores |= {part: float(score) for part, score in several.items() if score is not None}
        measured.append(name)
    return replace(row, scores=scores, why=why, measured=tuple(measured), failures=failures), bool(missing)


async def _awaited(value: Any) -> Any:
    return await value if inspect.isawaitable(value) else value


def _name(measure: Measure) -> str:
    return getattr(measure, "__name__", type(measure).__name__)


def _same(one: Case, other: Case) -> bool:
    return bool(plain([one.input, one.expected]) == plain([other.input, other.expected]))


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _figure(values: Sequence[float]) -> Figure:
    array = np.asarray(values, dtype=np.float64)
    return Figure(mean=float(array.mean()), ci95=bootstrap_interval(array), cases=len(values))
