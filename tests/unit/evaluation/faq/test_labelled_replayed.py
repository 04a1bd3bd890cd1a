"""300 labelled queries judged by a careful reader in place of a capable model, whose replies are played."""

import asyncio
import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from yorisoi.evaluation.faq.reasons import Reason, Verdict
from yorisoi.evaluation.recorded_chat import RecordedChat

BENCHMARKS = Path(__file__).parents[4] / "benchmarks"
REPLIES = BENCHMARKS / "faq_labelled" / "replies_by_hand.jsonl"
PRECISION, RECALL = 0.95, 0.90
"""Asked of a capable model (issue 18)."""


@pytest.fixture(scope="module")
def benchmark_() -> Any:
    """benchmarks/evaluation.py, which prints these figures."""
    spec = importlib.util.spec_from_file_location("faq_benchmark", BENCHMARKS / "evaluation.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def judged(benchmark_: Any) -> list[tuple[Verdict, str]]:
    reader = RecordedChat(REPLIES, name=benchmark_.HAND)
    sets = (*benchmark_.SEEN, *benchmark_.HELD_OUT)
    return [row for name in sets for row in asyncio.run(benchmark_.checked(name, None, reader, None))]


@pytest.mark.parametrize("reason", ["viewpoint", "inconsistency"])
def test_what_a_good_reader_says_of_300_labelled_queries_comes_out_as_precision_and_recall(
    benchmark_: Any, judged: list[tuple[Verdict, str]], reason: Reason
) -> None:
    said, true = benchmark_.counted(judged, reason)
    right = sum(a and b for a, b in zip(said, true, strict=True))
    assert (len(judged), sum(true)) == (300, 75)
    assert right / sum(said) >= PRECISION
    assert right / sum(true) >= RECALL


def test_every_verdict_is_the_readers(benchmark_: Any, judged: list[tuple[Verdict, str]]) -> None:
    """A prompt that changed would not be found in the recording, and rules would speak in the reader's place."""
    assert {verdict.by for verdict, _ in judged} == {benchmark_.HAND}
