"""The stretch of a passage that has most to do with what was asked."""

from collections.abc import Sequence

from yorisoi.dialogue.held import held
from yorisoi.language import normal_form, sentences
from yorisoi.language.plain import plain
from yorisoi.types import Passage


def excerpt(passage: Passage, keys: Sequence[str], characters: int) -> str:
    """The passage, or when it is too long the stretch from its sentence on that holds most of the key words."""
    text = plain(passage.text)
    if len(text) <= characters:
        return text
    parts = sentences(text, passage.language)
    start = max(range(len(parts)), key=lambda at: (held(keys, normal_form(parts[at])), -at))
    chosen = parts[start]
    for part in parts[start + 1 :]:
        if len(chosen) + len(part) > characters:
            break
        chosen += part
    return chosen.strip()[:characters]
