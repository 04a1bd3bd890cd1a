"""What is answered when something goes wrong, in the language that the client accepts."""

import pytest
from starlette.requests import HTTPConnection

from yorisoi.server.errors import language_of


def accepting(languages: str) -> HTTPConnection:
    return HTTPConnection({"type": "http", "headers": [(b"accept-language", languages.encode())]})


@pytest.mark.parametrize(
    ("languages", "taken"),
    [
        ("ja", "ja"),
        ("en;q=0.5, zh-CN;q=0.8", "zh"),
        ("zh;q=0, ja;q=0.1", "ja"),
        ("ja;q=1., en", "ja"),
        ("tlh", "en"),
        ("", "en"),
        ("ja;q=., zh;q=1", "zh"),
        ("ja;q=1.1.1, zh;q=9, en;q=.", "en"),
    ],
)
def test_the_language_is_the_first_that_is_known_and_nonsense_counts_for_nothing(languages: str, taken: str) -> None:
    assert language_of(accepting(languages)) == taken
