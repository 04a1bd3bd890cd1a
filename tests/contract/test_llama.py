"""What only the embedded model does: stopping, queueing, serving, keeping quiet, ending with the process."""

import asyncio
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from yorisoi.backends.chat.llama import LlamaChat
from yorisoi.backends.chat.weights import resolve
from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable
from yorisoi.ports import ChatRequest, Message
from yorisoi.testing.chat import ask

SMALL = "llama:qwen2.5-coder-0.5b"
LONG = ask("一から千まで、一行に一つずつ数えてください。", max_tokens=2000)

pytestmark = [pytest.mark.model, pytest.mark.asyncio(loop_scope="module")]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def model() -> AsyncIterator[LlamaChat]:
    try:
        resolve(SMALL)
    except BackendError as error:
        pytest.skip(str(error))
    opened = LlamaChat(SMALL)
    await opened.warm_up(ask("準備"))
    yield opened
    await opened.close()


async def answers_soon(model: LlamaChat, within_s: float) -> None:
    """The model is free again: nothing goes on generating for nobody."""
    started = time.perf_counter()
    await model.complete(ask("はい", max_tokens=1))
    assert time.perf_counter() - started < within_s


async def test_a_timeout_stops_the_generation(model: LlamaChat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model._model, "timeout_s", 0.5)
    with pytest.raises(BackendUnavailable, match=r"did not finish within 0\.5 s"):
        await model.complete(LONG)
    monkeypatch.undo()
    await answers_soon(model, within_s=30)


async def test_a_timeout_stops_the_reading_of_a_long_prompt(model: LlamaChat, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = "".join(f"第{n}条 社員は手続きに従う。" for n in range(250))
    request = ChatRequest(messages=(Message(role="user", content=prompt),), max_tokens=1)
    monkeypatch.setattr(model._model, "timeout_s", 0.5)
    with pytest.raises(BackendUnavailable):
        await model.complete(request)
    monkeypatch.undo()
    await answers_soon(model, within_s=30)


async def test_a_cancelled_call_stops_too(model: LlamaChat) -> None:
    task = asyncio.create_task(model.complete(LONG))
    await asyncio.sleep(0.3)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await answers_soon(model, within_s=30)


async def test_an_error_while_showing_a_piece_reaches_the_caller(model: LlamaChat) -> None:
    def show(piece: str) -> None:
        raise BrokenPipeError(piece)

    with pytest.raises(BrokenPipeError):
        await model.complete(LONG, show)
    await answers_soon(model, within_s=30)


async def test_a_schema_that_is_none_is_refused(model: LlamaChat) -> None:
    request = ChatRequest(messages=LONG.messages, max_tokens=5, schema={"type": "nonsense"})
    with pytest.raises(BackendRefused, match="refused the request"):
        await model.complete(request)


async def test_its_listener_wants_the_key(model: LlamaChat) -> None:
    url, key = await model.serving()
    with pytest.raises(urllib.error.HTTPError, match="401") as caught:
        await asyncio.to_thread(urllib.request.urlopen, f"{url}/models")
    caught.value.close()
    allowed = urllib.request.Request(f"{url}/models", headers={"Authorization": f"Bearer {key}"})
    with await asyncio.to_thread(urllib.request.urlopen, allowed) as answer:
        assert answer.status == 200


async def test_a_file_that_is_no_model_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "bad.gguf").write_bytes(b"GGUF" + bytes(1000))
    broken = LlamaChat(f"llama:{tmp_path}/bad.gguf", cache_dir=tmp_path)
    with pytest.raises(BackendUnavailable, match="cannot be loaded as a model"):
        await broken.complete(LONG)
    await broken.close()


async def test_a_model_that_was_not_pulled_is_unavailable(tmp_path: Path) -> None:
    missing = LlamaChat(SMALL, cache_dir=tmp_path)
    with pytest.raises(BackendUnavailable, match="yorisoi models pull"):
        await missing.complete(LONG)
    await missing.close()


ENDINGS = {
    "returns": "await model.complete(ask('はい', max_tokens=2))",
    "closes": "await model.complete(ask('はい', max_tokens=2)); await model.close()",
    "exits inside a call": "asyncio.create_task(model.complete(LONG)); await asyncio.sleep(3); raise SystemExit(0)",
}


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS.keys())
async def test_a_process_with_a_model_ends_quietly(model: LlamaChat, ending: str) -> None:
    del model  # only for its check that the weights are here
    code = (
        "import asyncio, sys\n"
        "from yorisoi.backends.chat.llama import LlamaChat\n"
        "from yorisoi.testing.chat import ask\n"
        "LONG = ask('一から千まで数えてください。', max_tokens=2000)\n"
        "async def main():\n"
        f"    model = LlamaChat({SMALL!r})\n"
        f"    {ending}\n"
        "asyncio.run(main())\n"
    )
    done = await asyncio.to_thread(
        subprocess.run, [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
