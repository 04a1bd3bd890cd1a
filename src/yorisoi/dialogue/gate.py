"""Is an utterance understandable alone?  Deterministic, so that clear questions are never touched by a rewrite."""

import re
from dataclasses import dataclass

from yorisoi.dialogue.topics import ASKING
from yorisoi.language import Morpheme, morphemes, normal_form
from yorisoi.types import Language


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Whether the utterance stands alone, and what says that it does not."""

    standalone: bool
    signals: tuple[str, ...] = ()
    """`demonstrative:それ`, `ellipsis`, `no-topic`, `continues:じゃあ`"""


_DEMONSTRATIVES: dict[Language, re.Pattern[str]] = {
    "ja": re.compile(
        r"これら?|それら?|あれ|その|この|あの|そこ|ここ|そちら|こちら|そっち|こっち|そう(?:いう|いった|した)|こう(?:いう|いった)"
        r"|そんな|こんな|同じ|上記|前述|先ほど|さっき|後者|前者"
    ),
    "zh": re.compile(r"它们?|他们?|她们?|这个?些?|那[个些]|其中?|该|上面|刚才|前者|后者"),
    "en": re.compile(
        r"\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|hers|there|same|former|latter)\b"
    ),
}
_EN_EXPLETIVE = re.compile(
    r"\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were)\b|\b(?:is|was) it (?:possible|ok|okay|allowed|true)\b"
    r"|\bthat (?:i|we|you|the|a|an)\b|\bhow long does it take\b"
)
_CONTINUES: dict[Language, re.Pattern[str]] = {
    "ja": re.compile(r"^(?:じゃあ?|では|それでは|それじゃあ?|ちなみに|あと|他に|ほかに|それと|で、|なら、?)"),
    "zh": re.compile(r"^(?:那么?|另外|还有|然后)"),
    "en": re.compile(r"^(?:and|but|then|what about|how about|what else|also)\b"),
}
_ELLIPSIS: dict[Language, re.Pattern[str]] = {
    "ja": re.compile(
        r"(?:は|って|なら|だと|の場合は?|では|の方は|のほうは|の時は|のときは)[?？。]*$|^(?:なぜ|どうして|いつ|どこ)[^、]{0,6}$"
    ),
    "zh": re.compile(r"(?:呢|的话)[?？。]*$|^为什么[?？]*$"),
    "en": re.compile(r"^(?:why|when|where|how|who|really|which one)\W*$"),
}
_POINTS_NOWHERE = {"他", "ほか", "まま", "都度", "際", "たび"}
_TOPICS = {"noun", "proper"}


def gate(text: str, language: Language) -> Gate:
    """Look for what points back: demonstratives, left-out topics, words that continue something.

    A long Japanese relative clause may hold a demonstrative that points inside the sentence; such a false alarm only
    costs a second search leg, since the raw utterance is searched as well.
    """
    normal = normal_form(text)
    words = morphemes(normal, language)
    signals = []
    if (pattern := _DEMONSTRATIVES.get(language)) and (found := _demonstrative(normal, words, language, pattern)):
        signals.append(f"demonstrative:{found}")
    if (pattern := _CONTINUES.get(language)) and (match := pattern.search(normal)):
        signals.append(f"continues:{match.group().strip('、 ')}")
    if (pattern := _ELLIPSIS.get(language)) and pattern.search(normal):
        signals.append("ellipsis")
    if not any(word.content and word.pos in _TOPICS and word.surface[0] not in ASKING for word in words):
        signals.append("no-topic")
    return Gate(standalone=not signals, signals=tuple(signals))


def _demonstrative(
    normal: str, words: tuple[Morpheme, ...], language: Language, pattern: re.Pattern[str]
) -> str | None:
    if language == "en":
        match = pattern.search(_EN_EXPLETIVE.sub(" ", normal))
        return match.group() if match else None
    # whole morphemes only (このたび), and not in 「その他」, which points nowhere
    following = [*(word.surface for word in words[1:]), ""]
    return next(
        (
            word.surface
            for word, after in zip(words, following, strict=True)
            if pattern.fullmatch(word.surface) and after not in _POINTS_NOWHERE
        ),
        None,
    )
