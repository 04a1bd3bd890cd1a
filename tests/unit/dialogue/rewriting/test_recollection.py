"""Names from before the window: older turns of the session, other conversations."""

from datetime import timedelta
from typing import Literal

import pytest
from tests.unit.dialogue.rewriting.conversations import AT, question, spoken

from yorisoi.dialogue.before import speaks_of_before
from yorisoi.dialogue.rewriting.recollection import from_memory, older_questions
from yorisoi.memory.recall import RecallConfig
from yorisoi.types import Episode, Turn, UserId


def episode(number: int, text: str, speaker: Literal["user", "assistant"] = "user") -> Episode:
    at = AT - timedelta(days=9 - number)
    said = {"id": number, "turn": number, "text": text, "at": at, "last_used": at, "importance": 3}
    return Episode(user=UserId("u"), session="old", speaker=speaker, **said)  # type: ignore[arg-type]


EPISODES = [
    episode(1, "リフレッシュ休暇は何年目に取れますか"),
    episode(2, "会議室の予約方法を教えて"),
    episode(3, "リフレッシュ休暇は10年目に取れます", "assistant"),
]


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("前に聞いた休暇の申請方法は？", True),
        ("以前相談した件ですが", True),
        ("上次问的假期怎么申请", True),
        ("What was the leave I asked about last time?", True),
        ("前払いはできますか", False),
        ("Should I ask before I leave?", False),
    ],
)
def test_an_utterance_that_speaks_of_before_is_seen(text: str, before: bool) -> None:
    assert speaks_of_before(text) is before


def test_memory_gives_what_shares_words_the_likeliest_last_and_only_what_the_user_said() -> None:
    found = from_memory("前に聞いた休暇の申請方法は？", "ja", EPISODES, RecallConfig())
    assert found[-1] == "リフレッシュ休暇は何年目に取れますか"
    assert all("10年目" not in text for text in found)
    assert from_memory("前に聞いた件は？", "ja", EPISODES, RecallConfig())[-1] == "会議室の予約方法を教えて"
    assert from_memory("前に聞いた件は？", "ja", [], RecallConfig()) == ()


def test_the_name_is_put_back() -> None:
    recalled = from_memory("前に聞いた休暇の申請方法は？", "ja", EPISODES, RecallConfig())
    assert question("前に聞いた休暇の申請方法は？", "ja", (), recalled=recalled) == "リフレッシュ休暇の申請方法は？"


def test_older_turns_give_their_questions_as_they_were_understood() -> None:
    turns = [*spoken("それは？"), Turn(speaker="assistant", text="5日です。", at=AT, question="夏季休暇は何日ですか")]
    assert older_questions(turns) == ("夏季休暇は何日ですか",)
