"""What comes to mind of what a person said before."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from yorisoi.memory.cue import Cue
from yorisoi.memory.mind import Mind
from yorisoi.memory.relevance import Relevance, Weights, relevance
from yorisoi.ranges import check_ranges, within
from yorisoi.types import Episode, Recalled

_LOOKED_AT = 50
"""Best episodes that are examined one by one: more than any limit, so that folding and gaps leave enough."""
_CLOSE_ENOUGH = 0.80
"""Cosine for a question that asks for memories: half of the pairs of unrelated Japanese sentences lie below."""
_WHITENED = 0.25
"""Whitened cosine that goes with `min_relevance`: three of four questions about somebody else's life stay below it for
every episode of a LoCoMo conversation, nine of ten about the person's own reach it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecallConfig:
    recency_weight: float = within(0.05, 0, 1000)
    importance_weight: float = within(0.05, 0, 1000)
    relevance_weight: float = within(1.0, 0, 1000)
    """All three are 1 in Generative Agents (Park et al., UIST 2023), whose agents live a few days.  Over months of talk
    recency and importance part equals: docs/memory.md has the ablation."""
    decay_per_hour: float = within(0.995, 1e-6, 1)
    """Theirs."""
    limit: int = within(3, 0, 100)
    min_relevance: float = within(0.85, -1, 1)
    """Cosine below which nothing comes to mind by meaning alone: e5 puts unrelated Japanese sentences at about .78 to
    .84."""
    min_coverage: float = within(0.5, 0, 1)
    """Share of the question's subject, its words weighed by rarity, that brings an episode to mind by words alone."""
    neighbours: int = within(1, 0, 20)
    """Turns before and after an episode that come along."""
    weights: Weights = field(default_factory=Weights)

    def __post_init__(self) -> None:
        check_ranges(self)


def recall(
    mind: Mind,
    cue: Cue,
    now: datetime,
    config: RecallConfig,
    *,
    leave_out: Collection[int] = (),
    stale: Mapping[int, int] | None = None,
    facts: Mapping[int, str] | None = None,
    always: bool = False,
) -> list[Recalled]:
    """The episodes that matter now, best first, at most `config.limit`; none when the question needs none.

        score = a_recency * decay^hours + a_importance * importance/10 + a_relevance * relevance

    each of the three min-max normalised over the user's episodes; hours since the episode was last used.  An episode
    comes to mind when it is near in meaning (`min_relevance`), when it covers the subject (`min_coverage`), or, for a
    question that asks for memories, when it has anything in common with it; with `always` the best do in any case.
    Equal texts are folded into the best of them.  `leave_out`: episodes by id that are in view anyway.  `stale`: an
    episode whose facts no longer hold, and the one that says what holds now, which comes in its place.  `facts`: kinds
    of facts by the episode that is their evidence; those of the kind asked for come first.  Ties go to the newer one.
    Source: Park et al., Generative Agents, UIST 2023, section 4.1; relevance: see `yorisoi.memory.relevance`.
    """
    if not len(mind) or config.limit < 1:
        return []
    parts = relevance(mind, cue, config.weights)
    recency = config.decay_per_hour ** (np.maximum(0.0, now.timestamp() - mind.last_used) / 3600)
    told = _telling(mind, cue, facts or {})
    score = combined(recency, mind.importance / 10, parts.score, config) + told
    wanted = parts.wanted.copy()
    wanted[[row for id_ in leave_out if (row := mind.row_of(id_)) is not None]] = False
    examined = _Examined(mind, cue, config, parts, best_rows(score, mind.at, wanted, max(_LOOKED_AT, 2 * config.limit)))
    found: dict[str, Recalled] = {}
    for row in examined.rows:
        if not (always or told[row] or examined.comes_to_mind(row)):
            continue
        row, instead = _what_holds_now(mind, row, stale or {})
        episode, spoken = mind.episodes[row], mind.spoken(row)
        if spoken in found:
            found[spoken] = _folded(found[spoken], episode)
        elif len(found) < config.limit:
            found[spoken] = Recalled(
                episode=episode,
                score=float(score[row]),
                recency=float(recency[row]),
                importance=float(mind.importance[row] / 10),
                relevance=float(parts.score[row]),
                why=(
                    *examined.why(row),
                    *(["fact"] if told[row] else []),
                    *([f"in place of: e{instead.id}"] if instead else []),
                ),
                neighbours=tuple(_around(mind, row, config.neighbours)),
                in_place_of=instead,
            )
    return list(found.values())


def combined(
    recency: NDArray[np.float64],
    importance: NDArray[np.float64],
    relevance: NDArray[np.float64],
    config: RecallConfig,
) -> NDArray[np.float64]:
    """The weighted sum of the three, each brought to 0..1 over the episodes (equal values: 0, they tell nothing)."""
    return (
        config.recency_weight * _min_max(recency)
        + config.importance_weight * _min_max(importance)
        + config.relevance_weight * _min_max(relevance)
    )


def best_rows(score: NDArray[np.float64], at: NDArray[np.float64], wanted: NDArray[np.bool_], limit: int) -> list[int]:
    """Rows of the largest scores among the wanted ones, best first, ties to the newer."""
    rows = np.flatnonzero(wanted)
    if len(rows) > limit:
        least = np.partition(score[rows], len(rows) - limit)[len(rows) - limit]
        rows = rows[score[rows] >= least]
    order = np.lexsort((-rows, -at[rows], -score[rows]))
    return [int(row) for row in rows[order][:limit]]


class _Examined:
    """The best episodes, and what speaks for each."""

    def __init__(self, mind: Mind, cue: Cue, config: RecallConfig, parts: Relevance, rows: list[int]) -> None:
        self._mind, self._cue, self._config, self._parts = mind, cue, config, parts
        self.rows = rows
        self._coverage = mind.words.coverage(cue.subject, rows)
        self._cosine = dict.fromkeys(rows, 0.0)
        if cue.vector is not None:
            cosines: list[float] = mind.plain_cosines(cue.vector, rows).tolist()
            self._cosine.update(zip(rows, cosines, strict=True))

    def comes_to_mind(self, row: int) -> bool:
        config, parts = self._config, self._parts
        near = self._cosine[row] >= config.min_relevance and parts.whitened[row] >= _WHITENED
        if near or self._coverage[row] >= config.min_coverage:
            return True
        if not self._cue.recollects:
            return False
        in_common = self._coverage[row] > 0 or parts.by_name[row] or parts.in_time[row]
        return bool(in_common or self._cosine[row] >= _CLOSE_ENOUGH)

    def why(self, row: int) -> Iterator[str]:
        cue, parts, episode = self._cue, self._parts, self._mind.episodes[row]
        if shared := [word for word in cue.words if self._mind.words.holds(row, word)]:
            yield f"words: {' '.join(shared)}"
        if (cosine := self._cosine_of(row)) > 0:
            yield f"meaning: {cosine:.2f}"
        for stretch in cue.times:
            if stretch.start <= episode.at < stretch.end:
                yield f"time: {stretch.phrase}"
        if parts.by_name[row]:
            yield f"speaker: {episode.speaker}"

    def _cosine_of(self, row: int) -> float:
        """Also of a row that stands in for an examined one."""
        if row not in self._cosine and self._cue.vector is not None:
            self._cosine[row] = float(self._mind.plain_cosines(self._cue.vector, [row])[0])
        return self._cosine.get(row, 0.0)


def _telling(mind: Mind, cue: Cue, facts: Mapping[int, str]) -> NDArray[np.bool_]:
    """The episodes that are evidence of a fact of the kind asked for, shape (n,)."""
    telling = np.zeros(len(mind), dtype=np.bool_)
    for episode, kind in facts.items():
        if kind in cue.kinds and (row := mind.row_of(episode)) is not None:
            telling[row] = True
    return telling


def _what_holds_now(mind: Mind, row: int, stale: Mapping[int, int]) -> tuple[int, Episode | None]:
    """The row, or the one that took its place and the episode that it took the place of."""
    successor = mind.row_of(stale.get(mind.episodes[row].id, 0))
    return (row, None) if successor is None else (successor, mind.episodes[row])


def _folded(kept: Recalled, same: Episode) -> Recalled:
    if same.id == kept.episode.id or any(same.id == each.id for each in kept.also):
        return kept
    return replace(kept, also=(*kept.also, same))


def _around(mind: Mind, row: int, reach: int) -> Iterator[Episode]:
    before: list[Episode] = []
    earlier = row
    for _ in range(reach):
        if (earlier := int(mind.before[earlier])) < 0:
            break
        before.append(mind.episodes[earlier])
    yield from reversed(before)
    later = row
    for _ in range(reach):
        if (later := int(mind.after[later])) < 0:
            break
        yield mind.episodes[later]


def _min_max(values: NDArray[np.float64]) -> NDArray[np.float64]:
    low, high = values.min(), values.max()
    return (values - low) / (high - low) if high > low else np.zeros_like(values)
