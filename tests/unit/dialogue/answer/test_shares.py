"""How likely each section is the one that answers."""

from dataclasses import replace
from math import exp

import pytest
from tests.unit.dialogue.conversations import hit, ja

from yorisoi.dialogue.answer.shares import likeliest_first, sections, shares
from yorisoi.retrieval.reranking import SAID
from yorisoi.types import Hit, LegRank


def found(score: float, odds: float | None = None, section: str = "日数") -> Hit:
    legs = {} if odds is None else {SAID: LegRank(rank=1, score=odds)}
    return replace(hit(1, "有給休暇", section), score=score, legs=legs)


def share(*hits: Hit) -> list[float]:
    return shares(hits, ja("休暇のこと"))


def test_they_go_by_the_score_and_by_whether_what_was_said_last_is_answered() -> None:
    assert share(found(3.0), found(1.0)) == pytest.approx([1 / (1 + exp(-1.78)), 1 / (1 + exp(1.78))])
    assert share(found(3.0, 0.0), found(3.0, 1.0)) == pytest.approx([1 / (1 + exp(0.37)), 1 / (1 + exp(-0.37))])
    assert share(found(900.0), found(-900.0)) == [1.0, 0.0]
    assert share() == []


def test_what_was_not_read_answers_no_more_than_what_was() -> None:
    unread, least = share(found(3.0, 2.0), found(2.0), found(2.0, -1.0))[1:]
    assert unread == least


def test_of_a_section_the_first_hit_stands_for_all() -> None:
    hits = [found(3.0), found(2.5), found(2.0, section="申請")]
    assert sections(hits) == [hits[0], hits[2]]


def test_a_section_that_holds_what_is_asked_for_is_likelier() -> None:
    fee = replace(hit(2, "食費", "料金", text="昼食は700円です。"), score=3.0)
    one, other = shares([found(3.0), fee], ja("お昼はいくら？"))
    assert other / one == pytest.approx(exp(2 * 2)), "it is called by it too"


def test_another_page_comes_first_where_it_is_clearly_likelier() -> None:
    best, other = found(3.0, -1.0), replace(hit(2, "食費"), score=2.5, legs={SAID: LegRank(rank=1, score=1.2)})
    assert likeliest_first([best, other], ja("休暇のこと")) == [other, best]
    barely = replace(other, score=2.2)
    assert likeliest_first([best, barely], ja("休暇のこと")) == [best, barely]
    led_to = replace(other, path=("甲", "乙"))
    assert likeliest_first([best, led_to], ja("休暇のこと")) == [best, led_to]
    assert likeliest_first([], ja("休暇のこと")) == []
