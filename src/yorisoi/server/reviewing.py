"""What to write next: where the documents left people without a good answer, as far as an editor may see it.

What people ask is theirs.  An editor sees of others

- what at least `server.editors_see_from` people said in the same key words, without who said it; of the rest how much
  there is; and single turns that their users let editors see;
- and of these only turns of people who might read nothing that the editor may not, and none that picks a page by its
  name which the editor may not read now.

A setting of 1 shows every turn, and what was made from others where each of these may be shown.  What is remembered of
people is never part of it: turns that it went into stay unseen.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from yorisoi.language import detect_language, keywords, normal_form
from yorisoi.language.packs import FIRST
from yorisoi.log_ports import LoggedTurn
from yorisoi.server.engine import Engine
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller
from yorisoi.types import Document

_MOST_TURNS = 5_000
_SHOWN = 30
"""Of each kind."""
_TALK = ("small-talk", "memory")
NOT_GOOD = ("down", "rephrased", "missed")
"""Feedback that speaks against an answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Questions of the same key words."""

    words: str
    """As they were put, where enough people put them so; else the key words."""
    people: int
    times: int
    because: Mapping[str, int]
    """`not_found`, `down`, `rephrased`, `missed`, `asked_back` -> how often."""
    pages: tuple[str, ...]
    """Sources of the pages cited or offered to enough people for these words alone, those most often named first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cited:
    """A page whose answers were not good."""

    page: Document
    people: int
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    turns: int
    """That were looked at."""
    since: datetime
    people_needed: int
    unanswered: tuple[Asked, ...]
    unanswered_unseen: int
    """Turns of which fewer people have the words."""
    asked_back: tuple[Asked, ...]
    asked_back_unseen: int
    wrong: tuple[LoggedTurn, ...]
    """Marked wrong, to be opened."""
    wrong_unseen: int
    wrong_pages: tuple[Cited, ...]
    never_cited: tuple[Document, ...]
    """By as many people; the first ones by source."""
    never_cited_total: int


Place = tuple[str, int]
"""A turn's session and its index there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sight:
    """What an editor may see."""

    caller: Caller
    needed: int
    """People, to be seen with what they said."""
    pages: Mapping[str, Document]
    """That the editor may read."""
    whole: set[Place]
    """Turns, and replies, that are shown with all that went into them: what was made from these alone may be shown."""


def _sight(turns: Iterable[LoggedTurn], readable: Iterable[Document], caller: Caller, needed: int) -> _Sight:
    """`turns` of people who may read no more than the caller; a turn of which those are not there counts as made from
    what may not be shown."""
    sight = _Sight(caller=caller, needed=needed, pages={page.source: page for page in readable}, whole=set())
    for turn in sorted(turns, key=lambda each: each.index) if needed == 1 else ():  # what it was made from came before
        if _may_open(turn, sight) and _tells_what_was_found(turn, sight) and not _names_uncited(turn):
            sight.whole.update(((turn.session, turn.index), (turn.session, turn.index + 1)))
    return sight


async def review(engine: Engine, caller: Caller, days: int) -> Review:
    """Of the turns of the last days."""
    store, since = engine.workspace.store, datetime.now(UTC) - timedelta(days=days)
    readable = await store.documents.listed(caller.within, limit=None)
    turns = [turn for turn in await store.log.turns(since, _MOST_TURNS) if _within(turn, caller)]
    needed = engine.workspace.settings.server.editors_see_from
    return await asyncio.to_thread(reviewed, turns, readable, caller, needed, since)


def reviewed(
    turns: Sequence[LoggedTurn], readable: Sequence[Document], caller: Caller, needed: int, since: datetime
) -> Review:
    """`turns` of people who may read no more than the caller, `readable` what the caller may read."""
    sight = _sight(turns, readable, caller, needed)
    unanswered, unanswered_unseen = _gathered(turns, sight, _why_not_good)
    asked_back, asked_back_unseen = _gathered(turns, sight, _whether_asked_back)
    wrong = [turn for turn in turns if "down" in turn.feedback]
    shown = [_as_shown(turn, sight) for turn in wrong if _may_open(turn, sight)]
    cited = _people_by_page(turns)
    never = [page for page in readable if not _seen(cited.get(page.source, Counter()), sight)]
    complained = _people_by_page([turn for turn in turns if turn.feedback & set(NOT_GOOD)])
    wrong_pages = [
        Cited(page=sight.pages[source], people=len(seen), times=seen.total())
        for source, people in complained.items()
        if source in sight.pages and (seen := _seen(people, sight))
    ]
    return Review(
        turns=len(turns),
        since=since,
        people_needed=needed,
        unanswered=unanswered,
        unanswered_unseen=unanswered_unseen,
        asked_back=asked_back,
        asked_back_unseen=asked_back_unseen,
        wrong=tuple(shown[:_SHOWN]),
        wrong_unseen=len(wrong) - len(shown),
        wrong_pages=tuple(sorted(wrong_pages, key=lambda each: (-each.times, each.page.source))[:_SHOWN]),
        never_cited=tuple(never[:_SHOWN]),
        never_cited_total=len(never),
    )


async def opened(engine: Engine, caller: Caller, trace_id: str) -> tuple[LoggedTurn, bool]:
    """One turn, for an editor, and whether it may be shown what was found for it.  Raises Refused: there is none that
    this editor may see."""
    log = engine.workspace.store.log
    found = await log.turn(trace_id)
    readable = await engine.workspace.store.documents.listed(caller.within, limit=None)
    needed = engine.workspace.settings.server.editors_see_from
    beside = [each for each in await log.conversation(found) if _within(each, caller)] if found else []
    turn = next((each for each in beside if each.trace_id == trace_id), None)
    sight = _sight(beside, readable, caller, needed)
    if turn is None or not _may_open(turn, sight):
        raise Refused("not_found", detail=trace_id)
    return _as_shown(turn, sight), _tells_what_was_found(turn, sight)


def _within(turn: LoggedTurn, caller: Caller) -> bool:
    """Whether whoever said it might read nothing that the caller may not."""
    return turn.user == caller.user or (turn.groups is not None and turn.groups <= caller.groups)


def _names_closed(turn: LoggedTurn, sight: _Sight) -> bool:
    """Whether what others said may be the name of a page that may not be read now: a button says it for them."""
    return turn.user != sight.caller.user and any(source not in sight.pages for source in turn.picked)


def _may_open(turn: LoggedTurn, sight: _Sight) -> bool:
    """Its user lets editors see it, or everything is shown; and what it quotes may be read now.

    One that was answered from memory is never opened: who shares it thinks of that answer, not of what it repeats."""
    if turn.user == sight.caller.user:
        return True
    return (
        not turn.remembers
        and (turn.shared or sight.needed == 1)
        and all(source in sight.pages for source in (*turn.cited, *turn.offered))
        and not _names_closed(turn, sight)
    )


def _names_uncited(turn: LoggedTurn) -> bool:
    """What found nothing, or asked about no page, may name pages that are closed by now, and does not tell which."""
    return turn.rule not in _TALK and not (turn.cited or turn.offered)


def _as_shown(turn: LoggedTurn, sight: _Sight) -> LoggedTurn:
    """What was understood, and a reply that was made from other turns, may hold what was said before, which was not
    shared with it, or may not be shown itself."""
    if turn.user == sight.caller.user:
        return turn
    told = _tells_what_was_found(turn, sight)
    if sight.needed > 1 or not told:
        turn = replace(turn, question=turn.utterance)
    return turn if told and not _names_uncited(turn) else replace(turn, text="")


def _tells_what_was_found(turn: LoggedTurn, sight: _Sight) -> bool:
    """Whether it may be shown what was found: for what was made from other turns, pages tell what those were about."""
    if turn.user == sight.caller.user:
        return True
    return turn.made_from is not None and all((turn.session, index) in sight.whole for index in turn.made_from)


def _seen(people: Counter[str], sight: _Sight) -> Counter[str]:
    """Those people if they are enough; else the caller, if among them."""
    enough = len(people) >= sight.needed
    return people if enough else Counter({u: n for u, n in people.items() if u == sight.caller.user})


def _why_not_good(turn: LoggedTurn) -> list[str]:
    found_nothing = not (turn.asked_back or turn.cited or turn.rule in _TALK)
    said = [] if turn.asked_back else [kind for kind in NOT_GOOD if kind in turn.feedback]
    return [*(["not_found"] if found_nothing else []), *said]


def _whether_asked_back(turn: LoggedTurn) -> list[str]:
    return ["asked_back"] if turn.asked_back else []


def _gathered(
    turns: Sequence[LoggedTurn], sight: _Sight, why: Callable[[LoggedTurn], list[str]]
) -> tuple[tuple[Asked, ...], int]:
    """Turns for which there is a why, by their key words; and how many are not shown.

    Of words that too few people said the caller's own turns are left.
    """
    by_words: dict[tuple[str, ...], list[LoggedTurn]] = defaultdict(list)
    shown, unseen = [], 0
    for turn in filter(why, turns):
        if _names_closed(turn, sight):
            unseen += 1
        else:
            by_words[_words(turn.utterance)].append(turn)
    for words, same in by_words.items():
        enough = len({turn.user for turn in same}) >= sight.needed
        seen = same if enough else [turn for turn in same if turn.user == sight.caller.user]
        unseen += len(same) - len(seen)
        if seen:
            shown.append(_asked(words, seen, sight, why))
    shown.sort(key=lambda each: (-each.people, -each.times, each.words))
    return tuple(shown[:_SHOWN]), unseen


def _words(utterance: str) -> tuple[str, ...]:
    found = keywords(utterance, detect_language(utterance, FIRST))
    return tuple(sorted(set(found))) or (normal_form(utterance).strip(),)


def _asked(
    words: Sequence[str], same: Sequence[LoggedTurn], sight: _Sight, why: Callable[[LoggedTurn], list[str]]
) -> Asked:
    people = {turn.user for turn in same}
    wordings: dict[str, set[str]] = defaultdict(set)
    for turn in same:
        wordings[" ".join(turn.utterance.split())].add(turn.user)
    enough = [text for text, users in wordings.items() if len(users) >= sight.needed or len(people) < sight.needed]
    named = Counter[str]()
    for source, users in _people_by_page(same, lambda turn: _shown_of(turn, sight)).items():
        if source in sight.pages and (seen := _seen(users, sight)):
            named[source] = seen.total()
    return Asked(
        words=max(enough, key=lambda text: len(wordings[text]), default=" ".join(words)),
        people=len(people),
        times=len(same),
        because=dict(Counter(reason for turn in same for reason in why(turn))),
        pages=tuple(source for source, _ in named.most_common(3)),
    )


def _shown_of(turn: LoggedTurn, sight: _Sight) -> Sequence[str]:
    """Sources of the pages cited or offered, as far as they answer the words alone: what was found for other turns
    besides, or with what is remembered of somebody, tells about these."""
    told = turn.user == sight.caller.user or (_tells_what_was_found(turn, sight) and not turn.remembers)
    return (*turn.cited, *turn.offered) if told else ()


def _people_by_page(
    turns: Iterable[LoggedTurn], shown: Callable[[LoggedTurn], Sequence[str]] = lambda turn: turn.cited
) -> dict[str, Counter[str]]:
    """Source -> who was shown it, how often."""
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for turn in turns:
        for source in shown(turn):
            found[source][turn.user] += 1
    return found
