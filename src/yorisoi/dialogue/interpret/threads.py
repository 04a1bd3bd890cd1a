"""What a conversation was about so far: its threads, read off the session.

A thread is a topic: the utterances that go on about one thing, and what was offered and asked in it.  Talk belongs to
none.  A turn goes on about an earlier one whose words stand in the question that was understood; where that was put
anew, about the last.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile, zip_longest

from yorisoi.language import beginning, normal_form
from yorisoi.language.sentences import sentences
from yorisoi.types import Action, Passage, Turn

_CARRIED = 4_000
"""Characters of each that are carried on: what is put together from what was put together before grows with a
conversation that does not end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Something the user wanted to know, and what became of it."""

    text: str
    """As spoken."""
    question: str
    """As understood."""
    turn: int
    """Index of the user's turn in its session."""
    reply: Turn | None = None

    @property
    def understood_in(self) -> int:
        """Index of the turn that keeps the question: what went into that is known of it, also where it is out of
        view."""
        known = self.reply.index if self.reply else None
        return self.turn + 1 if known is None else known

    @property
    def is_restated(self) -> bool:
        """The question that was understood has other words than what was said."""
        return self.text not in self.question

    @property
    def is_open(self) -> bool:
        """We asked back."""
        return self.reply is not None and self.reply.action is Action.ASK


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """One topic, oldest utterance first; never empty."""

    asked: tuple[Asked, ...]

    @property
    def last(self) -> Asked:
        return self.asked[-1]

    @property
    def page(self) -> str | None:
        """The page that was cited first when something of the topic was last answered."""
        replies = (asked.reply.pages for asked in reversed(self.asked) if asked.reply)
        return next((pages[0] for pages in replies if pages), None)

    @property
    def is_answered(self) -> bool:
        """From a page, or by somebody else: a history that was brought along does not tell its pages."""
        return self.page is not None or (self.last.reply is not None and self.last.reply.action is None)

    @property
    def words(self) -> list[str]:
        """What is carried on of what the user said: how the topic began, what completed that when we asked back, and
        the last of it.

        A question that was corrected, completed by a choice, restated by a model or asked for another value stands for
        all that went before.
        """
        return _words_of(self._parts().carried)

    @property
    def first_words(self) -> list[str]:
        """The same without the last of it."""
        return _words_of(self._parts().first)

    @property
    def carried(self) -> tuple[int, ...]:
        """Turns whose words are in `words`: of a question that stands for all before it, all of these and the reply
        that keeps it."""
        return _turns_of(self._parts().carried)

    @property
    def first_carried(self) -> tuple[int, ...]:
        """The same of `first_words`."""
        return _turns_of(self._parts().first)

    @property
    def asked_last(self) -> tuple[int, ...]:
        """Turns whose words are in the last question."""
        return self._parts().asked_last

    def _parts(self) -> "_Parts":
        begin: list[_Part] = []
        carried: list[_Part] = []
        whole: tuple[int, ...] = ()
        completes = True  # how the topic began
        for asked in self.asked:
            own = _Part(asked.text, (asked.turn,))
            whole = _turns_of([*carried, own])
            if asked.is_restated or (begin and begin[0].text not in asked.question):
                begin = carried = [_Part(asked.question, (*whole, asked.understood_in))]
            else:
                begin = [*begin, own] if completes else begin
                carried = begin if own in begin else [*begin, own]
            completes = asked.is_open and carried is begin
        return _Parts(begin, carried, whole)


@dataclass(frozen=True, slots=True)
class _Part:
    """Words that are carried on, and the turns that they are made of."""

    text: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Parts:
    """What a topic is made of."""

    first: list[_Part]
    """How it began, and what completed that."""
    carried: list[_Part]
    """With the last of it."""
    asked_last: tuple[int, ...]
    """The turns whose words are in the last question."""


def _words_of(parts: Sequence[_Part]) -> list[str]:
    return list(dict.fromkeys(beginning(part.text, _CARRIED) for part in parts))


def _turns_of(parts: Sequence[_Part]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(turn for part in parts for turn in part.turns))


def indexed(turns: Sequence[Turn]) -> list[tuple[int, Turn]]:
    """The turns with their indices in the session; those of no store are counted."""
    return [(at if turn.index is None else turn.index, turn) for at, turn in enumerate(turns)]


def threads(turns: Sequence[Turn]) -> list[Thread]:
    """The threads of a session, the one spoken of last at the end."""
    found: list[Thread] = []
    for asked in _asked(turns):
        last = found[-1] if found and asked.is_restated else None
        goes_on = next((thread for thread in reversed(found) if _carries(asked, thread)), last)
        if goes_on:
            found.remove(goes_on)
        found.append(replace(goes_on, asked=(*goes_on.asked, asked)) if goes_on else Thread(asked=(asked,)))
    return found


def in_order(threads: Sequence[Thread]) -> list[Asked]:
    """All that was asked in them, as it was."""
    return sorted((asked for thread in threads for asked in thread.asked), key=lambda asked: asked.turn)


def _asked(turns: Sequence[Turn]) -> list[Asked]:
    """Talk is left out."""
    found = []
    for (at, turn), after in zip_longest(indexed(turns), turns[1:]):
        if turn.speaker != "user":
            continue
        reply = after if after and after.speaker == "assistant" else None
        if reply is None or not only_talked(reply):
            question = reply.question if reply and reply.question else turn.text
            found.append(Asked(text=turn.text, question=question, turn=at, reply=reply))
    return found


def only_talked(reply: Turn) -> bool:
    """It is kept without a question; of a history that was brought along that is not known."""
    return reply.action is not None and reply.question is None


def _opening(reply: str) -> str:
    """What a reply begins with, up to its first citation."""
    return reply.partition("[1]")[0]


def quoted_first(reply: str, passage: Passage) -> bool:
    """Whether any longer sentence of the passage stands in what a reply begins with."""
    said = normal_form(_opening(reply))
    quoted = (normal_form(each).strip() for each in sentences(passage.text, passage.language)) if said else ()
    return any(len(each) >= _LONG_ENOUGH and each in said for each in quoted)


_LONG_ENOUGH = 12
"""Characters of a sentence by which a passage is known again."""
_SHORTEST = 4
"""Characters of a half by which something said is known again."""


def _carries(asked: Asked, thread: Thread) -> bool:
    """Words that were carried stand in the question, beside what was said."""
    beside = asked.question.replace(asked.text, "")
    return any(each.question in beside or _stands(each.text, beside) for each in thread.asked)


def _stands(said: str, beside: str) -> bool:
    """As a whole, or one of its halves: a value in the other may have given way."""
    half = len(said) // 2
    return said in beside or (half >= _SHORTEST and (said[:half] in beside or said[half:] in beside))


def asked_in_a_row(history: Sequence[Turn]) -> list[Turn]:
    """The questions back since the last answer, the latest first."""
    ours = reversed([turn for turn in history if turn.speaker == "assistant"])
    return list(takewhile(lambda turn: turn.action is Action.ASK, ours))
