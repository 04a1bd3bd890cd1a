"""Did every turn of a conversation do what a good colleague would have done?  Whole conversations, JSON Lines.

    {"id": "leave-07", "kind": "follow-up", "turns": [
      {"say": "課長は？", "action": "answer", "page": ["travel/domestic"], "question_has": [["宿泊費", "宿泊料"]],
       "question_lacks": ["カード"], "choices_about": ["大阪"]}]}

`action` is what should be done: `answer` from the documents, `ask` back, `either` of these, `talk` (nothing is cited,
nothing asked, and not "not found"), or `none` (it is said that nothing was found).  The rest may be left out: `page`
holds for answers (any of them, as part of a cited source, title or heading), `question_has` (of each list one) and
`question_lacks` for the question that was understood, `choices_about` (any of them) for the choices of a question back,
`text_has` (of each list one) for what is said.
"""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

from yorisoi.errors import DataSetError
from yorisoi.evaluation.answers import Did
from yorisoi.evaluation.followups import rows, text_of
from yorisoi.language import normal_form
from yorisoi.types import Choice

Expected = Literal["answer", "ask", "either", "talk", "none"]
_EXPECTED = ("answer", "ask", "either", "talk", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One utterance of the user and what should come of it."""

    say: str
    action: Expected
    page: tuple[str, ...] = ()
    question_has: tuple[tuple[str, ...], ...] = ()
    question_lacks: tuple[str, ...] = ()
    choices_about: tuple[str, ...] = ()
    text_has: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    id: str
    kind: str
    turns: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of an utterance."""

    did: Did
    question: str
    """That was understood."""
    pages: tuple[str, ...] = ()
    """Of every citation: source, title and headings as one text."""
    choices: tuple[str, ...] = ()
    offered: tuple[Choice, ...] = ()
    """The choices with where they come from."""
    text: str = ""
    trace_id: str = ""
    session: str = ""
    """The conversation's, and of the user whose only one it is."""


FIGURES = ("turns_right", "conversations_right", "page_first")
"""See `report`."""

Converse = Callable[[str, str], Awaitable[Done]]
"""(id of the conversation, what the user says) -> what came of it.  Anything that converses can be measured; the turns
of one conversation come in order, each conversation once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """One turn, and what was wrong with it; nothing: it was right."""

    dialogue: Dialogue
    index: int
    done: Done
    faults: tuple[str, ...] = field(default=())

    @property
    def line(self) -> Line:
        return self.dialogue.turns[self.index]

    @property
    def cites_first(self) -> bool:
        """Whether a page that answers is the first that it cites."""
        return self.done.did == "answer" and any(holds(page, self.line.page) for page in self.done.pages[:1])

    def as_json(self) -> dict[str, object]:
        return {
            "id": self.dialogue.id,
            "turn": self.index + 1,
            "say": self.line.say,
            "faults": list(self.faults),
            "question": self.done.question,
            "text": self.done.text,
            "trace_id": self.done.trace_id,
        }


def load(path: Path) -> list[Dialogue]:
    """The conversations of a file, read whole and checked.

    Raises DataSetError with one line that names file and line and says what is wrong.
    """
    found = [_dialogue(row, where) for row, where in rows(path)]
    if not found:
        raise DataSetError(f"{path} is empty: one conversation a line, with id, kind and turns")
    if twice := [name for name, count in Counter(each.id for each in found).items() if count > 1]:
        raise DataSetError(f"{path}: the id {twice[0]!r} stands twice")
    return found


def _dialogue(row: Mapping[str, Any], where: str) -> Dialogue:
    turns = row.get("turns")
    if not isinstance(turns, list) or not turns:
        raise DataSetError(f'{where}: "turns" is not a list of turns')
    return Dialogue(
        id=text_of(row.get("id"), f'{where}: "id"'),
        kind=text_of(row.get("kind"), f'{where}: "kind"'),
        turns=tuple(_line(turn, f"{where}, turn {number}") for number, turn in enumerate(turns, start=1)),
    )


def _line(turn: Any, where: str) -> Line:
    if not isinstance(turn, Mapping):
        raise DataSetError(f"{where} is not an object")
    say = text_of(turn.get("say"), f'{where}: "say"').strip()
    if not say:
        raise DataSetError(f'{where}: "say" is empty')
    if turn.get("action") not in _EXPECTED:
        raise DataSetError(f'{where}: "action" is none of {", ".join(_EXPECTED)}')
    return Line(
        say=say,
        action=cast(Expected, turn["action"]),
        page=_texts(turn.get("page"), f'{where}: "page"'),
        question_has=_lists(turn.get("question_has"), f'{where}: "question_has"'),
        question_lacks=_texts(turn.get("question_lacks"), f'{where}: "question_lacks"'),
        choices_about=_texts(turn.get("choices_about"), f'{where}: "choices_about"'),
        text_has=_lists(turn.get("text_has"), f'{where}: "text_has"'),
    )


def _lists(value: Any, where: str) -> tuple[tuple[str, ...], ...]:
    if value is not None and not isinstance(value, list):
        raise DataSetError(f"{where} is not a list of lists")
    return tuple(_texts(each, where) for each in value or ())


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if value is not None and not isinstance(value, list):
        raise DataSetError(f"{where} is not a list of texts")
    return tuple(text_of(each, where) for each in value or ())


def faults(line: Line, done: Done) -> tuple[str, ...]:
    """What is wrong with a turn, in a few words each; empty: nothing is."""
    wanted = ("answer", "ask") if line.action == "either" else (line.action,)
    found = []
    if done.did not in wanted:
        found.append(f"{done.did} for {line.action}")
    if done.did == "answer" and line.page and not any(holds(page, line.page) for page in done.pages):
        found.append("wrong page")
    if done.did in ("answer", "ask"):
        if missing := [each for each in line.question_has if not holds(done.question, each)]:
            found.append(f"question lacks {'/'.join(missing[0])}")
        if kept := [each for each in line.question_lacks if holds(done.question, (each,))]:
            found.append(f"question still has {kept[0]}")
    if done.did == "ask" and line.choices_about and not any(holds(each, line.choices_about) for each in done.choices):
        found.append("choices about something else" if done.choices else "no choices")
    if unsaid := [each for each in line.text_has if not holds(done.text, each)]:
        found.append(f"reply lacks {'/'.join(unsaid[0])}")
    return tuple(found)


def holds(text: str, any_of: Sequence[str]) -> bool:
    """Whether one of these stands in the text, both in normal form."""
    normal = normal_form(text)
    return any(normal_form(each) in normal for each in any_of)


async def hold(dialogues: Sequence[Dialogue], converse: Converse) -> list[Judged]:
    """Every conversation held once, turn after turn."""
    judged = []
    for dialogue in dialogues:
        for index, line in enumerate(dialogue.turns):
            done = await converse(dialogue.id, line.say)
            judged.append(Judged(dialogue=dialogue, index=index, done=done, faults=faults(line, done)))
    return judged


def report(judged: Sequence[Judged]) -> dict[str, Any]:
    """`turns_right`: share of the turns without a fault; `conversations_right`: of conversations without a wrong turn;
    `page_first`: of turns that are to be answered from a page, the share that cites it first, where there are any; all
    again `by_kind` of conversation, and `by_action` that was right; `faults`: how often each kind of fault was met;
    `wrong`: every wrong turn.
    """
    wrong = [each for each in judged if each.faults]
    kinds = Counter(each.dialogue.kind for each in judged)
    actions = Counter(each.line.action for each in judged)
    return {
        **_figures(judged),
        "by_kind": {
            kind: _figures([each for each in judged if each.dialogue.kind == kind]) for kind, _ in kinds.most_common()
        },
        "by_action": {
            action: _figures([each for each in judged if each.line.action == action])
            for action, _ in actions.most_common()
        },
        "faults": dict(
            Counter(fault.split(" lacks ")[0].split(" has ")[0] for e in wrong for fault in e.faults).most_common()
        ),
        "wrong": [each.as_json() for each in wrong],
    }


def _figures(judged: Sequence[Judged]) -> dict[str, float | int]:
    right: dict[str, bool] = {}
    for each in judged:
        right[each.dialogue.id] = right.get(each.dialogue.id, True) and not each.faults
    first = [each.cites_first for each in judged if each.line.page and each.line.action == "answer"]
    return {
        "turns": len(judged),
        "conversations": len(right),
        "turns_right": round(sum(not each.faults for each in judged) / len(judged), 4),
        "conversations_right": round(sum(right.values()) / len(right), 4),
        **({"page_first": round(sum(first) / len(first), 4)} if first else {}),
    }
