"""What the words of a conversation say of an utterance in it, as numbers: what was said before, and how this follows.

All of it is weak evidence: cues in normal form, and the wording of what the user asked before.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from yorisoi.dialogue.topics import share, told_words
from yorisoi.dialogue.wording import wording_signals
from yorisoi.language import detect_language, normal_form
from yorisoi.types import Action, Language, Turn

_SAYS_NOTHING = re.compile(
    r"うーん|ええと|えっと|わから|分から|どっちでも|どちらでも|なんでも|何でも|特に|全部|ひととおり|一通り|まだ|とくに|なんとなく"
    r"|说不清|不知道|都行|随便|不确定"
    r"|not sure|no idea|either|whatever|anything|i guess|dunno|don.t know|not really"
)
_CORRECTS = re.compile(r"じゃなく|ではなく|違い|違う|そうじゃ|不是|no,|not that|actually")
_THANKS = re.compile(
    r"^(?:ありがと|わかりました|分かりました|了解|なるほど|どうも|助かり|承知|よかった"
    r"|谢谢|好的|明白|thanks|thank you|ok|got it|great)"
)
_CHANGES_TOPIC = re.compile(
    r"ところで|別件|別の|話は変わ|次に|もう一つ|もうひとつ|ついでに|あと[、,]|それと|雑談"
    r"|另外|还有|对了|顺便|one more|another|by the way|also"
)
_WANTS_MORE = re.compile(
    r"もっと|続き|詳しく|くわしく|ほかに|他に|もう少し|もうちょっと|全部|一覧|ひととおり|一通り|並べ|继续|还有|详细|\bmore\b"
)
_IT_DEPENDS = re.compile(
    r"によ(?:って|り|る)|ごと(?:に|の)|次第|異な|違い(?:ます|があ)|違う|さまざま|様々|いろいろ|など(?:が|の|、|で)"
    r"|取决于|不同|而异|depend|\bvar(?:y|ies)|differ|several|various"
)
_AGREES = ("はい", "いいえ", "yes", "no", "是", "对")
_ASKED = re.compile(r"か[。？?]?$|[?？]$|は$|何|いつ|どこ|どう|how|what|吗|多少")
_LONG, _LONG_BEFORE = 60, 40
"""Characters of an utterance that is as long as can be: this one, the one before it."""
_ANSWER_BEGINS = 120
"""Characters of an answer in which it is looked for whether it depends: long ones hold every word."""

_WORDING = tuple(wording_signals("", "ja"))
OF_WORDS = (
    *("in_conversation", "answers_us", "asked_in_a_row", "turns_before", "stands_alone", "continues", "says_nothing"),
    *("corrects", "thanks", "changes_topic", "length_in_conversation", "said_before", "new_words", "told_before"),
    *("wants_more", "it_depended", "figure_told", "agreed", "asked_before", "length_before"),
    *(f"before_{name}" for name in _WORDING),
)
"""Signals of the words that were said, by name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """An utterance as it was spoken, and what was said before it."""

    text: str
    language: Language
    history: Sequence[Turn]
    standalone: bool
    """By the gate."""
    resolved: bool
    """What it left out was found in the history."""


def word_signals(said: Conversation) -> Mapping[str, float]:
    """Signal -> strength, 0..1 but for some of the wording; for a conversation with a history."""
    asked = [turn.text for turn in said.history if turn.speaker == "user"]
    return dict(
        zip(OF_WORDS, (*_standing(said), *_answered(said, asked[-1] if asked else ""), *_wording(asked)), strict=True)
    )


def _standing(said: Conversation) -> Sequence[float]:
    """Where the conversation stands, and how the utterance follows."""
    normal = normal_form(said.text)
    told = told_words(said.text, said.language)
    last = said.history[-1]
    repeated = share(told, normal_form(" ".join(turn.text for turn in said.history)))
    return (
        1.0,
        float(last.action is Action.ASK),
        min(len(asked_in_a_row(said.history)), 3) / 3,
        min(sum(turn.speaker == "user" for turn in said.history), 4) / 4,
        float(said.standalone),
        float(said.resolved),
        float(_SAYS_NOTHING.search(normal) is not None),
        float(_CORRECTS.search(normal) is not None),
        float(_THANKS.search(normal) is not None),
        float(_CHANGES_TOPIC.search(normal) is not None),
        min(len(normal), _LONG) / _LONG,
        repeated,
        1 - repeated if told else 0.0,
        min(len(told_words(last.text, detect_language(last.text, said.language))), 6) / 6,
        float(_WANTS_MORE.search(normal) is not None),
    )


def _answered(said: Conversation, asked: str) -> Sequence[float]:
    """What became of the question before: an answer that leaves it open leaves open what follows."""
    last = said.history[-1]
    answer = normal_form(last.text)[:_ANSWER_BEGINS] if last.speaker == "assistant" else ""
    before = normal_form(asked)
    return (
        float(_IT_DEPENDS.search(answer) is not None),
        float(any(letter.isdigit() for letter in answer)),
        float(answer.startswith(_AGREES)),
        float(_ASKED.search(before) is not None),
        min(len(before), _LONG_BEFORE) / _LONG_BEFORE,
    )


def _wording(asked: Sequence[str]) -> Sequence[float]:
    """Of all that the user said before, read as one: how much it left open."""
    text = " ".join(asked)
    return tuple(wording_signals(text, detect_language(text, "ja")).values())


def asked_in_a_row(history: Sequence[Turn]) -> list[Turn]:
    """The questions back since the last answer, the latest first."""
    ours = reversed([turn for turn in history if turn.speaker == "assistant"])
    return list(takewhile(lambda turn: turn.action is Action.ASK, ours))
