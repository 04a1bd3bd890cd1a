"""What is still to be said of a text of which a part was streamed."""

import pytest

from yorisoi.server.rendering import rest


@pytest.mark.parametrize(
    ("final", "written", "expected"),
    [
        ("一つ。二つ。", "一つ。", "二つ。"),
        ("一つ。", "", "一つ。"),
        ("一つ。", "一つ。", ""),
        ("一つ [1]。二つ [2]。\n注意", "一つ。二つ。", "\n注意"),
        ("One [1]. Two.\n\nNote", "One. Two.", "\n\nNote"),
        ("お困りですね。\n一つ。二つ", "一つ。", "二つ"),
        ("まったく別の答え", "一つ。", "\n\nまったく別の答え"),
        ("一つ [1]", "一つ", " [1]"),
    ],
)
def test_the_rest_is_what_was_not_said_yet(final: str, written: str, expected: str) -> None:
    assert rest(final, written) == expected
