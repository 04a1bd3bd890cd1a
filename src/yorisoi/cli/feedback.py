"""yorisoi feedback TRACE_ID|last SIGNAL, yorisoi feedback list|reset"""

import asyncio
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Any, get_args

import typer

from yorisoi.cli.greetings import terminal_language
from yorisoi.cli.options import Home, Json, User, settings, user_name
from yorisoi.cli.output import console, print_json
from yorisoi.dialogue.feedback.events import LAST, give
from yorisoi.dialogue.feedback.learning import SAID, Learnt, Lesson, learn
from yorisoi.dialogue.feedback.learning_words import effect_in_words, kind_in_words
from yorisoi.errors import ConfigError
from yorisoi.language.packs import LENDS
from yorisoi.settings import Settings
from yorisoi.types import Feedback, FeedbackKind, UserId
from yorisoi.wiring import Workspace, open_workspace

_SIGNALS = tuple(kind for kind in get_args(FeedbackKind) if kind in SAID)


def feedback(
    about: Annotated[str, typer.Argument(help="A trace's id or `last`; or `list`, or `reset`.")],
    signal: Annotated[str | None, typer.Argument(help=f"One of {', '.join(_SIGNALS)}.")] = None,
    user: User = None,
    comment: Annotated[str | None, typer.Option(help="In one's own words; kept with the event.")] = None,
    shared: Annotated[bool, typer.Option("--shared", help="Let the editors of the documents see that turn.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Say what one of your turns was worth; see or reset what was learnt of it."""
    if about not in ("list", "reset") and signal not in _SIGNALS:
        raise ConfigError(f"feedback: say one of {', '.join(_SIGNALS)}, as in `yorisoi feedback last needless`")
    if about in ("list", "reset") and (signal or comment or shared):
        raise ConfigError(f"feedback {about} takes no signal, no comment and no --shared")
    learnt = asyncio.run(_feedback(settings(home, "none", "none"), user_name(user), about, signal, comment, shared))
    lessons = learnt.lessons if about == "list" else learnt.lessons[-1:]
    if as_json:
        print_json({"user": user_name(user), **learnt_as_json(learnt, lessons)})
    else:
        print_learnt(learnt, lessons)


async def _feedback(
    chosen: Settings, user: UserId, about: str, signal: Any, comment: str | None, shared: bool
) -> Learnt:
    async with open_workspace(chosen, new=False) as workspace:
        now = datetime.now(UTC)
        if about == "reset":
            await workspace.store.feedback.add(user, Feedback(kind="reset", at=now))
        elif about != "list":
            await give(workspace.store, user, about, signal, at=now, comment=comment, shared=shared)
        return await learnt_by(workspace, user)


async def say(workspace: Workspace, user: UserId, signal: FeedbackKind, session: str) -> Learnt:
    """Feedback from within a conversation, about its last turn."""
    await workspace.assistant.close()  # the trace of the last turn is written in the background
    await give(workspace.store, user, LAST, signal, at=datetime.now(UTC), session=session)
    return await learnt_by(workspace, user)


async def learnt_by(workspace: Workspace, user: UserId) -> Learnt:
    """What this user's feedback has come to under the settings of now."""
    turn = workspace.settings.turn
    return learn(turn.thresholds.ask, await workspace.store.feedback.events(user), turn.learning)


def learnt_as_json(learnt: Learnt, lessons: tuple[Lesson, ...]) -> dict[str, Any]:
    language = terminal_language() or LENDS
    return {
        "base": learnt.base,
        "ask": learnt.ask,
        "events": [
            {
                **asdict(lesson.event),
                "pull": lesson.pull,
                "before": lesson.before,
                "after": lesson.after,
                "step": lesson.step,
                "why": lesson.why,
                "effect": effect_in_words(lesson, language),
            }
            for lesson in lessons
        ],
    }


def print_learnt(learnt: Learnt, lessons: tuple[Lesson, ...]) -> None:
    """The events, one a line, and the threshold they lead to."""
    language = terminal_language() or LENDS
    for lesson in lessons:
        event = lesson.event
        told = event.clarification_probability
        need = "" if told is None else f" {event.rule} {told:.2f}"
        console.print(
            f"{event.at.astimezone():%Y-%m-%d %H:%M}  {kind_in_words(event.kind, language)}{need}  "
            f"{lesson.before:.3f} -> {lesson.after:.3f} ({lesson.step:+.3f})  {effect_in_words(lesson, language)}",
            markup=False,
        )
        if event.comment:
            console.print(f"    {event.comment}", style="dim", markup=False)
    console.print(f"turn.thresholds.ask  {learnt.base:g} -> {learnt.ask:.3f}", markup=False)
