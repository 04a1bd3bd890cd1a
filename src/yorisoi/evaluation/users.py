"""Simulated users who want to know something and react to what they get: goals reached, turns, questions back.

A set is JSON Lines, one user a line:

    {"id": "summer-03", "goal": "大阪で夏休みが何日取れるか", "pages": ["leave/summer-leave-osaka"], "needs": 1,
     "says": ["夏休みのことなんだけど", "大阪の夏休みって何日？"], "details": {"勤務地": "大阪支社"},
     "persona": "chatty", "patience": 2}

`says` are the user's own ways to put it, the first as one begins.  `needs`: how many questions back that beginning
needs, 0 where it is clear.  `pages` hold the answer (any of them, as part of a cited source, title or heading); without
them the documents have none, and the goal is to be told so.  `details` are what the user can tell when asked for it.
`patience` is how many questions back the user bears; `language` that of `says` unless it is given.

The user picks the choice that leads to the goal, or tells the detail asked for; asked more often than one bears, one
asks to be told at once, or leaves; after a reply that is of no use the next way to put it is tried, and after the last
one leaves.  Who has the right page cited thanks and leaves.  The replies determine all of it: there is no chance in it.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

from yorisoi.errors import DataSetError
from yorisoi.evaluation.answers import Did
from yorisoi.evaluation.dialogue import Converse, Done
from yorisoi.evaluation.experiment import Case, Score
from yorisoi.evaluation.followups import rows, text_of
from yorisoi.language import detect_language, normal_form
from yorisoi.language.packs import own_or_lent
from yorisoi.language.user_words import Persona, UserWords
from yorisoi.types import Choice, Language

MOST = 12
"""Utterances of one user: more than rules ever say, and an end for a model that plays."""
_PERSONAS: tuple[Persona, ...] = get_args(Persona)

Left = Literal["reached", "tired", "at a loss"]
"""Why the user left: has what one came for; asked back too often; nothing more to say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class User:
    id: str
    goal: str
    says: tuple[str, ...]
    pages: tuple[str, ...] = ()
    needs: int = 0
    details: Mapping[str, str]
    persona: Persona
    patience: int
    language: Language

    @property
    def words(self) -> UserWords:
        return own_or_lent(self.language, lambda pack: pack.users)


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    say: str
    done: Done
    """What came of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """One user's whole conversation."""

    exchanges: tuple[Exchange, ...]
    """Without the thanks."""
    left: Left
    thanked: Did | None = None
    """What came of the thanks; None: there were none."""


Player = Callable[[Sequence[Exchange]], Awaitable[str | None]]
"""The conversation -> what is said next; None: the user leaves."""


# ---------------------------------------------------------------- the set


def load(path: Path) -> list[User]:
    """The users of a file, read whole and checked.  Raises DataSetError: one line that says what is wrong."""
    found = [_user(row, where) for row, where in rows(path)]
    if not found:
        raise DataSetError(f"{path} is empty: one user a line, with id, goal, says, persona and patience")
    return found


def cases(users: Sequence[User]) -> list[Case]:
    """Cases whose input is the user; their labels are persona, language, and how the user begins.

    Raises DataSetError: an id twice.
    """
    by_id = {user.id: user for user in users}
    if len(by_id) < len(users):
        twice = next(user.id for user in users if by_id[user.id] is not user)
        raise DataSetError(f"the id {twice!r} stands twice")
    return [
        Case(
            id=user.id,
            input=user,
            labels={
                "persona": user.persona,
                "language": user.language,
                "begins": "nowhere" if not user.pages else "vague" if user.needs else "clear",
            },
        )
        for user in users
    ]


def _user(row: Mapping[str, Any], where: str) -> User:
    says = _texts(row.get("says"), f'{where}: "says"')
    if not says:
        raise DataSetError(f'{where}: "says" holds no way to put it')
    if row.get("persona") not in _PERSONAS:
        raise DataSetError(f'{where}: "persona" is none of {", ".join(_PERSONAS)}')
    details = row.get("details") or {}
    if not isinstance(details, Mapping):
        raise DataSetError(f'{where}: "details" is not an object')
    told = _texts(list(details.values()), f'{where}: "details"')
    return User(
        id=text_of(row.get("id"), f'{where}: "id"'),
        goal=text_of(row.get("goal"), f'{where}: "goal"'),
        says=says,
        pages=_texts(row.get("pages", []), f'{where}: "pages"'),
        needs=_count(row.get("needs", 0), f'{where}: "needs"'),
        details=dict(zip(details, told, strict=True)),
        persona=cast(Persona, row["persona"]),
        patience=_count(row.get("patience"), f'{where}: "patience"'),
        language=text_of(row.get("language") or detect_language(" ".join(says)), f'{where}: "language"'),
    )


def _texts(value: Any, where: str) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise DataSetError(f"{where} is not a list of texts")
    texts = tuple(text_of(each, where).strip() for each in value)
    if not all(texts):
        raise DataSetError(f"{where} holds an empty text")
    return texts


def _count(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise DataSetError(f"{where} is not a number from 0")
    return value


# ---------------------------------------------------------------- the conversation


async def visit(user: User, converse: Converse, player: Player | None = None) -> Visit:
    """The user's conversation, from the first utterance until the user leaves; played by rules unless by another."""
    play = player or ByRules(user)
    exchanges: list[Exchange] = []
    say: str | None = user.says[0]
    while say and len(exchanges) < MOST:
        done = await converse(user.id, say)
        exchanges.append(Exchange(say=say, done=done))
        if _is_reached(user, done):
            return Visit(exchanges=tuple(exchanges), left="reached", thanked=await _thank(user, converse))
        say = await play(exchanges)
    tired = done.did == "ask" and _asked(exchanges) > user.patience
    return Visit(exchanges=tuple(exchanges), left="tired" if tired else "at a loss")


async def _thank(user: User, converse: Converse) -> Did | None:
    thanks = user.words.manners[user.persona].thanks
    return (await converse(user.id, thanks)).did if thanks else None


def _is_reached(user: User, done: Done) -> bool:
    if not user.pages:
        return done.did == "none"
    return done.did == "answer" and any(_leads(page, user) for page in done.pages)


def _leads(place: str, user: User) -> bool:
    normal = normal_form(place)
    return any(normal_form(page) in normal for page in user.pages)


def _asked(exchanges: Sequence[Exchange]) -> int:
    return sum(each.done.did == "ask" for each in exchanges)


class ByRules:
    """A user who reacts by rules, and speaks as the language's pack has it for the persona."""

    def __init__(self, user: User) -> None:
        self._user = user
        self._manner = user.words.manners[user.persona]
        self._ways = iter(user.says[1:])
        self._untold = dict(user.details)
        self._is_tired = False

    async def __call__(self, exchanges: Sequence[Exchange]) -> str | None:
        last = exchanges[-1].done
        if last.did != "ask":
            return self._in_other_words()
        if _asked(exchanges) > self._user.patience:
            tired, self._is_tired = self._is_tired, True
            return self._manner.tired if not tired else None
        if picked := self._pick(last.offered):
            number, choice = picked
            return self._manner.picks.format(number=number, choice=choice.text)
        if detail := self._detail(last.text):
            return self._manner.tells.format(detail=detail)
        return self._in_other_words()

    def _in_other_words(self) -> str | None:
        way = next(self._ways, None)
        return self._manner.again.format(way=way) if way else None

    def _pick(self, offered: Sequence[Choice]) -> tuple[int, Choice] | None:
        """The choice that leads to the goal's page, or that a detail names, with its number from 1; of several the
        one that has most in common with the goal."""

        def fits(choice: Choice) -> tuple[bool, bool, float]:
            text = normal_form(choice.text)
            names = any(normal_form(detail) in text or text in normal_form(detail) for detail in details)
            return _leads(choice.source, self._user), names, _alike(text, normal_form(self._user.goal))

        details = self._user.details.values()
        fitting = [each for each in enumerate(offered, start=1) if any(fits(each[1])[:2])]
        return max(fitting, key=lambda each: (fits(each[1]), -each[0]), default=None)

    def _detail(self, question: str) -> str | None:
        """What is told: the detail that the question names, or else the next one; each once."""
        normal = normal_form(question)
        named = (name for name in self._untold if normal_form(name) in normal)
        name = next(named, next(iter(self._untold), None))
        return self._untold.pop(name) if name else None


def _alike(one: str, other: str) -> float:
    """Share of the first text's pairs of characters that the other has too."""
    pairs = set(_pairs(one))
    return len(pairs & set(_pairs(other))) / len(pairs) if pairs else 0.0


def _pairs(text: str) -> Iterator[str]:
    return (text[at : at + 2] for at in range(len(text) - 1))


# ---------------------------------------------------------------- the figures


def outcomes(visit: Visit, case: Case) -> Mapping[str, Score]:
    """`goals_reached` and `gave_up` (asked back too often), 1 or 0; `turns` until the goal was reached, and
    `extra_turns`: how many more than its first utterance and the questions that it needs; `cited_first`: the right page
    then was the first one; `questions_needed` and `questions_needless`, so many a user; `thanks_met`: the thanks were
    answered as such."""
    user: User = case.input
    reached, asked, turns = visit.left == "reached", _asked(visit.exchanges), len(visit.exchanges)
    cited = visit.exchanges[-1].done.pages
    return {
        "goals_reached": reached,
        "gave_up": visit.left == "tired",
        "turns": turns if reached else None,
        "extra_turns": max(0, turns - 1 - user.needs) if reached else None,
        "cited_first": _leads(cited[0], user) if reached and cited else None,
        "questions_needed": min(asked, user.needs),
        "questions_needless": max(0, asked - user.needs),
        "thanks_met": visit.thanked == "talk" if visit.thanked else None,
    }
