"""A recording of a model's replies: nothing is asked twice, and nothing half-written counts."""

from pathlib import Path

import pytest

from yorisoi.errors import BackendRefused, DataSetError
from yorisoi.evaluation.recorded_chat import RecordedChat
from yorisoi.ports import ChatRequest, Message
from yorisoi.testing.scripted_chat import ScriptedChat, timed_out


def asking(text: str) -> ChatRequest:
    return ChatRequest(messages=(Message(role="user", content=text),), max_tokens=50)


async def test_what_was_asked_before_is_not_asked_again(tmp_path: Path) -> None:
    path, model = tmp_path / "replies.jsonl", ScriptedChat(["一", "二"])
    first = RecordedChat(path, model)
    assert [(await first.complete(asking(text))).text for text in ("a", "a", "b")] == ["一", "一", "二"]
    assert len(model.requests) == 2
    again = RecordedChat(path, ScriptedChat([]))
    assert again.knows(asking("b"))
    assert (await again.complete(asking("b"))).text == "二"


async def test_a_recording_replays_without_the_model_and_refuses_what_it_does_not_hold(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    await RecordedChat(path, ScriptedChat(["一"])).complete(asking("a"))
    alone = RecordedChat(path, name="fake:scripted")
    assert (await alone.complete(asking("a"))).text == "一"
    with pytest.raises(BackendRefused, match="holds no reply"):
        await alone.complete(asking("c"))


async def test_a_failure_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    recorded = RecordedChat(path, ScriptedChat([timed_out(), "一"]))
    with pytest.raises(type(timed_out())):
        await recorded.complete(asking("a"))
    assert (await recorded.complete(asking("a"))).text == "一"


async def test_a_line_that_was_cut_off_is_dropped_and_the_next_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    await RecordedChat(path, ScriptedChat(["一"])).complete(asking("a"))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    await RecordedChat(path, ScriptedChat(["二"])).complete(asking("b"))
    again = RecordedChat(path, name="fake:scripted")
    assert [again.knows(asking(text)) for text in ("a", "b", "c")] == [True, True, False]


def test_another_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "replies.jsonl"
    path.write_text('{"id": 1}\n')
    with pytest.raises(DataSetError, match="line 1 is not a recorded reply"):
        RecordedChat(path)
