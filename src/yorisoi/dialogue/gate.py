"""Is an utterance understandable alone?  Deterministic, so that clear questions are never touched by a rewrite."""

import re
from dataclasses import dataclass

from yorisoi.dialogue.aspects import is_aspect
from yorisoi.dialogue.before import speaks_of_before
from yorisoi.dialogue.cues import looks_like_question
from yorisoi.dialogue.topics import ASKING
from yorisoi.language import Morpheme, Pos, morphemes, normal_form
from yorisoi.language.kinds import kind_of
from yorisoi.language.packs.en.chunks import chunks, points_inside
from yorisoi.language.packs.en.word_classes import ADJECTIVES, GENERIC
from yorisoi.language.phrases import phrases_of
from yorisoi.language.scripts import hiragana
from yorisoi.types import Language


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Whether the utterance stands alone, and what says that it does not."""

    standalone: bool
    signals: tuple[str, ...] = ()
    """`demonstrative:それ`, `ellipsis`, `no-topic`, `side-only` (申請の期限は), `case-only` (パートでも取れますか),
    `before` (前に聞いた休暇),
    `continues:じゃあ`"""


DEMONSTRATIVES: dict[Language, re.Pattern[str]] = {
    "ja": re.compile(
        r"これら?|それら?|あれ|その|この|あの|そこ|ここ|あそこ|そちら|こちら|そっち|こっち|そう(?:いう|いった|した)"
        r"|こう(?:いう|いった)|そんな|こんな|同じ|上記|前述|先ほど|さっき|後者|前者|彼ら?|彼女ら?"
    ),
    "zh": re.compile(r"它们?|他们?|她们?|这个?些?|那[个些]|那[里儿边]|这[里儿边]|其中?|该|上面|刚才|前者|后者"),
    "en": re.compile(
        r"\b(?:it|its|they|them|their|this|that|these|those|he|she|him|her|his|hers|there|same|former|latter"
        r"|(?:a|an|the|which|another|new|other)(?: [a-z-]+)? ones?)\b"
    ),
}
_EN_EXPLETIVE = re.compile(
    r"\b(?:is|are|was|were) there\b|\bthere (?:is|are|was|were)\b|\b(?:is|was|would|will) it (?:[a-z]+ly )?(?:possible"
    r"|ok|okay|allowed|true|safe|legal|necessary|better|worth|likely|important|easy|hard|difficult|normal|common)"
    r"\b(?= (?:to|that|for|if|when)\b)|\bthat (?:i|we|you|the|a|an)\b|\bdoes it take\b(?= .*\bto\b)|\bwhat time is it\b"
    r"|\b(?:this|that) (?:year|month|week|morning|afternoon|evening|spring|summer|autumn|fall|winter|quarter)\b"
    r"|^(?:hi|hello|hey|dear) there\b|\bthe same (?:day|time|way)\b|\bone of\b"
)
_CONTINUES: dict[Language, re.Pattern[str]] = {
    "ja": re.compile(r"^(?:じゃあ?|では|それでは|それじゃあ?|ちなみに|あと|他に|ほかに|それと|で、|なら、?)"),
    "zh": re.compile(r"^(?:那么?|另外|还有|然后)"),
    "en": re.compile(r"^(?:and|but|then|what about|how about|what else|also)\b"),
}
_ELLIPSIS: dict[Language, re.Pattern[str]] = {
    "ja": re.compile(
        r"^[^、。がをにで]{1,24}?(?:は|って|なら|だと|も|でも|の場合は?|の方は|のほうは|の時は|のときは)"
        r"(?:、?(?:どう|同じ|いかが)(?:です|でしょう|なります|なの)?(?:か|なの)?)?[?？。]*$"
        r"|の場合は?[?？。]*$|^[^、。はを]{1,16}?(?:の(?:とき|時|場合)|だと|からだと|であれば)は?、?(?:何|いくら|どう|いつ|誰|どこ)[^、。はを]*$"
        r"|^[^、。はがを]{1,12}(?:でも|にも|も(?!う|ら|っと|し|ちろん))(?:[^、。はがを]{2,16})[?？。]*$|(?:ると|たら|れば)[?？]$"
        r"|^(?:もし)?(?:[^はがを、]{0,8}(?:忘れ|終わっ|終え|過ぎ|余っ|残っ|残し|足りなかっ|なくし|失敗し|間に合わなかっ|使い切っ|され"
        r"|されなかっ|撤回し|欠席し|キャンセルし|取り消し)|[0-9,]+[^はが、]{0,6}を超え)(?:たら|れば|た場合)[^はが]*$|^(?:なぜ|どうして|いつ|どこ)[^、]{0,6}$"
    ),
    "zh": re.compile(r"^[^，。吗么哪谁怎几]{1,12}(?:呢|的话)[?？。]*$|^为什么[?？]*$"),
    "en": re.compile(r"^(?:why|when|where|how|who|really|which one)\W*$"),
}
_POINTS_NOWHERE = _words(
    "他 ほか まま 都度 際 たび 会社 部署 チーム 組織 法人 団体 サイト ページ ハンドブック 文書 国 業界 先 頃 ごろ"
    " 夏 冬 春 秋"
)
"""Behind a demonstrative: その他, この会社, ここ数か月."""
_TOPICS = {"noun", "proper"}
_BREAKS = {"、", "。", "ので", "けど", "が", "，", ",", "?", "？"}
_NO_THING = {"場合", "方", "時", "際", "件"}
_LIGHT: dict[Language, frozenset[str]] = {
    "ja": _words(
        """
        取る 取れる 出す 出せる 使う 使える 要る 必要 受ける 受けられる 掛かる かかる 変わる 違う 決まる 始まる
        終わる 聞く 教える 知る 分かる 申請 利用 取得 提出 連絡 相談 確認 対象 可能 大丈夫 同じ 貰う 頂く 払う
        支払う 行う 書く 送る 渡す 見る 探す 調べる 頼む 尋ねる 合う 遅い 早い 間に合う 多い 少ない 高い 安い
        足りる 良い
        """
    ),
    "zh": _words("需要 要 办 办理 申请 提交 准备 填 填写 找 问 联系 取 用 使用 报 交 享受 领 适用 包括 能 可以"),
}
"""What can be said of any topic: says nothing about which."""


def gate(text: str, language: Language) -> Gate:
    """Look for what points back: demonstratives, left-out topics, words that continue something.

    A demonstrative that comes late in an utterance points at what the utterance itself has said
    (「PCが壊れました。これは…」), and a question that names a topic and one of its sides is whole
    (「VPNの申請方法は？」).
    """
    normal = normal_form(text)
    words = morphemes(normal, language)
    signals = []
    if (pattern := DEMONSTRATIVES.get(language)) and (found := _demonstrative(normal, words, language, pattern)):
        signals.append(f"demonstrative:{found}")
    if (pattern := _CONTINUES.get(language)) and (match := pattern.search(normal)):
        signals.append(f"continues:{match.group().strip('、 ')}")
    if speaks_of_before(text):
        signals.append("before")
    named = _named(text, normal, words, language)
    if (pattern := _ELLIPSIS.get(language)) and pattern.search(normal) and (language != "ja" or len(named) <= 1):
        signals.append("ellipsis")
    says_more = _says_more(words, language)
    counts = any(word.content and word.pos is Pos.NUMBER for word in words)
    if named and not (says_more or counts) and all(is_aspect(name, language) for name in named):
        signals.append("side-only")
    elif named and not says_more and language == "ja" and all(_is_case(name, normal) for name in named):
        signals.append("case-only")
    if (language == "en" and not _says_what(words)) or (
        not any(word.content and word.pos in _TOPICS and word.surface[0] not in ASKING for word in words)
        and not (language == "ja" and says_more and not looks_like_question(text))
    ):
        signals.append("no-topic")
    return Gate(standalone=not signals, signals=tuple(signals))


def _named(text: str, normal: str, words: tuple[Morpheme, ...], language: Language) -> list[str]:
    """The things that the utterance names, without what it asks for (何日)."""
    if language == "en":
        return [chunk.text for chunk in chunks(text)]
    phrases = (phrase.text for phrase in phrases_of(normal, words))
    return [text for text in phrases if text[0] not in ASKING and text not in _NO_THING]


def _says_more(words: tuple[Morpheme, ...], language: Language) -> bool:
    """A verb or an adjective tells what the utterance is about: 辞めたい, 出差报销."""
    light = _LIGHT.get(language)
    said = (word for word in words if word.content and word.pos in (Pos.VERB, Pos.ADJECTIVE))
    return light is not None and any(word.base not in light and word.normal not in light for word in said)


def _says_what(words: tuple[Morpheme, ...]) -> bool:
    """An English utterance has a word that could be a topic: not only "up to how much", "is next month enough"."""
    empty = ADJECTIVES | GENERIC
    return any(word.content and word.pos is not Pos.NUMBER and word.base not in empty for word in words)


def _is_case(name: str, normal: str) -> bool:
    """For whom or where something holds, without what: パートでも取れますか.  「東京支社はどこですか」 asks for it."""
    kind = kind_of(name, "ja")
    return kind in ("employment", "family", "time") or (kind == "place" and "どこ" not in normal)


def _demonstrative(
    normal: str, words: tuple[Morpheme, ...], language: Language, pattern: re.Pattern[str]
) -> str | None:
    if language == "en":
        blank = _EN_EXPLETIVE.sub(lambda found: "_" * len(found.group()), normal)
        found = (match for match in pattern.finditer(blank) if not points_inside(normal, match.start()))
        return next((match.group() for match in found), None)
    # whole morphemes only (このたび), and not in 「その他」, which points nowhere
    for at, word in enumerate(words):
        after = words[at + 1].surface if at + 1 < len(words) else ""
        if pattern.fullmatch(word.surface) and _points(word, after):
            inside = word.surface not in ("あれ", "あの") and _points_inside(words[:at])
            return None if inside else word.surface
    return None


def _points(word: Morpheme, after: str) -> bool:
    """Not the あれ of あれば, not ここ数か月, and not the 同じ that compares what follows it (同じ国の中で)."""
    if after in _POINTS_NOWHERE or after.startswith(("数", "しばらく")):
        return False
    if word.surface == "あれ":
        return word.pos is Pos.PRONOUN
    return word.surface != "同じ" or not after or hiragana.match(after) is not None or is_aspect(after, "ja")


def _points_inside(before: tuple[Morpheme, ...]) -> bool:
    """A clause of the utterance's own stands before the demonstrative: a thing, what became of it, and a break."""
    ends = [at for at, word in enumerate(before) if word.surface in _BREAKS and at > 1]
    clause = before[: ends[-1]] if ends else ()
    said = any(word.content for word in clause)
    return said and any(word.pos in (Pos.VERB, Pos.ADJECTIVE, Pos.AUXILIARY) for word in clause)
