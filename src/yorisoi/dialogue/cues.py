"""Words that tell what kind of utterance this is: a question, a consultation, an order to just answer, small talk.

Cues are matched in the normal form.  They are weak evidence by themselves; `assessment.py` weighs them
against what the documents say.
"""

import re
from collections.abc import Iterable

from yorisoi.language import detect_language, keywords, normal_form
from yorisoi.types import Language

_CONSULTATION_STRONG = re.compile(
    # telling of a trouble
    r"相談|悩ん|悩み|困って|困り|迷って|迷い|つらい|つらく|辛い|辛く|苦しい|苦しく|しんどい|不安|心配|ストレス|限界|落ち込|孤立"
    r"|うまくいか|自信がな|合わな|気まず|眠れ|向いてい|わからなくなっ|分からなくなっ|辞めたい|やめたい|行きたくな"
    r"|パワハラ|セクハラ|いじめ|どなられ|怒鳴られ|無視され|否定され"
    # asking for judgement
    r"|どう(?:したら|すれば|すべき)(?:いい|よい|良い|です|で)|アドバイス|べき(?:でしょうか|ですか|か)"
    r"|(?:何|どれ|どちら|どっち)が(?:よい|いい|良い)(?:です|でしょう|かな|の)"
    r"|怎么办|烦恼|纠结|苦恼|困扰|压力很大|失眠|该不该|哪个(?:比较)?好|什么好|给点建议"
    r"|\badvice\b|\bstruggling\b|\bi(?:'m| am) worried\b|\bstressed\b|not sure what to do|what should i do"
    r"|(?:^|[.!?,] )should i\b|which (?:one )?is better|what(?: would be|'s| is) the best|can't sleep"
)
_CONSULTATION_WEAK = re.compile(
    r"おすすめ|お勧め|推奨|考えています|検討して|したほうが|した方が|良い方法|よい方法|推荐|建议|考虑"
    r"|\brecommend|\bsuggest|\bconsidering\b|thinking about"
)
_JUDGEMENT = re.compile(
    r"アドバイス|べき(?:でしょうか|ですか|か)|(?:何|どれ|どちら|どっち)が(?:よい|いい|良い)(?:です|でしょう|かな|の)"
    r"|该不该|哪个(?:比较)?好|什么好|给点建议"
    r"|\badvice\b|what should i do|which (?:one )?is better|what(?: would be|'s| is) the best"
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
_JUST_ANSWER = re.compile(
    r"(?:とにかく|とりあえず|いいから|そのまま)[、,]?(?:検索|調べ|探し|答え|回答|教え)(?:て|して)?(?:ください|下さい)?"
    r"|聞き返さ(?:ない|ず)|質問は(?:もう)?いい(?:から)?(?:答えて|教えて|検索して|調べて)?(?:ください|下さい)?|(?:質問|聞き返し)(?:しないで|はやめて|は不要)"
    r"|直接(?:回答|告诉|搜索?|查|说)|先(?:搜|查|回答)(?:一下|再说)?|别(?:再)?问了|不要(?:再)?(?:反)?问"
    r"|\bjust (?:answer|tell me|search|look it up)(?: the answer)?"
    r"|\b(?:search|answer) anyway\b|\bstop asking|\bno more questions\b"
)
_ASK_FIRST = re.compile(
    r"先に(?:質問|確認)して|(?:先に|まず)(?:こちらに|私に)?(?:聞いて|尋ねて)|(?:足りない|必要な)(?:情報|こと)があれば(?:聞いて|質問して|尋ねて)"
    r"|先问我|有不清楚的(?:地方)?(?:请|就)?问我|缺(?:什么|少)信息?.{0,3}问我"
    r"|\bask me (?:first|what you need|if anything)|\bask me before\b"
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
_NOT_IN_CHINESE = frozenset({"了解"})
"""A nod in Japanese; in Chinese, to want to know."""
_ASK_A_PERSON = (
    *("担当者", "誰に聞", "だれに聞", "誰に相談", "問い合わせ先", "問合せ先", "連絡先", "窓口"),
    *("找谁", "联系谁", "负责人", "who should i ask", "who do i contact", "who can i talk"),
)
_ABBREVIATION = re.compile(r"[A-ZＡ-Ｚ0-9０-９][A-ZＡ-Ｚ0-9０-９/&.\- ]*|[0-9]on[0-9]")
_HARMLESS_AROUND = re.compile(r"[\s、。!?！？,.・…〜~ー]+")


def consultation_strength(text: str) -> int:
    """How much this looks like a consultation: 2 strongly, 1 perhaps, 0 not."""
    text = normal_form(text)
    return 2 if _CONSULTATION_STRONG.search(text) else int(bool(_CONSULTATION_WEAK.search(text)))


def asks_for_judgement(text: str) -> bool:
    """Which is better, what would you advise: what is not said is what it is for."""
    return _JUDGEMENT.search(normal_form(text)) is not None


def looks_like_question(text: str) -> bool:
    return _any(normal_form(text), _QUESTION)


def wants_an_answer_now(text: str) -> bool:
    """The user is tired of being asked back."""
    return _JUST_ANSWER.search(normal_form(text)) is not None


def orders_an_answer_only(text: str, language: Language) -> bool:
    """The order to just answer and hardly anything else: what is to be answered was said before."""
    rest = _JUST_ANSWER.sub("", normal_form(text))
    return rest != normal_form(text) and not keywords(rest, language)


def wants_to_be_asked(text: str) -> bool:
    """The user would rather be asked before anything is searched."""
    return _ASK_FIRST.search(normal_form(text)) is not None


def asks_for_a_person(text: str) -> bool:
    return _any(normal_form(text), _ASK_A_PERSON)


def is_small_talk(text: str, language: Language) -> bool:
    """Nothing but a greeting, thanks or a nod: with the cue taken away, hardly anything is left."""
    rest = normal_form(text)
    for cue in _SMALL_TALK:
        if cue in _NOT_IN_CHINESE and language == "zh":
            continue
        boundary = r"\b" if cue.isascii() else ""
        rest = re.sub(f"{boundary}{re.escape(cue)}{boundary}", "", rest)
    left = len(_HARMLESS_AROUND.sub("", rest))
    return rest != normal_form(text) and left <= (6 if language in ("ja", "zh") else 10)


def language_spoken(text: str, before: str) -> Language:
    """Of an utterance after what was said before it; Japanese where neither tells."""
    spoken = detect_language(before) if before else "und"
    usual: Language = "ja" if spoken == "und" else spoken
    return usual if _is_abbreviation(text) else detect_language(text, usual)


def _is_abbreviation(text: str) -> bool:
    """PC, VPN, 1on1: written alike in every language, so that it does not tell which one is spoken."""
    return _ABBREVIATION.fullmatch(text.strip()) is not None and not is_small_talk(text, "en")


def _any(text: str, cues: Iterable[str]) -> bool:
    return any(cue in text for cue in cues)
