"""A passage that is too long to be read beside a question, as parts that are not."""

from collections.abc import Callable

from yorisoi.language import detect_language, sentences

_LEAST = 40
"""Tokens of a part, however long the headings are."""


def parts(passage: str, room: int, size: Callable[[str], int]) -> list[str]:
    """Parts of whole sentences, each below the passage's first line, which is what it is called (`types.in_context`).

    A part has `room` tokens at most, as `size` counts them, or is a single sentence; it begins with the last sentence
    of the one before where that takes less than half of it, since 「その場合」 points there.
    """
    if size(passage) <= room:
        return [passage]
    called, _, text = passage.partition("\n")
    room = max(_LEAST, room - size(called))
    made: list[list[str]] = [[]]
    taken = 0
    for sentence in sentences(text, detect_language(text)):
        tokens = size(sentence)
        if made[-1] and taken + tokens > room:
            last = made[-1][-1]
            repeated = [last] if size(last) < room / 2 and size(last) + tokens <= room else []
            made.append(repeated)
            taken = sum(map(size, repeated))
        made[-1].append(sentence)
        taken += tokens
    return [f"{called}\n{''.join(part)}" for part in made]
