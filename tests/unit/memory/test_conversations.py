"""What a person said before that has to do with a question."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.memory.conversations import search_conversations
from yorisoi.memory.recall import RecallConfig
from yorisoi.types import Episode, Recalled, UserId

NOW = datetime(2026, 4, 1, 12, tzinfo=UTC)
QUERY = np.array([1, 0], dtype=np.float32)
SAID = ["VPNにつながりません", "経費精算の締め切りはいつですか", "社員食堂は何時までですか"]

utterances = st.lists(st.sampled_from([*SAID, "経費の話です", "VPNの経費", "ありがとうございます"]), max_size=6)
cosines = st.floats(-1, 1)


def episodes(*texts: str) -> list[Episode]:
    """Said a day apart, oldest first."""
    return [
        Episode(
            id=number,
            user=UserId("花子"),
            session=f"s{number}",
            turn=0,
            speaker="user",
            text=text,
            at=NOW - timedelta(days=len(texts) - number),
            last_used=NOW,
            importance=5,
        )
        for number, text in enumerate(texts, start=1)
    ]


def unit(cosines: Sequence[float]) -> np.ndarray:
    """Rows whose cosine with (1, 0) is as given."""
    return np.array([(c, np.sqrt(1 - c * c)) for c in cosines], dtype=np.float32).reshape(-1, 2)


def search(
    said: Sequence[Episode],
    question: str,
    relevance: Sequence[float] | None = None,
    limit: int = 100,
    least: float = 0.85,
) -> list[Recalled]:
    vectors, query = (None, None) if relevance is None else (unit(relevance), QUERY)
    return search_conversations(said, vectors, question, "ja", query, limit, RecallConfig(min_relevance=least))


def ids(found: Sequence[Recalled]) -> list[int]:
    return [memory.episode.id for memory in found]


def test_by_words_what_shares_a_word_with_the_question_is_found() -> None:
    (found,) = search(episodes(*SAID), "経費はどう申請しますか")
    assert found.episode.text == SAID[1]
    assert found.score == pytest.approx(1 / 61)
    assert (found.relevance, found.recency, found.importance) == (0, 0, 0)


def test_by_meaning_what_shares_no_word_is_found() -> None:
    (found,) = search(episodes(*SAID), "昼ご飯", [0.7, 0.84, 0.9])
    assert found.episode.text == SAID[2]
    assert found.score == pytest.approx(1 / 61)
    assert found.relevance == pytest.approx(0.9)


def test_by_hand_both_ranks_are_fused() -> None:
    said = episodes("経費の締め切り", "経費精算の締め切り", "食堂の献立", "食堂の席")
    found = {each.episode.id: each.score for each in search(said, "経費精算の締め切りは", [0.95, 0.90, 0.92, 0.1])}
    assert found == pytest.approx({2: 1 / 61 + 1 / 63, 1: 1 / 62 + 1 / 61, 3: 1 / 62})


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    said = episodes("経費の話", "経費の件", "経費の相談", "領収書の話")
    assert ids(search(said, "経費の領収書"))[0] == 4


def test_what_has_nothing_to_do_with_the_question_is_not_found() -> None:
    assert search(episodes(*SAID), "駐輪場") == []
    assert search(episodes(*SAID), "駐輪場", [0.84, -0.2, 0.0]) == []


def test_how_something_is_asked_is_nothing_in_common() -> None:
    said = episodes("有給休暇について教えてください", "これは何ですか", "お願いします", "ありがとうございます")
    assert search(said, "駐輪場の場所を教えてください。お願いします") == []


def test_of_nothing_and_for_no_places_nothing_is_found() -> None:
    assert search([], "経費") == []
    assert search([], "経費", []) == []
    assert search(episodes(*SAID), "経費", [1, 1, 1], limit=0) == []
    assert search(episodes(*SAID), "？！") == []
    assert search(episodes(*SAID), "") == []


@pytest.mark.parametrize("least", [-1.0, 0.0, 0.85])
def test_without_vectors_or_without_the_questions_the_words_decide_alone(least: float) -> None:
    said, config = episodes(*SAID), RecallConfig(min_relevance=least)
    by_words = search(said, "経費は", least=least)
    assert ids(by_words) == [2]
    for vectors, query in ((unit([1, 1, 1]), None), (None, QUERY)):
        assert search_conversations(said, vectors, "経費は", "ja", query, 9, config) == by_words


def test_an_episode_without_a_vector_among_others_is_found_by_words() -> None:
    said = episodes(*SAID)
    vectors = unit([0.9, 0.5, 0.5])
    vectors[1] = 0  # as the store gives it
    found = search_conversations(said, vectors, "経費は", "ja", QUERY, 9, RecallConfig())
    assert sorted(ids(found)) == [1, 2]


def test_the_best_are_taken_up_to_the_limit() -> None:
    said = episodes(*["経費"] * 5)
    relevance = [0.86, 0.99, 0.90, 0.95, 0.88]
    assert ids(search(said, "休暇", relevance, limit=3)) == [2, 4, 3]


def test_of_equals_the_newer_comes_first() -> None:
    said = episodes("経費の話", "食堂", "経費の話", "経費の話")
    assert ids(search(said, "経費", limit=2)) == [4, 3]
    assert ids(search(said[::-1], "経費", limit=2)) == [4, 3], "in whatever order they come"


def test_neither_age_nor_importance_counts() -> None:
    old, new = episodes("経費精算の締め切り", "経費の話")
    assert ids(search([old, new], "経費精算の締め切り")) == [1, 2]


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("ＶＰＮの設定", "vpnは"),
        ("请假需要提前申请", "請假"),
        ("How do I set up the VPN?", "VPNの手順"),
        ("グーグル", "Google"),
    ],
)
def test_width_script_and_language_do_not_come_between_a_word_and_itself(said: str, question: str) -> None:
    assert ids(search(episodes("食堂", said), question)) == [2]


@given(utterances, st.sampled_from([*SAID, "経費", "VPNの経費", "鯨"]), st.data())
def test_ranks_are_those_that_counting_gives(said: list[str], question: str, data: st.DataObject) -> None:
    """Against the formula, restated without arrays."""
    relevance = [round(data.draw(cosines), 2) for _ in said]
    past = episodes(*said)
    found = search(past, question, relevance, least=0.5)

    by_words = {each.episode.id: each.score for each in search(past, question)}
    cosine = [float(value) for value in unit(relevance) @ QUERY]
    for episode, near in zip(past, cosine, strict=True):
        expected = by_words.get(episode.id, 0.0)
        if near >= 0.5:
            expected += 1 / (60 + 1 + sum(other > near for other in cosine))
        scores = {each.episode.id: each.score for each in found}
        assert scores.get(episode.id, 0.0) == pytest.approx(expected)
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)
