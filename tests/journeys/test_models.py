"""The dialogue with real models: embedded, and behind a real OpenAI-compatible server.

Small models word things as they like; what is asserted is what must hold with any of them.
"""

from pathlib import Path
from typing import Any

import pytest

from yorisoi.backends.chat.llama import LlamaChat
from yorisoi.backends.chat.weights import resolve
from yorisoi.errors import BackendError

pytestmark = pytest.mark.model

SMALL, DEFAULT = "llama:qwen2.5-coder-0.5b", "llama:qwen2.5-coder-1.5b"
LEAVE = "休暇について教えてください"
CHILD = "子どもの看護休暇は取れるでしょうか"


def need(spec: str) -> None:
    try:
        resolve(spec)
    except BackendError as error:
        pytest.skip(str(error))


def assert_dialogue(yorisoi: Any, home: Path, chat: str, env: dict[str, str]) -> Any:
    words = ("--home", home, "--chat", chat, "--json")
    asked = yorisoi("chat", "-m", LEAVE, *words, env=env).json
    assert asked["action"] == "ask"
    assert 2 <= len(asked["choices"]) <= 5
    answered = yorisoi("chat", "-m", CHILD, "--session", asked["session"], *words, env=env).json
    assert answered["action"] == "answer"
    assert answered["text"]
    trace = yorisoi("trace", "show", answered["trace_id"], "--home", home, "--json").json
    read = next(step["passages"] for step in trace["steps"] if step["name"] == "answer")
    assert read[0]["source"].endswith("leave/nursing-care-of-child.md")
    assert chat in yorisoi("trace", "show", answered["trace_id"], "--home", home).out, "the model's calls are on record"
    return answered


async def test_the_dialogue_over_a_real_openai_compatible_server(yorisoi: Any, home: Path) -> None:
    need(SMALL)
    served = LlamaChat(SMALL)
    try:
        url, key = await served.serving()
        env = {"YORISOI_OPENAI__BASE_URL": url, "YORISOI_OPENAI__API_KEY": key, "YORISOI_OPENAI__CAPABLE": "false"}
        assert_dialogue(yorisoi, home, "openai:qwen2.5-coder-0.5b", env)
    finally:
        await served.close()


def test_the_dialogue_with_the_embedded_model(yorisoi: Any, home: Path) -> None:
    need(DEFAULT)
    answered = assert_dialogue(yorisoi, home, DEFAULT, {})
    assert any(cited["source"].endswith("leave/nursing-care-of-child.md") for cited in answered["citations"])
