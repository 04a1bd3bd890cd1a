"""A chat model whose replies are kept in a file: what was asked before is not asked again.

So whatever asks a model many times can be interrupted and called again, and a recording replays without the model.

    {"key": "...", "model": "...", "text": "...", "prompt_tokens": 812, "completion_tokens": 60, "seconds": 2.1}
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from yorisoi.errors import BackendRefused, DataSetError
from yorisoi.json_values import loads
from yorisoi.ports import ChatModel, ChatRequest, Completion


class RecordedChat:
    """A ChatModel over another one, or over the recording alone.

    Raises DataSetError when the file is not a recording; `complete` raises BackendRefused for what is not recorded when
    there is no model.  A last line that was not written whole is dropped.
    """

    def __init__(self, path: Path, model: ChatModel | None = None, *, name: str = "recorded") -> None:
        self._path, self._model = path, model
        self._name = model.name if model else name
        self._known = _read(path)

    @property
    def name(self) -> str:
        return self._name

    @property
    def capable(self) -> bool:
        return self._model.capable if self._model else True

    @property
    def context_tokens(self) -> int:
        return self._model.context_tokens if self._model else 3000

    def knows(self, request: ChatRequest) -> bool:
        """Whether the reply is there already."""
        return self._key(request) in self._known

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        key = self._key(request)
        if key not in self._known:
            if self._model is None:
                raise BackendRefused(f"{self._path} holds no reply to: {request.messages[-1].content[:80]}")
            completion = await self._model.complete(request)
            if not completion.truncated:
                self._keep(key, completion)
            else:
                return completion
        completion = self._known[key]
        if on_text:
            on_text(completion.text)
        return completion

    def _keep(self, key: str, completion: Completion) -> None:
        self._known[key] = completion
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, **asdict(completion)}, ensure_ascii=False) + "\n")

    def _key(self, request: ChatRequest) -> str:
        """Of model, messages and schema: whatever changes the prompt asks anew."""
        asked = [self._name, [asdict(message) for message in request.messages], request.schema]
        return hashlib.sha256(json.dumps(asked, sort_keys=True, ensure_ascii=False).encode()).hexdigest()[:24]


def _read(path: Path) -> dict[str, Completion]:
    if not path.exists():
        return {}
    whole = path.read_bytes()
    lines = whole.split(b"\n")
    if lines.pop():  # the process was killed while it wrote
        with path.open("r+b") as file:
            file.truncate(whole.rfind(b"\n") + 1)
    known: dict[str, Completion] = {}
    for number, line in enumerate(lines, start=1):
        try:
            row = loads(line)
            key = row.pop("key")
            known[key] = Completion(**row)
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            raise DataSetError(f"{path} line {number} is not a recorded reply: {error}") from error
    return known
