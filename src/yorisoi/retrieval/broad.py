"""Questions that no passage answers: what is all this about, what are the main things."""

from dataclasses import dataclass

from yorisoi.language import keywords, morphemes, normal_form
from yorisoi.language.packs import pack_of
from yorisoi.types import Language


@dataclass(frozen=True, slots=True)
class Survey:
    """What a broad question asks for."""

    subject: str
    """What it is about, as it was asked; empty: all documents."""
    changes: bool = False
    """It asks what has changed there."""


def survey(question: str, language: Language) -> Survey | None:
    """What is asked for where the question asks what documents are about, for the main things, or what has changed in
    something; else None.

    Which questions do is said by the language's patterns.  A subject is what is left of the key words without those
    that name documents or their parts: a handbook's rules on travel are about travel.
    """
    asks = pack_of(language).retrieval
    normal = normal_form(question)
    if change := asks.changes.search(normal):
        subject = _subject(f"{normal[: change.start()]} {normal[change.end() :]}", language)
        return Survey(subject, changes=True) if subject else None
    match = asks.contents.search(normal) or asks.survey.search(normal)
    return survey_of(question, language) if match else None


def survey_of(question: str, language: Language) -> Survey:
    """What is asked for by a question that is known to be broad."""
    return Survey(_subject(question, language))


def _subject(text: str, language: Language) -> str:
    holders = pack_of(language).retrieval.holders
    parts = [part for word in keywords(text, language) for part in word.split()]
    return " ".join(part for part in parts if not _is_holder(part, language, holders))


def _is_holder(part: str, language: Language, holders: frozenset[str]) -> bool:
    """A name of documents, or made of such names: 資料全体."""
    return part in holders or all({word.normal, word.base} & holders for word in morphemes(part, language))
