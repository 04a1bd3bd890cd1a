"""What commands that ask a model many times tell before, and how they ask."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from yorisoi.cli.output import aside
from yorisoi.evaluation.faq.asking import Cost
from yorisoi.ports import ChatModel, Embedder

_AT_ONCE = 4
"""Requests that a server gets beside each other; an embedded model takes one after the other."""


def at_once(model: ChatModel) -> int:
    return _AT_ONCE if model.name.startswith("openai:") else 1


def foretold(model: ChatModel, cost: Cost) -> Cost:
    """The cost, said on standard error before anything is asked."""
    known = f" ({cost.known} replies are there already)" if cost.known else ""
    aside.print(
        f"{model.name} will be asked {cost.calls} times{known}: about {cost.prompt_tokens:,} tokens to read, "
        f"{cost.completion_tokens:,} to write at most"
    )
    return cost


@asynccontextmanager
async def closed(model: ChatModel | Embedder | None) -> AsyncIterator[None]:
    """The model is closed at the end of the block, if it can be."""
    try:
        yield
    finally:
        if close := getattr(model, "close", None):
            await close()
