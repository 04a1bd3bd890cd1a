"""Feedback is explained in the user's language, whatever became of it."""

from datetime import UTC, datetime
from typing import get_args

import pytest

from yorisoi.dialogue.feedback.learning import Lesson, Why
from yorisoi.dialogue.feedback.learning_words import effect_in_words, kind_in_words
from yorisoi.language import detect_language
from yorisoi.types import Feedback, FeedbackKind, Language


@pytest.mark.parametrize("language", ["ja", "zh", "en"])
def test_every_kind_and_every_effect_has_words_of_its_own(language: Language) -> None:
    event = Feedback(kind="up", at=datetime(2026, 5, 1, tzinfo=UTC))
    lessons = [
        Lesson(event=event, pull=1.0, before=0.5, after=0.5, step=step, why=why)
        for why in get_args(Why)
        for step in ((0.1, -0.1) if why == "moved" else (0.0,))
    ]
    effects = [effect_in_words(lesson, language) for lesson in lessons]
    kinds = [kind_in_words(kind, language) for kind in get_args(FeedbackKind)]
    assert len(set(effects)) == len(lessons)
    assert len(set(kinds)) == len(get_args(FeedbackKind))
    assert {detect_language(effect, language) for effect in effects} == {language}


def test_where_the_language_is_not_known_it_is_english() -> None:
    assert kind_in_words("needless", "und") == kind_in_words("needless", "en")
