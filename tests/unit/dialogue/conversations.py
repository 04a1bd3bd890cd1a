"""Turns and hits by hand, for the rooms of the dialogue."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from yorisoi.dialogue.interpret.wording import Kind, Wording
from yorisoi.language import Utterance
from yorisoi.types import Action, Choice, Document, Hit, Language, LegRank, Passage, Turn

AT = datetime(2026, 4, 1, 9, tzinfo=UTC)


def ja(text: str) -> Utterance:
    return Utterance(text, "ja")


def said(text: str) -> Turn:
    return Turn(speaker="user", text=text, at=AT)


def answered(question: str | None, text: str = "次のように書かれています。") -> Turn:
    """Our answer to what was understood; to talk, where that is nothing."""
    return Turn(speaker="assistant", text=text, at=AT, action=Action.SEARCH, question=question)


def asked(question: str, text: str = "どの内容についてでしょうか。", choices: Sequence[Choice] = ()) -> Turn:
    """Our question back about what was understood."""
    return Turn(speaker="assistant", text=text, at=AT, action=Action.ASK, question=question, choices=tuple(choices))


def hit(
    number: int,
    title: str,
    *section: str,
    text: str = "本文",
    score: float = 1.0,
    source: str | None = None,
    language: Language = "ja",
    cosine: float | None = None,
    page: int | None = None,
    owner: str | None = None,
    **applies_to: str,
) -> Hit:
    """Passage `number` of page `page`, which is the same number unless it is given."""
    document = Document(
        id=page or number,
        source=source or f"{page or number}.md",
        title=title,
        language=language,
        owner=owner,
        applies_to=applies_to,
    )
    passage = Passage(id=number, document=document, position=0, section=section, text=text, language=language)
    legs = {} if cosine is None else {"vector": LegRank(rank=1, score=cosine)}
    return Hit(passage=passage, score=score, legs=legs)


def wording(
    kind: Kind = Kind.QUESTION,
    probability: float = 0.92,
    *,
    vague: float = -2.0,
    follows: float = 0.0,
    **near: Sequence[float],
) -> Wording:
    """Of this kind with this probability, of each other kind with an equal share of the rest."""
    rest = (1 - probability) / (len(Kind) - 1)
    kinds: Mapping[Kind, float] = {each: probability if each is kind else rest for each in Kind}
    return Wording(
        kinds=kinds,
        vague=vague,
        follows=follows,
        vague_beside=vague,
        follows_beside=follows,
        nearness=tuple(near.get("nearness", ())),
    )
