"""「有休は何日？」「産休は？」: the bare name of another thing of the same kind takes the place of the first.

Of the same kind is what the embedding model holds for nearly the same: 有休 and 産休, 年假 and 病假, Monday and
Sunday.  A name that is not (「社員総会はいつ？」「司会は？」) is another side of the topic, and stands behind it.
"""

from collections.abc import Sequence
from typing import Final

from yorisoi.dialogue.interpret.correction import TIMES
from yorisoi.dialogue.patterns import patterns
from yorisoi.errors import BackendError
from yorisoi.language import Utterance, normal_form, noun_phrases
from yorisoi.ports import Embedder
from yorisoi.types import Language

_SAME_KIND: Final = 0.885
"""Cosine of e5 from which two names are of one kind: of 20 pairs of a thing and a side of it none reached it, of 25
pairs of things of a kind 8 did.  The others are searched beside what was said, as any topic that goes on."""

_MOST: Final = 20
"""Things of a topic that are looked at, its first."""


async def with_another(words: Sequence[str], said: Utterance, embedder: Embedder | None) -> str | None:
    """The words of a topic with the thing that the utterance names instead; None where it names none or no such."""
    found = patterns(said.language).names_another.search(said.text.strip())
    if embedder is None or found is None:
        return None
    topic = " ".join(words)
    named, things = _things(found["new"], said.language), _things(topic, said.language)[:_MOST]
    if not named or not things or normal_form(named[0]) in normal_form(topic):
        return None
    try:
        new, *known = await embedder.embed_queries([named[0], *things])
    except BackendError:
        return None
    cosines = [float(new @ each) for each in known]
    best = max(range(len(things)), key=cosines.__getitem__)
    return topic.replace(things[best], named[0], TIMES) if cosines[best] >= _SAME_KIND else None


def _things(text: str, language: Language) -> list[str]:
    return [phrase.text for phrase in noun_phrases(text, language)]
