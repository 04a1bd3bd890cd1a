"""What the wording of an utterance says of how much it leaves open, in Japanese, Chinese and English.

All of it is weak evidence: cues in normal form, counted, for `signals.py`.
"""

import re
from collections.abc import Mapping
from math import log

from yorisoi.dialogue.cues import consultation_strength
from yorisoi.dialogue.gate import gate
from yorisoi.dialogue.topics import GENERIC, about
from yorisoi.language import Pos, keywords, morphemes, normal_form, noun_phrases, places, sentences
from yorisoi.types import Language

_ASKS = re.compile(
    r"教え|知りた|[?？]|ますか|ですか|でしょうか|ませんか|かな|下さい|ください|ほしい|欲しい|たいで|たいの|いいの|お願い|伺い|聞きた|確認した"
    r"|見たい|探して|どう|何|いつ|どこ|誰|どれ|どちら|いくら|吗|呢|什么|怎么|哪|请|几|多少"
    r"|\b(?:how|what|where|when|who|which|why|tell|show|could|can|please|need|want|looking for)\b"
)
_POLITE_ONLY = re.compile(
    r"^(?:よろしく|宜しく|お願い(?:し|いた)|ありがとう|何卒|すみません|恐れ入り|お忙しい|お世話|突然|失礼|谢谢|麻烦|打扰|thank|sorry|hello|hi\b)[^?？]*$"
)
_HEDGES = re.compile(
    r"のこと(?:で|に|を|が|なん|は|、|。|$|について)|関係|いろいろ|色々|全般|何か|なにか|とか|あたり|周り|まわり|系の|諸々|もろもろ|一通り"
    r"|ひととおり|全体|ざっくり|なんとなく|漠然|そもそも|まず何|何から|どこから|(?:聞きたい|お聞きしたい|伺いたい)ことがあ|質問があ|いくつか"
    r"|情報|基本的な|概要|辺り|関連|件で|件について|の話|いい感じ|みたいな|ちょっと|少し|何でも|なんでも|詳しく"
    r"|的事|方面|有关|相关|一些|情况|随便|大概|了解一下|问一下|那些"
    r"|\b(?:about|some|something|anything|stuff|things?|info|information|general|overview|various|kind of|a few|a bit|related)\b"
)
_FIGURE = re.compile(
    r"何\s*(?:日|時|円|回|人|年|か月|ヶ月|カ月|歳|泊|分|%|パーセント|週|割|ドル|名|件|段階|営業)|いくら|いくつ|いつ|どこ|誰|だれ|どの(?!よう)"
    r"|どれ|どちら|どっち|何(?:を|が|に|の|という|て|で)|なぜ|どのくらい|どのぐらい"
    r"|多少|几|什么时候|哪[里儿天个位]|谁|多久"
    r"|\b(?:how (?:many|much|long|often|far|old)|when|where|who|which|why)\b"
)
_OPEN = re.compile(
    r"どう(?!した|して)|どんな|どのような|いかが|どういう|怎么样|怎样|如何|\b(?:what about|how about|how (?:is|are|does|do))\b"
)
_DEFINES = re.compile(
    r"とは|って(?:何|なに|なん|どういう)|の意味|意味は|って[?？]?$|是什么|什么意思|\bwhat(?: is|'s| are| does)\b.*(?:mean)?"
)
_YES_OR_NO = re.compile(
    r"(?:ますか|ですか|でしょうか|ませんか|[るいただ]の[?？]|のか|かな|[うくすつぬむるいただ][?？]$|っけ|いい[?？]|ある[?？])"
    r"|吗|是否|能不能|可不可以|^(?:can|could|do|does|is|are|am|may|should|will)\b"
)
_LATIN = re.compile(r"[a-z]{2,}")
_DIGIT = re.compile(r"\d")


def asking_part(text: str, language: Language) -> str:
    """The sentence that asks: the last one with a cue of asking that is more than politeness, or the longest.

    Long utterances tell their circumstances first, and these say little about how clear the question is.
    """
    told = [sentence.strip() for sentence in sentences(text, language)]
    told = [sentence for sentence in told if len(sentence) > 3] or [text]
    asking = [sentence for sentence in told if _asks(normal_form(sentence))]
    return asking[-1] if asking else max(told, key=len)


def _asks(normal: str) -> bool:
    return _ASKS.search(normal) is not None and not _POLITE_ONLY.search(normal)


def wording_signals(text: str, language: Language) -> Mapping[str, float]:
    """Signal -> strength; what they mean is told in docs/understanding.md.  Most are 0 or 1, none is above 3."""
    whole, asking = _of(text, language), asking_part(text, language)
    signals = {f"asking_{name}": value for name, value in (whole if asking == text else _of(asking, language)).items()}
    consultation = consultation_strength(text)
    signals |= whole
    signals["asks"] = float(_asks(normal_form(asking)))
    signals["consultation_strong"] = float(consultation == 2)
    signals["consultation_weak"] = float(consultation == 1)
    signals["places"] = float(bool(places(text)))
    return signals


def _of(text: str, language: Language) -> dict[str, float]:
    normal = normal_form(text)
    found = about(text, language)
    told = [word for word in found if word not in GENERIC]
    words = morphemes(normal, language)
    pointing = gate(text, language).signals
    compounds = sum(sum(word.content for word in phrase.morphemes) for phrase in noun_phrases(normal, language))
    flags = {
        "one_topic": len(told) == 1,
        "no_topic": not told,
        "generic_topic": len(told) < len(found),
        "predicate": any(word not in found and word not in GENERIC for word in keywords(text, language)),
        "figure": _FIGURE.search(normal),
        "open_question": _OPEN.search(normal),
        "definition": _DEFINES.search(normal),
        "yes_or_no": _YES_OR_NO.search(normal),
        "points_back": any(signal.startswith("demonstrative") for signal in pointing),
        "proper_noun": any(word.pos == Pos.PROPER for word in words),
        "latin": _LATIN.search(normal) and language in ("ja", "zh"),
        "digits": _DIGIT.search(normal),
        "object": "を" in normal,
    }
    return {name: float(bool(value)) for name, value in flags.items()} | {
        "topics": min(len(told), 5) / 5,
        "compounds": min(compounds, 8) / 8,
        "hedges": min(len(_HEDGES.findall(normal)), 3),
        "length": log(1 + len(normal)),
    }
