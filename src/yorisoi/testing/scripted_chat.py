"""A fake chat model: says what it was told to say, or fails as it was told to fail."""

import time
from collections.abc import Callable, Iterable, Iterator

from yorisoi.backends.chat.json_object import one_object
from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable, MalformedReply
from yorisoi.ports import ChatRequest, Completion

Answer = str | BackendError
"""A text, or an error to raise."""


class ScriptedChat:
    """A fake ChatModel for tests: no model, no network.

        ScriptedChat(["一つ目の答え", timed_out(), "三つ目の答え"])
        ScriptedChat(lambda request: request.messages[-1].content)

    Answers are given in turn; when a list has run out, an AssertionError says so.  Every request is kept in
    `.requests`.  A "token" is a character.  With a schema the answer must hold one JSON object, or MalformedReply is
    raised as a real backend would.
    """

    def __init__(
        self,
        answers: Iterable[Answer] | Callable[[ChatRequest], Answer],
        *,
        name: str = "fake:scripted",
        context_tokens: int = 1000,
        capable: bool = True,
    ) -> None:
        self._answer: Callable[[ChatRequest], Answer]
        self._answer = answers if callable(answers) else _in_turn(iter(answers))
        self._name = name
        self._context_tokens = context_tokens
        self._capable = capable
        self.requests: list[ChatRequest] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def capable(self) -> bool:
        return self._capable

    @property
    def context_tokens(self) -> int:
        return self._context_tokens

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        started = time.perf_counter()
        self.requests.append(request)
        answer = self._answer(request)
        if isinstance(answer, BackendError):
            raise answer
        text = answer[: request.max_tokens]
        if request.schema is not None:
            text = one_object(text, self.name)
        if not text:
            raise MalformedReply(f"{self.name} answered with no text at all")
        for piece in [text] if request.schema is not None else text:
            if on_text is not None:
                on_text(piece)
        return Completion(
            text=text,
            model=self.name,
            prompt_tokens=sum(len(message.content) for message in request.messages),
            completion_tokens=len(text),
            seconds=time.perf_counter() - started,
            truncated=len(answer) > request.max_tokens,
        )


def timed_out() -> BackendUnavailable:
    """An answer that never comes."""
    return BackendUnavailable("fake:scripted did not answer in time")


def refused() -> BackendRefused:
    """A server that says no."""
    return BackendRefused("fake:scripted: HTTP 401: check the API key")


def nonsense() -> str:
    """A text that is neither an answer nor JSON."""
    return '}{ えーと、わかりません {"kind":'


def _in_turn(answers: Iterator[Answer]) -> Callable[[ChatRequest], Answer]:
    def answer(request: ChatRequest) -> Answer:
        for each in answers:
            return each
        raise AssertionError(f"ScriptedChat has no answer left for: {request.messages[-1].content[:200]}")

    return answer
