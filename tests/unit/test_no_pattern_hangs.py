"""No regular expression of ours takes long over what it is made of, again and again.

One on the event loop keeps everybody waiting, and no limit of time ends it.  Every pattern of the package is found by
itself, so that the next one is tried too.  Each reads its own literal parts, as long as an utterance may be, with an
end at which it fails; where a tenth of that takes no time the rest is spared.
"""

import importlib
import pkgutil
import re
import signal
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
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
    "_bracketed": readers._MOST_CHARACTERS,
}
"""Of patterns that are only asked of short texts."""
_ENDS = ("", "\x01", "あ。", "1", "!", "?", "。", ".", " ")
"""At which what a lookahead names fails, too."""
_MOST_FRAGMENTS = 60


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


def all_patterns() -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    """Module -> its patterns with their names, each in the first module that has it."""
    found: dict[str, list[tuple[str, re.Pattern[str]]]] = {}
    seen: set[tuple[str, int]] = set()
    for module in sorted(module.name for module in pkgutil.walk_packages(yorisoi.__path__, "yorisoi.")):
        if module.endswith("__main__"):
            continue
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


class TooLong(Exception):
    """A pattern had its time."""


def _stop(*_: object) -> None:
    raise TooLong


PATTERNS = all_patterns()


def test_patterns_are_found() -> None:
    assert sum(map(len, PATTERNS.values())) > 200
    assert any("packs.zh" in module for module in PATTERNS)


@pytest.mark.parametrize("module", PATTERNS)
def test_a_pattern_reads_what_it_is_made_of_at_once(module: str) -> None:
    before = signal.signal(signal.SIGVTALRM, _stop)  # the engine looks for signals while it matches
    try:
        for name, pattern in PATTERNS[module]:
            most = next((most for read, most in _READ_AT_MOST.items() if read in name.casefold()), _CHARACTERS)
            for fragment in fragments(pattern):
                for end in _ENDS:
                    signal.setitimer(signal.ITIMER_VIRTUAL, _LIMIT_S)
                    try:
                        began = time.thread_time()
                        pattern.search(fragment * (most // _PART // len(fragment)) + end)
                        if time.thread_time() - began >= _AT_ONCE_S:
                            pattern.search(fragment * (most // len(fragment)) + end)
                    except TooLong:
                        pytest.fail(f"{name} hangs on {fragment!r} * n + {end!r}: {pattern.pattern!r}")
                    finally:
                        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    finally:
        signal.signal(signal.SIGVTALRM, before)
