"""How likely each section is the one that answers."""

from dataclasses import replace
from math import exp

import pytest
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.answer.shares import sections, shares
from yorisoi.retrieval.reranking import SAID
from yorisoi.types import Hit, LegRank


def found(score: float, odds: float | None = None, section: str = "日数") -> Hit:
    legs = {} if odds is None else {SAID: LegRank(rank=1, score=odds)}
    return replace(hit(1, "有給休暇", section), score=score, legs=legs)


def test_they_go_by_the_score_and_by_whether_what_was_said_last_is_answered() -> None:
    assert shares([found(3.0), found(1.0)]) == pytest.approx([1 / (1 + exp(-1.7)), 1 / (1 + exp(1.7))])
    assert shares([found(3.0, 0.0), found(3.0, 1.0)]) == pytest.approx([1 / (1 + exp(0.33)), 1 / (1 + exp(-0.33))])
    assert shares([found(900.0), found(-900.0)]) == [1.0, 0.0]
    assert shares([]) == []


def test_what_was_not_read_answers_no_more_than_what_was() -> None:
    unread, least = shares([found(3.0, 2.0), found(2.0), found(2.0, -1.0)])[1:]
    assert unread == least


def test_of_a_section_the_first_hit_stands_for_all() -> None:
    hits = [found(3.0), found(2.5), found(2.0, section="申請")]
    assert sections(hits) == [hits[0], hits[2]]
