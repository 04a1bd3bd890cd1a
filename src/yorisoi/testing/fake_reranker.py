"""A fake reranker: counts shared characters."""

from collections.abc import Sequence
from itertools import pairwise

from yorisoi.errors import BackendError


class FakeReranker:
    """A fake Reranker for tests: knows no meaning; the same on every machine.

        score(q, p) = share of the character bigrams of q that stand in p too

    With `failing` every call raises that error.  Every call that reaches it is kept in `.calls`.
    """

    def __init__(self, *, name: str = "fake:shared-bigrams", failing: BackendError | None = None) -> None:
        self._name = name
        self._failing = failing
        self.calls: list[tuple[str, tuple[str, ...]]] = []

    @property
    def name(self) -> str:
        return self._name

    async def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        if not passages:
            return []
        self.calls.append((query, tuple(passages)))
        if self._failing is not None:
            raise self._failing
        return [shared_bigrams(query, passage) for passage in passages]


def shared_bigrams(query: str, passage: str) -> float:
    """Between 0 and 1: the share of the query's different bigrams that the passage has.

    >>> shared_bigrams("休暇の日数", "有給休暇の日数は二十日です")
    1.0
    >>> shared_bigrams("", "何か")
    0.0
    """
    wanted = set(pairwise(query))
    return len(wanted & set(pairwise(passage))) / len(wanted) if wanted else 0.0
