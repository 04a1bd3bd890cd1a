"""docs/settings.md and the settings agree, both ways."""

import re
from pathlib import Path

import pytest

from yorisoi.settings import Settings, load_settings, names

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text()
ROW = re.compile(r"^\| `([a-z_.0-9]+)` \| `([A-Z_0-9]+)` \| (.+?) \| (.+) \|$", re.M)
DOCUMENTED = {name: (variable, default, text) for name, variable, default, text in ROW.findall(PAGE)}


def default_of(name: str) -> str:
    value: object = Settings()
    for part in name.split("."):
        value = getattr(value, part)
    return "not set" if value is None else f"`{value}`"


def test_every_setting_is_documented() -> None:
    assert [name for name in names() if name not in DOCUMENTED] == []


def test_every_documented_setting_exists() -> None:
    assert sorted(set(DOCUMENTED) - set(names())) == []


def test_no_setting_is_documented_twice() -> None:
    assert len(ROW.findall(PAGE)) == len(DOCUMENTED)


@pytest.mark.parametrize("name", names())
def test_the_documented_default_is_the_default(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # away from a developer's own yorisoi.toml
    assert DOCUMENTED[name][1] == default_of(name)


@pytest.mark.parametrize("name", names())
def test_the_documented_variable_sets_the_setting(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    value = default_of(name).strip("`")
    monkeypatch.setenv(DOCUMENTED[name][0], "something" if value == "not set" else value)
    load_settings()  # refuses variables that it does not know


def test_the_example_file_is_valid_and_takes_effect(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    example = re.search(r"```toml\n(.*?)```", PAGE, re.S)
    assert example
    (tmp_path / "yorisoi.toml").write_text(example[1])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("YORISOI_CONFIG", "yorisoi.toml")
    assert load_settings().search.neighbours_after == 1


def test_the_example_environment_is_valid_and_takes_effect(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    exports = re.findall(r"^export (YORISOI_\w+)=(\S+)$", PAGE, re.M)
    assert exports
    monkeypatch.chdir(tmp_path)
    for variable, value in exports:
        monkeypatch.setenv(variable, value)
    assert load_settings().search.neighbours_after == 1
