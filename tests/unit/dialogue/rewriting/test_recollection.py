"""Names from before the window: older turns of the session, other conversations."""

from datetime import timedelta
from typing import Literal

import pytest
from tests.unit.dialogue.rewriting.conversations import AT, question, spoken
from yorisoi.dialogue.before import speaks_of_before
from yorisoi.dialogue.rewriting.recollection import asked, cue_to_memory, older_questions

from yorisoi.types import Episode, Recalled, Turn, UserId


def episode(number: int, text: str, speaker: Literal["user", "assistant"] = "user") -> Episode:
    at = AT - timedelta(days=9 - number)
    said = {"id": number, "turn": number, "text": text, "at": at, "last_used": at, "importance": 3}
    return Episode(user=UserId("u"), session="old", speaker=speaker, **said)  # type: ignore[arg-type]


def recalled(said: Episode) -> Recalled:
    return Recalled(episode=said, score=1.0, recency=0.0, importance=0.0, relevance=1.0)


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


def test_memory_is_asked_for_the_thing_and_gives_what_the_user_said_the_likeliest_last() -> None:
    assert cue_to_memory("前に聞いた休暇の申請方法は？", "ja") == "休暇"
    likeliest = episode(1, "リフレッシュ休暇は何年目に取れますか")
    found = [likeliest, episode(3, "10年目です", "assistant"), episode(2, "夏季休暇は？")]
    assert asked([recalled(each) for each in found]) == ("夏季休暇は？", "リフレッシュ休暇は何年目に取れますか")


def test_the_name_is_put_back() -> None:
    said = ["会議室の予約方法を教えて", "リフレッシュ休暇は何年目に取れますか"]
    assert question("前に聞いた休暇の申請方法は？", "ja", (), recalled=said) == "リフレッシュ休暇の申請方法は？"


def test_older_turns_give_their_questions_as_they_were_understood() -> None:
    turns = [*spoken("それは？"), Turn(speaker="assistant", text="5日です。", at=AT, question="夏季休暇は何日ですか")]
    assert older_questions(turns) == ("夏季休暇は何日ですか",)
