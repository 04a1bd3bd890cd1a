"""Whether a model's restatement keeps to what was said."""

from collections.abc import Sequence

from yorisoi.dialogue.gate import gate
from yorisoi.language import keywords, normal_form
from yorisoi.types import Language, Turn


def is_faithful(question: str, text: str, history: Sequence[Turn], language: Language) -> bool:
    """The proposed question keeps the utterance's key words, brings in none that nobody said, and stands alone."""
    said = normal_form(" ".join([text, *(turn.text + (turn.question or "") for turn in history)]))
    kept = normal_form(question)
    own = keywords(text, language)
    return (
        0 < len(question) <= 300
        and sum(key in kept for key in own) >= 0.6 * len(own)
        and all(key in said for key in keywords(question, language))
        and gate(question, language).standalone
    )
