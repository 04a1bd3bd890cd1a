"""How well a conversation becomes one question: wording, what has to stand in it, and the pages that it finds."""

import statistics
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from yorisoi.evaluation.experiment import Case
from yorisoi.evaluation.followups import FollowUp
from yorisoi.evaluation.wording import bleu, exact, holds, rouge_l
from yorisoi.types import Language

DEPTH = 10
"""Pages of a ranking that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """The question that was understood."""

    question: str
    by: str
    """How it came about: `alone`, `goes-on`, `corrects`, ..., or a model's name."""
    queries: tuple[str, ...]
    """What is searched for it, the raw utterance where nothing was carried."""


Search = Callable[[Sequence[str], Language], Awaitable[Sequence[str]]]
"""(queries searched together, their language) -> sources of pages, best first, each once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewritten:
    item: FollowUp
    rewrite: Rewrite
    ms: float


def cases(items: Sequence[FollowUp]) -> list[Case]:
    """A case an utterance, numbered from 1 as in its file."""
    return [
        Case(
            id=str(number),
            input={"number": number, "question": item.query, "history": [turn.text for turn in item.history]},
            expected={"reference": item.reference, "must": item.must, "gold": item.gold},
            labels={"language": item.language, "kind": "standalone" if item.standalone else "follow-up"},
        )
        for number, item in enumerate(items, start=1)
    ]


def concatenated(item: FollowUp) -> str:
    """The history and the utterance one after the other."""
    return " ".join([*(turn.text for turn in item.history), item.query])


# ---------------------------------------------------------------- wording


def report(done: Sequence[Rewritten]) -> dict[str, Any]:
    """The figures of the rewrites, by language and by who rewrote, and of leaving the utterance as it is (`raw`) and
    of putting the history before it (`concat`)."""
    items = [each.item for each in done]
    wordings = [each.rewrite.question for each in done]
    return {
        **figures(items, wordings),
        "items": len(items),
        "changed": sum(each.rewrite.question != each.item.query for each in done),
        "p50_ms": round(statistics.median(each.ms for each in done), 3),
        "by_language": _by(items, wordings, [item.language for item in items]),
        "by_rewriter": _by(items, wordings, [each.rewrite.by for each in done]),
        "baselines": {
            "raw": figures(items, [item.query for item in items]),
            "concat": figures(items, [concatenated(item) for item in items]),
        },
    }


def figures(items: Sequence[FollowUp], wordings: Sequence[str]) -> dict[str, float]:
    """`bleu` (0..100), `rouge_l` and `exact_match` (0..1) of what has a reference, `must_contain` of what has `must`.

    BLEU is a figure of a whole collection: of several languages it is the mean weighted by their items.
    """
    both = list(zip(items, wordings, strict=True))
    found: dict[str, float] = {}
    if pairs := [(item, item.reference, wording) for item, wording in both if item.reference]:
        found["bleu"] = round(sum(_bleu_by_language(pairs)) / len(pairs), 2)
        found["rouge_l"] = _mean(rouge_l(wording, meant, item.language) for item, meant, wording in pairs)
        found["exact_match"] = _mean(exact(wording, meant, item.language) for item, meant, wording in pairs)
    if said := [holds(wording, item.must) for item, wording in both if item.must]:
        found["must_contain"] = _mean(said)
    return found


async def of_one(item: FollowUp, rewrite: Rewrite, search: Search | None) -> dict[str, float]:
    """The figures of one rewrite, of its wording and of where the right page is found; BLEU is none of one text."""
    found = figures([item], [rewrite.question])
    found.pop("bleu", None)
    if item.gold and search:
        found |= at_ranks([rank((await search(rewrite.queries, item.language))[:DEPTH], item.gold)])
    return found


def _bleu_by_language(pairs: Sequence[tuple[FollowUp, str, str]]) -> Iterable[float]:
    for language in {item.language for item, _, _ in pairs}:
        of_it = [(wording, meant) for item, meant, wording in pairs if item.language == language]
        yield len(of_it) * bleu([wording for wording, _ in of_it], [meant for _, meant in of_it], language)


def _by(items: Sequence[FollowUp], wordings: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, float]]:
    parts = {}
    for name in sorted(set(names)):
        chosen = [at for at, each in enumerate(names) if each == name]
        parts[name] = {"items": len(chosen), **figures([items[at] for at in chosen], [wordings[at] for at in chosen])}
    return parts


# ---------------------------------------------------------------- pages


async def retrieval(done: Sequence[Rewritten], search: Search) -> dict[str, Any]:
    """Where the right page stands when the utterance is searched as it is (`raw`), with its history before it
    (`concat`), as rewritten (`rewritten`), and as a turn searches (`fused`: raw and rewritten together); and what that
    did to utterances that stand alone.

    `harmed` is the share of the standalone ones whose pages are others, or in another order, than before.
    """
    ways: dict[str, Callable[[Rewritten], Sequence[str]]] = {
        "raw": lambda each: [each.item.query],
        "concat": lambda each: [concatenated(each.item)],
        "rewritten": lambda each: [each.rewrite.question],
        "fused": lambda each: each.rewrite.queries,
    }

    async def found(way: str, each: Rewritten) -> Sequence[str]:
        return (await search(tuple(ways[way](each)), each.item.language))[:DEPTH]

    report_: dict[str, Any] = {}
    if judged := [each for each in done if each.item.gold]:
        ranks = {way: [rank(await found(way, each), each.item.gold or "") for each in judged] for way in ways}
        report_["retrieval"] = {"items": len(judged), **{way: at_ranks(of) for way, of in ranks.items()}}
        report_ |= report_["retrieval"]["fused"]
    if alone := [each for each in done if each.item.standalone]:
        moved = sum([await found("raw", each) != await found("fused", each) for each in alone])
        report_["standalone"] = {**standalone(done), "retrieval_changed": moved}
        report_["harmed"] = round(moved / len(alone), 6)
    return report_


def standalone(done: Sequence[Rewritten]) -> dict[str, int]:
    """How many utterances stand alone by their label, and how many of those were changed nevertheless."""
    alone = [each for each in done if each.item.standalone]
    return {"items": len(alone), "changed": sum(each.rewrite.queries != (each.item.query,) for each in alone)}


def rank(pages: Sequence[str], gold: str) -> int | None:
    """From 1; None where no page of the ranking has `gold` in its path."""
    return next((at for at, page in enumerate(pages, start=1) if gold in page), None)


def at_ranks(ranks: Sequence[int | None]) -> dict[str, float]:
    """recall@1, recall@5 and the mean reciprocal rank; None is a page that was not found."""
    return {
        **{f"recall@{k}": _mean(at is not None and at <= k for at in ranks) for k in (1, 5)},
        "mrr": _mean(1 / at if at else 0.0 for at in ranks),
    }


def _mean(values: Iterable[float]) -> float:
    every = list(values)
    return round(sum(every) / len(every), 6)
