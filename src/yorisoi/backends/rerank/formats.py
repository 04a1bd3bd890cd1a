"""The two forms in which servers speak of reranking, and the scores in their replies.

    documents   {"model", "query", "documents", "top_n"} -> {"results": [{"index", "relevance_score"}, ...]}
                Jina, Cohere v2, vLLM, llama.cpp's server, LocalAI, Infinity, OpenVINO Model Server
    texts       {"query", "texts", "raw_scores", "truncate"} -> [{"index", "score"}, ...]
                Text Embeddings Inference

Results come best first, each with the place of its passage in the request.
"""

import re
import sys
from collections.abc import Sequence
from typing import Any

from yorisoi.errors import MalformedReply

TEXTS_AT_ONCE = 32
"""What Text Embeddings Inference takes in one request unless told otherwise (`--max-client-batch-size`)."""

_LARGEST = sys.float_info.max

_WANTS_TEXTS = re.compile(r"missing.{0,20}\btexts\b|\btexts\b.{0,40}(missing|required)", re.IGNORECASE | re.DOTALL)


def as_documents(model: str, query: str, passages: Sequence[str]) -> dict[str, Any]:
    """The common form.  `top_n` is said although it is the default: not every server has the same one."""
    return {"model": model, "query": query, "documents": list(passages), "top_n": len(passages)}


def as_texts(query: str, passages: Sequence[str]) -> dict[str, Any]:
    """The form of Text Embeddings Inference, which has one model and refuses long passages unless told to cut them."""
    return {"query": query, "texts": list(passages), "raw_scores": False, "truncate": True}


def wants_texts(refusal: str) -> bool:
    """Whether a server that refused `documents` complains that there were no `texts`."""
    return _WANTS_TEXTS.search(refusal) is not None


def scores_of(reply: object, count: int, name: str) -> list[float]:
    """The scores of `count` passages, in their order.

    Raises MalformedReply unless there is exactly one finite number for each of them.
    """
    rows = reply.get("results") if isinstance(reply, dict) else reply
    if not isinstance(rows, list):
        raise MalformedReply(f"{name} sent something that is not a list of scores; check the base URL")
    if len(rows) != count:
        raise MalformedReply(f"{name} was given {count} passages and answered with {len(rows)} scores")
    scores: dict[int, float] = {}
    for row in rows:
        place, score = _of(row, name)
        if place in scores or not 0 <= place < count:
            problem = "scored it twice" if place in scores else "there is none"
            raise MalformedReply(f"{name} sent a score of passage {place} of {count}: {problem}")
        scores[place] = score
    return [scores[place] for place in range(count)]


def _of(row: object, name: str) -> tuple[int, float]:
    """Place and score of one result."""
    known = row if isinstance(row, dict) else {}
    place, score = known.get("index"), known.get("relevance_score", known.get("score"))
    if type(place) is not int:
        raise MalformedReply(f"{name} sent a score that does not say whose it is")
    # False for NaN as well, which JSON should not hold but does.
    if isinstance(score, bool) or not isinstance(score, int | float) or not -_LARGEST < score < _LARGEST:
        raise MalformedReply(f"{name} sent no number for passage {place}")
    return place, float(score)
