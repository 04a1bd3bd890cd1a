"""What a new fact does to those that are known: confirms one, takes the place of some, or stands beside them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from yorisoi.language import analyse, detect_language, normal_form
from yorisoi.language.packs import FIRST
from yorisoi.memory.persona.extracting import facts_in
from yorisoi.memory.persona.kinds import CAN_END, ENDED, ONE_AT_A_TIME, Found, opposite
from yorisoi.memory_ports import NewFact
from yorisoi.types import Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """A fact that holds, as far as merging looks at it."""

    id: int
    """As in the store; -n for the n-th new fact of a batch."""
    kind: str
    topic: str
    since: datetime
    """When it was last said."""
    is_whole: bool = False
    """The topic is all that was written to put a fact right: 「もう札幌にいません」 is not said again by 札幌."""


def known(facts: Sequence[Fact]) -> list[Known]:
    return list(map(_known, facts))


def _known(fact: Fact) -> Known:
    """As the rules read it where it was put right: then its topic is all that was written."""
    held = Known(id=fact.id, kind=fact.kind, topic=fact.topic, since=fact.last_confirmed)
    if fact.topic != normal_form(fact.text):
        return held
    read = facts_in(fact.text)
    if len(read) == 1 and (read[0].kind == fact.kind or fact.kind not in ONE_AT_A_TIME):
        return replace(held, kind=read[0].kind, topic=normal_form(read[0].topic))
    return replace(held, is_whole=True)


def merged(found: Found, at: datetime, by: str, holding: list[Known], number: int) -> NewFact | int:
    """The new fact, or the id of the one that it says once more; `holding` is brought up to date.

    Two facts are about the same when the words of one topic are all among the other's.  Of kinds of which a person has
    one at a time (`home`, `work`, ...) a new topic supersedes the old one; the opposite kind (`likes`, `dislikes`)
    supersedes about the same topic, and `ended` whatever can end.  A fact that was said before what is known was last
    confirmed does not supersede it, but is itself superseded from the start.  `number`: of the fact among the new ones.
    """
    topic = normal_form(found.topic)
    same = [each for each in holding if each.kind == found.kind and _says_again(topic, each)]
    if same:
        at_once = same[-1]
        holding[holding.index(at_once)] = replace(at_once, since=max(at_once.since, at))
        return at_once.id
    rivals = [each for each in holding if _rivals(found.kind, topic, each)]
    newer = [each for each in rivals if each.since > at]
    fact = NewFact(
        kind=found.kind,
        topic=topic,
        text=found.text,
        span=found.span,
        by=by,
        supersedes=() if newer else tuple(each.id for each in rivals),
        superseded_by=newer[-1].id if newer else None,
    )
    if not newer:
        holding[:] = [each for each in holding if each not in rivals]
        holding.append(Known(id=-number, kind=found.kind, topic=topic, since=at))
    return fact


def _says_again(topic: str, held: Known) -> bool:
    return topic == held.topic if held.is_whole else about_the_same(held.topic, topic)


def about_the_same(one: str, other: str) -> bool:
    """The words of one topic are all among the other's."""
    if one == other:
        return True
    few, many = sorted((_words(one), _words(other)), key=len)
    return bool(few) and few <= many


def _rivals(kind: str, topic: str, held: Known) -> bool:
    if kind == held.kind:
        return kind in ONE_AT_A_TIME
    ends = ENDED in (kind, held.kind) and not CAN_END.isdisjoint((kind, held.kind))
    return (ends or opposite(kind) == held.kind) and about_the_same(held.topic, topic)


def _words(topic: str) -> frozenset[str]:
    return frozenset(analyse(topic, detect_language(topic, FIRST)).words) or frozenset((topic,))
