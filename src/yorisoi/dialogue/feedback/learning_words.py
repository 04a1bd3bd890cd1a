"""What became of an event of feedback, in one sentence of the user's language."""

from yorisoi.dialogue.feedback.learning import Lesson
from yorisoi.dialogue.phrases import phrases
from yorisoi.types import FeedbackKind, Language


def kind_in_words(kind: FeedbackKind, language: Language) -> str:
    return phrases(language).feedback[kind]


def effect_in_words(lesson: Lesson, language: Language) -> str:
    effect = lesson.why if lesson.why != "moved" else "less" if lesson.step > 0 else "more"
    return phrases(language).effects[effect]
