"""What an episode is found by: its words, and the text that is embedded."""

from yorisoi.language import analyse, detect_language
from yorisoi.language.packs import FIRST
from yorisoi.types import Episode, Language

USER, ASSISTANT = "user", "assistant"


def in_person(episode: Episode) -> str:
    """The text as it is indexed and embedded: after the name of the speaker, where there is one.

    Questions name people (「太郎さんは何を…」, "What did Jon…"), who hardly ever name themselves.
    """
    return f"{episode.speaker}: {episode.text}" if episode.speaker not in (USER, ASSISTANT) else episode.text


def words_of(episode: Episode, default: Language = FIRST) -> tuple[str, ...]:
    """The terms of an episode, repeated as often as they occur; `default` where its language cannot be told."""
    text = in_person(episode)
    return analyse(text, detect_language(episode.text, default)).words
