"""How much an utterance tells about the person who said it, 1..10, without a model."""

from yorisoi.language import normal_form
from yorisoi.language.packs import pattern_of_all

_about_oneself = pattern_of_all(lambda pack: pack.memory.about_oneself)
_feels = pattern_of_all(lambda pack: pack.memory.feels)
_decides = pattern_of_all(lambda pack: pack.memory.decides)
_dated = pattern_of_all(lambda pack: pack.memory.dated)
_NEWS = 2


def importance(text: str, *, news: bool = False) -> int:
    """1 for a bare remark; more for what is personal, felt, decided, dated, or tells something new of the person.

    Generative Agents ask a model for "the likely poignancy"; these kinds are what such a model rewards in talk.
    """
    normal = normal_form(text)
    weights = ((_about_oneself, 3), (_feels, 2), (_decides, 3), (_dated, 1))
    told = sum(weight for pattern, weight in weights if pattern().search(normal))
    return min(10, 1 + told + _NEWS * news)
