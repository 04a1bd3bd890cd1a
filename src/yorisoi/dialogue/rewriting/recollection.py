"""Names that slid out of the window: which older utterances a rewrite may look at."""

from collections.abc import Sequence

from yorisoi.dialogue.aspects import is_aspect
from yorisoi.language import noun_phrases
from yorisoi.types import Language, Recalled, Turn

_WHEN = frozenset(("前", "以前", "先日", "前回", "この前", "この間", "上次", "之前", "以前", "last time", "time"))


def older_questions(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What was asked in turns that are no longer looked back at, as it was understood, oldest first."""
    return tuple(turn.question for turn in turns if turn.speaker == "assistant" and turn.question)


def cue_to_memory(text: str, language: Language) -> str:
    """What to look for in memory: the things that the utterance names, without their sides.

    >>> cue_to_memory("前に聞いた休暇の申請方法は？", "ja")
    '休暇'
    """
    named = (phrase.text for phrase in noun_phrases(text, language))
    return " ".join(name for name in named if name not in _WHEN and not is_aspect(name, language))


def asked(recalled: Sequence[Recalled]) -> tuple[str, ...]:
    """What the user said of what was recalled, the likeliest last: a rewrite looks at the last first."""
    return tuple(each.episode.text for each in reversed(recalled) if each.episode.speaker == "user")
