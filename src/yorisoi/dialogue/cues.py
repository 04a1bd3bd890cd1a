"""Words that tell what kind of utterance this is: a question, a consultation, an order to just answer, small talk.

Cues are plain strings matched in the normal form.  They are weak evidence by themselves; `assessment.py` weighs them
against what the documents say.
"""

import re
from collections.abc import Iterable

from yorisoi.language import normal_form
from yorisoi.types import Language

_CONSULTATION_STRONG = (
    # asking for judgement, or telling of a trouble
    *(
        "相談",
        "悩ん",
        "悩み",
        "困って",
        "困り",
        "迷って",
        "迷い",
        "つらい",
        "つらく",
        "辛い",
        "辛く",
        "しんどい",
        "不安",
    ),
    *("どうしたらいい", "どうしたらよい", "どうすればいい", "どうすればよい", "どうすべき", "アドバイス", "うまくいか"),
    *("何がよいです", "何がいいです", "どれがよいです", "どれがいいです", "どちらがよいです", "どちらがいいです"),
    *("何がいいかな", "どれがいいかな", "べきでしょうか", "べきですか", "べきか", "自信がな", "合わな", "気まず"),
    *("怎么办", "烦恼", "纠结", "苦恼", "困扰", "压力很大", "该不该", "哪个好", "哪个比较好", "什么好", "给点建议"),
    *("advice", "struggling", "i'm worried", "i am worried", "stressed", "not sure what to do", "what should i do"),
    *("should i ", "which is better", "what would be best", "what's the best", "what is the best"),
)
_CONSULTATION_WEAK = (
    *("おすすめ", "お勧め", "推奨", "考えています", "検討して", "したほうが", "した方が", "良い方法", "よい方法"),
    *("推荐", "建议", "考虑"),
    *("recommend", "suggest", "considering", "thinking about"),
)
_QUESTION = (
    *(
        "?",
        "ですか",
        "ますか",
        "でしょうか",
        "ませんか",
        "教えて",
        "知りたい",
        "どこ",
        "いつ",
        "誰",
        "だれ",
        "何",
        "なに",
    ),
    *("なぜ", "どう", "どの", "どれ", "どちら", "いくら", "いくつ", "方法", "手順", "やり方", "の仕方", "とは", "かな"),
    *("吗", "呢", "什么", "怎么", "哪", "谁", "多少", "几", "如何", "请问", "是否", "告诉我"),
    *("what", "how", "when", "where", "who", "which", "why", "can i", "could i", "do i", "does", "is there", "tell me"),
)
_JUST_ANSWER = (
    *(
        "とにかく答え",
        "いいから答え",
        "いいから教え",
        "とにかく教え",
        "そのまま答え",
        "そのまま検索",
        "聞き返さ",
        "質問はいい",
    ),
    *("質問しないで", "直接回答", "直接告诉", "别问了", "不要反问", "just answer", "just tell me", "stop asking"),
)
_SMALL_TALK = (
    *(
        "こんにちは",
        "こんばんは",
        "おはよう",
        "ありがとう",
        "お疲れ",
        "おつかれ",
        "はじめまして",
        "よろしくお願い",
        "了解",
    ),
    *("わかりました", "分かりました", "なるほど", "助かりました", "さようなら"),
    *("你好", "您好", "谢谢", "再见", "早上好", "明白了", "好的"),
    *("hello", "hi", "thanks", "thank you", "good morning", "good afternoon", "bye", "i see", "okay", "ok"),
)
_ASK_A_PERSON = (
    *("担当者", "誰に聞", "だれに聞", "誰に相談", "問い合わせ先", "問合せ先", "連絡先", "窓口"),
    *("找谁", "联系谁", "负责人", "who should i ask", "who do i contact", "who can i talk"),
)
_HARMLESS_AROUND = re.compile(r"[\s、。!?！？,.・…〜~ー]+")


def consultation_strength(text: str) -> int:
    """How much this looks like a consultation: 2 strongly, 1 perhaps, 0 not."""
    text = normal_form(text)
    return 2 if _any(text, _CONSULTATION_STRONG) else int(_any(text, _CONSULTATION_WEAK))


def looks_like_question(text: str) -> bool:
    return _any(normal_form(text), _QUESTION)


def wants_an_answer_now(text: str) -> bool:
    """The user is tired of being asked back."""
    return _any(normal_form(text), _JUST_ANSWER)


def asks_for_a_person(text: str) -> bool:
    return _any(normal_form(text), _ASK_A_PERSON)


def is_small_talk(text: str, language: Language) -> bool:
    """Nothing but a greeting, thanks or a nod: with the cue taken away, hardly anything is left."""
    rest = normal_form(text)
    for cue in _SMALL_TALK:
        boundary = r"\b" if cue.isascii() else ""
        rest = re.sub(f"{boundary}{re.escape(cue)}{boundary}", "", rest)
    left = len(_HARMLESS_AROUND.sub("", rest))
    return rest != normal_form(text) and left <= (6 if language in ("ja", "zh") else 10)


def _any(text: str, cues: Iterable[str]) -> bool:
    return any(cue in text for cue in cues)
