"""The ChatModel contract, held against every backend; the openai one over real HTTP on loopback."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from yorisoi.backends.chat.llama import LlamaChat
from yorisoi.backends.chat.openai import OpenAIChat
from yorisoi.backends.chat.weights import resolve
from yorisoi.errors import BackendError, MalformedReply
from yorisoi.ports import ChatModel, ChatRequest
from yorisoi.testing.chat import CHAT_CONTRACT, ask
from yorisoi.testing.scripted_chat import ScriptedChat

SMALL = "llama:qwen2.5-coder-0.5b"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def embedded() -> AsyncIterator[LlamaChat]:
    try:
        resolve(SMALL)
    except BackendError as error:
        pytest.skip(str(error))
    model = LlamaChat(SMALL)
    yield model
    await model.close()


# Not openai-tools: llama.cpp's server lets these models answer a forced function call with prose (tried 2026-11), so
# that way is held against a fake server in test_openai_chat.py.
@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["llama", "openai-json_schema", "openai-auto"])
async def model(request: pytest.FixtureRequest, embedded: LlamaChat) -> AsyncIterator[ChatModel]:
    provider, _, structured = request.param.partition("-")
    if provider == "llama":
        yield embedded
        return
    url, key = await embedded.serving()
    remote = OpenAIChat("served", base_url=url, api_key=key, structured=structured)
    yield remote
    await remote.close()


@pytest.mark.model
@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("check", CHAT_CONTRACT, ids=lambda check: check.__name__)
async def test_a_real_model_keeps_the_contract(model: ChatModel, check) -> None:
    await check(model)


@pytest.mark.model
@pytest.mark.asyncio(loop_scope="module")
async def test_an_object_that_does_not_end_in_time_is_malformed(model: ChatModel) -> None:
    with pytest.raises(MalformedReply, match="one JSON object"):
        await model.complete(ask("東京の天気は？", max_tokens=3, with_schema=True))


@pytest.mark.model
@pytest.mark.asyncio(loop_scope="module")
async def test_a_prompt_longer_than_the_context_is_refused(model: ChatModel) -> None:
    with pytest.raises(BackendError, match=r"exceed|context"):
        await model.complete(ask("規程" * 5000))


@pytest.mark.parametrize("check", CHAT_CONTRACT, ids=lambda check: check.__name__)
async def test_the_fake_keeps_the_contract(check) -> None:
    def answer(request: ChatRequest) -> str:
        return '{"kind": "other", "words": []}' if request.schema else "東京です。札幌、仙台、横浜もあります。"

    await check(ScriptedChat(answer))
