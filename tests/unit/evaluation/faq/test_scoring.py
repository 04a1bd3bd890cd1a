"""What a score of a FAQ search says, and what stood in front of the FAQs that were not first."""

from pathlib import Path

import pytest

from yorisoi.evaluation.experiment import Row
from yorisoi.evaluation.faq import scoring
from yorisoi.evaluation.faq.difficulty import difficulty
from yorisoi.evaluation.faq.sets import Faq, FaqSet, Query

FAQS = {name: Faq(name, f"題名{name}", "本文") for name in "abcd"}
TITLES = {faq.id: faq.title for faq in FAQS.values()}
ONE = Query(id="q1", text="一つ", faqs=("a",), way="user", made_by="rules:short")
TWO = Query(id="q2", text="二つ", faqs=("a", "b"), way="two")
SET = FaqSet(name="set", path=Path("queries_test.csv"), split="test", faqs=FAQS, queries=(ONE, TWO))


def rows(*rankings: str | None) -> list[Row]:
    return [
        Row(case=case, output=None if ranking is None else list(ranking))
        for case, ranking in zip(scoring.cases(SET), rankings, strict=True)
    ]


@pytest.mark.parametrize(
    ("ranking", "recall1", "recall3", "mrr"), [("abc", 0.5, 1.0, 1.0), ("cab", 0.0, 1.0, 0.5), ("cda", 0.0, 0.5, 1 / 3)]
)
def test_a_query_for_two_faqs_has_found_half_with_one(ranking: str, recall1: float, recall3: float, mrr: float) -> None:
    figures = scoring.finding(TITLES)(list(ranking), scoring.cases(SET)[1]).scores
    assert tuple(figures) == scoring.FIGURES
    assert (figures["recall@1"], figures["recall@3"], figures["mrr@10"]) == (recall1, recall3, mrr)


def test_a_score_says_which_faqs_were_wanted_and_where_they_stood() -> None:
    why = scoring.finding(TITLES)(["c", "a"], scoring.cases(SET)[1]).why
    assert why == {"wanted": ["2: a 題名a", "> 50: b 題名b"], "in_front": ["c 題名c"]}


@pytest.mark.parametrize(
    ("one", "two", "ranks", "in_front"),
    [
        ("abcd", "bacd", [], []),
        ("cabd", "abcd", [2], [["c"]]),
        ("abcd", "cadb", [4], [["c", "d"]]),
        ("cd", "acb", [None, 3], [["c", "d"], ["c"]]),
        ("", "ab", [None], [[]]),
    ],
)
def test_what_stood_in_front_is_told_worst_first(
    one: str, two: str, ranks: list[int | None], in_front: list[list[str]]
) -> None:
    told = scoring.misses(rows(one, two), TITLES)
    assert [miss["rank"] for miss in told] == ranks
    assert [list(miss["in_front"]) for miss in told] == in_front


@pytest.mark.parametrize(
    ("text", "level"),
    [("カードを落とした", "easy"), ("紛失デスクの電話", "medium"), ("財布を盗まれた", "hard"), ("？？", "hard")],
)
def test_difficulty_goes_by_the_words_that_the_faq_has(text: str, level: str) -> None:
    card = Faq("card", "カードを落としたとき", "紛失デスクに電話して、カードを止めてください。")
    assert difficulty(Query(id="q", text=text, faqs=("card",)), {"card": card}) == level
