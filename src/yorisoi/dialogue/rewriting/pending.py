"""A question that was asked back about, and what completes it: a choice, a reply."""

import re
from collections.abc import Sequence

from yorisoi.language import keywords, normal_form
from yorisoi.types import Action, Choice, Language, Turn


def pending_question(history: Sequence[Turn]) -> str | None:
    """The question that the user was just asked back about."""
    if history and history[-1].speaker == "assistant" and history[-1].action is Action.ASK:
        return history[-1].question
    return None


def with_choice(pending: str, choice: Choice, language: Language) -> str:
    """The theme of the question gives way to the choice: 休暇について教えて + 看護休暇 -> 看護休暇について教えて."""
    if choice.attribute is None:
        shared = [key for key in keywords(pending, language) if key in normal_form(choice.text)]
        if shared and (theme := max(shared, key=len)) in pending:
            return pending.replace(theme, choice.text, 1)
    return joined(pending, choice.text, language)


def joined(question: str, supplement: str, language: Language) -> str:
    """The question with what was added, in brackets behind it."""
    supplement = supplement.strip("。 ")
    return f"{question} ({supplement})" if language in ("en", "und") else f"{question}（{supplement}）"


def without_supplement(question: str) -> str:
    """The question without what `joined` put behind it."""
    return re.sub(r"\s*[（(][^（()）]*[)）]$", "", question)
