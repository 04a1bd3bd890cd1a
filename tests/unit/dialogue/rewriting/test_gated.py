"""Whatever was said before: what stands alone is searched exactly as it was asked."""

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.dialogue.rewriting.conversations import AT, question, understood

from yorisoi.language.dates import with_dates
from yorisoi.types import Language

EXAMPLES = Path(__file__).parents[4] / "examples"

ALONE: list[tuple[Language, str]] = [
    ("ja", "通勤手当はいくらまで出ますか"),
    ("ja", "来月の健康診断はどこで受けますか"),
    ("ja", "Google共有ドライブにメンバーを追加する方法を教えて"),
    ("ja", "祖母が亡くなったとき忌引は何日取れますか"),
    ("zh", "出差报销需要哪些材料？"),
    ("zh", "周末进办公室需要提前申请吗？"),
    ("en", "Which form do I send for visa support?"),
    ("en", "How soon must I tell the city office if I move?"),
]
SAID = (
    "夏季休暇は何日ですか",
    "5日です。",
    "年假怎么申请？",
    "How do I claim travel expenses?",
    "はい",
    "部屋は禁煙ですか？",
    "王芳",
)


@given(alone=st.sampled_from(ALONE), said=st.lists(st.sampled_from(SAID), max_size=6))
@settings(deadline=None, max_examples=150)
def test_a_standalone_utterance_is_never_changed(alone: tuple[Language, str], said: list[str]) -> None:
    language, text = alone
    result = understood(text, language, said, now=AT, recalled=["住宅手当の条件は？"])
    assert (result.question, result.by, result.queries) == (text, "unchanged", (text,))


@given(
    text=st.text(max_size=40), language=st.sampled_from(["ja", "zh", "en", "und"]), said=st.lists(st.text(max_size=30))
)
@settings(deadline=None, max_examples=60)
def test_any_text_is_restated_without_failing(text: str, language: Language, said: list[str]) -> None:
    if text.strip():
        result = understood(text, language, said, now=AT)
        assert text in result.queries


@pytest.mark.parametrize(
    ("language", "text", "dated"),
    [
        ("ja", "先週の議事録", "先週（2026年3月23日〜3月29日）の議事録"),
        ("ja", "来月の締め切り", "来月（2026年5月）の締め切り"),
        ("ja", "明後日でも", "明後日（2026年4月3日）でも"),
        ("ja", "来月の20日まで", "来月の20日（2026年5月20日）まで"),
        ("zh", "上周的会议", "上周（2026年3月23日〜3月29日）的会议"),
        ("en", "Was it yesterday?", "Was it yesterday (2026-03-31)?"),
        ("en", "due next month", "due next month (May 2026)"),
        ("und", "yesterday", "yesterday"),
    ],
)
def test_relative_dates_are_made_with_dates(language: Language, text: str, dated: str) -> None:
    assert with_dates(text, language, AT) == dated


def test_months_roll_over_the_year() -> None:
    assert with_dates("来月", "ja", datetime(2026, 12, 31)) == "来月（2027年1月）"
    assert with_dates("先々月", "ja", datetime(2026, 1, 1)) == "先々月（2025年11月）"


def test_dates_are_put_into_what_is_rewritten_only() -> None:
    said = ("夏季休暇は何日ですか", "5日です。")
    assert (
        question("来月末まで取れますか", "ja", said, now=AT) == "夏季休暇について、来月末（2026年5月末）まで取れますか"
    )
    assert question("来月の健康診断はどこで受けますか", "ja", said, now=AT) == "来月の健康診断はどこで受けますか"
