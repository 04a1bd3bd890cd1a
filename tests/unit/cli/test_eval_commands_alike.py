"""Every `eval` command has the options that all of them share, and means the same by them."""

import typing

import pytest
from typer.main import get_command

from yorisoi.cli.evaluation import evaluation
from yorisoi.cli.measuring import AtLeast, Out, Resume
from yorisoi.cli.options import Home, Json

COMMANDS = get_command(evaluation).commands  # type: ignore[attr-defined]
SHARED = {"--home": Home, "--json": Json, "--out": Out, "--resume": Resume, "--at-least": AtLeast}
OF_A_RUN = {"--out", "--resume", "--at-least"}
WITHOUT = {
    "generate": OF_A_RUN,  # its --out is the folder of the set, which holds what was asked: it always goes on
    "verify": OF_A_RUN,  # likewise; it writes into the set, and measures nothing
    "comments": OF_A_RUN,  # reads a sheet
    "report": OF_A_RUN,  # shows what was measured; its page goes to --html
}
"""Command -> the shared options that it has no use for, and why."""


def helps(command: str) -> dict[str, str]:
    return {
        flag: option.help
        for option in COMMANDS[command].params
        if option.param_type_name == "option"
        for flag in option.opts
    }


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_that_measures_keeps_its_run_goes_on_with_it_and_has_floors(command: str) -> None:
    shared = {flag: typing.get_args(kind)[1].help for flag, kind in SHARED.items()}
    wanted = {flag: told for flag, told in shared.items() if flag not in WITHOUT.get(command, set())}
    assert {flag: told for flag, told in helps(command).items() if flag in wanted} == wanted


def test_no_command_without_the_shared_options_is_one_that_is_gone_or_has_them_now() -> None:
    shared = {flag: typing.get_args(kind)[1].help for flag, kind in SHARED.items()}
    for command, without in WITHOUT.items():
        told = helps(command)
        assert [flag for flag in without if told.get(flag) == shared[flag]] == []
