"""What was said before, as numbers: does it settle what an utterance leaves open, or is it about something else?"""

from collections.abc import Mapping, Sequence

from yorisoi.dialogue.conversation_words import OF_WORDS, Conversation, word_signals
from yorisoi.dialogue.topics import share, told_words
from yorisoi.language import detect_language, normal_form
from yorisoi.types import Hit

_LOOKED_BACK = 2
"""Questions of the user whose words are the topic so far."""
_HOLDS_BOTH = 0.3
"""A passage holds topic and utterance from this product of their shares of words on."""
_OF_PAGES = ("best_on_topic", "found_on_topic", "holds_both", "pages_with_both", "rank_with_both")


def conversation_signals(said: Conversation | None, hits: Sequence[Hit]) -> Mapping[str, float]:
    """Signal -> strength; what they mean is told in docs/understanding.md.  All 0 where nothing was said before.

    Topic: the words of the user's last questions.  Where a page that the utterance found holds them too, the
    conversation has settled what it is about.
    """
    if said is None or not said.history:
        return dict.fromkeys((*OF_WORDS, *_OF_PAGES), 0.0)
    asked = [turn.text for turn in said.history if turn.speaker == "user"][-_LOOKED_BACK:]
    topic = [word for text in asked for word in told_words(text, detect_language(text, said.language))]
    told = told_words(said.text, said.language)
    return {**word_signals(said), **_pages(told, list(dict.fromkeys(topic)), hits)}


def _pages(told: Sequence[str], topic: Sequence[str], hits: Sequence[Hit]) -> dict[str, float]:
    texts = [normal_form(hit.passage.in_context) for hit in hits]
    on_topic = [share(topic, text) for text in texts]
    both = [each * share(told, text) for each, text in zip(on_topic, texts, strict=True)]
    best = max(both, default=0.0)
    holding = {hit.passage.document.id for hit, each in zip(hits, both, strict=True) if each > _HOLDS_BOTH}
    values = (
        on_topic[0] if on_topic else 0.0,
        max(on_topic[:5], default=0.0),
        best,
        min(len(holding), 10) / 10,
        1 / (1 + both.index(best)) if best > _HOLDS_BOTH else 0.0,
    )
    return dict(zip(_OF_PAGES, values, strict=True))
