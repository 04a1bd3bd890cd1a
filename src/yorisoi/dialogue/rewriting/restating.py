"""The conversation -> one question that can be searched for alone.

A rewrite must never harm an utterance that stands alone, so the gate decides first; and the raw utterance is searched
beside every rewrite (`queries`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from yorisoi.dialogue.cues import is_small_talk, looks_like_question, orders_an_answer_only
from yorisoi.dialogue.gate import Gate, gate
from yorisoi.dialogue.rewriting import chinese, english, japanese, replies
from yorisoi.dialogue.rewriting.context import Context
from yorisoi.dialogue.rewriting.faithful import is_faithful
from yorisoi.dialogue.rewriting.pending import joined, passes_all, pending_question, settled, with_choice
from yorisoi.language import detect_language, keywords, normal_form
from yorisoi.language.dates import with_dates
from yorisoi.types import Choice, Language, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """The question that was understood, and who worked it out."""

    question: str
    by: str
    """`unchanged`, `choice`, `resolver`, or the model's name."""
    queries: tuple[str, ...]
    """What to search: the question, and the raw utterance where it says something of its own."""


def rewrite(
    text: str,
    language: Language,
    gate: Gate,
    history: Sequence[Turn],
    choice: Choice | None = None,
    proposal: tuple[str, str] | None = None,
    *,
    recalled: Sequence[str] = (),
    now: datetime | None = None,
) -> Rewrite:
    """The standalone question.

    `proposal` is a model's (question, name), taken only when it keeps to what was said.  `recalled` are utterances from
    before the history, oldest first: older turns of the session, episodes; a name that is not found in the history is
    looked for there.  With `now` days and weeks that count from today are given their date, in what is rewritten.
    """
    pending = pending_question(history)
    if choice and pending:
        return _result(with_choice(pending, choice, language), "choice", "")
    if pending and passes_all(text, history):
        return _result(pending, "resolver", "")
    if history and orders_an_answer_only(text, language):
        return _result(pending or last_question(history, language, recalled) or text, "resolver", "")
    if pending:
        if _says_it_all(text, language, gate, pending) or _changes_language(text, language, gate, pending):
            return _result(text, "unchanged", text)
        if proposal and is_faithful(proposal[0], text, history, language):
            return _result(proposal[0], proposal[1], text)
        return _result(joined(pending, text, language), "resolver", text)
    if stated := _reply(text, language, history):
        return _result(stated, "resolver", text)
    if gate.standalone or not (history or recalled):
        return _result(text, "unchanged", text)
    if proposal and is_faithful(proposal[0], text, history, language):
        question, by = proposal
    else:
        question, by = resolve(text, context_of(history, language, recalled)), "resolver"
    return _result(with_dates(question, language, now) if now else question, by, text)


def resolve(text: str, context: Context) -> str:
    """The utterance with what it leaves to the conversation put back, by the rules of its language."""
    match context.language:
        case "ja":
            return japanese.resolve(text, context)
        case "zh":
            return chinese.resolve(text, context)
        case "en":
            return english.resolve(text, context)
    return text


def context_of(history: Sequence[Turn], language: Language, recalled: Sequence[str] = ()) -> Context:
    """The history with each of the user's questions as it was understood, or as the rules understand it now.

    What the assistant said in another language names nothing that the rules of this one could put in.
    """
    known = Context(language=language, recalled=tuple(recalled))
    for turn in history:
        if is_small_talk(turn.text, language):
            continue
        if turn.speaker == "assistant":
            if turn.question and known.questions:
                known = replace(known, questions=(*known.questions[:-1], settled(turn.question, language)))
            if detect_language(turn.text, language) == language:
                known = replace(known, turns=(*known.turns, turn))
            continue
        leans = bool(known.question) and not gate(turn.text, language).standalone
        asked = resolve(turn.text, known) if leans else turn.text
        known = replace(known, turns=(*known.turns, turn), questions=(*known.questions, asked))
    return known


def last_question(history: Sequence[Turn], language: Language, recalled: Sequence[str] = ()) -> str | None:
    return context_of(history, language, recalled).question


def _reply(text: str, language: Language, history: Sequence[Turn]) -> str | None:
    """What a reply to the assistant's own question states: 「はい」 to 「部屋は禁煙でよろしいですか」."""
    if language != "ja" or not history:
        return None
    asked = next((turn for turn in reversed(history) if turn.speaker == "assistant"), None)
    if asked is None or not replies.is_reply(asked.text, text):
        return None
    stated = replies.statement(asked.text, text)
    return stated if stated != text else None


def _says_it_all(text: str, language: Language, gate: Gate, pending: str) -> bool:
    """The reply is a full question about the pending one's topic: it needs nothing from it."""
    reply = normal_form(text)
    topic = keywords(pending, language)
    return gate.standalone and len(keywords(text, language)) > 1 and all(key in reply for key in topic)


def _changes_language(text: str, language: Language, gate: Gate, pending: str) -> bool:
    """A whole question in another language than the pending one's: who goes on about that stays in its language."""
    return gate.standalone and looks_like_question(text) and detect_language(pending, language) != language


def _result(question: str, by: str, raw: str) -> Rewrite:
    by = "unchanged" if question == raw and by == "resolver" else by
    return Rewrite(question=question, by=by, queries=tuple(dict.fromkeys(query for query in (question, raw) if query)))
