"""The smallest embedded model can fill in the schema that steering by functions offers."""

from collections.abc import AsyncIterator, Sequence

import pytest
import pytest_asyncio

from yorisoi.backends.chat.llama import LlamaChat
from yorisoi.backends.chat.weights import resolve
from yorisoi.dialogue.steering.calling import ANSWER, ASKING, steer
from yorisoi.errors import BackendError
from yorisoi.language import Utterance

SMALL = "llama:qwen2.5-coder-0.5b"

pytestmark = [pytest.mark.model, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def model() -> AsyncIterator[LlamaChat]:
    try:
        resolve(SMALL)
    except BackendError as error:
        pytest.skip(str(error))
    opened = LlamaChat(SMALL)
    yield opened
    await opened.close()


async def test_a_small_model_calls_what_is_offered(model: LlamaChat) -> None:
    searched: list[str] = []

    async def documents(query: str) -> Sequence[str]:
        searched.append(query)
        return ["メンタルヘルスの相談"]

    said, searches = Utterance("上司とうまくいかなくて悩んでいます", "ja"), {"search_documents": documents}
    done = await steer(model, said, (), titles=["人間関係の相談"], known={}, searches=searches, max_steps=3)
    assert 1 <= len(done.calls) <= 3
    assert done.function in (*ASKING, ANSWER)
    assert done.by.endswith("qwen2.5-coder-0.5b")
    assert len(searched) <= 2, "what was searched is not searched again"
