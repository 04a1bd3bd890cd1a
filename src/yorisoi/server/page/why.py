"""Why a turn went as it did: what was understood, what each interpretation found in each leg, what was decided.

Read from the turn's trace, which is the person's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse

from yorisoi.server.engine import Engine
from yorisoi.server.identity import Caller, SignedIn
from yorisoi.server.page.failing import PageRoute
from yorisoi.server.page.rendering import HEADERS, page
from yorisoi.tracing import first_steps
from yorisoi.types import SCALES

router = APIRouter(route_class=PageRoute)
_HITS = 10
"""Shown of each interpretation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A passage found."""

    passage_id: int
    title: str
    """Empty: it is gone, or not open to the reader any more."""
    score: float
    legs: Mapping[str, Mapping[str, float]]
    """Leg -> its rank and score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What the utterance may have meant."""

    how: str
    question: str
    meant: bool
    hits: tuple[Seen, ...]

    @property
    def legs(self) -> list[str]:
        return sorted({leg for hit in self.hits for leg in hit.legs})


@router.get("/why/{trace_id}")
async def why(request: Request, caller: SignedIn, trace_id: str) -> HTMLResponse:
    trace = await _trace(request.app.state.engine, caller, trace_id)
    steps = first_steps(trace)
    return await page(
        request,
        "why.html",
        caller,
        trace=trace,
        steps=steps,
        scales=_scales(steps),
        meanings=await meanings_of(request.app.state.engine, caller, steps),
        recalled=steps.get("recall", {}).get("recalled", []),
        calls=[step for step in trace["steps"] if step["name"] == "model_call"],
    )


@router.get("/why/{trace_id}/trace.json")
async def whole(request: Request, caller: SignedIn, trace_id: str) -> JSONResponse:
    """Everything that was noted."""
    return JSONResponse(await _trace(request.app.state.engine, caller, trace_id), headers=HEADERS)


async def _trace(engine: Engine, caller: Caller, trace_id: str) -> dict[str, Any]:
    """The trace of one of the caller's turns.  Raises StoreError: there is none."""
    await engine.written_afterwards(caller.user)
    return await engine.workspace.store.traces.load(trace_id, caller.user)


def _scales(steps: Mapping[str, Any]) -> list[tuple[str, int]]:
    assessment = steps.get("decide", {}).get("assessment", {})
    return [(scale, assessment[scale]) for scale in SCALES if scale in assessment]


async def meanings_of(engine: Engine, caller: Caller, steps: Mapping[str, Any]) -> list[Meaning]:
    """The interpretations, the one that was meant first, each with what was found for its question."""
    understood = steps.get("interpret", {}).get("interpretations", [])
    meant = steps.get("weigh", {}).get("meant", {})
    found = _by_query(understood, steps.get("rerank", {}))
    readable = await engine.workspace.store.documents.passages(
        sorted({hit["passage_id"] for hits in found.values() for hit in hits[:_HITS]}), caller.within
    )
    titles = {each.id: " › ".join(dict.fromkeys(each.headings)) for each in readable}
    meanings = [
        Meaning(
            how=each["how"],
            question=each["question"],
            meant=each["how"] == meant.get("how"),
            hits=tuple(_seen(hit, titles) for hit in found.get(each["queries"][-1], [])[:_HITS]),
        )
        for each in understood
    ]
    return sorted(meanings, key=lambda each: not each.meant)


def _by_query(
    understood: Sequence[Mapping[str, Any]], searched: Mapping[str, Any]
) -> dict[str, list[Mapping[str, Any]]]:
    """All queries were searched at once, each once, in the order in which the interpretations name them."""
    queries = dict.fromkeys(query for each in understood for query in each["queries"])
    found = searched.get("questions", [searched] if searched else [])
    return {query: each.get("hits", []) for query, each in zip(queries, found, strict=False)}


def _seen(hit: Mapping[str, Any], titles: Mapping[int, str]) -> Seen:
    id_ = hit["passage_id"]
    return Seen(passage_id=id_, title=titles.get(id_, ""), score=hit["score"], legs=hit["legs"])
