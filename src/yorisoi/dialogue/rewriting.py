"""The conversation -> one question that can be searched for alone.

A rewrite must never harm an utterance that stands alone, so the gate decides first; and the raw utterance is searched
beside every rewrite (`queries`).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from yorisoi.dialogue.cues import wants_an_answer_now
from yorisoi.dialogue.gate import Gate
from yorisoi.language import keywords, normal_form, noun_phrases
from yorisoi.types import Action, Choice, Language, Turn

_SHORT = re.compile(
    r"(?:では|じゃあ?|それでは|あと|ちなみに)?、?(?P<named>[^、。はがをにで？?]{1,20}?)"
    r"(?:(?P<case>の場合|だと|なら|の方|のほう)は?|は|って)[？?。]*"
)
_ASPECTS = (
    *(
        "方法",
        "手順",
        "手続き",
        "申請",
        "期限",
        "期間",
        "条件",
        "対象",
        "日数",
        "金額",
        "上限",
        "書類",
        "理由",
        "担当",
        "連絡先",
    ),
    *("窓口", "場所", "時間", "費用", "例外", "種類", "頻度", "回数", "単位", "給与", "詳細"),
)
"""Sides that any topic has."""


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
) -> Rewrite:
    """The standalone question.  `proposal` is a model's (question, name), taken only when it keeps to what was said."""
    pending = _pending(history)
    if choice and pending:
        return _result(_with_choice(pending, choice, language), "choice", "")
    if history and wants_an_answer_now(text) and not noun_phrases(text, language):
        return _result(pending or _last_question(history) or text, "resolver", "")
    if not history or (gate.standalone and not pending) or (pending and _says_it_all(text, language, gate, pending)):
        return _result(text, "unchanged", text)
    if proposal and is_faithful(proposal[0], text, history, language):
        return _result(proposal[0], proposal[1], text)
    return _result(_resolve(text, language, history, pending), "resolver", text)


def is_faithful(question: str, text: str, history: Sequence[Turn], language: Language) -> bool:
    """The proposed question keeps the utterance's key words and brings in none that nobody said."""
    said = normal_form(" ".join([text, *(turn.text + (turn.question or "") for turn in history)]))
    kept = normal_form(question)
    own = keywords(text, language)
    return (
        0 < len(question) <= 300
        and sum(key in kept for key in own) >= 0.6 * len(own)
        and all(key in said for key in keywords(question, language))
    )


def _result(question: str, by: str, raw: str) -> Rewrite:
    return Rewrite(question=question, by=by, queries=tuple(dict.fromkeys(query for query in (question, raw) if query)))


def _pending(history: Sequence[Turn]) -> str | None:
    """The question that the user was just asked back about."""
    if history and history[-1].speaker == "assistant" and history[-1].action is Action.ASK:
        return history[-1].question
    return None


def _with_choice(pending: str, choice: Choice, language: Language) -> str:
    """The theme of the question gives way to the choice: 休暇について教えて + 看護休暇 -> 看護休暇について教えて."""
    if choice.attribute is None:
        shared = [key for key in keywords(pending, language) if key in normal_form(choice.text)]
        if shared and (theme := max(shared, key=len)) in pending:
            return pending.replace(theme, choice.text, 1)
    return _joined(pending, choice.text, language)


def _says_it_all(text: str, language: Language, gate: Gate, pending: str) -> bool:
    """The reply is a full question about the pending one's topic: it needs nothing from it."""
    reply = normal_form(text)
    topic = keywords(pending, language)
    return gate.standalone and len(keywords(text, language)) > 1 and all(key in reply for key in topic)


def _resolve(text: str, language: Language, history: Sequence[Turn], pending: str | None) -> str:
    if pending:
        return _joined(pending, text, language)
    topic = _topic(history, language)
    if not topic:
        return text
    if language == "ja":
        return _resolve_japanese(text, topic, _last_question(history) or topic)
    if language == "zh":
        resolved, replaced = re.subn(r"它们?|这个|那个|其(?!他|它|实)", topic, text, count=1)
        return resolved if replaced else f"{topic}，{text}"
    resolved, replaced = re.subn(r"\b(?:it|they|them|this|that|these|those)\b", topic, text, count=1, flags=re.I)
    return resolved if replaced else f"{text.rstrip('?. ')} ({topic})"


def _resolve_japanese(text: str, topic: str, before: str) -> str:
    """こそあど give way to the topic; a left-out topic or predicate comes from the question before.

    「大阪の場合は？」 keeps the question; 「申請方法は？」 asks for another side of the topic; 「年次有給休暇は？」
    after 「夏季休暇は何日ですか」 asks the same of its sibling; any other 「Xは？」 is a topic of its own.
    """
    resolved, replaced = re.subn(r"(?:その|この|あの)(?!他|ほか|まま|後|時)", f"{topic}の", text, count=1)
    if not replaced:
        resolved, replaced = re.subn(r"それ(?!で|から|ぞれ)|これ(?!で|から)|あれ|そちら|こちら", topic, text, count=1)
    if replaced:
        return resolved
    if match := _SHORT.fullmatch(text.strip()):
        named, case = match["named"], match["case"]
        if case:
            return _joined(before, f"{named}の場合", "ja")
        if named.endswith(_ASPECTS):
            return f"{topic}の{text}"
        return before.replace(topic, named, 1) if _same_kind(named, topic) else text
    return f"{topic}について、{text}"


def _same_kind(one: str, other: str) -> bool:
    """Compounds with the same head: 年次有給休暇 and 夏季休暇."""
    return one != other and one[-2:] == other[-2:]


def _last_question(history: Sequence[Turn]) -> str | None:
    """Without what was added in brackets when it was asked back about."""
    question = next((turn.question for turn in reversed(history) if turn.question), None)
    return question and re.sub(r"\s*[（(][^（()）]*[)）]$", "", question)


def _topic(history: Sequence[Turn], language: Language) -> str | None:
    """What the conversation is about: the longest noun phrase of the last question that was understood."""
    for turn in reversed(history):
        question = turn.question if turn.speaker == "assistant" else turn.text
        if question and (phrases := noun_phrases(question, language)):
            return max((phrase.text for phrase in phrases), key=len)
    return None


def _joined(question: str, supplement: str, language: Language) -> str:
    supplement = supplement.strip("。 ")
    return f"{question} ({supplement})" if language in ("en", "und") else f"{question}（{supplement}）"
