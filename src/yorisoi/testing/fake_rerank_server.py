"""A fake rerank server on loopback, in either form, that answers as it is told: well, late, not at all, with nonsense.

with serving(documents_form) as (base_url, seen):
    RerankEndpoint("m", base_url=base_url)
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from yorisoi.testing import fake_openai
from yorisoi.testing.fake_openai import Reply, refused
from yorisoi.testing.fake_reranker import shared_bigrams

Answer = Callable[[dict[str, Any]], Reply]


@contextmanager
def serving(answer: Answer) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Base URL of a server that answers with `answer`, and the bodies of the requests it got."""
    with fake_openai.serving(answer) as (url, seen):
        yield url, seen


def documents_form(body: dict[str, Any]) -> Reply:
    """As Jina, Cohere, vLLM and llama.cpp's server answer: best first."""
    rows = [{"index": place, "relevance_score": score} for place, score in _ranked(body["query"], body["documents"])]
    return 200, {"model": body["model"], "results": rows[: body["top_n"]], "usage": {"total_tokens": 7}}


def texts_form(body: dict[str, Any]) -> Reply:
    """As Text Embeddings Inference answers: another form, and no more than 32 texts."""
    if "texts" not in body:
        return 422, "Failed to deserialize the JSON body into the target type: missing field `texts` at line 1"
    if len(body["texts"]) > 32:
        return 422, {"error": "batch size 33 > maximum allowed batch size 32", "error_type": "Validation"}
    return 200, [{"index": place, "score": score} for place, score in _ranked(body["query"], body["texts"])]


def late(seconds: float) -> Answer:
    """A server that answers after `seconds`."""

    def answer(body: dict[str, Any]) -> Reply:
        time.sleep(seconds)
        return documents_form(body)

    return answer


def refusing(status: int, message: str = "no") -> Answer:
    """A server that says no, or that it is busy, or that it is broken."""
    return lambda _: refused(status, message)


def scoring(*rows: tuple[Any, Any]) -> Answer:
    """A server that sends these (index, score), whatever it was asked."""
    results = [{"index": place, "relevance_score": score} for place, score in rows]
    return lambda _: (200, {"results": results})


def saying(reply: Any) -> Answer:
    """A server that sends this: a web page, an empty object, a JSON of another kind."""
    return lambda _: (200, reply)


def _ranked(query: str, passages: list[str]) -> list[tuple[int, float]]:
    scores = [shared_bigrams(query, passage) for passage in passages]
    return sorted(enumerate(scores), key=lambda each: -each[1])
