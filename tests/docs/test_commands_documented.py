"""docs/commands.md and the commands agree, both ways; so do the two READMEs."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from yorisoi.cli.main import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "commands.md").read_text()


def commands(command: Any, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command that is not hidden, by its words: `trace show`."""
    inner = getattr(command, "commands", None)
    if inner is None:
        yield " ".join(words), command
        return
    for name, each in inner.items():
        if not each.hidden:
            yield from commands(each, (*words, name))


COMMANDS = dict(commands(get_command(app())))
SECTIONS = {
    re.sub(r"( \[?[A-Z_.\]]+)+$", "", title): (title, body)
    for title, body in re.findall(r"^## yorisoi ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
}


def options(command: Any) -> set[str]:
    return {
        flag
        for option in command.params
        if option.param_type_name == "option" and not option.hidden
        for flag in (*option.opts, *option.secondary_opts)
        if flag != "--help"
    }


def documented_options(section: str) -> set[str]:
    first_cells = re.findall(r"^\| (`-[^|]*) \|", section, re.M)
    return {flag for cell in first_cells for flag in re.findall(r"`(--?[a-z-]+)", cell)}


def named_commands(text: str) -> set[str]:
    """Commands of Yorisoi and of make that a text names in its code.

    A group is followed by its command: `yorisoi trace show`, not `yorisoi trace`."""
    groups = {name.split()[0] for name in COMMANDS if " " in name}
    code = "\n".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.S))
    named = set()
    for first, second in re.findall(r"(?<!from )\byorisoi ([a-z]+)(?: ([a-z]+))?", code):
        named.add(f"yorisoi {first} {second}" if first in groups and second else f"yorisoi {first}")
    return named | {f"make {target}" for target in re.findall(r"\bmake ([a-z][a-z-]*)", code)}


def existing() -> set[str]:
    targets = re.findall(r"^([a-z][a-z-]*):", (ROOT / "Makefile").read_text(), re.M)
    groups = {name.split()[0] for name in COMMANDS}
    return {f"yorisoi {name}" for name in {*COMMANDS, *groups}} | {f"make {target}" for target in targets}


def test_every_command_is_documented() -> None:
    assert sorted(set(COMMANDS) - set(SECTIONS)) == []


def test_every_documented_command_exists() -> None:
    assert sorted(set(SECTIONS) - set(COMMANDS)) == []


@pytest.mark.parametrize("name", COMMANDS)
def test_the_options_of_a_command_are_documented_and_exist(name: str) -> None:
    assert documented_options(SECTIONS[name][1]) == options(COMMANDS[name])


@pytest.mark.parametrize("name", COMMANDS)
def test_the_arguments_of_a_command_stand_in_its_heading(name: str) -> None:
    given = [each for each in COMMANDS[name].params if each.param_type_name == "argument"]
    arguments = [(each.metavar or each.name).upper().strip("[].") for each in given]
    assert re.findall(r"[A-Z_]{2,}", SECTIONS[name][0]) == arguments


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_an_example_that_uses_its_own_options(name: str) -> None:
    lines = re.findall(rf"^\$ yorisoi {name}\b(.*)$", SECTIONS[name][1], re.M)
    assert lines
    used = {flag for line in lines for flag in re.findall(r"(?<!\S)--?[a-z][a-z-]*", line)}
    assert used <= options(COMMANDS[name])


@pytest.mark.parametrize("page", ["README.md", "README.ja.md", "docs/settings.md", "docs/architecture.md"])
def test_a_page_names_only_commands_that_exist(page: str) -> None:
    path = ROOT / page
    text = path.read_text() if path.exists() else ""  # README.ja.md: checked from the day it is there
    assert sorted(named_commands(text) - existing()) == []


def test_both_readmes_name_the_same_commands() -> None:
    english, japanese = ROOT / "README.md", ROOT / "README.ja.md"
    other = japanese if japanese.exists() else english
    assert named_commands(english.read_text()) == named_commands(other.read_text())
