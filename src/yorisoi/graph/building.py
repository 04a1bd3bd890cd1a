"""Triples from the documents of the store, passage by passage, so that it may be interrupted at any time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from yorisoi.errors import MalformedReply
from yorisoi.graph.extraction import extract
from yorisoi.graph.model_extraction import MAX_TOKENS, extract_by_model, instructions
from yorisoi.graph_ports import GraphStore, Origin
from yorisoi.language.tokens import estimated_tokens
from yorisoi.ports import ChatModel
from yorisoi.types import Passage, Triple

RULES = "rules"
_TOGETHER = 50
"""Passages in a transaction, without a model; with one, which takes seconds for each, one."""


@dataclass(slots=True, kw_only=True)
class Built:
    """What came of it."""

    passages: int = 0
    triples: int = 0
    failed: int = 0
    """Passages to which the model gave no usable reply; they are not tried again."""


async def build(
    store: GraphStore, model: ChatModel | None, *, limit: int, on_progress: Callable[[Built], None] | None = None
) -> Built:
    """Take triples from the passages that have none by this method yet, at most `limit` of them.

    Without a model by rules (`extraction.py`).  Raises BackendUnavailable, BackendRefused; what was taken is kept.
    """
    built = Built()
    method = model.name if model else RULES
    while passages := await store.unbuilt(method, min(1 if model else _TOGETHER, limit - built.passages)):
        found = [(_origin(passage, method), await _of(passage, model, built)) for passage in passages]
        await store.put_all(found)
        built.passages += len(found)
        built.triples += sum(len(triples) for _, triples in found)
        if on_progress:
            on_progress(built)
        if built.passages >= limit:
            break
    return built


async def _of(passage: Passage, model: ChatModel | None, built: Built) -> list[Triple]:
    if model is None:
        return extract(passage)
    try:
        return await extract_by_model(model, passage)
    except MalformedReply:
        built.failed += 1
        return []


def _origin(passage: Passage, method: str) -> Origin:
    return Origin(name=passage.document.source, passage_id=passage.id, method=method)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What extraction by a model will take, before it starts."""

    passages: int
    prompt_tokens: int
    completion_tokens: int
    """At most."""


def cost(passages: Sequence[Passage]) -> Cost:
    """Tokens by about 0.8 for a Han or Kana character and 0.3 for any other, as measured with Qwen2.5."""
    asked = sum(
        estimated_tokens(passage.in_context) + estimated_tokens(instructions(passage.language)) for passage in passages
    )
    return Cost(passages=len(passages), prompt_tokens=round(asked), completion_tokens=len(passages) * MAX_TOKENS)
