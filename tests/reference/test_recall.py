"""Recall against its formulas, worked by hand."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from math import log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.memory.cue import Cue, cue_of
from yorisoi.memory.mind import Mind
from yorisoi.memory.postings import Postings
from yorisoi.memory.recall import RecallConfig, combined, recall
from yorisoi.memory.relevance import Weights, relevance
from yorisoi.memory.whitening import LEAST, MOST, SHRINKAGE, Whitening
from yorisoi.memory_ports import MemoryChanges, Remembered
from yorisoi.types import Episode, Recalled, UserId

NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)
QUERY = np.array([1, 0], dtype=np.float32)
words = st.lists(st.sampled_from(["温泉", "寿司", "犬", "猫"]), max_size=5)


def remembered(
    spoken: Sequence[tuple[str, str]], vectors: np.ndarray | None = None, session: str = "s", hours: float = 1.0
) -> list[Remembered]:
    """A conversation, a turn every `hours`, the last one now."""
    began = NOW - timedelta(hours=hours * (len(spoken) - 1))
    times = [began + timedelta(hours=hours * n) for n in range(len(spoken))]
    return [
        Remembered(
            episode=Episode(
                id=n + 1,
                user=UserId("花子"),
                session=session,
                turn=n,
                speaker=speaker,
                text=text,
                at=times[n],
                last_used=times[n],
                importance=1 + n % 10,
            ),
            vector=None if vectors is None else vectors[n],
            terms=None,
        )
        for n, (speaker, text) in enumerate(spoken)
    ]


def mind(*spoken: tuple[str, str], **given: Any) -> Mind:
    made = Mind(UserId("花子"))
    made.follow(MemoryChanges(revision=1, whole=False, episodes=tuple(remembered(spoken, **given))))
    return made


def said(*texts: str, **given: object) -> Mind:
    """By the user, each in answer to nothing."""
    return mind(*(("user", text) for text in texts), **given)  # type: ignore[arg-type]


def unit(*cosines: float) -> np.ndarray:
    """Rows whose cosine with (1, 0) is as given."""
    return np.array([(c, np.sqrt(1 - c * c)) for c in cosines], dtype=np.float32)


def asked(question: str, made: Mind, vector: np.ndarray | None = None) -> Cue:
    return cue_of(question, "ja", vector, made.speakers, NOW)


def texts(found: Sequence[Recalled]) -> list[str]:
    return [each.episode.text for each in found]


# ---------------------------------------------------------------- Generative Agents


def test_the_three_parts_are_normalised_weighted_and_added() -> None:
    config = RecallConfig(recency_weight=1, importance_weight=2, relevance_weight=4)
    score = combined(np.array([1.0, 0.6]), np.array([0.2, 1.0]), np.array([0.5, 0.9]), config)
    # min-max over two values puts one at 0 and the other at 1
    assert score == pytest.approx([1 * 1 + 2 * 0 + 4 * 0, 1 * 0 + 2 * 1 + 4 * 1])


def test_equal_values_tell_nothing() -> None:
    assert list(combined(np.ones(3), np.ones(3), np.ones(3), RecallConfig())) == [0, 0, 0]


def test_recency_falls_by_the_hour_since_the_last_use() -> None:
    made = said("温泉が好きです", "猫を飼っています", hours=100)
    found = recall(made, asked("温泉と猫の話を覚えていますか", made), NOW, RecallConfig(limit=9))
    assert {each.episode.text: each.recency for each in found} == pytest.approx(
        {"温泉が好きです": 0.995**100, "猫を飼っています": 1.0}
    )


@given(st.floats(0.5, 1000), st.floats(0.5, 1000))
def test_of_two_equal_episodes_the_newer_never_scores_below_the_older(one: float, other: float) -> None:
    recency = RecallConfig().decay_per_hour ** np.array([max(one, other), min(one, other)])
    score = combined(recency, np.ones(2), np.ones(2), RecallConfig())
    assert score[1] >= score[0]


def test_a_decay_outside_its_range_is_refused() -> None:
    with pytest.raises(ValueError, match="decay"):
        RecallConfig(decay_per_hour=1.5)


# ---------------------------------------------------------------- relevance


@given(st.lists(words, min_size=1, max_size=6), words)
def test_bm25_is_what_its_formula_says(rows: list[list[str]], query: list[str]) -> None:
    """Against the formula, restated without arrays."""
    postings = Postings()
    for row in rows:
        postings.add(row)
    mean = sum(map(len, rows)) / len(rows)
    for row, score in zip(rows, postings.scores(query), strict=True):
        expected = 0.0
        for word in set(query):
            n, f = sum(word in other for other in rows), row.count(word)
            if f:
                rarity = log(1 + (len(rows) - n + 0.5) / (n + 0.5))
                expected += rarity * f * 2.2 / (f + 1.2 * (0.25 + 0.75 * len(row) / mean))
        assert score == pytest.approx(expected)


def test_whitening_measures_from_the_mean_and_scales_variance_down() -> None:
    rng = np.random.default_rng(7)
    spread = (rng.normal(size=(4 * LEAST, 3)) * [3.0, 1.0, 0.3] + [5, 5, 5]).astype(np.float32)
    white = Whitening.of(spread)
    assert white is not None
    covariance = np.cov(spread.T, bias=True)
    shrunk = (1 - SHRINKAGE) * covariance + SHRINKAGE * np.trace(covariance) / 3 * np.eye(3)
    root = np.linalg.inv(np.linalg.cholesky(shrunk))
    assert root @ shrunk @ root.T == pytest.approx(np.eye(3), abs=1e-4)
    query = spread[3] + np.float32(0.1)
    whitened, of_query = (spread - white.mean) @ root.T, (query - white.mean) @ root.T
    lengths = np.linalg.norm(whitened, axis=1)
    assert white.lengths(spread) == pytest.approx(lengths, abs=1e-5)
    expected = whitened @ of_query / (lengths * np.linalg.norm(of_query))
    assert white.cosines(spread, white.lengths(spread), query) == pytest.approx(expected, abs=1e-5)


def test_a_long_memory_is_whitened_by_a_sample_spread_over_all_of_it() -> None:
    vectors = np.zeros((2 * MOST, 2), dtype=np.float32)
    vectors[::2, 0], vectors[1::2, 0] = 1, 9  # of every two only the first is read
    vectors[:MOST:2, 1] = 4
    white = Whitening.of(vectors)
    assert white is not None
    assert white.mean.tolist() == [1, 2]


def test_vectors_that_come_later_are_scored_like_those_that_came_at_once() -> None:
    vectors = np.random.default_rng(7).normal(size=(2 * LEAST + 3, 2)).astype(np.float32)
    spoken = [("user", f"{number}番目の話") for number in range(len(vectors))]
    at_once, grown = mind(*spoken, vectors=vectors), mind(*spoken[: 2 * LEAST], vectors=vectors)
    fitted = grown.cosines(QUERY)
    grown.follow(MemoryChanges(revision=2, whole=False, episodes=tuple(remembered(spoken, vectors)[2 * LEAST :])))
    later = grown.cosines(QUERY)
    assert fitted is not None
    assert later is not None
    white = Whitening.of(vectors[: 2 * LEAST])  # three more do not move it
    assert white is not None
    assert later == pytest.approx(white.cosines(vectors, white.lengths(vectors), QUERY), abs=1e-5)
    assert fitted == pytest.approx(later[: 2 * LEAST], abs=1e-5)
    assert grown.words.scores(["話"]) == pytest.approx(at_once.words.scores(["話"]))


def test_too_few_vectors_and_equal_ones_are_not_whitened() -> None:
    assert Whitening.of(np.ones((LEAST - 1, 2), dtype=np.float32)) is None
    assert Whitening.of(np.ones((2 * LEAST, 2), dtype=np.float32)) is None


def test_an_answer_inherits_the_relevance_of_its_question() -> None:
    made = mind(("assistant", "どの温泉が好きですか？"), ("user", "草津です"), ("user", "猫を飼っています"))
    parts = relevance(made, asked("好きな温泉", made), Weights(answers=0.6))
    question, answer, other = parts.score
    assert answer == pytest.approx(0.6 * question)
    assert other == 0


def test_a_turn_after_a_mere_statement_inherits_nothing_from_it() -> None:
    made = said("温泉が好きです", "草津です")
    assert relevance(made, asked("温泉", made), Weights()).score[1] == 0


def test_what_was_said_when_the_question_says_weighs_more() -> None:
    made = said("店の話", "店の話です", hours=24 * 7)
    parts = relevance(made, asked("先週話した店", made), Weights(time=1.0))
    assert list(parts.in_time) == [True, False]
    assert parts.score[0] > parts.score[1]


def test_who_is_named_weighs_more_and_the_assistant_only_counts_when_asked_for() -> None:
    made = mind(("太郎", "温泉に行った"), ("次郎", "温泉に行った"), ("assistant", "温泉は月曜休みです"))
    parts = relevance(made, asked("太郎さんは温泉に行きましたか", made), Weights())
    assert parts.score[0] > parts.score[1]
    assert list(parts.wanted) == [True, True, False]
    of_assistant = relevance(made, asked("前に教えてくれた温泉の休みは", made), Weights())
    assert of_assistant.wanted.all()
    assert of_assistant.by_name[2]


# ---------------------------------------------------------------- what comes to mind


def test_what_others_said_is_not_taken_for_what_the_user_said() -> None:
    made = mind(("太郎", "温泉が好きです"), ("user", "寿司が好きです"))
    assert texts(recall(made, asked("私の好きなものは何ですか", made), NOW, RecallConfig())) == ["寿司が好きです"]
    about_him = recall(made, asked("太郎の好きなものは何ですか", made), NOW, RecallConfig(neighbours=0))
    assert texts(about_him)[0] == "温泉が好きです"


def test_what_is_not_relevant_does_not_come_to_mind() -> None:
    made = said("温泉が好きです", "猫を飼っています", vectors=unit(0.2, 0.9))
    near = recall(made, asked("ペット", made, QUERY), NOW, RecallConfig(min_relevance=0.85))
    assert texts(near) == ["猫を飼っています"]
    assert recall(made, asked("駐輪場の場所", made), NOW, RecallConfig()) == []


def test_nothing_is_recalled_of_nothing_and_for_no_places() -> None:
    empty = Mind(UserId("花子"))
    assert recall(empty, asked("温泉", empty), NOW, RecallConfig()) == []
    made = said("温泉が好きです")
    assert recall(made, asked("温泉", made), NOW, RecallConfig(limit=0)) == []


def test_a_single_episode_comes_to_mind_by_its_words() -> None:
    made = said("草津温泉が好きです")
    (found,) = recall(made, asked("草津温泉への行き方", made), NOW, RecallConfig())
    assert found.episode.text == "草津温泉が好きです"
    assert any(each.startswith("words:") for each in found.why)


def test_the_same_words_are_folded_into_the_best_of_them() -> None:
    made = said("温泉が好きです", "猫を飼っています", "温泉が好きです")
    (found,) = recall(made, asked("温泉", made), NOW, RecallConfig())
    assert (found.episode.id, [each.id for each in found.also]) == (3, [1])


def test_neighbours_come_along() -> None:
    made = mind(("assistant", "趣味は？"), ("user", "登山です"), ("assistant", "いいですね"), ("user", "猫もいます"))
    (found,) = recall(made, asked("登山", made), NOW, RecallConfig())
    assert [each.text for each in found.neighbours] == ["趣味は？", "いいですね"]
    (alone,) = recall(made, asked("登山", made), NOW, RecallConfig(neighbours=0))
    assert alone.neighbours == ()


def test_what_no_longer_holds_is_replaced_by_what_does() -> None:
    made = said("大阪に住んでいます", "猫が好きです", "福岡に引っ越しました")
    (found,) = recall(made, asked("大阪", made), NOW, RecallConfig(limit=1), stale={1: 3})
    assert found.episode.text == "福岡に引っ越しました"
    assert found.why[-1] == "in place of: e1"
    assert found.in_place_of == made.episodes[0]


def test_turns_in_view_are_left_out() -> None:
    made = said("温泉が好きです", "温泉に行きました")
    assert texts(recall(made, asked("温泉", made), NOW, RecallConfig(), leave_out=[2])) == ["温泉が好きです"]


def test_an_episode_of_another_user_is_refused() -> None:
    made, other = Mind(UserId("太郎")), said("温泉が好きです")
    stolen = Remembered(episode=other.episodes[0], vector=None, terms=None)
    with pytest.raises(ValueError, match="another user"):
        made.follow(MemoryChanges(revision=1, whole=False, episodes=(stolen,)))
    assert len(made) == 0
