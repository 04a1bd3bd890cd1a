"""Which texts hold any of many words."""

from collections import defaultdict
from collections.abc import Hashable, Iterable

_GRAM, _STEP = 4, 5
"""Of a text every fifth run of four characters is looked at: of a word of eight characters or more one of its first
five runs is among them, wherever it stands.  1,000 words in 1,000 texts of 12,000 characters: 0.5 s, one `in` after the
other 2.1 s."""
SHORTEST = _GRAM + _STEP - 1


class Words:
    """Words that are looked for, and what was found; a text is looked through once."""

    def __init__(self, words: Iterable[str]) -> None:
        self._short: list[str] = []
        self._by_run: dict[str, list[str]] = defaultdict(list)
        for word in words:
            if len(word) < SHORTEST:
                self._short.append(word)
            else:
                for run in {word[at : at + _GRAM] for at in range(_STEP)}:
                    self._by_run[run].append(word)
        self._runs = frozenset(self._by_run)
        self.found: dict[Hashable, bool] = {}
        """Text, or what stands for a long one, to whether it holds any."""

    def held_by(self, text: str, name: Hashable = None) -> bool:
        """Whether the text holds any; `name` stands for it where it is too long to be kept."""
        key = text if name is None else name
        if key not in self.found:
            self.found[key] = self._held_by(text)
        return self.found[key]

    def _held_by(self, text: str) -> bool:
        if any(word in text for word in self._short):
            return True
        runs = self._runs.intersection(text[at : at + _GRAM] for at in range(0, len(text), _STEP))
        return any(word in text for word in {word for run in runs for word in self._by_run[run]})


class Search:
    """Looks for words in what is kept of a user, before a transaction and again within it.

    Within it (`again`) nothing is looked for that was not looked for before, and only in what was written since: others
    wait for the end of the transaction."""

    def __init__(self) -> None:
        self._known: dict[frozenset[str], Words] = {}
        self.again = False

    def of(self, words: Iterable[str]) -> Words:
        """Raises OtherWords: within the transaction, of words that were not looked for before it."""
        key = frozenset(words)
        if key not in self._known:
            if self.again:
                raise OtherWords
            self._known[key] = Words(key)
        return self._known[key]


class OtherWords(Exception):
    """What is to be looked for has changed since it was looked for."""
