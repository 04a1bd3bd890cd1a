"""What an utterance may mean in its conversation, and which of that the documents speak for.

Two things are held against each other: that the utterance stands for itself, and that it goes on about a topic, the
last one, an earlier one that it returns to, or the question that we asked back.  What goes on is searched with the
user's own words of that topic: with the last of them, and with how it began as well.  All are searched in one batch,
and a passage is worth what it is to each, by how likely that is meant:

    S(d) = (1 - p) S_alone(d) + p (S_alone(d) + S_last(d) + S_first and last(d)) / 3 + p [d is on the topic's page]

so that a wrong guess costs little; p: the topic goes on, and with it, e times as likely as not, the page.  p is a
logistic model of the wording (`wording.py`) and of how well the documents answer either; a choice picked and a
correction leave nothing to weigh.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import log1p

from yorisoi.dialogue.held import held
from yorisoi.dialogue.interpret.correction import correction, places, rejection
from yorisoi.dialogue.interpret.threads import Thread, in_order, quoted_first
from yorisoi.dialogue.interpret.wording import Kind, Wording
from yorisoi.dialogue.odds import log_odds
from yorisoi.dialogue.patterns import patterns
from yorisoi.language import Utterance, normal_form
from yorisoi.language.sentences import ROW
from yorisoi.types import Choice, Hit, Passage

_REJECTED = 3.0
"""Nats by which what the user does not mean stands back."""
_CORRECTS = 0.05
"""Probability of a correction from which words put as one are taken as one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Interpretation:
    """One reading of an utterance."""

    how: str
    """`alone`, `goes-on`, `returns`, `completes` (what we asked back), `corrects`, `choice`, `judged` by a model."""
    question: str
    """It stands alone."""
    asked: str
    """What is looked for within a page: what was said last, where that stands behind a topic as it was, else the
    question."""
    queries: tuple[str, ...]
    """What is searched for it; what the passages are worth to these counts equally."""
    words: tuple[str, ...] = ()
    """Of the topic, where the question is these and the utterance behind them."""
    carries: tuple[int, ...] = ()
    """Indices of the turns whose words the question holds."""
    page: str | None = None
    """The one that the topic was last answered from."""
    answered: bool = False
    """Whether it was, by us or by somebody else."""
    rejects: tuple[str, ...] = ()
    """What the user has said not to mean."""
    refuses: bool = False
    """What our last reply began with is not what was meant: it was we who spoke of it."""
    shorter: "Interpretation | None" = None
    """The same behind how its topic began alone, where that is not all of `words`."""

    @property
    def topic(self) -> str:
        """What the question goes on about; empty where it stands for itself."""
        return " ".join(self.words)

    def made_of(self, thread: Thread) -> "Interpretation":
        """The same with words of what was offered or listed in the thread, which stand for what was said there."""
        shorter = self.shorter.made_of(thread) if self.shorter else None
        return replace(self, carries=tuple(dict.fromkeys((*self.carries, *_offered_for(thread)))), shorter=shorter)


def interpretations(
    said: Utterance,
    threads: Sequence[Thread],
    wording: Wording,
    choice: Choice | None = None,
    another: str | None = None,
) -> list[Interpretation]:
    """What the utterance may mean: one that is certain, or first that it stands alone, then what it may go on about.

    `another` are the last topic's words with the thing that the utterance names in place of theirs.
    """
    text, rejects = said.text, tuple(_rejected(said))
    alone = Interpretation(how="alone", question=text, asked=text, queries=(text,), rejects=rejects)
    if not threads:
        return [alone]
    thread = threads[-1]
    if choice:
        return [_chosen(thread, choice)]
    rejects = tuple(dict.fromkeys((*_rejected_before(thread, said), *rejects)))
    corrected = correction(said)
    topic, reply = " ".join(thread.words), thread.last.reply.text if thread.last.reply else ""
    means_it = corrected and (corrected.plainly or _any_in(corrected.old, f"{topic} {reply}"))
    # 「間違えた、名前は山田です」 corrects no question.
    slips = wording.is_a(Kind.CORRECTION) >= _CORRECTS and not wording.plainly_tells
    if corrected and (means_it or slips):
        question = corrected.of(topic, said.language)
        return [
            Interpretation(
                how="corrects",
                question=question,
                asked=question,
                queries=tuple(dict.fromkeys((question, corrected.wanted))),
                carries=thread.carried,
                page=thread.page,
                rejects=rejects,
                refuses=corrected.how != "slips" and not _any_in(corrected.old, topic),
            )
        ]
    how = "completes" if thread.last.is_open else "goes-on"
    if patterns(said.language).returns.search(said.normal) and len(threads) > 1:
        earlier = max(threads[:-1], key=lambda each: _nearness(said, each, threads, wording))
        if _nearness(said, earlier, threads, wording) > _nearness(said, thread, threads, wording):
            thread, how = earlier, "returns"
    last, both = " ".join((thread.words[-1], text)), " ".join((*thread.words, text))
    if another and how != "returns":
        last = both = another
    goes_on = Interpretation(
        how=how,
        question=both,
        asked=both if how == "completes" or both == another else text,
        queries=tuple(dict.fromkeys((text, last, both))),
        words=tuple(thread.words),
        carries=thread.carried,
        page=thread.page,
        answered=thread.is_answered,
        rejects=rejects,
    )
    if both != another and len(first := thread.first_words) < len(thread.words):
        query = " ".join((*first, text))
        shorter = replace(
            goes_on,
            question=query,
            queries=(query,),
            words=tuple(first),
            carries=thread.first_carried,
        )
        goes_on = replace(goes_on, shorter=shorter)
    return [alone, goes_on]


def _rejected(said: Utterance) -> list[str]:
    """What an utterance says not to mean."""
    rejected = rejection(said)
    return list(map(normal_form, rejected.old)) if rejected else []


def _rejected_before(thread: Thread, said: Utterance) -> list[str]:
    """The same of what is carried on, unless the user comes back to it."""
    carried = set(thread.carried)
    before = [replace(said, text=asked.text) for asked in thread.asked if asked.turn in carried]
    return [each for one in before for each in _rejected(one) if each not in said.normal]


def _any_in(things: Sequence[str], text: str) -> bool:
    said = normal_form(text)
    return any(normal_form(each) in said for each in things)


def _has_a_row_of(things: Sequence[str], passage: Passage) -> bool:
    """Whether a table in it has one: another row may be meant."""
    return _any_in(things, "\n".join(filter(ROW.match, passage.text.splitlines())))


def _chosen(thread: Thread, choice: Choice) -> Interpretation:
    """A row of a FAQ is a question itself.  Who tells which one one is asks the same as before: its words alone would
    find whatever holds for such a one, and which page does is told by the pages themselves."""
    pending = thread.last.question
    question = choice.text if "#" in choice.source else f"{pending} {choice.text}"
    queries = (pending,) if choice.attribute else tuple(dict.fromkeys((question, choice.text)))
    return Interpretation(
        how="choice", question=question, asked=question, queries=queries, carries=_offered_for(thread)
    )


def _offered_for(thread: Thread) -> tuple[int, ...]:
    """The turns that made us offer what we last did."""
    return (*thread.asked_last, thread.last.understood_in)


def _nearness(said: Utterance, thread: Thread, threads: Sequence[Thread], wording: Wording) -> float:
    """How near the utterance is to a thread: the best cosine with what was said in it, and words in common."""
    order = [asked.turn for asked in in_order(threads)]
    near = dict(zip(order, wording.nearness, strict=False))
    shared = held(said.keywords, normal_form(" ".join(each.text for each in thread.asked)))
    return max((near.get(each.turn, 0.0) for each in thread.asked), default=0.0) + shared


def continuing(
    said: Utterance,
    wording: Wording,
    asked_back: bool,
    alone: Sequence[Hit],
    together: Sequence[Hit],
    before: Sequence[Hit],
    page: str | None,
    answered: bool,
) -> dict[str, float]:
    """Features of going on, by name: `alone` and `together` are what the utterance finds without and with its topic,
    `before` is what the topic finds without it; `page` is the one that the topic was last answered from if it was
    `answered`."""
    known = patterns(said.language)
    best_alone, best_together = _log_best(alone), _log_best(together)
    other = next((hit.score for hit in alone if _page(hit) != _page(alone[0])), 0.0) if alone else 0.0
    return {
        "follows": wording.follows / 2,
        "follows_beside": wording.follows_beside / 2,
        "asked_back": float(asked_back),
        "best_alone": best_alone,
        "gain": best_together - best_alone,
        "adds": best_together - _log_best(before),
        "page_behind": _behind(alone, page),
        "same_page": float(bool(alone and together) and _page(alone[0]) == _page(together[0])),
        "alone_on_page": float(bool(alone) and alone[0].passage.document.source == page),
        "together_on_page": float(bool(together) and together[0].passage.document.source == page),
        "has_page": float(answered),
        "lead_alone": (alone[0].score - other) / max(1.0, abs(alone[0].score)) if alone else 0.0,
        "keys": min(len(said.keywords), 6) / 6,
        "things": min(len(said.noun_phrases), 4) / 4,
        "held_alone": _in_best(said.keywords, alone),
        "held_together": _in_best(said.keywords, together),
        "near_last": wording.nearness[-1] if wording.nearness else 0.0,
        "nearer_to_another": max(wording.nearness, default=0.0) - wording.nearness[-1] if wording.nearness else 0.0,
        "length": min(len(said.normal), 60) / 60,
        "points_back": float(known.points_back.search(said.normal) is not None),
        "turns_away": float(known.turns_away.search(said.normal) is not None),
        "returns": float(known.returns.search(said.normal) is not None),
        **{f"is_{kind}": log_odds(wording.kinds[kind]) / 4 for kind in Kind},
    }


def _log_best(hits: Sequence[Hit]) -> float:
    return log1p(max(0.0, hits[0].score)) if hits else 0.0


def _behind(hits: Sequence[Hit], page: str | None) -> float:
    """How far the page stands behind the best one, by the best score; 0 where there is none."""
    if not hits or page is None:
        return 0.0
    on_page = max((hit.score for hit in hits if hit.passage.document.source == page), default=hits[-1].score)
    return (hits[0].score - on_page) / max(1.0, abs(hits[0].score))


def _in_best(keys: Sequence[str], hits: Sequence[Hit]) -> float:
    """Share of the key words in the best passage."""
    return held(keys, normal_form(hits[0].passage.in_context)) if hits else 0.0


def _page(hit: Hit) -> int:
    return hit.passage.document.id


def in_fewer_words(meant: Interpretation, found: Mapping[str, Sequence[Hit]]) -> Interpretation:
    """Without what the topic went on with last, where the same passage is found first without: it is not needed."""
    if meant.shorter is None:
        return meant
    first, alike = (found[each.queries[-1]][:1] for each in (meant, meant.shorter))
    is_the_same = [hit.passage.id for hit in first] == [hit.passage.id for hit in alike]
    return meant.shorter if is_the_same else meant


def near_page(hits: Sequence[Hit], meant: Interpretation, goes_on: float, reply: str = "") -> list[Hit]:
    """The hits, best first: those on the page of a topic that goes on with this probability worth as much more; as
    surely behind by `_REJECTED` those under headings that name what is not meant, and what a `reply` that was refused
    began with, but for a table of which it has a row."""

    def weighed(hit: Hit) -> Hit:
        headings = normal_form(" ".join(hit.passage.headings))
        named = any(places(each, headings, hit.passage.language) for each in meant.rejects)
        refused = meant.refuses and quoted_first(reply, hit.passage) and not _has_a_row_of(meant.rejects, hit.passage)
        rejected = named or refused
        on_page = hit.passage.document.source == meant.page
        return replace(hit, score=hit.score + goes_on * (on_page - _REJECTED * rejected))

    return sorted(map(weighed, hits), key=lambda hit: (-hit.score, hit.passage.id))


def mixture(found: Sequence[Sequence[Hit]], weights: Sequence[float]) -> list[Hit]:
    """Several searches as one, a passage's score the weighted mean of what it is worth to each.

        S(d) = sum_i w_i S_i(d) / sum_i w_i

    A search that did not find d gives the least that it gave any.  Best first, ties by the passage's id.
    """
    total = sum(weights)
    least = [min((hit.score for hit in hits), default=0.0) for hits in found]
    known: dict[int, Hit] = {}
    scores: dict[int, float] = {}
    for hits, weight, floor in zip(found, weights, least, strict=True):
        for hit in hits:
            known.setdefault(hit.passage.id, hit)
            scores[hit.passage.id] = scores.get(hit.passage.id, 0.0) + weight * (hit.score - floor)
    base = sum(weight * floor for weight, floor in zip(weights, least, strict=True))
    mixed = [replace(known[id_], score=(score + base) / total) for id_, score in scores.items()]
    return sorted(mixed, key=lambda hit: (-hit.score, hit.passage.id))
