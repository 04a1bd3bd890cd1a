"""Settings for the other side of a comparison."""

import pytest

from yorisoi.errors import ConfigError
from yorisoi.server.side_by_side import changed, choosable, parsed
from yorisoi.settings import load_settings


def test_changes_are_values_of_their_settings_and_the_rest_stays() -> None:
    now = load_settings(search={"limit": 7})
    other = changed(now, parsed("search.fusion = rank\n\n turn.thresholds.ask=0.25\n"))
    assert (other.search.fusion, other.search.limit, other.turn.thresholds.ask) == ("rank", 7, 0.25)
    assert (now.search.fusion, now.turn) == (load_settings().search.fusion, load_settings().turn)
    assert other.server == now.server


def test_only_settings_of_search_and_turn_can_be_other_ones() -> None:
    assert {name.partition(".")[0] for name in choosable()} == {"search", "turn"}
    for name in ("home", "chat", "server.host", "openai.base_url", "search.nothing", "turn", "turn.max_characters"):
        with pytest.raises(ConfigError, match="no such setting"):
            changed(load_settings(), {name: "x"})


@pytest.mark.parametrize("change", [{"search.fusion": "magic"}, {"search.k": "-1"}, {"turn.max_ask_backs": "many"}])
def test_a_value_that_is_none_is_refused_by_the_settings_name(change: dict[str, str]) -> None:
    with pytest.raises(ConfigError):
        changed(load_settings(), change)


@pytest.mark.parametrize("line", ["search.fusion", "=rank", "search.fusion="])
def test_a_line_is_a_name_and_a_value(line: str) -> None:
    with pytest.raises(ConfigError, match="NAME=VALUE"):
        parsed(line)
