"""No regular expression of ours takes long over what it is made of, again and again.

One on the event loop keeps everybody waiting, and no limit of time ends it.  Every pattern of the package is found by
itself, so that the next one is tried too.  Each reads its own literal parts, as long as an utterance may be, with an
end at which it fails; where a tenth of that takes no time the rest is spared.

What can be read in two ways in a loop, 刚 in `(?:刚刚?|…)*` or 和 in `(?:和[^，]{1,4})*`, takes twice as long for every
one more.  For that each loop gets what stands in it, one thing by itself and two by turns, behind what leads to it.
"""

import importlib
import re
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from itertools import permutations
from pathlib import Path
from re import _constants as constants  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import pytest

import yorisoi
from yorisoi.documents import readers
from yorisoi.memory.persona import extracting

_CHARACTERS = 4_000
_LIMIT_S = 2.0
"""Of processor time; what is linear takes a thousandth of it."""
_PART, _AT_ONCE_S = 10, _LIMIT_S / 200
"""Where this part of the characters takes less, all of them take half the limit, if it grows by their second power;
what grows by their third takes ten times as long for the part already."""
_READ_AT_MOST = {
    "persona.said": extracting._LONGEST,
    "persona.before": extracting._LONGEST_SENTENCE,
    "persona.behind": extracting._LONGEST_SENTENCE,
    "_bracketed": readers._MOST_CHARACTERS,
}
"""Of patterns that are only asked of short texts."""
_ENDS = ("", "\x01", "あ。", "1", "!", "?", "。", ".", " ")
"""At which what a lookahead names fails, too."""
_MOST_FRAGMENTS = 60
_TURNS = 40
"""Of what a loop is made of: two to the 40th takes hours, 40 to the third no time, on any machine."""
_MOST_OF_LOOP, _MOST_BY_TURNS = 60, 10
"""Things that stand in a loop, tried by themselves, and against each other."""
_LOOP_LIMIT_S = 1.0


def patterns_in(value: Any, path: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
        yield path, value
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from patterns_in(getattr(value, field.name, None), f"{path}.{field.name}")
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from patterns_in(each, f"{path}.{name}")
    elif isinstance(value, (tuple, list)):
        for number, each in enumerate(value):
            yield from patterns_in(each, f"{path}.{number}")


def modules_that_compile() -> list[str]:
    """The others hold no pattern, and importing what they need takes long."""
    root = Path(yorisoi.__file__).parent
    sources = (path for path in root.rglob("*.py") if path.stem != "__main__")
    named = (path for path in sources if "compile(" in path.read_text(encoding="utf-8") or "packs" in path.parts)
    return sorted(
        ".".join(("yorisoi", *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__") for path in named
    )


def all_patterns() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """Module -> its patterns with their names, each in the first module that has it."""
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    seen: set[tuple[str, int]] = set()
    for module in modules_that_compile():
        try:
            loaded = importlib.import_module(module)
        except ImportError:  # of an extra that is not installed
            continue
        for name, value in vars(loaded).items():
            for path, pattern in patterns_in(value, name):
                if (pattern.pattern, pattern.flags) not in seen:
                    seen.add((pattern.pattern, pattern.flags))
                    found.setdefault(module, []).append((path, pattern))
    return found


def fragments(pattern: re.Pattern[str]) -> list[str]:
    """What the pattern is written with: runs of literals, and one character of each class."""
    found: dict[str, None] = {}

    def read(parsed: Any) -> str:
        run = whole = ""
        for operation, value in parsed:
            said = ""
            if operation is constants.LITERAL:
                said = chr(value)
            elif operation is constants.IN:
                said = next(
                    (
                        chr(v if o is constants.LITERAL else v[0])
                        for o, v in value
                        if o in (constants.LITERAL, constants.RANGE)
                    ),
                    "a",
                )
            elif operation in (constants.ANY, constants.NOT_LITERAL):
                said = "a"
            elif operation in (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT):
                said = read(value[2])
            elif operation is constants.SUBPATTERN:
                said = read(value[-1])
            elif operation is constants.ATOMIC_GROUP:
                said = read(value)
            elif operation is constants.BRANCH:
                said = next(iter([read(branch) for branch in value[1]]))
            elif operation in (constants.ASSERT, constants.ASSERT_NOT):
                read(value[1])
            run = run + said if operation is constants.LITERAL else ""
            for part in (run, said):
                if part:
                    found[part] = None
            whole += said
        if whole:
            found[whole] = None
        return whole

    read(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG))
    return [*list(found)[:_MOST_FRAGMENTS], " ", "\n", "a", "1", "あ"]


def least(parsed: Any) -> str:
    """Something short that fits, where no lookaround objects."""
    text = ""
    for operation, value in parsed:
        if operation is constants.LITERAL:
            text += chr(value)
        elif operation is constants.IN:
            text += next(iter(members(value)), "a")
        elif operation in (constants.ANY, constants.NOT_LITERAL):
            text += "a"
        elif operation in REPEATS:
            text += least(value[2]) * min(value[0], 3)
        elif operation is constants.SUBPATTERN:
            text += least(value[-1])
        elif operation is constants.ATOMIC_GROUP:
            text += least(value)
        elif operation is constants.BRANCH:
            text += least(value[1][0])
    return text


def members(value: Any) -> list[str]:
    if value and value[0][0] is constants.NEGATE:
        return ["a"]
    named = {constants.CATEGORY_SPACE: " ", constants.CATEGORY_DIGIT: "1"}
    return [
        chr(v) if o is constants.LITERAL else chr(v[0]) if o is constants.RANGE else named.get(v, "a") for o, v in value
    ]


def parts(parsed: Any) -> list[str]:
    """Characters and words that stand in it, at any depth, in order."""
    found: list[str] = []
    run = ""
    for operation, value in parsed:
        if operation is constants.LITERAL:
            found.append(chr(value))
            run += chr(value)
            continue
        found.append(run)
        run = ""
        if operation is constants.IN:
            found += members(value)
        elif operation in (constants.ANY, constants.NOT_LITERAL):
            found.append("a")
        else:
            found += [part for within in below(operation, value) for part in parts(within)]
    return [part for part in dict.fromkeys((*found, run, least(parsed))) if part]


REPEATS = (constants.MAX_REPEAT, constants.MIN_REPEAT, constants.POSSESSIVE_REPEAT)


def below(operation: Any, value: Any) -> list[Any]:
    if operation in REPEATS:
        return [value[2]]
    if operation is constants.SUBPATTERN:
        return [value[-1]]
    if operation is constants.ATOMIC_GROUP:
        return [value]
    if operation is constants.BRANCH:
        return list(value[1])
    return [value[1]] if operation in (constants.ASSERT, constants.ASSERT_NOT) else []


def loops(parsed: Any, before: str = "") -> Iterator[tuple[str, list[str]]]:
    """What leads to a loop that holds more than one class of characters, and what stands in it."""
    for operation, value in parsed:
        if operation in REPEATS and value[1] > 3 and not is_plain(value[2]):
            yield before, parts(value[2])
        for within in below(operation, value):
            yield from loops(within, before)
        before += least([(operation, value)])


def goes_on(parsed: Any) -> bool:
    """It repeats something, so that what it reads from one place may be long."""
    return any(
        (operation in REPEATS and value[1] > 3) or any(map(goes_on, below(operation, value)))
        for operation, value in parsed
    )


def is_plain(parsed: Any) -> bool:
    """One character a turn, which can be read in one way only."""
    return len(parsed) == 1 and parsed[0][0] in (constants.LITERAL, constants.IN, constants.ANY, constants.NOT_LITERAL)


def turns_of(pattern: re.Pattern[str]) -> Iterator[str]:
    """What may take a loop of the pattern for ever."""
    for before, within in loops(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)):
        for lead in dict.fromkeys(("", before)):
            for unit in dict.fromkeys(
                (*within[:_MOST_OF_LOOP], *map("".join, permutations(within[:_MOST_BY_TURNS], 2)))
            ):
                yield lead + unit * _TURNS


class TooLong(Exception):
    """A pattern had its time."""


def _stop(*_: object) -> None:
    raise TooLong


PATTERNS = all_patterns()


def test_patterns_are_found() -> None:
    assert sum(map(len, PATTERNS.values())) > 200
    assert any("packs.zh" in module for module in PATTERNS)


@contextmanager
def time_limit(seconds: float, what: str) -> Iterator[None]:
    """Of processor time; the engine looks for signals while it matches."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    except TooLong:
        pytest.fail(what)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@pytest.fixture
def _stopped() -> Iterator[None]:
    before = signal.signal(signal.SIGVTALRM, _stop)
    yield
    signal.signal(signal.SIGVTALRM, before)


@pytest.mark.usefixtures("_stopped")
@pytest.mark.parametrize("module", PATTERNS)
def test_a_pattern_reads_what_it_is_made_of_at_once(module: str) -> None:
    for name, pattern in PATTERNS[module]:
        if not goes_on(parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)):
            continue
        most = next((most for read, most in _READ_AT_MOST.items() if read in name.casefold()), _CHARACTERS)
        for fragment in fragments(pattern):
            for end in _ENDS:
                with time_limit(_LIMIT_S, f"{name} hangs on {fragment!r} * n + {end!r}: {pattern.pattern!r}"):
                    began = time.thread_time()
                    pattern.search(fragment * (most // _PART // len(fragment)) + end)
                    if time.thread_time() - began >= _AT_ONCE_S:
                        pattern.search(fragment * (most // len(fragment)) + end)


def no_loop_hangs(name: str, pattern: re.Pattern[str], limit_s: float = _LOOP_LIMIT_S) -> None:
    for text in turns_of(pattern):
        with time_limit(limit_s, f"{name} hangs on {text!r}: {pattern.pattern!r}"):
            pattern.search(text + "\x01")


@pytest.mark.usefixtures("_stopped")
@pytest.mark.parametrize("module", PATTERNS)
def test_a_loop_takes_no_longer_for_what_can_be_read_in_two_ways(module: str) -> None:
    for name, pattern in PATTERNS[module]:
        no_loop_hangs(name, pattern)


@pytest.mark.usefixtures("_stopped")
@pytest.mark.parametrize(
    "hanging",
    [
        r"^(?:现在|刚刚?|最近)*住在",
        r"^我(?:全家|[和跟与][^，。]{1,4})*住在",
        r"^(?:现在|刚|刚刚)*(?:我(?:就|也)*)?住在",
        r"(?:a|b|ab)*c",
        r"(?:\w+ ?)*!",
    ],
)
def test_a_loop_that_hangs_is_found(hanging: str) -> None:
    with pytest.raises(pytest.fail.Exception, match="hangs on"):
        no_loop_hangs("it", re.compile(hanging), limit_s=0.2)
