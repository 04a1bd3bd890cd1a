"""Triples from a passage by the chat model, bound by a schema and held against the passage."""

from collections.abc import Sequence

from pydantic import BaseModel, Field, ValidationError

from yorisoi.errors import MalformedReply
from yorisoi.language import Pos, morphemes, normal_form
from yorisoi.language.packs import own_or_lent, pack_of
from yorisoi.ports import ChatModel, ChatRequest, Message
from yorisoi.types import Language, Passage, Triple

MOST = 8
"""Triples asked for of a passage."""
MAX_TOKENS = 400
_SURE = 0.7

_LONGEST = 30
"""Characters of a name; in languages without spaces a clause is longer.  Where space stands between words, and of a
relation, so many times as many."""
_SPACED = 3
_NO_NAME = frozenset((Pos.VERB, Pos.AUXILIARY, Pos.PRONOUN))


class _Fact(BaseModel):
    head: str
    relation: str
    tail: str


class _Facts(BaseModel):
    triples: list[_Fact] = Field(max_length=MOST)


async def extract_by_model(model: ChatModel, passage: Passage) -> list[Triple]:
    """The triples that the model finds, without those whose names do not stand in the passage.

    Raises MalformedReply, and what the model raises.
    """
    completion = await model.complete(request(passage))
    try:
        facts = _Facts.model_validate_json(completion.text)
    except ValidationError as error:
        raise MalformedReply(f"{completion.model}: no triples in the form asked for") from error
    return grounded(facts.triples, passage)


def instructions(language: Language) -> str:
    """The system's message for passages in a language."""
    return own_or_lent(language, lambda pack: pack.graph.extracting)


def request(passage: Passage) -> ChatRequest:
    """The call: fixed instructions, then the passage under its headings."""
    return ChatRequest(
        messages=(
            Message(role="system", content=instructions(passage.language)),
            Message(role="user", content=passage.in_context),
        ),
        max_tokens=MAX_TOKENS,
        schema=_Facts.model_json_schema(),
        schema_name="triples",
    )


def grounded(facts: Sequence[_Fact], passage: Passage) -> list[Triple]:
    """What the passage really names: a small model makes up the rest, or copies sentences."""
    text = normal_form(passage.in_context)
    found: dict[tuple[str, str, str], Triple] = {}
    for fact in facts:
        head, relation, tail = fact.head.strip(), fact.relation.strip(), fact.tail.strip()
        one, other = normal_form(head), normal_form(tail)
        named = _is_name(head, passage.language) and _is_name(tail, passage.language)
        if named and 0 < len(relation) <= _SPACED * _LONGEST and one != other and one in text and other in text:
            triple = Triple(head=head, relation=relation, tail=tail, confidence=_SURE)
            found.setdefault((one, normal_form(relation), other), triple)
    return list(found.values())


def _is_name(text: str, language: Language) -> bool:
    """Nouns, not a clause: small models like to copy half a sentence."""
    if not 0 < len(text) <= _LONGEST * (_SPACED if pack_of(language).analysis.spaced else 1):
        return False
    return not any(word.pos in _NO_NAME for word in morphemes(text, language))
