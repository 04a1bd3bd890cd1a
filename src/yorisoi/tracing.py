"""One trace per turn: what was done, with what, for how long; kept as JSON and mirrored as OpenTelemetry spans.

    trace = Trace("turn")
    with trace.step("search") as step:
        step.note(queries=["休暇"])
    trace.as_json()

The JSON is for people and for `trace show | diff`; the spans are for whoever has set up an OpenTelemetry SDK, and cost
next to nothing when nobody has.
"""

import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import date
from enum import Enum
from typing import Any

from opentelemetry import trace as otel

from yorisoi.ports import ChatModel, ChatRequest, Completion
from yorisoi.wrapped_chat import WrappedChat

_tracer = otel.get_tracer("yorisoi")
_NO_SPAN = nullcontext()


@dataclass(slots=True)
class Step:
    """A stretch of the turn and what is worth knowing about it."""

    name: str
    started: float
    seconds: float = 0.0
    notes: dict[str, Any] = field(default_factory=dict)

    def note(self, **values: Any) -> None:
        """Keep values as they are now.

        Dataclasses, enums, dates, sets and arrays become plain JSON when the trace is read, which is when nobody waits
        for an answer any more; a function without arguments is called then.  Lists and mappings are copied, what is in
        them is not: do not change it afterwards.
        """
        self.notes.update({name: _copied(value) for name, value in values.items()})


class Trace:
    """The steps of one turn, in the order in which they began."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self.id = uuid.uuid4().hex
        self.steps: list[Step] = []
        self._clock = clock
        self._began = clock()

    @contextmanager
    def step(self, name: str) -> Iterator[Step]:
        """Time a step.  It is kept also when it fails, with the error's text."""
        step = Step(name, started=self._clock() - self._began)
        self.steps.append(step)
        with _span(name) as span:
            try:
                yield step
            except Exception as error:
                step.note(error=f"{type(error).__name__}: {error}")
                raise
            finally:
                step.seconds = self._clock() - self._began - step.started
                if span:
                    span.set_attributes(dict(_scalars(step.notes)))

    def as_json(self) -> dict[str, Any]:
        return {
            "trace_id": self.id,
            "seconds": round(self._clock() - self._began, 6),
            "steps": [
                {
                    "name": step.name,
                    "at": round(step.started, 6),
                    "seconds": round(step.seconds, 6),
                    **plain(step.notes),
                }
                for step in self.steps
            ],
        }


class TracedChat(WrappedChat):
    """A chat model whose calls are written into a trace: prompt, answer, tokens, seconds."""

    def __init__(self, model: ChatModel, trace: Trace) -> None:
        super().__init__(model)
        self._trace = trace

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        with self._trace.step("model_call") as step:
            step.note(model=self.name, schema=request.schema_name if request.schema else None, prompt=request.messages)
            completion = await self._model.complete(request, on_text)
            step.note(
                completion=completion.text,
                prompt_tokens=completion.prompt_tokens,
                completion_tokens=completion.completion_tokens,
                truncated=completion.truncated,
            )
            return completion


def _span(name: str) -> AbstractContextManager[otel.Span | None]:
    """A span where an SDK is set up; without one even a span that goes nowhere takes 0.03 ms."""
    if isinstance(otel.get_tracer_provider(), otel.ProxyTracerProvider):
        return _NO_SPAN
    return _tracer.start_as_current_span(f"yorisoi.{name}")


def _copied(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return list(value) if isinstance(value, list) else value


_PLAIN = frozenset((type(None), str, int, float, bool))


def first_steps(trace: Mapping[str, Any]) -> dict[str, Any]:
    """The first step of each name in a trace that was kept: the first search is the one that was understood by."""
    steps: dict[str, Any] = {}
    for step in trace["steps"]:
        steps.setdefault(step["name"], step)
    return steps


def plain(value: Any) -> Any:
    """The value as JSON can hold it."""
    kind = type(value)
    if kind in _PLAIN:  # most of what there is
        return value
    if kind is list or kind is tuple:  # and nearly all the rest, before what takes longer to find out
        return [item if type(item) in _PLAIN else plain(item) for item in value]
    if kind is dict:
        return {str(key): item if type(item) in _PLAIN else plain(item) for key, item in value.items()}
    if names := getattr(kind, "__dataclass_fields__", None):  # not by `asdict`, which copies all that is in it first
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, Mapping):
        return plain(dict(value))
    if isinstance(value, (list, tuple)):
        return plain(list(value))
    if isinstance(value, (set, frozenset)):
        return sorted(plain(item) for item in value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if hasattr(value, "tolist"):
        return value.tolist()
    return plain(value()) if callable(value) else value


def _scalars(notes: Mapping[str, Any]) -> Iterator[tuple[str, str | int | float | bool]]:
    for name, value in notes.items():
        if isinstance(value, (str, int, float, bool)):
            yield f"yorisoi.{name}", value
