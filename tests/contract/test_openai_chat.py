"""OpenAIChat against a server that refuses, fails and misbehaves in the ways real ones do."""

import json
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from yorisoi.backends.chat.openai import OpenAIChat
from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable, ConfigError, MalformedReply
from yorisoi.testing.chat import a_schema_gives_one_json_object, ask, the_pieces_of_an_object_joined_are_the_text
from yorisoi.testing.fake_openai import Answer, completion, refused, said, serving
from yorisoi.testing.loopback import Quiet, running

OBJECT = '{"kind": "other", "words": []}'


@asynccontextmanager
async def chat(answer: Answer, **settings: Any) -> AsyncIterator[tuple[OpenAIChat, list[dict[str, Any]]]]:
    with serving(answer) as (url, seen):
        model = OpenAIChat("m", **{"base_url": url, "api_key": "sk-secret", "max_retries": 0} | settings)
        yield model, seen
        await model.close()


async def test_tokens_time_and_name_go_into_the_completion() -> None:
    async with chat(lambda _: said("東京です。")) as (model, seen):
        done = await model.complete(ask("首都は？"))
    assert (done.text, done.model, done.prompt_tokens, done.completion_tokens) == ("東京です。", "openai:m", 11, 7)
    assert seen[0]["temperature"] == 0


async def test_nothing_is_sent_on_to_where_a_server_says_that_it_is_now() -> None:
    with serving(lambda _: said("東京です。")) as (elsewhere, seen):

        class Moved(Quiet):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(307)
                self.send_header("Location", f"{elsewhere}/chat/completions")
                self.send_header("Content-Length", "0")
                self.end_headers()

        with running(Moved) as url:
            model = OpenAIChat("m", base_url=f"{url}/v1", api_key="sk-secret", max_retries=0)
            with pytest.raises(BackendRefused, match="elsewhere"):
                await model.complete(ask("首都は？"))
            await model.close()
    assert seen == []


async def test_a_server_without_json_schema_is_called_with_functions_from_then_on() -> None:
    def answer(body: dict[str, Any]) -> tuple[int, Any]:
        if "response_format" in body:
            return refused(400, "response_format json_schema is not supported by this model")
        call = {"id": "1", "type": "function", "function": {"name": "reply", "arguments": OBJECT}}
        message = {"role": "assistant", "content": None, "tool_calls": [call]}
        return 200, completion([{"index": 0, "finish_reason": "tool_calls", "message": message}])

    async with chat(answer) as (model, seen):
        first = await model.complete(ask("経費", with_schema=True))
        await model.complete(ask("経費", with_schema=True))
    assert json.loads(first.text) == json.loads(OBJECT)
    assert [("response_format" in body, "tools" in body) for body in seen] == [
        (True, False),
        (False, True),
        (False, True),
    ]
    assert seen[1]["tool_choice"] == "required"
    assert seen[1]["tools"][0]["function"]["name"] == "reply"


@pytest.mark.parametrize("check", [a_schema_gives_one_json_object, the_pieces_of_an_object_joined_are_the_text])
async def test_with_function_calls_it_keeps_the_contract_of_schemas(check) -> None:
    def answer(body: dict[str, Any]) -> tuple[int, Any]:
        assert body["tools"][0]["function"]["parameters"]["required"] == ["kind", "words"]
        call = {"id": "1", "type": "function", "function": {"name": "reply", "arguments": OBJECT}}
        message = {"role": "assistant", "content": "", "tool_calls": [call]}
        return 200, completion([{"index": 0, "finish_reason": "stop", "message": message}])

    async with chat(answer, structured="tools") as (model, _):
        await check(model)


async def test_refused_parameters_are_dropped_and_remembered() -> None:
    def answer(body: dict[str, Any]) -> tuple[int, Any]:
        if "max_tokens" in body:
            return refused(400, "'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.")
        if "temperature" in body:
            return refused(400, "Unsupported value: 'temperature' does not support 0 with this model.")
        return said("はい")

    async with chat(answer) as (model, seen):
        await model.complete(ask("首都は？", max_tokens=9))
        await model.complete(ask("首都は？", max_tokens=9))
    assert len(seen) == 4
    assert seen[-1]["max_completion_tokens"] == 9
    assert "temperature" not in seen[-1]


async def test_asked_for_json_schema_only_it_does_not_fall_back() -> None:
    async with chat(lambda _: refused(400, "response_format is unknown"), structured="json_schema") as (model, seen):
        with pytest.raises(BackendRefused, match="response_format is unknown"):
            await model.complete(ask("経費", with_schema=True))
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("status", "error", "line"),
    [
        (400, BackendRefused, "does not suit"),
        (401, BackendRefused, "check the API key"),
        (403, BackendRefused, "may not use the model"),
        (404, BackendRefused, "check the model's name and the base URL"),
        (429, BackendUnavailable, "try again later"),
        (500, BackendUnavailable, "try again later"),
        (503, BackendUnavailable, "try again later"),
    ],
)
async def test_a_status_becomes_an_error_that_says_what_to_do(
    status: int, error: type[BackendError], line: str
) -> None:
    async with chat(lambda _: refused(status, "no")) as (model, _):
        with pytest.raises(error, match=line) as caught:
            await model.complete(ask("首都は？"))
    assert caught.value.__cause__ is not None
    assert "sk-secret" not in str(caught.value)


async def test_a_key_that_the_server_repeats_is_not_shown() -> None:
    async with chat(lambda _: refused(401, "Incorrect API key provided: sk-secret")) as (model, _):
        with pytest.raises(BackendRefused) as caught:
            await model.complete(ask("首都は？"))
    assert "sk-secret" not in str(caught.value)


async def test_a_busy_server_is_asked_again() -> None:
    replies = iter([refused(503, "busy"), said("はい")])
    async with chat(lambda _: next(replies), max_retries=1) as (model, seen):
        assert (await model.complete(ask("首都は？"))).text == "はい"
    assert len(seen) == 2


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    with serving(lambda _: said("")) as (url, _):
        pass
    model = OpenAIChat("m", base_url=url, api_key="k", max_retries=0)
    with pytest.raises(BackendUnavailable, match="cannot be reached"):
        await model.complete(ask("首都は？"))
    await model.close()


async def test_a_slow_server_times_out() -> None:
    def answer(_: dict[str, Any]) -> tuple[int, Any]:
        time.sleep(0.5)
        return said("はい")

    async with chat(answer, timeout_s=0.1) as (model, _):
        with pytest.raises(BackendUnavailable, match="did not answer in time"):
            await model.complete(ask("首都は？"))


@pytest.mark.parametrize("text", [f"```json\n{OBJECT}\n```", f"はい、こちらです。{OBJECT} 以上です。"])
async def test_an_object_in_fences_or_prose_is_taken_out(text: str) -> None:
    async with chat(lambda _: said(text)) as (model, _):
        assert json.loads((await model.complete(ask("経費", with_schema=True))).text) == json.loads(OBJECT)


DRAFT = '<think>\nまず {"kind": "person"} か。\n</think>\n\n'


@pytest.mark.parametrize("text", [DRAFT + OBJECT, DRAFT.removeprefix("<think>") + OBJECT])
async def test_an_object_is_looked_for_behind_the_thinking(text: str) -> None:
    async with chat(lambda _: said(text)) as (model, _):
        assert json.loads((await model.complete(ask("経費", with_schema=True))).text) == json.loads(OBJECT)


async def test_an_object_may_speak_of_thinking() -> None:
    async with chat(lambda _: said('{"kind": "other", "words": ["</think>"]}')) as (model, _):
        assert json.loads((await model.complete(ask("経費", with_schema=True))).text)["words"] == ["</think>"]


@pytest.mark.parametrize("text", ["わかりません", '{"kind": "oth', '{"a": 1} {"a": 2}', '[{"a": 1', '{"a": {"b": 1}'])
async def test_anything_but_one_object_is_malformed(text: str) -> None:
    async with chat(lambda _: said(text)) as (model, _):
        with pytest.raises(MalformedReply, match="one JSON object"):
            await model.complete(ask("経費", with_schema=True))


@pytest.mark.parametrize("reply", [said(""), (200, completion([])), (200, {"hello": 1})])
async def test_no_text_is_malformed(reply: tuple[int, Any]) -> None:
    async with chat(lambda _: reply) as (model, _):
        with pytest.raises(MalformedReply, match="no text"):
            await model.complete(ask("首都は？"))


def message(**of: Any) -> dict[str, Any]:
    return {"choices": [{"message": of}]}


@pytest.mark.parametrize(
    "body",
    [
        {"choices": "abc"},
        {"choices": {"a": 1}},
        {"choices": [1]},
        {"choices": [{}]},
        {"choices": [{"message": None}]},
        message(content=5),
        message(content=[{"type": "text", "text": "x"}]),
        message(content="x", tool_calls=[1]),
        message(content="x", tool_calls=[{"type": "function"}]),
        message(content="x", tool_calls=[{"type": "function", "function": {"name": "a", "arguments": {"kind": "q"}}}]),
        {**message(content="x"), "usage": "many"},
        '{"choices": [], "usage": {"prompt_tokens": ' + "9" * 5000 + "}}",
        "[1]",
        "null",
    ],
)
async def test_a_reply_of_any_other_shape_is_malformed(body: Any) -> None:
    async with chat(lambda _: (200, body)) as (model, _):
        with pytest.raises(MalformedReply):
            await model.complete(ask("首都は？"))


@pytest.mark.parametrize(
    "chunk",
    [
        '{"choices": [{"delta": null}]}',
        '{"choices": [{}]}',
        '{"choices": [1]}',
        '{"choices": "ab"}',
        '{"choices": [{"delta": {"content": 5}}]}',
        '{"choices": [{"delta": {"content": ["a"]}}]}',
        '{"choices": [], "usage": {"prompt_tokens": ' + "9" * 5000 + "}}",
        "[1]",
        "5",
        "null",
    ],
)
async def test_so_is_a_piece_of_a_stream(chunk: str) -> None:
    async with chat(lambda _: (200, f"data: {chunk}\n\n")) as (model, _):
        with pytest.raises(MalformedReply):
            await model.complete(ask("首都は？"), on_text=lambda _: None)


@pytest.mark.parametrize("tokens", ["many", None, 10**400, -1, 1.5])
async def test_a_count_that_is_none_counts_nothing(tokens: Any) -> None:
    usage = {"prompt_tokens": tokens, "completion_tokens": 7}
    async with chat(lambda _: (200, {**message(content="東京です。"), "usage": usage})) as (model, _):
        done = await model.complete(ask("首都は？"))
    assert (done.text, done.prompt_tokens, done.completion_tokens) == ("東京です。", 0, 7)


async def test_what_the_listener_raises_is_its_own() -> None:
    def fail(_: str) -> None:
        raise ValueError("mine")

    async with chat(lambda _: (200, 'data: {"choices": [{"delta": {"content": "東京"}}]}\n\n')) as (model, _):
        with pytest.raises(ValueError, match="mine"):
            await model.complete(ask("首都は？"), on_text=fail)


@pytest.mark.parametrize("raw", ["<html>こんにちは</html>", "not json"])
async def test_a_web_page_instead_of_an_answer_is_malformed(raw: str) -> None:
    async with chat(lambda _: (200, raw)) as (model, _):
        with pytest.raises(MalformedReply):
            await model.complete(ask("首都は？"))


def _event(delta: dict[str, Any]) -> str:
    choice = {"index": 0, "delta": delta, "finish_reason": None}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n"


async def test_a_stream_is_handed_over_piece_by_piece() -> None:
    stream = (
        _event({"role": "assistant"}) + _event({"content": "東京"}) + _event({"content": "です。"}) + "data: [DONE]\n\n"
    )
    pieces: list[str] = []
    async with chat(lambda _: (200, stream)) as (model, _):
        done = await model.complete(ask("首都は？"), pieces.append)
    assert pieces == ["東京", "です。"]
    assert done.text == "東京です。"


@pytest.mark.parametrize("size", [1, 3, 100])
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("<think>まず東京を見る。</think>東京です。", "東京です。"),
        ("\n<think>\n\n</think>\n\n東京です。", "東京です。"),
        ("まず東京を見る。\n</think>\n\n東京です。", "東京です。"),
        (" <thing> と <think> と </think> です。", " <thing> と <think> と </think> です。"),
    ],
)
async def test_what_a_model_thinks_before_is_no_part_of_its_answer(text: str, answer: str, size: int) -> None:
    def served(body: dict[str, Any]) -> tuple[int, Any]:
        events = (_event({"content": text[at : at + size]}) for at in range(0, len(text), size))
        return (200, "".join(events) + _finished("stop")) if body.get("stream") else said(text)

    pieces: list[str] = []
    async with chat(served) as (model, _):
        assert (await model.complete(ask("首都は？"))).text == answer
        assert (await model.complete(ask("首都は？"), pieces.append)).text == answer
    assert "".join(pieces) == answer


async def test_a_model_that_only_thinks_says_nothing() -> None:
    async with chat(lambda _: said("<think>まず東京を", "length")) as (model, _):
        with pytest.raises(MalformedReply, match="no text"):
            await model.complete(ask("首都は？"))


async def test_thinking_begun_in_the_prompt_that_is_cut_off_is_no_answer() -> None:
    replies = ["規程を見る。</think>5日です。", *["利用者は、"] * 2, "規程を見る。</think>3日です。", "10日です。"]
    served = iter([said(text, "length" if text == "利用者は、" else "stop") for text in replies])
    async with chat(lambda _: next(served)) as (model, _):
        assert (await model.complete(ask("休暇は？"))).text == "5日です。"
        for _cut in range(2):
            with pytest.raises(MalformedReply, match="no text"):
                await model.complete(ask("休暇は？"))
        assert (await model.complete(ask("休暇は？"))).text == "3日です。"
        assert (await model.complete(ask("休暇は？"))).text == "10日です。"


async def test_a_stream_that_breaks_off_with_an_error_is_not_an_answer() -> None:
    stream = _event({"content": "東京"}) + 'data: {"error": {"message": "out of memory"}}\n\n'
    async with chat(lambda _: (200, stream)) as (model, _):
        with pytest.raises(BackendRefused, match="out of memory"):
            await model.complete(ask("首都は？"), lambda _: None)


def test_a_missing_key_is_a_setting_to_change() -> None:
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        OpenAIChat("m", api_key="")


def _slowly(pieces: Iterator[str]) -> Iterator[str]:
    for piece in pieces:
        time.sleep(0.05)
        yield piece


def _finished(reason: str) -> str:
    choice = {"index": 0, "delta": {}, "finish_reason": reason}
    chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]}
    return f"data: {json.dumps(chunk)}\n\n"


async def test_a_body_that_drips_is_given_up_when_the_time_for_the_call_is_over() -> None:
    dripping = _slowly(iter([*[" "] * 60, json.dumps(said("はい")[1])]))
    async with chat(lambda _: (200, dripping), timeout_s=0.3) as (model, _):
        with pytest.raises(BackendUnavailable, match="did not answer in time"):
            await model.complete(ask("首都は？"))


async def test_a_stream_that_drips_is_given_up_when_the_time_for_the_call_is_over() -> None:
    dripping = _slowly(iter([*[_event({"content": "あ"})] * 60, _finished("stop")]))
    async with chat(lambda _: (200, dripping), timeout_s=0.3) as (model, _):
        with pytest.raises(BackendUnavailable, match="did not answer in time"):
            await model.complete(ask("首都は？"), lambda _: None)


async def test_the_time_for_a_call_holds_for_all_its_tries() -> None:
    replies = iter([refused(503, "busy"), refused(503, "busy"), said("はい")])

    def answer(_: dict[str, Any]) -> tuple[int, Any]:
        time.sleep(0.2)
        return next(replies)

    async with chat(answer, timeout_s=0.35, max_retries=2) as (model, _):
        with pytest.raises(BackendUnavailable, match="did not answer in time"):
            await model.complete(ask("首都は？"))


@pytest.mark.parametrize(("end", "cut"), [("", True), (_finished("length"), True), (_finished("stop"), False)])
async def test_a_stream_that_does_not_come_to_its_end_is_said_to_be_cut(end: str, cut: bool) -> None:
    stream = _event({"content": "夏季休暇は"}) + end
    async with chat(lambda _: (200, stream)) as (model, _):
        done = await model.complete(ask("夏季休暇は？"), lambda _: None)
    assert done.text == "夏季休暇は"
    assert done.truncated is cut


async def test_a_stream_far_beyond_the_limit_is_not_read_on() -> None:
    stream = iter([_event({"content": "あ" * 1000})] * 50 + [_finished("stop")])
    async with chat(lambda _: (200, stream)) as (model, _):
        done = await model.complete(ask("首都は？", max_tokens=24), lambda _: None)
    assert done.truncated
    assert len(done.text) <= 3000


async def test_a_text_far_beyond_the_limit_is_cut_and_said_to_be() -> None:
    async with chat(lambda _: said("あ" * 50_000)) as (model, _):
        done = await model.complete(ask("首都は？", max_tokens=24))
    assert done.truncated
    assert len(done.text) <= 3000


async def test_a_body_of_many_megabytes_is_refused() -> None:
    async with chat(lambda _: said("あ" * 3_000_000)) as (model, _):
        with pytest.raises(MalformedReply, match="sent more than"):
            await model.complete(ask("首都は？"))


@pytest.mark.parametrize("text", ['{"a":' * 100_000, '{"a":' * 500 + "1" + "}" * 500])
async def test_endless_nesting_is_malformed(text: str) -> None:
    async with chat(lambda _: said(text)) as (model, _):
        with pytest.raises(MalformedReply, match="one JSON object"):
            await model.complete(ask("経費", max_tokens=100_000, with_schema=True))


async def test_a_body_of_endless_nesting_is_malformed() -> None:
    async with chat(lambda _: (200, "[" * 100_000)) as (model, _):
        with pytest.raises(MalformedReply, match="not the OpenAI API"):
            await model.complete(ask("首都は？"))


async def test_half_a_character_becomes_a_sign_that_it_is_missing() -> None:
    async with chat(lambda _: said("夏季休暇は\ud8003日です。")) as (model, _):
        assert (await model.complete(ask("夏季休暇は？"))).text == "夏季休暇は�3日です。"
    async with chat(lambda _: said('{"kind": "other", "words": ["\\ud800"]}')) as (model, _):
        assert json.loads((await model.complete(ask("経費", with_schema=True))).text)["words"] == ["�"]


async def test_a_character_that_comes_in_two_pieces_is_joined() -> None:
    stream = _event({"content": "寿司\ud83c"}) + _event({"content": "\udf63"}) + _event({"content": "\ud800"})
    pieces: list[str] = []
    async with chat(lambda _: (200, stream + _finished("stop"))) as (model, _):
        done = await model.complete(ask("何？"), pieces.append)
    assert done.text == "".join(pieces) == "寿司🍣�"


@pytest.mark.parametrize("status", [400, 403, 404, 422])
async def test_a_key_that_the_server_repeats_is_not_shown_whatever_it_says(status: int) -> None:
    async with chat(lambda _: refused(status, "bad request with key Bearer sk-secret")) as (model, _):
        with pytest.raises(BackendRefused, match=r"Bearer \*\*\*") as caught:
            await model.complete(ask("首都は？"))
    assert "sk-secret" not in str(caught.value)


async def test_a_key_that_a_stream_repeats_is_not_shown() -> None:
    stream = 'data: {"error": {"message": "no more quota for sk-secret"}}\n\n'
    async with chat(lambda _: (200, stream)) as (model, _):
        with pytest.raises(BackendRefused, match="no more quota") as caught:
            await model.complete(ask("首都は？"), lambda _: None)
    assert "sk-secret" not in str(caught.value)


async def test_a_password_in_the_address_is_not_shown() -> None:
    with serving(lambda _: refused(500, "no")) as (url, _):
        model = OpenAIChat("m", base_url=url.replace("//", "//me:hunter22@"), api_key="k", max_retries=0)
        with pytest.raises(BackendUnavailable, match=r"127\.0\.0\.1") as caught:
            await model.complete(ask("首都は？"))
        await model.close()
    assert "hunter22" not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [{"base_url": "http://127.0.0.1:99999/v1"}, {"base_url": "localhost:8000"}, {"api_key": "鍵"}],
    ids=["port", "no scheme", "key"],
)
def test_an_address_or_a_key_that_cannot_be_used_is_a_setting_to_change(settings: dict[str, str]) -> None:
    with pytest.raises(ConfigError):
        OpenAIChat("m", **{"api_key": "k"} | settings)  # type: ignore[arg-type]
