"""A judge over kept runs: refused when it cannot judge, and its leanings measured when it can."""

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from yorisoi.errors import BackendRefused, DataSetError
from yorisoi.evaluation import Case, Row, Run, evaluate
from yorisoi.evaluation.agreement import kappa, weighted_kappa
from yorisoi.evaluation.aspects import ASPECTS, instructions
from yorisoi.evaluation.judging import (
    biases,
    cases_of,
    compared,
    judging,
    people_agree,
    refuse_unless_trusted,
    repeats_agree,
    scores,
    trial,
)
from yorisoi.evaluation.labels import read_labels
from yorisoi.ports import ChatRequest
from yorisoi.testing.scripted_chat import ScriptedChat

DAYS = {"夏季休暇は何日ですか": "3日です。", "看護休暇は何日ですか": "5日です。", "慶弔休暇は何日ですか": "7日です。"}
WORSE = "わかりませんが、きっと何日かは取れるのではないかと思います。"


def run(answers: Mapping[str, str], chat: str = "none") -> Run:
    rows = [
        Row(
            case=Case(id=f"q{n}", input={"question": question, "attributes": {}}, expected={"answer": DAYS[question]}),
            output={"text": f"{answers[question]}[1]"},
        )
        for n, question in enumerate(DAYS, start=1)
    ]
    return Run(rows=tuple(rows), about={"chat": chat})


GOOD = run(DAYS)
BAD = run(dict.fromkeys(DAYS, WORSE))


def rated(rate: Callable[[str, str], int], *, for_first: int = 0) -> ScriptedChat:
    """A judge that rates each answer by (question, answer), and whatever stands first by so many points more."""

    def say(request: ChatRequest) -> str:
        shown = request.messages[-1].content
        question = re.findall("質問: (.*)", shown)[0]
        answers = re.split(r"# 回答\d?\n", shown)[1:]
        found = [dict.fromkeys(ASPECTS, rate(question, answer.strip())) for answer in answers]
        if len(found) == 1:
            return json.dumps(found[0])
        first = {name: score + for_first for name, score in found[0].items()}
        return json.dumps({"first": first, "second": found[1]})

    return ScriptedChat(say)


def careful(question: str, answer: str) -> int:
    return 7 if DAYS[question] in answer else 2


def long_winded(question: str, answer: str) -> int:
    return min(10, careful(question, answer) + (2 if "\n\n" in answer else 0))


# ---------------------------------------------------------------- the trial


@pytest.mark.parametrize("cases", [cases_of(GOOD), cases_of(GOOD, BAD)], ids=["single", "pair"])
async def test_a_careful_judge_passes_its_trial(cases: list[Case]) -> None:
    tried = await trial(rated(careful), cases)
    assert (tried.trials, tried.share, tried.longer) == (3, 1.0, (0.0, 0.0, 0.0))
    refuse_unless_trusted(tried, "fake")


@pytest.mark.parametrize("cases", [cases_of(GOOD), cases_of(GOOD, BAD)], ids=["single", "pair"])
async def test_a_judge_that_says_the_same_of_everything_is_refused_with_the_figure(cases: list[Case]) -> None:
    tried = await trial(rated(lambda *_: 8), cases)
    with pytest.raises(BackendRefused, match=r"in 50% of 3 trials \(a coin: 50%, needed: 80%\)"):
        refuse_unless_trusted(tried, "fake")


async def test_a_judge_that_goes_by_the_place_alone_is_refused() -> None:
    tried = await trial(rated(lambda *_: 5, for_first=3), cases_of(GOOD, BAD))
    assert tried.share == 0.5


async def test_the_trial_does_not_tell_the_judge_what_is_right() -> None:
    model = rated(careful)
    await trial(model, cases_of(GOOD))
    assert not any("正しい内容" in request.messages[-1].content for request in model.requests)


async def test_answers_that_are_all_the_same_are_no_trial() -> None:
    same = Run(rows=tuple(Row(case=Case(id=str(n), input=f"問{n}"), output="同じ答え") for n in range(3)))
    with pytest.raises(DataSetError, match="two questions that differ"):
        await trial(rated(lambda *_: 5), cases_of(same))


# ---------------------------------------------------------------- verdicts


async def judged(model: ScriptedChat, *runs: Run, repeats: int = 1) -> Run:
    return await evaluate(judging(model, repeats), cases_of(*runs), [scores])


async def test_one_run_is_scored_answer_by_answer_and_its_calls_are_the_trace() -> None:
    of = await judged(rated(careful), BAD, repeats=2)
    assert of.figures()["usefulness"].mean == 2.0
    trace = of.rows[0].trace
    assert trace
    assert [step["name"] for step in trace["steps"]] == ["model_call", "model_call"]
    assert WORSE in json.dumps(trace, ensure_ascii=False)
    assert repeats_agree(of.rows, pair=False) == {name: {"kappa": None, "within_1": 1.0, "of": 3} for name in ASPECTS}


async def test_two_runs_are_compared_in_both_orders() -> None:
    of = await judged(rated(careful, for_first=1), BAD, GOOD)
    told = compared(of.rows)["accuracy"]
    assert (told["a"], told["b"], told["difference"], told["turned"]) == (2.5, 7.5, 5.0, 0.0)
    assert of.figures()["accuracy b-a"].mean == 5.0


async def test_position_and_length_are_told_in_points() -> None:
    cases, model = cases_of(BAD, GOOD), rated(long_winded, for_first=1)
    tried = await trial(model, cases)
    found = biases(tried, (await judged(model, BAD, GOOD)).rows, "fake", ["none", "none"], {})
    assert found["position"]["points"] == 1.0
    assert found["length"] == {"points": 2.0, "ci95": [2.0, 2.0], "longer_wins": 0.0}
    assert found["self_preference"] is None


async def test_one_answer_alone_has_no_position() -> None:
    tried = await trial(rated(careful), cases_of(GOOD))
    assert biases(tried, (await judged(rated(careful), GOOD)).rows, "fake", ["none"], {})["position"] is None


async def test_self_preference_stands_beside_what_people_say_of_the_same() -> None:
    own = run(dict.fromkeys(DAYS, WORSE), chat="fake:scripted")
    vain = rated(lambda _, answer: 9 if WORSE in answer else 5)
    rows = (await judged(vain, GOOD, own)).rows
    tried = await trial(rated(careful), cases_of(GOOD, own))
    labels = {"q1": {"verdict": "a"}, "q2": {"verdict": "a"}, "q3": {"verdict": "b"}}
    found = biases(tried, rows, "fake:scripted", ["none", "fake:scripted"], labels)["self_preference"]
    assert found == {"own_wins": 1.0, "comparisons": 3, "people": round(1 / 3, 4)}


async def test_a_judge_is_held_against_people() -> None:
    pair = (await judged(rated(careful), BAD, GOOD)).rows
    labels = {"q1": {"verdict": "b"}, "q2": {"verdict": "b"}, "q3": {"verdict": "neither"}, "q9": {"verdict": "a"}}
    assert people_agree(pair, labels, pair=True) == {"kappa": 0.0, "same": round(2 / 3, 4), "of": 3}
    single = (await judged(rated(careful), GOOD)).rows
    found = people_agree(single, {"q1": {"accuracy": 7}, "q2": {"accuracy": 3}}, pair=False)
    assert found
    assert (found["accuracy"]["within_1"], found["accuracy"]["of"]) == (0.5, 2)
    assert people_agree(single, {"q9": {"accuracy": 7}}, pair=False) is None


async def test_a_reply_that_is_none_is_a_failure_of_its_row() -> None:
    of = await judged(ScriptedChat(lambda _: '{"usefulness": 1}'), GOOD)
    assert len(of.failed) == 3
    assert "no scores in the form asked for" in of.rows[0].failures["system"]


def test_repeats_ask_in_another_order() -> None:
    assert instructions(pair=True) != instructions(pair=True, turn=1)
    assert sorted(instructions(pair=True).splitlines()) == sorted(instructions(pair=True, turn=1).splitlines())
    assert instructions(pair=True, turn=len(ASPECTS)) == instructions(pair=True)


def test_failed_rows_and_empty_answers_are_not_judged() -> None:
    broken = Row(case=GOOD.rows[0].case, failures={"system": "down"})
    silent = Row(case=GOOD.rows[1].case, output={"text": " [1]"})
    assert [case.id for case in cases_of(Run(rows=(broken, silent, GOOD.rows[2])))] == ["q3"]
    assert cases_of(GOOD)[0].input["answers"] == ["3日です。"]


# ---------------------------------------------------------------- agreement and labels


def test_kappa_is_that_of_the_books() -> None:
    """Two readers over 50 grants: 20 both yes, 15 both no, 5 and 10 apart."""
    one = ["yes"] * 25 + ["no"] * 25
    other = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert kappa(one, other) == pytest.approx(0.4)
    assert kappa(["a", "b"], ["a", "b"]) == 1.0
    assert kappa(["a", "a"], ["a", "a"]) is None


def test_weighted_kappa_forgives_what_is_near() -> None:
    truth = [1.0, 3.0, 5.0, 7.0, 9.0]
    near, far = [2.0, 4.0, 6.0, 8.0, 10.0], [9.0, 7.0, 5.0, 3.0, 1.0]
    assert weighted_kappa(truth, truth) == 1.0
    assert weighted_kappa(truth, near) == pytest.approx(1 - 1 / 17)
    assert weighted_kappa(truth, far) == pytest.approx(-1.0)
    assert weighted_kappa([5.0, 5.0], [5.0, 5.0]) is None


def test_labels_are_read_and_what_is_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_text('{"id": "a", "verdict": "b"}\n{"id": "b", "output": {"verdict": "same", "comment": ""}}\n')
    assert {name: label["verdict"] for name, label in read_labels(path).items()} == {"a": "b", "b": "same"}
    for line, said in (('{"id": "a", "verdict": "B!"}', "none of a, b"), ('{"id": "a", "depth": 11}', "from 1 to 10")):
        path.write_text(line)
        with pytest.raises(DataSetError, match=said):
            read_labels(path)
    path.write_text("")
    with pytest.raises(DataSetError, match="no labels"):
        read_labels(path)
