"""What was said before, as numbers: does it settle what an utterance leaves open, or is it about something else?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from yorisoi.dialogue.topics import GENERIC, about
from yorisoi.language import detect_language, normal_form
from yorisoi.types import Action, Hit, Language, Turn

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
_LOOKED_BACK = 2
"""Questions of the user whose words are the topic so far."""
_LONG = 60
"""Characters of an utterance that is as long as can be, in a conversation."""
_HOLDS_BOTH = 0.3
"""A passage holds topic and utterance from this product of their shares of words on."""

OF_WORDS = (
    *("in_conversation", "answers_us", "asked_in_a_row", "turns_before", "stands_alone", "continues", "says_nothing"),
    *("corrects", "thanks", "changes_topic", "length_in_conversation", "said_before", "new_words", "told_before"),
)
"""Signals of the words that were said, by name."""
_OF_PAGES = ("best_on_topic", "found_on_topic", "holds_both", "pages_with_both", "rank_with_both")


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


def conversation_signals(said: Conversation | None, hits: Sequence[Hit]) -> Mapping[str, float]:
    """Signal -> strength, 0..1; what they mean is told in docs/understanding.md.  All 0 where nothing was said before.

    Topic: the words of the user's last questions.  Where a page that the utterance found holds them too, the
    conversation has settled what it is about.
    """
    if said is None or not said.history:
        return dict.fromkeys((*OF_WORDS, *_OF_PAGES), 0.0)
    asked = [turn.text for turn in said.history if turn.speaker == "user"][-_LOOKED_BACK:]
    topic = list(dict.fromkeys(word for text in asked for word in _told(text, detect_language(text, said.language))))
    told = _told(said.text, said.language)
    return {**_words(said, told), **_pages(told, topic, hits)}


def _words(said: Conversation, told: Sequence[str]) -> dict[str, float]:
    normal = normal_form(said.text)
    before = normal_form(" ".join(turn.text for turn in said.history))
    last = said.history[-1]
    repeated = _share(told, before)
    values = (
        1.0,
        float(last.action is Action.ASK),
        min(asked_in_a_row(said.history), 3) / 3,
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
        min(len(_told(last.text, detect_language(last.text, said.language))), 6) / 6,
    )
    return dict(zip(OF_WORDS, values, strict=True))


def _pages(told: Sequence[str], topic: Sequence[str], hits: Sequence[Hit]) -> dict[str, float]:
    texts = [normal_form(hit.passage.in_context) for hit in hits]
    on_topic = [_share(topic, text) for text in texts]
    both = [share * _share(told, text) for share, text in zip(on_topic, texts, strict=True)]
    best = max(both, default=0.0)
    holding = {hit.passage.document.id for hit, share in zip(hits, both, strict=True) if share > _HOLDS_BOTH}
    values = (
        on_topic[0] if on_topic else 0.0,
        max(on_topic[:5], default=0.0),
        best,
        min(len(holding), 10) / 10,
        1 / (1 + both.index(best)) if best > _HOLDS_BOTH else 0.0,
    )
    return dict(zip(_OF_PAGES, values, strict=True))


def _told(text: str, language: Language) -> list[str]:
    return [word for word in about(text, language) if word not in GENERIC]


def _share(words: Sequence[str], text: str) -> float:
    return sum(word in text for word in words) / len(words) if words else 0.0


def asked_in_a_row(history: Sequence[Turn]) -> int:
    """How many times the user was asked back without an answer between."""
    asked = 0
    for turn in reversed([turn for turn in history if turn.speaker == "assistant"]):
        if turn.action is not Action.ASK:
            break
        asked += 1
    return asked
