"""Signals, what they weigh, and the probability they make."""

import numpy as np
import pytest

from yorisoi.dialogue.audience import Dependence
from yorisoi.dialogue.need import SOUNDS_VAGUE, Calibration, calibrations, need, shifted
from yorisoi.dialogue.signals import DECLARED, conversation_signals, search_signals
from yorisoi.dialogue.wording import wording_signals
from yorisoi.types import Document, Hit, Language, LegRank, Passage


def hit(number: int, title: str, score: float) -> Hit:
    page = Document(id=number, source=f"{number}.md", title=title, language="ja")
    passage = Passage(id=number, document=page, position=0, section=(), text=f"{title}の本文", language="ja")
    ranks = {"vector": LegRank(rank=number, score=0.9 - number / 100), "lexical": LegRank(rank=number, score=score)}
    return Hit(passage=passage, score=score, legs=ranks)


TITLES = ("年次有給休暇", "慶弔休暇", "経費", "出張", "機器", "住所")
HITS = [hit(number, title, 30.0 - 3 * number) for number, title in enumerate(TITLES, start=1)]


def test_a_calibration_adds_up_in_log_odds_and_says_what_weighed() -> None:
    two = Calibration(intercept=0.0, weights={"a": 2.0, "b": -1.0}, means={"a": 0.5, "b": 0.5})
    usual = two.need({})
    assert usual.probability == pytest.approx(0.5)
    assert usual.because == {}
    found = two.need({"a": 1.0, "b": 0.5})
    assert found.probability == pytest.approx(1 / (1 + np.exp(-1)))
    assert found.because == {"a": 1.0}
    assert list(two.need({"a": 0.6, "b": 0.0}).because) == ["b", "a"], "the heaviest first"


def test_the_weights_that_come_along_cover_the_signals_that_are_computed() -> None:
    known = calibrations()
    wording = wording_signals("休暇について教えてください", "ja")
    search = search_signals("休暇について教えてください", "ja", HITS, {}, Dependence(), 100)
    conversation = conversation_signals("休暇", "ja", [], resolved=False)
    assert set(known.found_by_words.weights) == {*wording, *search, *conversation}
    assert set(known.found.weights) == {*wording, *search, *conversation, SOUNDS_VAGUE}
    assert set(known.nothing_by_words.weights) == {*wording, *conversation}
    assert known.found.weights[DECLARED] > 0
    assert known.sounds_vague.weights.shape == (384,)


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
        return need(wording_signals(text, language), None, None).probability

    assert probability(vague) > probability(clear)


def test_a_store_that_declares_its_readers_is_believed() -> None:
    page = HITS[0].passage
    depends = Dependence(share=0.8, attribute="勤務地", passages={"東京": page, "大阪": page}, first=True)
    text = "夏季休暇は何日ですか"
    wording = wording_signals(text, "ja")
    settled = need({**wording, **search_signals(text, "ja", HITS, {}, Dependence(), 100)}, None, None)
    declared = need({**wording, **search_signals(text, "ja", HITS, {}, depends, 100)}, None, None)
    assert declared.probability > settled.probability
    assert DECLARED in declared.because


def test_an_embedding_of_another_model_is_not_looked_at() -> None:
    wording, search = wording_signals("休暇", "ja"), search_signals("休暇", "ja", HITS, {}, Dependence(), 100)
    vector = np.ones(8, dtype=np.float32)
    signals = {**wording, **search}
    assert need(signals, vector, "openai:other") == need(signals, None, None)


def test_nothing_found_leaves_it_to_the_wording() -> None:
    found = need(wording_signals("Tell me about it", "en"), None, None)
    assert 0 < found.probability < 1
    assert search_signals("Tell me about it", "en", [], {}, Dependence(), 100) == {}


@pytest.mark.parametrize(("probability", "by"), [(0.5, 0.0), (0.2, 1.0), (0.9, -2.0), (0.0, 1.0), (1.0, -1.0)])
def test_a_shift_keeps_probabilities(probability: float, by: float) -> None:
    moved = shifted(probability, by)
    assert 0 <= moved <= 1
    assert (moved - probability) * by >= 0
    assert shifted(probability, 0.0) == pytest.approx(probability)
