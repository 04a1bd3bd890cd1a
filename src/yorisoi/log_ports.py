"""What all users' turns came to, for those who keep the documents.

Part of `yorisoi.ports`.  Of all ports this one alone reads across users: whoever asks has to keep to what may be told
(`yorisoi.server.reviewing`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from yorisoi.types import FeedbackKind, UserId


@dataclass(frozen=True, slots=True, kw_only=True)
class LoggedTurn:
    """An utterance and what came of it."""

    trace_id: str
    session: str
    index: int
    """Of what the user said, in the session; the reply is the next."""
    user: UserId
    at: datetime
    groups: frozenset[str] | None
    """The access groups that the user had then; None: not known."""
    utterance: str
    rule: str
    asked_back: bool
    question: str
    """As it was understood."""
    text: str
    """What was said to it."""
    cited: tuple[str, ...]
    """Sources of the pages cited."""
    offered: tuple[str, ...]
    """Sources of the pages offered as choices."""
    feedback: frozenset[FeedbackKind]
    """What was said of it, and noticed, since."""
    shared: bool
    """Its user lets editors see it."""
    picked: tuple[str, ...]
    """Sources of the pages of which the utterance picks one, by its name perhaps; an empty one: not known."""
    made_from: frozenset[int] | None
    """Indexes of the other turns of the session whose words went into `question` or `text`; None: not known."""
    remembers: bool
    """What is remembered of its user may stand in `text` or `question`; so too where that is not known."""

    @property
    def from_others(self) -> bool:
        """Made from other turns besides; so too where that is not known."""
        return self.made_from is None or bool(self.made_from)


class TurnLog(Protocol):
    """Turns of all users that have a trace."""

    async def turns(self, since: datetime, limit: int) -> Sequence[LoggedTurn]:
        """The newest so many since then, newest first."""
        ...

    async def turn(self, trace_id: str) -> LoggedTurn | None:
        """None: there is none of that trace."""
        ...

    async def conversation(self, turn: LoggedTurn) -> Sequence[LoggedTurn]:
        """Those of its session, newest first."""
        ...
