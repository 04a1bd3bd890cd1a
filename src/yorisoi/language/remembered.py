"""What is worked out of short texts is remembered: titles and what is asked come many times, passages do not."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import TypeVar

from yorisoi.types import Language

T = TypeVar("T")
Of = Callable[[str, Language], T]

_SHORT = 200
"""Characters."""


def remembered(most: int) -> Callable[[Of[T]], Of[T]]:
    """Decorates what is worked out of a text and its language: of so many short texts, those that were asked for last,
    it is done once."""

    def of(call: Of[T]) -> Of[T]:
        known = lru_cache(maxsize=most)(call)

        @wraps(call)
        def answer(text: str, language: Language) -> T:
            return known(text, language) if len(text) <= _SHORT else call(text, language)

        return answer

    return of
