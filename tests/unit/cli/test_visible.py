"""Nothing that is printed steers the terminal."""

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.live import Live
from rich.text import Text

from yorisoi.cli.output import _Plain, print_json
from yorisoi.cli.visible import escaped, visible

WIPE = "\x1b[2J\x1b]0;TITLE\x07\x9b1A\u202e偽"
STEERING = [chr(code) for code in (*range(9), *range(0x0B, 0x20), *range(0x7F, 0xA0), *range(0x202A, 0x202F))]


def printed(*things: object, **options: object) -> str:
    console = _Plain(file=io.StringIO(), **options)
    for each in things:
        console.print(each, style="bold")
    return console.file.getvalue()


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_text_keeps_everything_but_what_steers(text: str) -> None:
    shown = visible(text)
    assert not set(shown) & set(STEERING)
    ordinary = "".join(each for each in text if each.isprintable())
    assert visible(ordinary) == ordinary


@pytest.mark.parametrize("kind", [str, Text])
def test_what_is_printed_as_text_is_visible(kind: type) -> None:
    shown = printed(kind(f"本文{WIPE}"))
    assert "␛[2J␛]0;TITLE" in shown
    assert not set(shown) & set(STEERING)


def test_styles_still_reach_a_terminal() -> None:
    shown = printed(f"本文{WIPE}", force_terminal=True, color_system="standard")
    assert shown.startswith("\x1b[1m本文␛[2J")


def test_a_text_that_is_being_written_is_visible_too() -> None:
    console = _Plain(file=io.StringIO())
    with Live(Text(WIPE), console=console, auto_refresh=False):
        pass
    assert "␛[2J" in console.file.getvalue()
    assert "\x1b[2J" not in console.file.getvalue()


def test_emoji_codes_and_markup_stay_as_they_are_written() -> None:
    assert printed("host:x:100 :100: [bold]太字[/bold] [red]") == "host:x:100 :100: [bold]太字[/bold] [red]\n"


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_json_means_the_same_and_holds_nothing_that_steers(text: str) -> None:
    written = escaped(json.dumps(text, ensure_ascii=False))
    assert json.loads(written) == text
    assert not set(written) & set(STEERING)


def test_json_is_json_whatever_the_terminal_can_write(monkeypatch: pytest.MonkeyPatch) -> None:
    for encoding in ("ascii", "utf-8", "cp932"):
        written = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding, write_through=True))
        print_json({"text": "寿司🍣\ud800", "score": float("nan")})
        assert json.loads(written.getvalue().decode(encoding)) == {"text": "寿司🍣\ud800", "score": None}
