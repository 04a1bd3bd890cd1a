"""Topics near the user's interests, offered at the end."""

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.topics_offered import MOST, with_topics
from yorisoi.types import Topic

ANSWER = Answer(text="宿泊費は1万円までです。")


def topic(name: str) -> Topic:
    return Topic(name=name, path=(), distance=0.1, because="温泉")


def test_topics_stand_in_a_last_line_with_the_interest_they_are_near_to() -> None:
    offered = with_topics(ANSWER, [topic("草津"), topic("有馬")], "ja").text
    assert offered == "宿泊費は1万円までです。\nご関心に近い話題：草津（「温泉」から）、有馬（「温泉」から）"


def test_what_the_answer_names_already_is_not_offered_and_without_topics_nothing_is_added() -> None:
    assert with_topics(ANSWER, [topic("宿泊費")], "ja") == ANSWER
    assert with_topics(ANSWER, [], "ja") == ANSWER


def test_no_more_are_offered_than_are_read() -> None:
    offered = with_topics(ANSWER, [topic(f"町{n}") for n in range(9)], "ja").text
    assert offered.count("「温泉」") == MOST
