"""Every number that can be set has a range, and nan is in none."""

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from pydantic import BaseModel

from yorisoi.errors import ConfigError
from yorisoi.ranges import check_ranges, ranges, within
from yorisoi.settings import Settings, load_settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Small:
    share: float = within(0.5, 0, 1)
    count: int = within(3, 1, 10)
    free: float = 1.0

    def __post_init__(self) -> None:
        check_ranges(self)


def configs(kind: Any = Settings, prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Every config dataclass under the settings, by its dotted name."""
    if dataclasses.is_dataclass(kind):
        yield prefix, kind
        inner = {each.name: each.type for each in dataclasses.fields(kind)}
    elif isinstance(kind, type) and issubclass(kind, BaseModel):
        inner = {name: field.annotation for name, field in kind.model_fields.items()}
    else:
        inner = {}
    for name, each in inner.items():
        yield from configs(each, f"{prefix}.{name}" if prefix else name)


# The rooms of the dialogue are being rebuilt: what they let be set follows there.
RANGED = {
    f"{room}.{field.name}": ranges(kind).get(field.name)
    for room, kind in configs()
    if not kind.__module__.startswith("yorisoi.dialogue")
    for field in dataclasses.fields(kind)
    if field.type in (int, float)
}


@pytest.mark.parametrize(
    "given",
    [
        *({"share": value} for value in (float("nan"), float("inf"), -0.1, 1.1)),
        *({"count": value} for value in (0, 11, -5, 10**30)),
        {"free": float("nan")},
    ],
)
def test_a_number_off_its_range_is_refused_and_named(given: dict[str, float]) -> None:
    [name] = given
    with pytest.raises(ValueError, match=name):
        Small(**given)  # type: ignore[arg-type]


def test_both_ends_belong_to_a_range() -> None:
    assert (Small(share=0, count=10).share, Small(share=1, count=1).share) == (0, 1)


def test_every_number_has_a_range_that_holds_its_default() -> None:
    assert len(RANGED) > 40
    assert [name for name, found in RANGED.items() if found is None] == []


@pytest.mark.parametrize("name", RANGED)
def test_no_number_is_taken_off_its_range_from_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    low, high = RANGED[name] or (0, 0)
    for value in ("nan", "inf", str(low - 1), str(high * 10 + 1)):
        monkeypatch.setenv(f"YORISOI_{name.replace('.', '__').upper()}", value)
        with pytest.raises(ConfigError) as raised:
            load_settings()
        assert name.rpartition(".")[0] in str(raised.value)
        assert len(str(raised.value).splitlines()) == 1


@pytest.mark.parametrize("name", ["OPENAI__TIMEOUT_S", "LLAMA__TIMEOUT_S", "RERANK__TIMEOUT_S", "WEB__TIMEOUT_S"])
def test_no_time_is_endless(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("nan", "inf", "0", "1e9"):
        monkeypatch.setenv(f"YORISOI_{name}", value)
        with pytest.raises(ConfigError, match="timeout_s"):
            load_settings()


def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "yorisoi.toml").mkdir()  # as root there is no file that cannot be opened
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("pathlib.Path.is_file", lambda _: True)
    with pytest.raises(ConfigError, match=r"yorisoi\.toml cannot be read"):
        load_settings()
