"""Names that slid out of the window: which older utterances a rewrite may look at."""

from collections.abc import Sequence

from yorisoi.dialogue.aspects import is_aspect
from yorisoi.language import noun_phrases
from yorisoi.memory.conversations import search_conversations
from yorisoi.memory.recall import RecallConfig
from yorisoi.types import Episode, Language, Turn

_MOST = 3


def older_questions(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What was asked in turns that are no longer looked back at, as it was understood, oldest first."""
    return tuple(turn.question for turn in turns if turn.speaker == "assistant" and turn.question)


def from_memory(text: str, language: Language, episodes: Sequence[Episode], config: RecallConfig) -> tuple[str, ...]:
    """What the user said in other conversations that the utterance may mean, the likeliest last.

    Found by words, since a rewrite comes before the search that embeds; the latest where no word is shared.
    """
    own = [episode for episode in episodes if episode.speaker == "user"]
    named = [phrase.text for phrase in noun_phrases(text, language) if not is_aspect(phrase.text, language)]
    found = search_conversations(own, None, " ".join(named), language, None, _MOST, config)
    return tuple(memory.episode.text for memory in reversed(found)) or tuple(episode.text for episode in own[-_MOST:])
