"""Signals, what they weigh, and the probability they make."""

from typing import Any

import numpy as np
import pytest
from yorisoi.dialogue.conversation import conversation_signals
from yorisoi.dialogue.conversation_words import OF_WORDS
from yorisoi.dialogue.need import Resembling, Views, calibrations, need, shifted
from yorisoi.dialogue.reading import Reading
from yorisoi.dialogue.signals import search_signals
from yorisoi.dialogue.wording import wording_signals

from yorisoi.dialogue.clarify.audience import Dependence
from yorisoi.types import Document, Hit, Language, LegRank, Passage


def hit(number: int, title: str, score: float) -> Hit:
    page = Document(id=number, source=f"{number}.md", title=title, language="ja")
    passage = Passage(id=number, document=page, position=0, section=(), text=f"{title}の本文", language="ja")
    ranks = {"vector": LegRank(rank=number, score=0.9 - number / 100), "lexical": LegRank(rank=number, score=score)}
    return Hit(passage=passage, score=score, legs=ranks)


TITLES = ("年次有給休暇", "慶弔休暇", "経費", "出張", "機器", "住所")
HITS = [hit(number, title, 30.0 - 3 * number) for number, title in enumerate(TITLES, start=1)]


def resembling(**changed: Any) -> Resembling:
    """Of two utterances: one that has `a` and had to be asked back, and one that has `b` and had not."""
    views = Views(
        names=("a", "b", "never"),
        means=np.array([0.5, 0.5, 0.0], dtype=np.float32),
        deviations=np.array([0.5, 0.5, 1.0], dtype=np.float32),
        weights=np.array([0.5, 0.5, 0.5], dtype=np.float32),
        reader="some:model",
        usual=np.zeros(2, dtype=np.float32),
        spread=np.ones(2, dtype=np.float32),
        projection=np.eye(2, dtype=np.float32),
    )
    kept = {
        "views": views,
        "used": np.array([True, True, False]),
        "intercept": 0.0,
        "weights": np.array([2.0, -2.0], dtype=np.float32),
        "signals": np.array([[0.5, -0.5, 0], [-0.5, 0.5, 0]], dtype=np.float32),
        "squares": np.array([0.5, 0.5], dtype=np.float32),
        "readings": None,
    }
    return Resembling(**{**kept, **changed})


def test_what_resembles_an_utterance_that_was_to_be_asked_has_to_be_asked_and_it_is_said_why() -> None:
    both = {"a": 1.0, "b": 0.0, "never": 1.0}
    log_odds, because = resembling().log_odds(both), resembling().parts(both)
    assert log_odds == pytest.approx(2 - 2 * np.exp(-0.25 * 8), rel=1e-5)
    # `a` at its usual is 1 deviation from both utterances instead of 0 and 2
    usual = 2 * np.exp(-0.25) - 2 * np.exp(-0.25 * 5)
    assert because == {"a": pytest.approx(log_odds - usual, rel=1e-5), "b": pytest.approx(log_odds - usual, rel=1e-5)}
    assert resembling().log_odds({"a": 0.0, "b": 1.0}) == pytest.approx(-log_odds, rel=1e-5)


def test_signals_that_are_not_given_count_as_usual_and_weigh_nothing() -> None:
    assert resembling().log_odds({}) == pytest.approx(0)
    assert resembling().parts({}) == {}
    assert resembling().log_odds({"a": 1e9}) == resembling().log_odds({"a": 2.0}), "three deviations are far"


def test_the_reading_tells_apart_what_the_signals_do_not() -> None:
    read = resembling(
        readings=np.array([[1, 1], [1, -1]], dtype=np.float32), squares=np.array([2.5, 2.5], dtype=np.float32)
    )
    # halves of unit length, here of one number each; the other utterance lies 2 apart
    expected = (2 - 2 * np.exp(-4)) * np.exp(-0.5)
    assert read.log_odds({}, np.array([2.0, 3.0], dtype=np.float32)) == pytest.approx(expected, rel=1e-5)
    assert read.log_odds({}, np.array([2.0, -3.0], dtype=np.float32)) == pytest.approx(-expected, rel=1e-5)
    assert resembling().log_odds({}) == pytest.approx(0)


def test_what_comes_along_covers_the_signals_that_are_computed() -> None:
    known = calibrations()
    wording = wording_signals("休暇について教えてください", "ja")
    search = search_signals("休暇について教えてください", "ja", HITS, {}, Dependence(), 100)
    conversation = conversation_signals(None, [])
    every = {*wording, *search, *conversation}
    assert set(known.found.views.names) == every
    assert set(used(known.found)) == set(used(known.found_by_words)) == every
    assert set(used(known.nothing)) == set(used(known.nothing_by_words)) == {*wording, *OF_WORDS}
    assert known.found.readings is not None
    assert known.found.readings.shape == (len(known.found.weights), known.found.views.projection.shape[1])
    assert known.found_by_words.readings is None


def used(process: Resembling) -> list[str]:
    return [name for name, looked_at in zip(process.views.names, process.used, strict=True) if looked_at]


@pytest.mark.parametrize(
    ("vague", "clear", "language"),
    [
        ("休暇", "慶弔休暇の申請期限は何日ですか", "ja"),
        (
            "経費のことでいろいろ教えていただきたいのですが",
            "タクシー代を経費で精算するときの領収書の提出先を教えてください",
            "ja",
        ),
        ("关于休假的一些事情", "婚假的申请期限是几天", "zh"),
        ("some information about leave", "How many days of bereavement leave does Tanaka get?", "en"),
    ],
)
def test_vague_wording_needs_more_asking_than_clear_wording(vague: str, clear: str, language: Language) -> None:
    def probability(text: str) -> float:
        return need(wording_signals(text, language), None).probability

    assert probability(vague) > probability(clear)


def test_a_store_that_declares_its_readers_is_believed() -> None:
    page = HITS[0].passage
    depends = Dependence(share=0.8, attribute="勤務地", passages={"東京": page, "大阪": page}, first=True)
    text = "夏季休暇は何日ですか"
    wording = wording_signals(text, "ja")
    settled = need({**wording, **search_signals(text, "ja", HITS, {}, Dependence(), 100)}, None)
    declared = need({**wording, **search_signals(text, "ja", HITS, {}, depends, 100)}, None)
    assert declared.probability > settled.probability


def test_what_another_model_read_is_not_looked_at() -> None:
    wording, search = wording_signals("休暇", "ja"), search_signals("休暇", "ja", HITS, {}, Dependence(), 100)
    vector = np.ones(8, dtype=np.float32)
    signals = {**wording, **search}
    assert need(signals, Reading(vector, by="openai:other")) == need(signals, None)


def test_nothing_found_leaves_it_to_the_wording() -> None:
    found = need(wording_signals("Tell me about it", "en"), None)
    assert 0 < found.probability < 1
    assert search_signals("Tell me about it", "en", [], {}, Dependence(), 100) == {}


@pytest.mark.parametrize(("probability", "by"), [(0.5, 0.0), (0.2, 1.0), (0.9, -2.0), (0.0, 1.0), (1.0, -1.0)])
def test_a_shift_keeps_probabilities(probability: float, by: float) -> None:
    moved = shifted(probability, by)
    assert 0 <= moved <= 1
    assert (moved - probability) * by >= 0
    assert shifted(probability, 0.0) == pytest.approx(probability)
