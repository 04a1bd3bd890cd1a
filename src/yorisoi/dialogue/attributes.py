"""What is known of the user that the documents care about: the office, the kind of employment.

The vocabulary comes from the documents themselves (`applies_to` in their front matter), so nothing about a company is
built in.  A value counts as mentioned when the text holds the value, or the part of it that no other value shares and
that names something by itself: 大阪 for 大阪支社.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from yorisoi.language import morphemes, normal_form
from yorisoi.types import Action, Document, Turn

Vocabulary = Mapping[str, tuple[str, ...]]
"""Attribute -> its values."""

_SELF = re.compile(
    r"^(?:私|わたし|僕|ぼく|俺|自分|当方)(?:は|の)|(?:に|で)(?:勤務|所属|働)|として(?:勤務|働)"
    r"|我是|我在|\bi am\b|\bi'm\b|\bi work\b|\bwe are\b"
)


def mentioned(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """Attributes whose value the text names; an attribute of which it names two values is left out."""
    normal = normal_form(text)
    found = {}
    for attribute, values in vocabulary.items():
        named = [value for value in values if any(name in normal for name in _names(value, values))]
        if len(named) == 1:
            found[attribute] = named[0]
    return found


def stated(text: str, vocabulary: Vocabulary) -> dict[str, str]:
    """Attributes that the user tells of oneself (「私は大阪支社の契約社員です」), to be kept."""
    return mentioned(text, vocabulary) if _SELF.search(normal_form(text)) else {}


def asked_for(history: Sequence[Turn]) -> str | None:
    """The attribute that the last turn asked the user for."""
    if not history or history[-1].action is not Action.ASK:
        return None
    return next((choice.attribute for choice in history[-1].choices if choice.attribute), None)


def conflicts(document: Document, known: Mapping[str, str]) -> bool:
    """The document holds for others than this user."""
    return any(known.get(attribute, value) != value for attribute, value in document.applies_to.items())


def unsettled(documents: Sequence[Document], known: Mapping[str, str]) -> str | None:
    """The attribute on which the documents differ and of which nothing is known; None when there is none.

    The documents come best first.  Only an attribute of the best one counts: if the best page holds for everyone, it
    answers, whatever the others say.
    """
    if not documents:
        return None
    for attribute in documents[0].applies_to:
        values = {document.applies_to[attribute] for document in documents if attribute in document.applies_to}
        if attribute not in known and len(values) > 1:
            return attribute
    return None


@lru_cache(maxsize=1024)
def _names(value: str, values: tuple[str, ...]) -> tuple[str, ...]:
    normal = normal_form(value)
    others = [normal_form(other) for other in values if other != value]
    parts = [
        word.normal
        for word in morphemes(normal, "ja")
        if word.pos == "proper" and len(word.normal) > 1 and not any(word.normal in other for other in others)
    ]
    return (normal, *parts)
