"""What is kept of a turn: the turn itself at once, and in the background what only serves later ones."""

import asyncio
from collections.abc import Coroutine, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from yorisoi.dialogue.clarify.policy import clarification_probability
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.feedback.events import keep_noticed
from yorisoi.dialogue.interpret.threads import indexed
from yorisoi.dialogue.turn import TurnState
from yorisoi.errors import ErasedMeanwhile
from yorisoi.memory.recollection import places, replies
from yorisoi.memory.settling import Settler
from yorisoi.ports import Clock, Embedder, Store
from yorisoi.types import Action, Decision, Degraded, Reply, Turn, UserId
from yorisoi.unheard import tell_failure

_SOON_S = 0.1
"""What follows a turn waits so long for a moment in which nobody waits for an answer."""
_REST_S = 5.0
"""Who has said nothing for so long is settled: of several turns embedded at once a text costs little more than half of
what it costs alone, and all are one transaction."""
_LATEST_S = 60.0
"""After the first of several turns, for who never rests."""
_DRAWN_FROM = 200
"""Pages that a reply keeps of those that it was drawn from: where all of a conversation is shown to a model, each reply
is made of all before it."""


class Keeper:
    """Keeps turns of many users.

    A turn has read what was kept of its user, and its reply may repeat it.  When the user has something erased before
    the turn is kept, nothing of the turn is: the store refuses every write of it (`since`).
    """

    def __init__(
        self, store: Store, settler: Settler, embedder: Embedder | None, config: TurnConfig, clock: Clock
    ) -> None:
        self._store, self._settler, self._embedder, self._config, self._clock = store, settler, embedder, config, clock
        self._afterwards: set[asyncio.Task[object]] = set()
        self._resting: dict[UserId, tuple[float, asyncio.TimerHandle]] = {}
        """Who spoke lately: until when they are settled at the latest, on the loop's clock, and what settles them."""
        self._closing = False
        self._failed: list[asyncio.Task[object]] = []
        """What failed while all was waited for, in the order of time."""
        self._resumed: asyncio.Task[int] | None = None
        """Settles what earlier processes left behind, of whichever user; may be ended at any point."""

    async def keep(self, turn: TurnState, reply: Reply) -> Reply:
        """Write the turn with what the user said of oneself; the trace and the like follow.

        Returns the reply, which says so when nothing was kept."""
        try:
            with turn.trace.step("keep"):
                spoken = await self._spoken(turn, reply)
                index = await self._store.sessions.append(
                    turn.user, turn.session.id, spoken, learnt=turn.learnt, since=turn.since
                )
        except ErasedMeanwhile as error:
            return replace(reply, degraded=(*reply.degraded, Degraded(step="keep", reason=str(error))))
        before = [task for task in self._afterwards if task.get_name() == turn.session.id]
        self._later(self._afterwards_of(turn, reply, index, before), turn.session.id)
        return reply

    def settle_soon(self, user: UserId) -> None:
        """Settle what waits of the user in the background."""
        self._later(self._settler.settle(user), "settling")

    async def close(self) -> None:
        """Wait for all that is still being written.  Raises what failed first; what failed after it is in the log."""
        self._closing = True
        try:
            while self._afterwards or self._resting:
                for user in list(self._resting):
                    self._settle(user)
                await asyncio.gather(*self._afterwards, return_exceptions=True)
        finally:
            self._closing = False
        if self._resumed:
            self._resumed.cancel()
            await asyncio.gather(self._resumed, return_exceptions=True)
        failed, self._failed = self._failed, []
        for task in failed[1:]:
            tell_failure(task)
        for task in failed[:1]:
            task.result()

    async def _spoken(self, turn: TurnState, reply: Reply) -> list[Turn]:
        sources = tuple(dict.fromkeys((*_carried(turn), *_told(turn), *_remembered(reply))))
        made_of = await self._turns(turn, (*_carried(turn), *replies(reply.episodes)))  # what users say is of no page
        pages = tuple(dict.fromkeys(cite.source for cite in reply.citations if not cite.outside))
        offered = (choice.source for choice in reply.choices if choice.source)
        # Of each first what it cites itself: what that was drawn from may have no room.
        of_these = chain.from_iterable(zip_longest(*(each.drawn_from for each in made_of)))
        drawn_from = dict.fromkeys((*pages, *offered, *filter(None, of_these)))
        return [
            Turn(speaker="user", text=turn.text, at=turn.at),
            Turn(
                speaker="assistant",
                text=reply.text,
                at=self._clock(),
                action=Action.ASK if reply.action == "ask" else Action.SEARCH,
                question=None if is_talk(turn.decision) or turn.only_announces else reply.question,
                choices=reply.choices,
                sources=sources,
                pages=pages,
                drawn_from=tuple(drawn_from)[:_DRAWN_FROM],
                groups=turn.store.groups.union(*(each.groups for each in made_of)),
            ),
        ]

    async def _turns(self, turn: TurnState, places: Sequence[tuple[str, int]]) -> list[Turn]:
        """Those of these places, the newest first; of what was looked back at without what is withheld."""
        here = {(turn.session.id, index): said for index, said in indexed(turn.history)}
        elsewhere = set(places) - here.keys()
        found = await self._store.sessions.turns(turn.user, elsewhere) if elsewhere else {}
        known = here | found
        return sorted((known[place] for place in places if place in known), key=lambda each: each.at, reverse=True)

    def _later(self, work: Coroutine[None, None, object], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._afterwards.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[object]) -> None:
        self._afterwards.discard(task)
        if not self._closing:
            tell_failure(task)
        elif not task.cancelled() and task.exception():
            self._failed.append(task)

    def _settle_at_rest(self, user: UserId) -> None:
        loop = asyncio.get_running_loop()
        latest, timer = self._resting.get(user, (loop.time() + _LATEST_S, None))
        if timer:
            timer.cancel()
        at = min(loop.time() + _REST_S, latest)
        self._resting[user] = latest, loop.call_at(at, self._settle, user)

    def _settle(self, user: UserId) -> None:
        _, timer = self._resting.pop(user)
        timer.cancel()
        self._later(self._settler.settle_in_a_lull(user), "settling")

    async def _afterwards_of(
        self, turn: TurnState, reply: Reply, index: int, before: Sequence[asyncio.Task[object]]
    ) -> None:
        await self._settler.lull.wait(_SOON_S)
        if before:
            await asyncio.wait(before)  # the trace of the turn before is looked at
        try:
            await self._write(turn, reply, index)
        except ErasedMeanwhile:
            return
        self._settle_at_rest(turn.user)
        if self._resumed is None:
            self._resumed = asyncio.create_task(self._settler.run())
            self._resumed.add_done_callback(tell_failure)

    async def _write(self, turn: TurnState, reply: Reply, index: int) -> None:
        """The trace, what was noticed, and what was used.  Raises ErasedMeanwhile."""
        await keep_noticed(self._store, turn, self._embedder, self._config.learning)
        body = {
            "session": turn.session.id,
            "utterance": turn.text,
            "action": reply.action,
            **turn.trace.as_json(),
            "reply": {
                **{name: getattr(reply, name) for name in ("action", "rule", "text", "question")},
                "clarification_probability": clarification_probability(reply.assessment),
            },
            "remembers": _remembers(turn, reply),
            "picked": _picked(turn),
        }
        sources = (*turn.in_view, *_told(turn), *_remembered(reply))
        about = (turn.trace.id, turn.user, turn.session.id)
        await self._store.traces.save(*about, body, turn=index, sources=sources, since=turn.since)
        if reply.episodes:
            used = [memory.episode.id for memory in reply.episodes]
            await self._store.episodes.touch(turn.user, used, turn.at, since=turn.since)


def is_talk(decision: Decision) -> bool:
    """Nothing was looked up in the documents."""
    return decision.rule in ("small-talk", "memory")


def _remembers(turn: TurnState, reply: Reply) -> bool:
    """Whether the user's memory may have gone into the reply, or into a reply that it was made from."""
    carried = {index for _, index in _carried(turn)}
    made_from = [said for index, said in indexed(turn.history) if index in carried]
    sources = (*_told(turn), *(place for said in made_from for place in said.sources or ()))
    elsewhere = any(session != turn.session.id for session, _ in sources)
    return bool(reply.episodes or reply.topics) or turn.decision.rule == "memory" or elsewhere


def _picked(turn: TurnState) -> Sequence[str]:
    """Sources of the pages of which the utterance picks one: that of the choice, or those of the sections listed."""
    if turn.choice is None:
        return ()
    last = turn.history[-1]
    return (turn.choice.source,) if last.action is Action.ASK else last.pages


def _remembered(reply: Reply) -> list[tuple[str, int]]:
    """The turns that came to mind, and those by which the user's interests are known."""
    return list(dict.fromkeys((*places(reply.episodes), *(place for topic in reply.topics for place in topic.said))))


def _told(turn: TurnState) -> list[tuple[str, int]]:
    """The turns that told what is known of the user, as far as it went into the reply: all of it where a model was told
    it, else what chose between pages."""
    return [place for name, place in turn.told_at.items() if turn.conversation_shown or name in turn.told_apart]


def _carried(turn: TurnState) -> Sequence[tuple[str, int]]:
    """The turns whose words the question or the reply may hold: what is erased takes along what was made of it.  What
    was told is told again in the user's own words."""
    if turn.conversation_shown:
        return turn.in_view
    if turn.decision.rule == "memory":
        return [(turn.session.id, index) for index, said in indexed(turn.history) if said.speaker == "user"]
    return [(turn.session.id, index) for index in turn.meant.carries]
