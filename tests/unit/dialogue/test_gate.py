"""What stands alone is left alone; what points back is seen."""

import pytest
from yorisoi.dialogue.gate import gate

from yorisoi.types import Language

ALONE: list[tuple[Language, str]] = [
    ("ja", "子どもの看護休暇は取れるでしょうか"),
    ("ja", "休暇について教えてください"),
    ("ja", "Google共有ドライブにメンバーを追加する方法を教えて"),
    ("ja", "慶弔見舞金の申請期限"),
    ("ja", "その他の手当にはどんなものがありますか"),
    ("ja", "パートタイムでも健康診断を受けられますか？"),
    ("zh", "年假有几天？"),
    ("zh", "出差报销需要哪些材料"),
    ("en", "How many days of annual leave do I get?"),
    ("en", "Is there a form for visa support?"),
    ("en", "Is it possible to work from abroad?"),
]
POINTING_BACK: list[tuple[Language, str, str]] = [
    ("ja", "それはいつまでですか", "demonstrative:それ"),
    ("ja", "その申請方法は？", "demonstrative:その"),
    ("ja", "大阪の場合は？", "ellipsis"),
    ("ja", "じゃあパートタイムだとどうなりますか", "continues:じゃあ"),
    ("ja", "いつまでですか", "no-topic"),
    ("ja", "何日取れますか", "no-topic"),
    ("zh", "那它怎么申请？", "demonstrative:它"),
    ("zh", "上海的呢？", "ellipsis"),
    ("en", "How do I apply for it?", "demonstrative:it"),
    ("en", "What about part-timers?", "continues:what about"),
    ("en", "Why?", "ellipsis"),
]


@pytest.mark.parametrize(("language", "text"), ALONE)
def test_an_utterance_with_its_own_topic_stands_alone(language: Language, text: str) -> None:
    assert gate(text, language).signals == ()


@pytest.mark.parametrize(("language", "text", "signal"), POINTING_BACK)
def test_an_utterance_that_needs_the_conversation_is_seen(language: Language, text: str, signal: str) -> None:
    found = gate(text, language)
    assert not found.standalone
    assert signal in found.signals


def test_full_width_and_fillers_do_not_matter() -> None:
    assert gate("ＺＯＯＭの使い方を教えて", "ja").standalone
    assert not gate("えーと、それって誰に聞けばいいですか", "ja").standalone
