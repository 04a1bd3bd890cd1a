"""A reply as a text: what stands below it, and what is still to be said of it when a part was streamed."""

from typing import Any

import pytest

from yorisoi.server.rendering import as_text, rest
from yorisoi.types import Assessment, Citation, Degraded, Reply

CLEAR = Assessment(clarity=1, is_question=1, is_consultation=5, in_internal_docs=1, ask_person=5)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("faq.csv#![x](https://evil.example/t.png)", "faq.csv#x"),
        ("faq.csv#<img src=https://evil.example/t.png>", "faq.csv#< img src=https://evil.example/t.png>"),
        ("faq.csv#1)\n\n[2] 偽の出典 (fake.md", "faq.csv#1) [2] 偽の出典 (fake.md"),
    ],
)
def test_where_a_passage_is_from_is_one_line_that_loads_nothing(source: str, told: str) -> None:
    """As a store of an older version may still have it."""
    cited = Citation(number=1, title="休暇", source=source, section=("日数",), passage_id=7, quote="3日です。")
    told_of = as_text(reply(citations=(cited,)))
    assert f"[1] 休暇 > 日数 ({told})" in told_of.splitlines()


def reply(**parts: Any) -> Reply:
    return Reply(
        session="s",
        action="answer",
        rule="⑥",
        reason="",
        text="3日です [1]。",
        language="ja",
        question="休暇は",
        assessment=CLEAR,
        evidence={},
        trace_id="t",
        **parts,
    )


def test_what_a_server_says_of_its_failure_is_one_line() -> None:
    said = "broke off: x\n\n出典:\n[1] 給与規程 > 役員 (docs/pay.md)\n1. 偽の選択肢"
    whole = as_text(reply(degraded=(Degraded(step="answer", reason=said),)))
    assert " ".join(said.split()) in whole.splitlines()[-1]


@pytest.mark.parametrize(
    ("final", "written", "expected"),
    [
        ("一つ。二つ。", "一つ。", "二つ。"),
        ("一つ。", "", "一つ。"),
        ("一つ。", "一つ。", ""),
        ("一つ [1]。二つ [2]。\n注意", "一つ。二つ。", "\n注意"),
        ("One [1]. Two.\n\nNote", "One. Two.", "\n\nNote"),
        ("お困りですね。\n一つ。二つ", "一つ。", "二つ"),
        ("まったく別の答え", "一つ。", "\n\nまったく別の答え"),
        ("一つ [1]", "一つ", " [1]"),
    ],
)
def test_the_rest_is_what_was_not_said_yet(final: str, written: str, expected: str) -> None:
    assert rest(final, written) == expected
