"""Which session a client means that resends its whole history with every utterance.

A session is told by what its user said in it.  What the assistant said is taken from the store: clients shorten it,
reformat it, and may make it up.  A history that is no session's as it is (edited, branched, brought from elsewhere)
begins a new one with the turns that it holds.
"""

from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import sha256
from typing import Literal
from uuid import uuid4

from yorisoi.errors import ErasedMeanwhile, StoreError
from yorisoi.language import beginning, spelt_out
from yorisoi.ports import Store
from yorisoi.types import Session, Turn, UserId

_LOOKED_THROUGH = 50
"""Newest sessions of a user among which one is looked for."""
_REMEMBERED = 10_000
"""Conversations whose session is known without looking."""
_MOST_MESSAGES, _MOST_CHARACTERS = 24, 50_000
"""Of the end of a history that is read: a turn looks back at so many (`turn.history`), and what is brought along is
kept, and has to be embedded: of every request whose history is new."""
_LOOKED_BACK = 4 * _MOST_MESSAGES
"""Turns of a session's end in which so many messages are found, and whether more was said before them."""


@dataclass(frozen=True, slots=True)
class Said:
    """One message of a history."""

    speaker: Literal["user", "assistant"]
    text: str


class Conversations:
    """Finds, or begins, the session of a history."""

    def __init__(self, store: Store, max_characters: int = 4_000) -> None:
        """Of a message so many characters are read: whatever it was that said more, it was no turn of ours."""
        self._store, self._max_characters = store, max_characters
        self._known: OrderedDict[tuple[UserId, bytes], str] = OrderedDict()

    async def session_of(self, user: UserId, history: Sequence[Said], named: str | None = None) -> str:
        """The session in which the next utterance belongs.

        `named` is the session that the client names; it is the one unless the history shows another conversation: a
        history may be the end of it, as of clients that forget.  Raises StoreError: the named one is somebody else's.
        """
        while True:
            with suppress(ErasedMeanwhile):  # what was found may be what was erased
                return await self._found_or_begun(user, history, named)

    async def _found_or_begun(self, user: UserId, history: Sequence[Said], named: str | None) -> str:
        since = await self._store.episodes.revision(user)
        recent = self._recent(history)
        asked, is_end = _asked(recent), len(recent) < len(history)
        if named:
            session = await self._end_of(user, named)
            if not asked or not session.turns or self._goes_on(session, asked, is_end=True):
                return named
        if not asked:
            return _new()
        known = self._known.get((user, _digest(asked)))
        with suppress(StoreError):  # erased since then, and begun by somebody else
            if known and self._goes_on(await self._end_of(user, known), asked, is_end):
                return known
        candidates = await self._store.sessions.sessions(user, limit=_LOOKED_THROUGH)
        same = [session for session in candidates if self._goes_on(session, asked, is_end)]
        if same:
            return max(same, key=lambda session: _last_words_agree(session, recent)).id  # of equals the newest
        return await self._begin(user, recent, candidates, since)

    def remember(self, user: UserId, history: Sequence[Said], text: str, session: str) -> None:
        """The session holds this history and the utterance now."""
        self._known[user, _digest(_asked(self._recent([*history, Said("user", text)])))] = session
        while len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)

    def _recent(self, history: Sequence[Said]) -> list[Said]:
        """The end of it, as far as it is read, and of each message the beginning."""
        recent: list[Said] = []
        for said in reversed(history[-_MOST_MESSAGES:]):
            cut = Said(said.speaker, beginning(said.text, self._max_characters))
            if sum(spelt_out(each.text) for each in (*recent, cut)) > _MOST_CHARACTERS:
                break
            recent.append(cut)
        return recent[::-1]

    def _goes_on(self, session: Session, asked: tuple[str, ...], is_end: bool) -> bool:
        """Whether the user said that in the session; of a history of which only the end is read, at its end."""
        said = tuple(beginning(text, self._max_characters).strip() for text in _user_said(session))
        return said == asked or (is_end and said[-len(asked) :] == asked)

    async def _end_of(self, user: UserId, session: str) -> Session:
        return await self._store.sessions.load(user, session, last=_LOOKED_BACK)

    async def _begin(self, user: UserId, history: Sequence[Said], others: Sequence[Session], since: int) -> str:
        """A new session with the turns of the history; those that it shares with another are taken from there.

        Raises ErasedMeanwhile: something was erased after the revision `since`, at which the others were not yet read.
        """
        best = max(others, key=lambda other: _shared(other, history), default=None)
        shared = _shared(best, history) if best else 0
        now, session = datetime.now(UTC), _new()
        kept = _copied(best, shared, session) if best else []
        told = [Turn(speaker=each.speaker, text=each.text, at=now) for each in history[shared:] if each.text.strip()]
        await self._store.sessions.append(user, session, [*kept, *told], since=since)
        return session


def _digest(asked: tuple[str, ...]) -> bytes:
    """In place of the texts, which are long: 10,000 of them would be gigabytes."""
    return sha256(repr(asked).encode("utf-8", "surrogatepass")).digest()


def _new() -> str:
    return uuid4().hex[:12]


def _asked(history: Sequence[Said]) -> tuple[str, ...]:
    return tuple(each.text.strip() for each in history if each.speaker == "user" and each.text.strip())


def _user_said(session: Session) -> tuple[str, ...]:
    return tuple(turn.text.strip() for turn in session.turns if turn.speaker == "user")


def _last_words_agree(session: Session, history: Sequence[Said]) -> bool:
    return bool(session.turns) and session.turns[-1].text.strip() in history[-1].text


def _copied(session: Session, shared: int, into: str) -> list[Turn]:
    """The first turns of the session, as turns of another: what was made of one of them is made of its copy."""
    turns = session.turns[:shared]
    copy_of = {(session.id, turn.index): (into, at) for at, turn in enumerate(turns)}

    def copied(turn: Turn) -> Turn:
        if turn.sources is None:
            return turn
        return replace(turn, sources=tuple(copy_of.get(each, each) for each in turn.sources))

    return [copied(turn) for turn in turns]


def _shared(session: Session, history: Sequence[Said]) -> int:
    """Turns from the beginning that the history holds as well, as far as the user's; a reply goes with its question."""
    shared = 0
    for number, (turn, said) in enumerate(zip(session.turns, history, strict=False), start=1):
        if turn.speaker != said.speaker or (turn.speaker == "user" and turn.text.strip() != said.text.strip()):
            break
        shared = number
    return shared
