"""Recall against Generative Agents' formula, worked by hand."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.memory.recall import RecallConfig, recall
from yorisoi.types import Episode, UserId

NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)
EVERYTHING = RecallConfig(min_relevance=-1.0, limit=100)


def episode(number: int, *, hours_ago: float, importance: int = 5) -> Episode:
    at = NOW - timedelta(hours=hours_ago)
    return Episode(
        id=number,
        user=UserId("u"),
        session="s",
        turn=number,
        speaker="user",
        text=str(number),
        at=at,
        last_used=at,
        importance=importance,
    )


def unit(*cosines: float) -> np.ndarray:
    """Rows whose cosine with (1, 0) is as given."""
    return np.array([(c, np.sqrt(1 - c * c)) for c in cosines], dtype=np.float32)


QUERY = np.array([1, 0], dtype=np.float32)


def test_the_three_parts_are_normalised_weighted_and_added() -> None:
    episodes = [episode(1, hours_ago=0, importance=2), episode(2, hours_ago=100, importance=10)]
    config = RecallConfig(recency_weight=1, importance_weight=2, relevance_weight=4, min_relevance=-1)
    found = {memory.episode.id: memory for memory in recall(episodes, unit(0.5, 0.9), QUERY, NOW, config)}
    # min-max over two values puts one at 0 and the other at 1
    assert found[1].score == pytest.approx(1 * 1 + 2 * 0 + 4 * 0)
    assert found[2].score == pytest.approx(1 * 0 + 2 * 1 + 4 * 1)
    assert found[2].recency == pytest.approx(0.995**100)
    assert found[2].relevance == pytest.approx(0.9)


@given(st.floats(0, 1000), st.floats(0, 1000))
def test_of_two_equal_episodes_the_newer_never_scores_below_the_older(one: float, other: float) -> None:
    episodes = [episode(1, hours_ago=max(one, other)), episode(2, hours_ago=min(one, other))]
    found = {memory.episode.id: memory.score for memory in recall(episodes, unit(0.9, 0.9), QUERY, NOW, EVERYTHING)}
    assert found[2] >= found[1]


def test_what_is_not_relevant_does_not_come_to_mind() -> None:
    episodes = [episode(1, hours_ago=0, importance=10), episode(2, hours_ago=500, importance=1)]
    found = recall(episodes, unit(0.2, 0.9), QUERY, NOW, RecallConfig(min_relevance=0.85))
    assert [memory.episode.id for memory in found] == [2]


def test_nothing_is_recalled_without_episodes_or_vectors() -> None:
    assert recall([], None, QUERY, NOW, EVERYTHING) == []
    assert recall([episode(1, hours_ago=1)], None, QUERY, NOW, EVERYTHING) == []
    assert recall([episode(1, hours_ago=1)], unit(1.0), None, NOW, EVERYTHING) == []


def test_a_decay_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="decay"):
        RecallConfig(decay_per_hour=1.5)
