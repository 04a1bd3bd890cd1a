import re
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import yorisoi
from yorisoi.backends.account_names import composed, folded
from yorisoi.language import normal_form, spelt_out, without_places
from yorisoi.normalization import LONGEST_RUN, _runs, normalized, stream_safe
from yorisoi.types import group_names

ACUTE, GRAVE_BELOW, TWO_IN_ONE = "\u0301", "\u0316", "\u0f73"
"""The last is of combining class 0, and decomposes into two marks."""
RUNS = ["a" + ACUTE * 30_000 + GRAVE_BELOW * 30_000, TWO_IN_ONE * 300_000, "か" + (ACUTE + GRAVE_BELOW) * 100_000]


@pytest.mark.parametrize("text", RUNS, ids=["two kinds", "two in one", "by turns"])
@pytest.mark.parametrize(
    "read", [normal_form, spelt_out, without_places, composed, folded, lambda text: group_names([text])]
)
def test_a_long_run_of_marks_takes_no_time(text: str, read: object) -> None:
    assert callable(read)
    before = time.process_time()
    read(text)
    assert time.process_time() - before < 0.5


@pytest.mark.parametrize(
    "text", ["年次有給休暇は" * 150_000, "e" + ACUTE, "\U0001f600" * 1_000_000, ("a" + ACUTE * 31) * 30_000]
)
def test_a_long_text_takes_no_time(text: str) -> None:
    before = time.process_time()
    stream_safe(text)
    assert time.process_time() - before < 0.5


def test_a_run_keeps_its_first_thirty_marks() -> None:
    run = ACUTE * 20 + GRAVE_BELOW * 20
    assert stream_safe(f"a{run}b{run}c") == f"a{run[:LONGEST_RUN]}b{run[:LONGEST_RUN]}c"
    assert stream_safe(run) == run[:LONGEST_RUN]
    assert stream_safe(TWO_IN_ONE * 31) == TWO_IN_ONE * LONGEST_RUN


@given(st.text(alphabet=f"aか\u200b\U0001d165{ACUTE}{GRAVE_BELOW}{TWO_IN_ONE}", max_size=60))
def test_what_has_no_long_run_is_normalised_as_ever(text: str) -> None:
    kept = stream_safe(text)
    assert not re.search(f"[{ACUTE}{GRAVE_BELOW}{TWO_IN_ONE}\U0001d165]{{{LONGEST_RUN + 1}}}", kept)
    if len(text) <= LONGEST_RUN:
        assert normalized("NFKC", text) == unicodedata.normalize("NFKC", text)


def test_all_marks_of_unicode_are_known() -> None:
    run, quick = _runs()[1], _runs()[0]
    every = [chr(code) for code in range(0x110000)]
    marks = [each for each in every if all(map(unicodedata.combining, unicodedata.normalize("NFKD", each)))]
    assert len(marks) > 900
    assert all(quick.search(each * 31) and run.sub(r"\1", each * 31) == each * LONGEST_RUN for each in marks)
    assert not any(run.search(each * 31) for each in set(every[0xA0:0x20000:7]) - set(marks))


def test_nothing_else_normalises() -> None:
    here = Path(yorisoi.__file__).parent
    calls = re.compile(r"unicodedata\.normalize|from unicodedata import[^\n]*\bnormalize")
    assert [path.name for path in here.rglob("*.py") if calls.search(path.read_text("utf-8"))] == ["normalization.py"]


def test_a_text_that_is_too_long_is_not_normalised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yorisoi.language.normal.normalized", lambda *_: pytest.fail("was normalised"))
    assert spelt_out("\ufdfa" * 300, 100) == 300
