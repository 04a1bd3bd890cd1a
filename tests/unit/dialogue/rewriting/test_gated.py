"""Whatever was said before: what stands alone is searched exactly as it was asked."""

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.unit.dialogue.rewriting.conversations import AT, question, understood

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


def test_dates_are_put_into_what_is_rewritten_only() -> None:
    said = ("夏季休暇は何日ですか", "5日です。")
    assert (
        question("来月末まで取れますか", "ja", said, now=AT) == "夏季休暇について、来月末（2026年5月末）まで取れますか"
    )
    assert question("来月の健康診断はどこで受けますか", "ja", said, now=AT) == "来月の健康診断はどこで受けますか"
