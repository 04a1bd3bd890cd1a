"""A user's feedback about one of one's own turns: what is said, and what is noticed."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from yorisoi.dialogue.clarify.policy import ASKING_RULES
from yorisoi.dialogue.feedback.learning import LearningConfig
from yorisoi.dialogue.feedback.noticing import notice
from yorisoi.dialogue.turn import TurnState
from yorisoi.errors import BackendError, ConfigError, StoreError
from yorisoi.ports import Embedder, Store
from yorisoi.types import Feedback, FeedbackKind, UserId

LAST = "last"
"""In place of a trace's id: the user's newest turn that the feedback can be about."""
_LOOKED_BACK = 50
"""Turns among which `last` is looked for."""
_MOST_CHARACTERS = 1000
"""Of a comment."""


async def give(
    store: Store,
    user: UserId,
    about: str,
    kind: FeedbackKind,
    *,
    at: datetime,
    session: str | None = None,
    comment: str | None = None,
    shared: bool = False,
) -> Feedback:
    """Keep what the user says of the turn whose trace is `about`, or of the `last` one (in `session`, if given).

    Editors may see the turn when what was said of it last is `shared`.
    `needless` is about a turn that asked back, `missed` about one that answered; with `last` the newest such turn is
    meant.  Raises StoreError: there is no such trace of this user; ErasedMeanwhile; ConfigError: the turn did not do
    what is complained of, or the comment is too long.
    """
    if comment and len(comment) > _MOST_CHARACTERS:
        raise ConfigError(f"the comment has {len(comment)} characters; at most {_MOST_CHARACTERS} are kept")
    since = await store.episodes.revision(user)
    if about == LAST:
        trace = await _last(store, user, kind, session)
    else:
        trace = await store.traces.load(about, user)
        if not _can_be_about(kind, trace):
            did = "asked nothing back" if kind == "needless" else "asked back already"
            raise ConfigError(f"{kind}: that turn {did}; say up or down of it, or name another turn")
    event = replace(feedback_about(kind, trace, at, comment), shared=shared)
    await store.feedback.add(user, event, since=since)
    return event


def feedback_about(kind: FeedbackKind, trace: Mapping[str, Any], at: datetime, comment: str | None = None) -> Feedback:
    """An event about the turn of this trace."""
    reply = trace.get("reply", {})
    return Feedback(
        kind=kind,
        at=at,
        session=trace.get("session"),
        trace_id=trace.get("trace_id"),
        rule=reply.get("rule"),
        clarification_probability=reply.get("clarification_probability"),
        comment=comment or None,
    )


async def keep_noticed(store: Store, turn: TurnState, embedder: Embedder | None, config: LearningConfig) -> None:
    """Keep what the utterance says of the turn before it, if anything (`noticing.py`), as feedback about that one.

    Afterwards, when nobody waits: a failing embedder is noted in the trace.  Raises ErasedMeanwhile, as the store does.
    """
    if not turn.history:
        return
    with turn.trace.step("notice") as step:
        try:
            noticed = await notice(
                turn.said,
                turn.history[-1],
                stands_alone=turn.meant.how == "alone",
                picked=turn.choice is not None,
                vector=turn.found.query_vector,
                embedder=embedder,
                same_meaning=config.same_meaning,
            )
        except BackendError as error:
            step.note(unknown=str(error))
            return
        step.note(feedback=noticed)
    if noticed.kind:
        [about] = await store.traces.newest(turn.user, session=turn.session.id, limit=1) or [{}]
        await store.feedback.add(turn.user, feedback_about(noticed.kind, about, turn.at), since=turn.since)


async def _last(store: Store, user: UserId, kind: FeedbackKind, session: str | None) -> Mapping[str, Any]:
    newest = await store.traces.newest(user, session=session, limit=_LOOKED_BACK)
    for trace in newest:
        if _can_be_about(kind, trace):
            return trace
    if not newest:
        raise StoreError(f"there is no turn of user {user} yet; converse first, or name another with --user")
    what = "asked back" if kind == "needless" else "answered"
    raise ConfigError(f"{kind}: none of this user's last {len(newest)} turns {what}")


def _can_be_about(kind: FeedbackKind, trace: Mapping[str, Any]) -> bool:
    asked = trace.get("reply", {}).get("rule") in ASKING_RULES
    return asked if kind == "needless" else not asked if kind == "missed" else True
