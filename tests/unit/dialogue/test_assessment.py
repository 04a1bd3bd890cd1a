"""What to believe when a model has spoken beside the evidence."""

from dataclasses import replace

import pytest
from yorisoi.dialogue.assessment import settle
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.need import BEST, Need

from yorisoi.dialogue.config import TurnConfig
from yorisoi.types import Assessment

HALF = Assessment(clarity=2, is_question=1, is_consultation=5, in_internal_docs=1, ask_person=5, need=0.5)
CLEAR, VAGUE = (replace(HALF, clarity=clarity, need=None, by="model") for clarity in (1, 4))


def evidence(*, found: bool) -> Evidence:
    signals = {BEST: 1.0} if found else {}
    return Evidence(need=Need(probability=0.5), signals=signals, found=int(found), coverage=1.0, keywords=("休暇",))


def test_over_documents_a_models_word_moves_the_need_by_its_weight() -> None:
    over_documents = evidence(found=True)
    assert settle(CLEAR, HALF, over_documents, 0.5).need == pytest.approx(0.378, abs=0.001)
    assert settle(VAGUE, HALF, over_documents, 0.5).need == pytest.approx(0.622, abs=0.001)
    assert settle(CLEAR, HALF, over_documents, 0.0).need == pytest.approx(0.5)


def test_where_nothing_was_found_a_models_word_for_the_clarity_counts_for_nothing() -> None:
    assert settle(CLEAR, HALF, evidence(found=False), 5.0).need == pytest.approx(0.5)


@pytest.mark.parametrize("model_says", [-0.1, 5.1, float("nan")])
def test_a_weight_out_of_range_is_refused(model_says: float) -> None:
    with pytest.raises(ValueError, match="model_says"):
        TurnConfig(model_says=model_says)
