"""Bigrams that every other passage has are not asked for beside words."""

from pathlib import Path

import pytest

from yorisoi.backends.search import words
from yorisoi.backends.search.embedded import EmbeddedIndex
from yorisoi.change_ports import Position
from yorisoi.ports import Terms
from yorisoi.testing.index import ALL, passage


@pytest.mark.parametrize(("share", "most"), [(0.05, 2000), (1.0, 250)])
async def test_a_common_bigram_is_asked_for_only_when_there_is_no_word(
    share: float, most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Common by its share of all passages, or by their number."""
    monkeypatch.setattr(words, "_COMMON", share)
    monkeypatch.setattr(words, "_MANY", most)
    index = EmbeddedIndex(tmp_path)
    puts = [passage(n, bigrams="です") for n in range(300)]
    await index.apply([*puts, passage(300, "休暇", bigrams="休暇 です")], [], Position(1))
    assert await index.by_words(Terms(words=("休暇",), bigrams=("休暇", "です")), 5, ALL) == await index.by_words(
        Terms(words=("休暇",), bigrams=("休暇",)), 5, ALL
    )
    assert len(await index.by_words(Terms(words=(), bigrams=("です",)), 500, ALL)) == 301


async def test_in_a_small_store_no_bigram_is_common(tmp_path: Path) -> None:
    index = EmbeddedIndex(tmp_path)
    await index.apply([passage(n, "休暇", bigrams="です") for n in range(20)], [], Position(1))
    with_bigram = await index.by_words(Terms(words=("休暇",), bigrams=("です",)), 1, ALL)
    without = await index.by_words(Terms(words=("休暇",)), 1, ALL)
    assert with_bigram[0][1] > without[0][1]
