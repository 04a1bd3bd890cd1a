"""A question that was asked back about, and what completes it: a choice, a reply."""

import re
from collections.abc import Sequence

from yorisoi.dialogue.aspects import is_aspect
from yorisoi.dialogue.cues import looks_like_question
from yorisoi.dialogue.topics import as_written, told_words
from yorisoi.language import keywords, normal_form, noun_phrases
from yorisoi.language.kinds import kind_of
from yorisoi.types import Action, Choice, Language, Turn

_NONE = re.compile(
    r"(?:どれ|いずれ)(?:でも|も)(?:ない|ありません|違|ちが|なく)|(?:この中|その中|選択肢)に(?:は)?(?:ない|ありません)|^(?:違い|ちがい)ます"
    r"|^(?:その他|そのほか|それ以外|ほかの|他の)(?:です|こと|件|もの)?[。.!！]*$"
    r"|都不是|都不对|没有我(?:想|要)|^以上都不|^其他(?:的)?[。.!！]*$"
    r"|\bnone of (?:these|them|those|the above)\b|\bnot (?:on|in) the list\b"
    r"|^(?:none|neither|something else|other|another one)[.!]*$"
)


def pending_question(history: Sequence[Turn]) -> str | None:
    """The question that the user was just asked back about."""
    if history and history[-1].speaker == "assistant" and history[-1].action is Action.ASK:
        return history[-1].question
    return None


def passes_all(text: str, history: Sequence[Turn]) -> bool:
    """「どれでもない」: the user finds none of the choices that were just offered fitting."""
    if not history or not history[-1].choices or history[-1].action is not Action.ASK:
        return False
    return _NONE.search(normal_form(text).strip()) is not None


def with_choice(pending: str, choice: Choice, language: Language) -> str:
    """The theme of the question gives way to the choice: 休暇について教えて + 看護休暇 -> 看護休暇について教えて.

    A row of a FAQ is a question itself.
    """
    if choice.attribute is None:
        if "#" in choice.source:
            return choice.text
        told = told_words(pending, language)
        if len(told) == 1 and (theme := as_written(told[0], pending)) in pending:
            return pending.replace(theme, choice.text, 1)
        shared = [key for key in keywords(pending, language) if key in normal_form(choice.text)]
        if shared and (theme := max(shared, key=len)) in pending:
            return pending.replace(theme, choice.text, 1)
    return joined(pending, choice.text, language)


def joined(question: str, supplement: str, language: Language) -> str:
    """The question with what was added, in brackets behind it."""
    supplement = supplement.strip("。 ")
    return f"{question} ({supplement})" if language in ("en", "und") else f"{question}（{supplement}）"


def settled(question: str, language: Language) -> str:
    """The question without what `joined` put behind it; or about that, where it names a topic of its own that says more
    than the question's: 経費について（立替払いの精算） -> 立替払いの精算について."""
    match = _SUPPLEMENTED.fullmatch(question)
    if not match:
        return question
    bare, named = match["bare"], _CLOSING.sub("", match["supplement"])
    told = told_words(bare, language)
    theme = as_written(told[0], bare) if len(told) == 1 else ""
    phrases = noun_phrases(named, language)
    is_topic = bool(phrases) and named.endswith(phrases[-1].text) and not looks_like_question(named)
    if not theme or theme not in bare or len(named) <= len(theme) + 1 or not is_topic:
        return bare
    if is_aspect(named, language) or kind_of(phrases[-1].text, language) == "place":
        return bare
    return bare.replace(theme, named, 1)


_SUPPLEMENTED = re.compile(r"(?P<bare>.*?)\s*[（(](?P<supplement>[^（()）]*)[)）]")
_CLOSING = re.compile(r"(?:です|でお願いします|をお願いします|のことです|について)?[。.!！]*$")
