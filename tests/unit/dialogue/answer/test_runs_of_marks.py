"""A model that runs in circles costs no more than another: patterns over runs are linear, and find what they found."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.dialogue.answer import grounding
from yorisoi.evaluation import claims
from yorisoi.language import addresses, sentences
from yorisoi.language.plain import plain

_ENDS = "([。．.!?！？]+)"
_RUN_IN_CIRCLES = ["。" * 40_000, " " * 20_000, "\n" * 20_000, "。[1" * 10_000, "。 " * 20_000, "[1" + " " * 20_000]


@pytest.mark.parametrize("text", _RUN_IN_CIRCLES, ids=lambda text: repr(text[:3]))
@pytest.mark.parametrize(
    "pattern",
    [grounding._MARKS_AFTER_THE_END, grounding._MARK, grounding._ITEM, claims._AFTER_THE_END, claims._MARK],
    ids=["marks after the end", "mark", "item", "claims: after the end", "claims: mark"],
)
def test_a_run_of_one_sign_is_read_at_once(pattern: re.Pattern[str], text: str) -> None:
    began = time.process_time()
    pattern.sub("", text)
    assert time.process_time() - began < 1.0


_RUNS = ["…", "!", "?!", "a", "1,", "[]", "](", "[a](", "![", "\n", " ", "\u3000", "|", "|-", "--", "<a ", "**"]


@pytest.mark.parametrize("end", ["あ", "a", "。"])
@pytest.mark.parametrize("before", ["", "[a](", "休暇です\n"])
@pytest.mark.parametrize("run", _RUNS, ids=repr)
def test_what_a_page_or_a_model_repeats_is_read_at_once(before: str, run: str, end: str) -> None:
    """One regular expression on the event loop keeps everybody waiting, and no limit of time ends it."""
    text = before + run * (20_000 // len(run)) + end
    told: list[str] = []
    began = time.process_time()
    assert "".join(sentences(text, "ja")) == text
    addresses.without_strange_addresses(text, set())
    addresses.Careful(told.append, set())(text)
    plain(text[:4_000])
    assert time.process_time() - began < 2.0


@given(st.text("…。！!?a」 \n", max_size=12))
def test_sentences_end_where_they_ended_when_every_place_was_tried(text: str) -> None:
    closing = re.escape("」』）)】〕》〉]｝}”’\"'")
    ends = re.compile(rf"(?:[。！？｡…]*[。！？｡][{closing}。！？｡!?…]*|[!?]+(?![!?A-Za-z0-9=&/#])[{closing}]*|\n)\s*")
    found, last = [], 0
    for match in ends.finditer(text):
        found.append(text[last : match.end()])
        last = match.end()
    assert sentences(text, "ja") == [*found, *([text[last:]] if text[last:] else [])]


@given(st.text("。.!a1[]【】 ,\n", max_size=14))
def test_marks_are_found_as_by_the_pattern_that_tried_every_place(text: str) -> None:
    mark = r"\s*[\[［【]\s*(\d{1,3}(?:\s*[,，、]\s*\d{1,3})*)\s*[\]］】]"
    assert claims._MARK.findall(text) == re.findall(mark, text)
    assert claims._MARK.sub("", text) == re.sub(mark, "", text)
    plain = re.compile(rf"{_ENDS}((?:{mark})+)")
    assert claims._AFTER_THE_END.sub(r"\2\1", text) == plain.sub(r"\2\1", text)
    plain = re.compile(rf"{_ENDS}((?:{grounding._MARK.pattern})+)")
    assert grounding._MARKS_AFTER_THE_END.sub(r"\2\1", text) == plain.sub(r"\2\1", text)


@given(st.text("-*・(1 12.)．）a\u3000\t", max_size=10))
def test_the_number_of_an_item_is_found_as_before(line: str) -> None:
    plain = re.compile(r"^\s*(?:[-*・]\s+)?[(（]?\d{1,2}[.．)）](?!\d)\s*", re.MULTILINE)
    assert grounding._ITEM.sub("", line) == plain.sub("", line)
