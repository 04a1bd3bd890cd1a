"""Which questions ask for memories, and whose."""

from datetime import UTC, datetime

import pytest

from yorisoi.memory.cue import Cue, cue_of
from yorisoi.types import Language

NOW = datetime(2026, 4, 15, 12, tzinfo=UTC)


def cue(question: str, language: Language = "ja", speakers: tuple[str, ...] = ("user", "assistant")) -> Cue:
    return cue_of(question, language, None, speakers, NOW)


@pytest.mark.parametrize(
    "question",
    [
        "前に話した店はどこでしたっけ",
        "先週話した店の名前は？",
        "私の好きな食べ物を覚えていますか",
        "私の趣味は何ですか",
        "僕はどこに住んでいますか",
        "我喜欢什么运动？",
        "你记得我的狗叫什么吗",
        "What is my favourite food?",
        "where did I say I was going?",
        "Do you remember the place we talked about?",
    ],
)
def test_a_question_for_memories_is_recognised(question: str) -> None:
    assert cue(question).recollects


@pytest.mark.parametrize(
    "question",
    [
        "有給休暇は何日ありますか",
        "経費精算の締め切りを教えてくれますか",
        "VPNの設定方法",
        "年假有几天？",
        "How do I reset my password?",
        "When can I request leave?",
    ],
)
def test_a_question_to_the_documents_is_not_taken_for_one(question: str) -> None:
    assert not cue(question).recollects


def test_the_words_of_the_assistant_are_wanted_only_when_asked_for() -> None:
    assert cue("前に教えてくれた店").speakers == {"assistant"}
    assert cue("what did you recommend?", "en").speakers == {"assistant"}
    assert cue("前に話した店").speakers == frozenset()


def test_people_are_known_by_name() -> None:
    speakers = ("user", "Jon", "太郎")
    assert cue("When did Jon start?", "en", speakers).speakers == {"Jon"}
    assert cue("太郎さんの店", "ja", speakers).speakers == {"太郎"}
    assert cue("When did Jonathan start?", "en", speakers).speakers == frozenset()


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("コーヒーが大好きで、毎日飲んでいます", True),
        ("釣りが趣味です", True),
        ("私の趣味は何ですか", True),
        ("I love hiking", True),
        ("我喜欢爬山", True),
        ("おすすめの温泉はどこですか", False),
        ("温泉の話を教えてください", False),
        ("温泉の話", False),
        ("太郎さんは釣りが趣味です", False),
        ("Which hot spring is nice?", False),
    ],
)
def test_a_statement_and_a_question_about_oneself_want_ones_own_words(text: str, own: bool) -> None:
    assert cue(text, speakers=("user", "太郎")).own == own
    assert not cue(text, speakers=("花子", "太郎")).own, "nobody here is the user"
