"""The assistant as a system to be measured: questions answered over the store's documents, none of it kept there."""

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from yorisoi.evaluation.answers import Answered, Cited, Did
from yorisoi.evaluation.experiment import System, Traced
from yorisoi.types import Filter, Passage, Reply, UserId
from yorisoi.wiring import Workspace, apart

_PATIENCE_S = 3600.0
"""Of a turn: with a person's patience, a slow model would be measured as if there were none.  Its calls still end after
the model's own `timeout_s`."""


@asynccontextmanager
async def answering(
    workspace: Workspace, *, groups: frozenset[str] = frozenset(), may_ask: bool = False
) -> AsyncIterator[System]:
    """{"question", "attributes"} -> `Answered`, with its trace, each by a user of its own whom nobody else is.

    `may_ask`: it may ask back, as in a conversation; otherwise it answers as well as it can.
    """
    async with apart(workspace, first_word_s=_PATIENCE_S) as (assistant, kept):

        async def answer(asked: Mapping[str, Any]) -> Traced:
            user = UserId(f"eval-{uuid.uuid4().hex}")
            reply = await assistant.reply(
                asked["question"],
                user=user,
                groups=groups,
                attributes=asked.get("attributes"),
                just_answer=not may_ask,
            )
            await assistant.close()  # until the trace is kept
            trace = await kept.traces.load(reply.trace_id, user)
            ids = [cite.passage_id for cite in reply.citations if not cite.outside]
            passages = await kept.documents.passages(ids, Filter(groups=groups))
            return Traced(output=answered(reply, trace, passages), trace={"trace_id": reply.trace_id, **trace})

        yield answer


def did(reply: Reply) -> Did:
    """What the reply did."""
    if reply.action == "ask":
        return "ask"
    if reply.citations:
        return "answer"
    return "talk" if reply.rule in ("small-talk", "memory") else "none"


def answered(reply: Reply, trace: Mapping[str, Any], passages: Sequence[Passage]) -> Answered:
    """A reply as it is measured."""
    ranked = _ranking(trace)
    places = {hit["passage_id"]: (rank, hit) for rank, hit in enumerate(ranked, start=1)}
    texts = {passage.id: passage.text for passage in passages}
    cited = []
    for cite in reply.citations:
        rank, hit = places.get(cite.passage_id, (None, {}))
        cited.append(
            Cited(
                number=cite.number,
                source=cite.source,
                title=cite.title,
                section=cite.section,
                passage_id=cite.passage_id,
                quote=cite.quote,
                passage=texts.get(cite.passage_id, cite.quote),
                rank=rank,
                legs={name: leg["rank"] for name, leg in hit.get("legs", {}).items()},
            )
        )
    return Answered(
        text=reply.text,
        did=did(reply),
        question=reply.question,
        language=reply.language,
        citations=tuple(cited),
        degraded=tuple(f"{each.step}: {each.reason}" for each in reply.degraded),
    )


def _ranking(trace: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    """What the last search of a turn found, best first."""
    for step in reversed(trace.get("steps", [])):
        hits = step.get("hits")
        if isinstance(hits, list):
            return hits
    return ()
