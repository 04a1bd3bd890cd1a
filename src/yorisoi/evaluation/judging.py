"""A judge over kept runs, and whether it may be believed: a trial, its biases, its agreement with itself and people.

One run is scored answer by answer, two are compared in both orders.  A judge that cannot tell a good answer from one to
another question says nothing, whatever it says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from yorisoi.errors import BackendRefused, DataSetError
from yorisoi.evaluation.agreement import kappa, weighted_kappa
from yorisoi.evaluation.aspects import ASPECTS, Verdict, judge, score
from yorisoi.evaluation.claims import without_marks
from yorisoi.evaluation.comparing import answered_of, expected_of, question_of
from yorisoi.evaluation.experiment import SYSTEM, Case, Row, Run, System, Traced
from yorisoi.evaluation.significance import bootstrap_interval, compare
from yorisoi.evaluation.told_pages import told_pages
from yorisoi.ports import ChatModel
from yorisoi.tracing import Trace, TracedChat

NEEDED = 0.8
"""Share of trials that a judge has to get right; a coin gets half of them."""
TRIALS = 10


def cases_of(one: Run, other: Run | None = None) -> list[Case]:
    """What is judged: `input` has "question", "about", "answers" (one, or both runs') and the "sources" of the pages
    behind them, which the judge is not shown; `expected` is the expected answer.  Questions that a system failed on
    are left out."""
    theirs = {row.case.id: row for row in other.rows} if other else {}
    found = []
    for row in one.rows:
        rows = [row] if other is None else [row, theirs.get(row.case.id)]
        if any(each is None or SYSTEM in each.failures or not _text(each) for each in rows):
            continue
        found.append(
            Case(
                id=row.case.id,
                input={
                    "question": question_of(row),
                    "about": _about(row),
                    "answers": [_text(each) for each in rows if each],
                    "sources": sorted(set().union(*(told_pages(each) for each in rows if each))),
                },
                expected=_expected(row),
                labels=row.case.labels,
            )
        )
    return found


def _text(row: Row) -> str:
    return without_marks(answered_of(row.output).text).strip()


def _about(row: Row) -> str:
    """What is known of who asks, and what is right, which a judge may know."""
    given = row.case.input.get("attributes") or {} if isinstance(row.case.input, Mapping) else {}
    known = "、".join(f"{name}: {value}" for name, value in given.items()) or "何も分かっていない"
    expected = _expected(row)
    return f"{known}\n正しい内容: {expected}" if expected else known


def _expected(row: Row) -> str:
    return expected_of(row.case.expected).answer


def judging(model: ChatModel, repeats: int) -> System:
    """The judge as a system: input of a case -> {"repeats": [...]}, with its calls as the trace.

    Of one answer a repeat is {aspect: score}, of two a `Verdict`; each repeat lists the aspects in another order.
    """

    async def system(given: Mapping[str, Any]) -> Traced:
        trace, found = Trace(), list[Any]()
        traced = TracedChat(model, trace)
        about, question, answers = given["about"], given["question"], given["answers"]
        for turn in range(repeats):
            if len(answers) == 1:
                found.append(await score(traced, about, question, answers[0], turn=turn))
            else:
                found.append(_plain(await judge(traced, about, question, answers, turn=turn)))
        return Traced(output={"repeats": found}, trace=trace.as_json())

    return system


def _plain(verdict: Verdict) -> dict[str, Any]:
    return {**asdict(verdict), "turned": sorted(verdict.turned), "tied": sorted(verdict.tied)}


def scores(output: Mapping[str, Any], case: Case) -> dict[str, float]:
    """The measure: each aspect's mean over repeats; of two answers, how far the second lies above the first."""
    repeats = output["repeats"]
    if len(case.input["answers"]) == 1:
        return {name: sum(each[name] for each in repeats) / len(repeats) for name in ASPECTS}
    return {
        f"{name} b-a": sum(each["other"][name] - each["one"][name] for each in repeats) / len(repeats)
        for name in ASPECTS
    }


def compared(rows: Sequence[Row]) -> dict[str, dict[str, Any]]:
    """Aspect -> means of both answers, their difference (b - a) with its 95 % interval and p, and the shares of
    verdicts that turn with the order (which say nothing) or are tied."""
    found = {}
    for name in ASPECTS:
        one, other = [_over(row, "one")[name] for row in rows], [_over(row, "other")[name] for row in rows]
        test = compare(other, one)
        repeats = [each for row in rows for each in row.output["repeats"]]
        found[name] = {
            "a": round(sum(one) / len(one), 4),
            "b": round(sum(other) / len(other), 4),
            "difference": round(test.difference, 4),
            "ci95": [round(bound, 4) for bound in test.ci95],
            "p": round(test.p, 4),
            "turned": round(sum(name in each["turned"] for each in repeats) / len(repeats), 4),
            "tied": round(sum(name in each["tied"] for each in repeats) / len(repeats), 4),
        }
    return found


# ---------------------------------------------------------------- may it be believed?


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a judge made of answers of which it is known which is better."""

    trials: int
    share: float
    """In which the answer to the question was put above the answer to another question; a tie counts half."""
    longer: tuple[float, ...]
    """By how many points, over all aspects, each answer gained when it was said twice."""


async def trial(model: ChatModel, cases: Sequence[Case], *, most: int = TRIALS) -> Trial:
    """A good answer (the expected one where there is one) beside one to another question, and beside itself said twice.

    Two answers are compared in both orders where two are judged, and scored apart where one is.  Raises DataSetError
    (fewer than two questions with different answers), and what the model raises.
    """
    chosen = [case for case in cases if case.expected] or list(cases)
    chosen = chosen[:: max(1, len(chosen) // most)][:most]
    right, longer = list[float](), list[float]()
    for at, case in enumerate(chosen):
        good = _good(case)
        wrong = next((_good(each) for each in (*chosen[at + 1 :], *chosen[:at]) if _good(each) != good), None)
        if wrong is None:
            raise DataSetError(
                "a judge is tried on good answers to two questions that differ; of all of these the same answer is "
                "expected (more of them may hold two)"
            )
        margin, gain = await _margins(model, case, good, [wrong, f"{good}\n\n{good}"])
        right.append(0.5 + 0.5 * np.sign(margin))
        longer.append(-gain)
    return Trial(trials=len(right), share=sum(right) / len(right), longer=tuple(longer))


def _good(case: Case) -> str:
    return str(case.expected or case.input["answers"][0])


async def _margins(model: ChatModel, case: Case, good: str, others: Sequence[str]) -> list[float]:
    """By how many points the good answer lies above each of the others, mean over the aspects."""
    about = case.input["about"].split("\n正しい内容: ")[0]  # the good answer itself would tell
    question = case.input["question"]
    if len(case.input["answers"]) == 2:
        verdicts = [await judge(model, about, question, [good, other]) for other in others]
        return [_mean(verdict.one) - _mean(verdict.other) for verdict in verdicts]
    own = _mean(await score(model, about, question, good))
    return [own - _mean(await score(model, about, question, other)) for other in others]


def _mean(of: Mapping[str, float]) -> float:
    return sum(of.values()) / len(of)


def refuse_unless_trusted(tried: Trial, name: str) -> None:
    """Raises BackendRefused, with the figure: the judge did not pass its trial."""
    if tried.share < NEEDED:
        raise BackendRefused(
            f"{name} puts the answer to the question above the answer to another question in {tried.share:.0%} of "
            f"{tried.trials} trials (a coin: 50%, needed: {NEEDED:.0%}); what it says of answers is not to be believed"
        )


def biases(
    tried: Trial,
    rows: Sequence[Row],
    judge_name: str,
    written_by: Sequence[str],
    labels: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any]:
    """`position`: by how many points whatever stands first gains, and the share of aspects whose verdict turns with the
    order; `length`: by how many points an answer gains that is said twice, and the share of decided comparisons that
    the longer answer wins; `self_preference`: see there.  None where it cannot be told."""
    verdicts = [(row, repeat) for row in rows for repeat in row.output["repeats"]] if len(written_by) == 2 else []
    leads = [repeat["first_leads"] for _, repeat in verdicts]
    decided = [(row, side) for row, repeat in verdicts if (side := _side(repeat))]
    longer = [
        len(row.case.input["answers"][side > 0]) > len(row.case.input["answers"][side < 0]) for row, side in decided
    ]
    return {
        "position": {
            **_with_interval(leads),
            "turned": round(sum(len(each["turned"]) for _, each in verdicts) / (len(verdicts) * len(ASPECTS)), 4),
        }
        if verdicts
        else None,
        "length": {
            **_with_interval(tried.longer),
            "longer_wins": round(sum(longer) / len(longer), 4) if longer else None,
        },
        "self_preference": self_preference(decided, judge_name, written_by, labels),
    }


def self_preference(
    decided: Sequence[tuple[Row, int]],
    judge_name: str,
    written_by: Sequence[str],
    labels: Mapping[str, Mapping[str, Any]],
) -> dict[str, Any] | None:
    """`own_wins`: the share of decided comparisons that the judge's own answer wins; `people`: the share that it wins
    where people chose a side, since only what goes beyond that is undeserved.  None unless one side, and only one, was
    written by the judge.

    Source: Zheng et al., Judging LLM-as-a-Judge with MT-Bench and Chatbot Arena, NeurIPS 2023, section 3.3.
    """
    if len(written_by) != 2 or sum(name == judge_name for name in written_by) != 1 or not decided:
        return None
    own = 1 if written_by[1] == judge_name else -1
    chosen = [verdict for row, _ in decided if (verdict := labels.get(row.case.id, {}).get("verdict")) in ("a", "b")]
    return {
        "own_wins": round(sum(side == own for _, side in decided) / len(decided), 4),
        "comparisons": len(decided),
        "people": round(chosen.count(_CHOICES[own]) / len(chosen), 4) if chosen else None,
    }


def _with_interval(values: Sequence[float]) -> dict[str, Any]:
    array = np.asarray(values, dtype=np.float64)
    low, high = bootstrap_interval(array)
    return {"points": round(float(array.mean()), 4), "ci95": [round(low, 4), round(high, 4)]}


def _side(repeat: Mapping[str, Any]) -> int:
    """Which answer a verdict is for: -1 the first run's, 1 the second's, 0 none."""
    return int(np.sign(round(_mean(repeat["other"]) - _mean(repeat["one"]), 6)))


# ---------------------------------------------------------------- with itself, and with people


def repeats_agree(rows: Sequence[Row], *, pair: bool) -> dict[str, Any] | None:
    """How far the first two repeats agree: of scores per aspect the weighted kappa and the share at most 1 apart; of
    comparisons kappa and the share that choose the same side.  None with fewer than two repeats."""
    twice = [row.output["repeats"][:2] for row in rows if len(row.output["repeats"]) > 1]
    if not twice:
        return None
    if pair:
        return _chosen([_CHOICES[_side(one)] for one, _ in twice], [_CHOICES[_side(two)] for _, two in twice])
    return {name: _scored([one[name] for one, _ in twice], [two[name] for _, two in twice]) for name in ASPECTS}


_CHOICES = {-1: "a", 0: "same", 1: "b"}


def people_agree(rows: Sequence[Row], labels: Mapping[str, Mapping[str, Any]], *, pair: bool) -> dict[str, Any] | None:
    """The same between the judge and people's labels: id -> {"verdict": "a"} of two answers, {aspect: score} of one.

    None where none of the labels is of what was judged.
    """
    labelled = [(row, labels[row.case.id]) for row in rows if row.case.id in labels]
    if pair:
        both = [
            (_CHOICES[_side({"one": _over(row, "one"), "other": _over(row, "other")})], _as_choice(label["verdict"]))
            for row, label in labelled
            if label.get("verdict")
        ]
        return _chosen([mine for mine, _ in both], [theirs for _, theirs in both]) if both else None
    found = {}
    for name in ASPECTS:
        pairs = [(row.scores[name], float(label[name])) for row, label in labelled if name in label]
        if pairs:
            found[name] = _scored([mine for mine, _ in pairs], [theirs for _, theirs in pairs])
    return found or None


def _over(row: Row, side: str) -> dict[str, float]:
    repeats = row.output["repeats"]
    return {name: sum(each[side][name] for each in repeats) / len(repeats) for name in ASPECTS}


def _as_choice(verdict: str) -> str:
    return "same" if verdict == "neither" else verdict


def _chosen(one: Sequence[str], other: Sequence[str]) -> dict[str, Any]:
    agree = sum(left == right for left, right in zip(one, other, strict=True)) / len(one)
    return {"kappa": _rounded(kappa(one, other)), "same": round(agree, 4), "of": len(one)}


def _scored(one: Sequence[float], other: Sequence[float]) -> dict[str, Any]:
    near = sum(abs(left - right) <= 1 for left, right in zip(one, other, strict=True)) / len(one)
    return {"kappa": _rounded(weighted_kappa(one, other)), "within_1": round(near, 4), "of": len(one)}


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
