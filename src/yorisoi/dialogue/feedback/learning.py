"""How much a user wants to be asked back, learnt from that user's feedback.

The threshold `ask` on the clarification probability moves in log-odds, from the value that is set, by one small step
an event:

    L_0   = logit(base)
    gap   = logit(p) - L  if the event says "ask less" (pull > 0),      p: the turn's probability
            L - logit(p)  if it says "ask more" (pull < 0)
    step  = pull * step_0 / (1 + n / half_after) / (1 + (max(gap, 0) / reach)^2)      none if gap < -margin
    L_i+1 = clip(L_i + step, L_0 - band, L_0 + band)                     n = steps taken since the last reset

Two things keep a threshold from jumping.  Sizes fall like 1/n, so that it settles (Robbins & Monro 1951) and still can
get to either end of the band.  And an event far beyond the threshold counts less (Cauchy's weight, as robust regression
has it): that someone did not want to be asked about something quite unclear tells more of the moment than of the bar,
while one close to the threshold tells on which side the bar lies.  Where the threshold lies on the wished side already,
by more than `margin`, nothing moves.  A pure function of the log: the same events give the same threshold.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from yorisoi.dialogue.clarify.policy import ASKING_RULES, TABLE_RULES
from yorisoi.dialogue.odds import logistic, logit
from yorisoi.ranges import check_ranges, within
from yorisoi.types import Feedback, FeedbackKind

_EDGE = 0.01
"""Needs are kept this far from 0 and 1, whose log-odds are infinite."""
SAID: frozenset[FeedbackKind] = frozenset({"up", "down", "needless", "missed"})
"""What users say themselves; the other kinds are noticed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LearningConfig:
    """The defaults were chosen by simulation: see docs/learning.md."""

    enabled: bool = True
    """False: the threshold that is set holds for everyone; events are kept all the same."""
    step: float = within(0.8, 0, 100)
    """Log-odds that the first plain word moves the threshold."""
    half_after: int = within(5, 1, 100_000)
    """Steps after which a step is half as long."""
    band: float = within(2.5, 0, 50)
    """Log-odds that a user's threshold may lie from the one that is set: 0.08 to 0.92 around 0.5."""
    reach: float = within(2.0, 0.001, 100)
    """Log-odds beyond the threshold at which an event counts half."""
    margin: float = within(0.5, 0, 100)
    """Log-odds by which an event may still move the threshold where it lies on the wished side already."""
    same_meaning: float = within(0.95, -1, 1)
    """Cosine from which two questions ask the same (multilingual-e5; other models have other scales)."""

    def __post_init__(self) -> None:
        check_ranges(self)


Why = Literal[
    "moved", "at-the-edge", "already-there", "says-nothing", "corrected", "before-a-reset", "reset", "nothing-learnt"
]
"""What became of an event: see `learning_words`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One event and what it did to the threshold."""

    event: Feedback
    pull: float
    """-1 (ask more) .. 1 (ask less); 0: it says nothing of asking."""
    before: float
    after: float
    step: float
    """In log-odds, after all limits."""
    why: Why


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """A user's threshold, and how it came about."""

    base: float
    ask: float
    lessons: tuple[Lesson, ...] = ()
    """One for each event of the log, in its order."""


def learn(base: float, events: Sequence[Feedback], config: LearningConfig) -> Learnt:
    """The threshold after these events, oldest first.

    Only events since the last reset count; of several about one turn, the last that the user said, or else the last
    that was noticed.  A base of 0 or below, of 1 or above (always, never ask) is an order and is left as it is.
    """
    counting = _counting(events)
    last_reset = max((at for at, event in enumerate(events) if event.kind == "reset"), default=-1)
    is_order = not config.enabled or not 0 < base < 1
    now, steps = _Place(base, 0.0), 0
    lessons = []
    for at, event in enumerate(events):
        before, why = now, _aside(at, event, counting, last_reset, is_order)
        if why is None:
            now, why = _moved(before, steps, event, config)
            steps += why == "moved"
        elif why == "reset":
            now, steps = _Place(base, 0.0), 0
        step = 0.0 if why == "reset" else now.moved - before.moved
        lessons.append(Lesson(event=event, pull=pull(event), before=before.ask, after=now.ask, step=step, why=why))
    return Learnt(base=base, ask=now.ask, lessons=tuple(lessons))


def pull(event: Feedback) -> float:
    """Which way an event moves the threshold, and how plainly: 1 is "ask less" in so many words.

    Thumbs are about what was done.  Up confirms it, if faintly.  Down after a question is half a "needless"; down after
    an answer, like a question that had to be put in other words, may be the search's fault: it counts by the
    probability that something should have been asked for.  Of turns that an override decided (a choice
    picked, "just answer", the cap) thumbs tell nothing about the threshold.
    """
    asked = event.rule in ASKING_RULES
    by_table = event.rule in TABLE_RULES
    doubt = 0.5 if event.clarification_probability is None else event.clarification_probability
    by_kind: Mapping[FeedbackKind, float] = {
        "needless": 1.0,
        "ignored_choice": 0.5,
        "missed": -1.0,
        "rephrased": -doubt if by_table else 0.0,
        "up": 0.0 if not by_table else -0.25 if asked else 0.25,
        "down": 0.0 if not by_table else 0.5 if asked else -0.5 * doubt,
        "reset": 0.0,
    }
    return by_kind[event.kind]


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the threshold stands: so many log-odds from the base."""

    base: float
    moved: float

    @property
    def ask(self) -> float:
        return logistic(logit(self.base) + self.moved) if self.moved else self.base


def _aside(at: int, event: Feedback, counting: set[int], last_reset: int, is_order: bool) -> Why | None:
    """Why an event is passed by; None for one that is to be learnt from."""
    if event.kind == "reset":
        return "reset"
    if at < last_reset:
        return "before-a-reset"
    if at not in counting:
        return "corrected"
    return "nothing-learnt" if is_order else None


def _moved(now: _Place, steps: int, event: Feedback, config: LearningConfig) -> tuple[_Place, Why]:
    """The threshold after an event that counts, and what became of the event."""
    direction = pull(event)
    if not direction:
        return now, "says-nothing"
    step = direction * config.step / (1 + steps / config.half_after)
    if event.clarification_probability is not None:
        probability = min(max(event.clarification_probability, _EDGE), 1 - _EDGE)
        ahead = logit(probability) - logit(now.base) - now.moved
        gap = ahead if direction > 0 else -ahead
        if gap < -config.margin:
            return now, "already-there"
        step /= 1 + (max(gap, 0.0) / config.reach) ** 2
    moved = min(max(now.moved + step, -config.band), config.band)
    return (_Place(now.base, moved), "moved") if moved != now.moved else (now, "at-the-edge")


def _counting(events: Iterable[Feedback]) -> set[int]:
    """Positions of the events that stand for their turn; those without a trace stand for themselves."""
    stands: dict[object, tuple[bool, int]] = {}
    for at, event in enumerate(events):
        turn = event.trace_id or at
        said = event.kind in SAID
        if turn not in stands or said or not stands[turn][0]:
            stands[turn] = (said, at)
    return {at for _, at in stands.values()}
