"""Every text of the page is there in every language of pages, with the same places to fill, and none is left over."""

import re
import string
import time
from typing import get_args

import pytest

from yorisoi.language.packs import packs
from yorisoi.memory.persona.kinds import KINDS
from yorisoi.memory_ports import ErasedKind
from yorisoi.server.identity import Role
from yorisoi.server.page.feedback import Kind
from yorisoi.server.page.rendering import HERE, THEMES, Texts, _local, languages, texts
from yorisoi.server.reviewing import NOT_GOOD
from yorisoi.types import SCALES

JAPANESE, CHINESE, ENGLISH = (packs()[code].page for code in ("ja", "zh", "en"))
SOURCES = "\n".join(path.read_text() for path in sorted(HERE.rglob("*")) if path.suffix in (".html", ".py"))
MADE = {
    "theme_": THEMES,
    "feedback_": get_args(Kind),
    "thanks_": (*get_args(Kind), "shared"),
    "because_": ("not_found", "asked_back", *NOT_GOOD),
    "scale_": SCALES,
    "how_": ("alone", "goes_on", "returns", "completes", "corrects", "choice"),
    "degraded_": ("answer",),
    "kind_": KINDS,
    "erased_": get_args(ErasedKind),
    "role_": [role.name.lower() for role in Role],
    "leg_": ("lexical", "vector", "coverage", "walk", "reading"),
}
"""Texts whose names are put together, and what they are put together from."""


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


def test_pages_come_in_three_languages() -> None:
    assert languages() == {"ja": "日本語", "zh": "中文", "en": "English"}


@pytest.mark.parametrize("other", [JAPANESE, CHINESE], ids=["ja", "zh"])
def test_the_languages_have_the_same_texts_with_the_same_places(other: dict[str, str]) -> None:
    assert set(other) == set(ENGLISH)
    assert {key: places(text) for key, text in other.items()} == {key: places(text) for key, text in ENGLISH.items()}
    assert [key for key, text in other.items() if not text.strip()] == []


def test_japanese_and_chinese_are_not_english_left_as_it_was() -> None:
    for other in (JAPANESE, CHINESE):
        same = [key for key, text in other.items() if text == ENGLISH[key] and re.search("[a-z]{3}", text)]
        assert same == []


def test_every_text_that_is_used_is_there_and_every_one_that_is_there_is_used() -> None:
    used = set(re.findall(r"\bt(?:exts)?\.([a-z_]+)", SOURCES)) | set(
        re.findall(r"(?:\bt|texts|page)\[\"([a-z_]+)\"\]", SOURCES)
    )
    made = {prefix + part for prefix, parts in MADE.items() for part in parts}
    assert {name for name in used if not name.endswith("_")} | made == set(ENGLISH)


def test_a_language_without_a_text_is_lent_the_english_one() -> None:
    assert texts("ja").send == "送る"
    assert Texts({name: text for name, text in JAPANESE.items() if name != "send"}).send == "Send"


def test_no_text_is_hidden_behind_something_of_the_same_name() -> None:
    own = texts("ja")
    assert {name: getattr(own, name) for name in JAPANESE} == dict(JAPANESE)


@pytest.mark.parametrize(
    ("zone", "at", "shown"),
    [
        ("Asia/Tokyo", "2026-11-28T23:30:00+00:00", "2026-11-29 08:30"),
        ("Asia/Tokyo", "9999-12-31T23:59:59+00:00", "9999-12-31 23:59"),
        ("America/New_York", "0001-01-01T00:00:00+00:00", "-01-01 00:00"),
    ],
)
def test_a_time_is_shown_as_clocks_do_where_they_can(
    monkeypatch: pytest.MonkeyPatch, zone: str, at: str, shown: str
) -> None:
    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        assert _local(at).endswith(shown)
    finally:
        monkeypatch.undo()
        time.tzset()
