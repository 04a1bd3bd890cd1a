"""Whatever is set, and whatever a model says, is taken, or refused in one line."""

import json
import os
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from yorisoi.backends.chat.characters import Characters, well_formed
from yorisoi.backends.chat.json_object import one_object
from yorisoi.errors import ConfigError, MalformedReply
from yorisoi.json_values import MOST_LEVELS, loads
from yorisoi.settings import load_settings, names

NUMBERS = st.sampled_from(["nan", "inf", "-inf", "-1", "0", "1e999", "1e-999", "10" * 200, "0x10", "1_000", "true", ""])
VALUES = NUMBERS | st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=20)


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refusal() -> str:
    """Why the settings are refused; empty when they are taken."""
    try:
        load_settings()
    except ConfigError as error:
        return str(error)
    return ""


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from(names()), VALUES, min_size=1, max_size=3))
def test_any_setting_is_taken_or_refused_in_one_line(given_values: dict[str, str]) -> None:
    variables = {f"YORISOI_{name.replace('.', '__').upper()}": value for name, value in given_values.items()}
    with patch.dict(os.environ, variables):
        assert len(refusal().splitlines()) <= 1


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(alphabet="[]=\"'.\n# ak1-e{}searchturnhome", max_size=80))
def test_any_file_of_settings_is_taken_or_refused_in_one_line(text: str) -> None:
    Path("yorisoi.toml").write_text(text, encoding="utf-8")
    assert len(refusal().splitlines()) <= 1


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
)
SAID = st.text(st.characters(exclude_categories=()), max_size=40)
SYNTAX = st.sampled_from(["{", "}", "[" * 3000, '{"a":' * 2000, "```json", '"'])


@given(st.lists(SAID | JSON.map(json.dumps) | SYNTAX, max_size=5))
@example(['{"a": "\\ud800"}'])
def test_any_reply_holds_one_object_or_is_malformed(parts: list[str]) -> None:
    try:
        text = one_object("".join(parts), "fake:model")
    except MalformedReply:
        return
    assert isinstance(json.loads(text), dict)
    text.encode("utf-8")


@given(st.lists(SAID, max_size=6))
def test_pieces_of_text_are_well_formed_and_join_to_the_well_formed_whole(pieces: list[str]) -> None:
    characters = Characters()
    joined = "".join([*map(characters.of, pieces), characters.rest()])
    assert joined == well_formed("".join(pieces))
    joined.encode("utf-8")


@given(SAID | JSON.map(json.dumps) | st.integers(1, 3000).map(lambda deep: "[" * deep + "]" * deep))
def test_any_json_is_a_value_or_a_value_error(text: str) -> None:
    try:
        loads(text)
    except ValueError:
        return
    assert text.count("[") <= MOST_LEVELS or '"' in text or "," in text
