"""Questions that passages answer: asked of a model that is not believed, kept as they come."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.documents import ingest
from yorisoi.documents.questions import MOST, tokens, write_questions
from yorisoi.errors import BackendUnavailable, ConfigError, MalformedReply
from yorisoi.testing.scripted_chat import ScriptedChat, timed_out

BATH, KEYS = "ユニットバスの交換は承認が要ります。", "鍵の紛失は管理室へ届け出ます。"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    (tmp_path / "工事.md").write_text(f"# 工事\n\n{BATH}\n\n## 鍵\n\n{KEYS}\n", encoding="utf-8")
    async with open_store(tmp_path / "home") as opened:
        await ingest([tmp_path / "工事.md"], store=opened.documents, embedder=None)
        yield opened


def saying(*questions: str) -> str:
    return json.dumps({"questions": questions}, ensure_ascii=False)


async def asked(store: SqlStore) -> dict[str, tuple[str, ...]]:
    changes = [change async for batch in store.documents.changes(0) for change in batch]
    return {change.passage.text: change.passage.asked for change in changes if change.passage}


async def test_a_passage_is_shown_under_its_headings_and_keeps_what_it_is_asked(store: SqlStore) -> None:
    model = ScriptedChat([saying("お風呂を新しくしたい", "お風呂を新しくしたい"), saying("鍵なくした\n\u202eどうする")])
    written = await write_questions(store.documents, model, None, limit=100)
    assert (written.passages, written.questions, written.failed) == (2, 2, 0)
    assert await asked(store) == {BATH: ("お風呂を新しくしたい",), KEYS: ("鍵なくした どうする",)}
    assert [request.messages[1].content for request in model.requests] == [f"工事\n{BATH}", f"工事 > 鍵\n{KEYS}"]


async def test_who_is_interrupted_goes_on_where_it_ended(store: SqlStore) -> None:
    first = await write_questions(store.documents, ScriptedChat([saying("お風呂")]), None, limit=1)
    with pytest.raises(BackendUnavailable):
        await write_questions(store.documents, ScriptedChat([timed_out()]), None, limit=9)
    second = await write_questions(store.documents, ScriptedChat([saying("鍵なくした")]), None, limit=9)
    assert (first.passages, second.passages) == (1, 1)
    assert await asked(store) == {BATH: ("お風呂",), KEYS: ("鍵なくした",)}


@pytest.mark.parametrize("nonsense", ["{}", '{"questions": [1]}', "はい"])
async def test_a_reply_of_another_form_is_no_question_and_the_passage_is_asked_again(
    store: SqlStore, nonsense: str
) -> None:
    model = ScriptedChat([nonsense, saying("鍵なくした")])
    written = await write_questions(store.documents, model, None, limit=9)
    assert (written.passages, written.questions, written.failed) == (1, 1, 1)
    assert [each.text for each in await store.documents.unasked(9)] == [BATH]
    with pytest.raises(MalformedReply):
        await write_questions(store.documents, ScriptedChat([nonsense]), None, limit=9)


async def test_of_more_than_five_the_first_are_kept(store: SqlStore) -> None:
    written = await write_questions(store.documents, ScriptedChat(lambda _: saying(*"あいうえおか")), None, limit=1)
    assert (written.questions, written.failed) == (MOST, 0)


async def test_what_is_empty_or_too_long_is_none(store: SqlStore) -> None:
    written = await write_questions(
        store.documents, ScriptedChat(lambda _: saying("", "  ", "長" * 201)), None, limit=9
    )
    assert (written.questions, written.failed) == (0, 0)


async def test_a_small_model_is_not_asked(store: SqlStore) -> None:
    model = ScriptedChat([], capable=False)
    with pytest.raises(ConfigError, match="capable"):
        await write_questions(store.documents, model, None, limit=9)
    assert model.requests == []


async def test_what_it_will_take_is_foretold(store: SqlStore) -> None:
    waiting = await store.documents.unasked(9)
    model = ScriptedChat(lambda _: saying(*"あいうえお"[:MOST]))
    await write_questions(store.documents, model, None, limit=9)
    shown = sum(len(message.content) for request in model.requests for message in request.messages)
    assert 0.5 * shown < tokens(waiting) < shown
