"""What the wording of an utterance says of how much it leaves open, in Japanese, Chinese and English.

All of it is weak evidence: cues in normal form, counted, for `signals.py`.
"""

import re
from collections.abc import Mapping

from yorisoi.dialogue.cues import consultation_strength
from yorisoi.dialogue.gate import gate
from yorisoi.dialogue.topics import GENERIC, about
from yorisoi.language import Pos, cities, keywords, morphemes, normal_form, noun_phrases, places
from yorisoi.types import Language

_HEDGES = re.compile(
    r"のこと(?:で|に|を|が|なん|は|、|。|$|について)|関係|いろいろ|色々|全般|何か|なにか|とか|あたり|周り|まわり|系の|諸々|もろもろ|一通り"
    r"|ひととおり|全体|ざっくり|なんとなく|漠然|そもそも|まず何|何から|どこから|(?:聞きたい|お聞きしたい|伺いたい)ことがあ|質問があ|いくつか"
    r"|情報|基本的な|概要|辺り|関連|件で|件について|の話|いい感じ|みたいな|ちょっと|少し|何でも|なんでも|詳しく"
    r"|的事|方面|有关|相关|一些|情况|随便|大概|了解一下|问一下|那些"
    r"|\b(?:about|some|something|anything|stuff|things?|info|information|general|overview|various|kind of|a few|a bit"
    r"|related)\b"
)
_FIGURE = re.compile(
    r"何\s*(?:日|時|円|回|人|年|か月|ヶ月|カ月|歳|泊|分|%|パーセント|週|割|ドル|名|件|段階|営業)|いくら|いくつ|いつ|どこ|誰|だれ|どの(?!よう)"
    r"|どれ|どちら|どっち|何(?:を|が|に|の|という|て|で)|なぜ|どのくらい|どのぐらい"
    r"|多少|几|什么时候|哪[里儿天个位]|谁|多久"
    r"|\b(?:how (?:many|much|long|often|far|old)|when|where|who|which|why)\b"
)
_DEFINES = re.compile(
    r"とは|って(?:何|なに|なん|どういう)|の意味|意味は|って[?？]?$|是什么|什么意思|\bwhat(?: is|'s| are| does)\b"
)
_YES_OR_NO = re.compile(
    r"(?:ますか|ですか|でしょうか|ませんか|[るいただ]の[?？]|のか|かな|[うくすつぬむるいただ][?？]$|っけ|いい[?？]|ある[?？])"
    r"|吗|是否|能不能|可不可以|^(?:can|could|do|does|is|are|am|may|should|will)\b"
)
_OF_ONESELF = re.compile(
    r"私|わたし|僕|俺|自分|当方|弊社|うち(?:の|では?|に)|夫|妻|家族|子供|子ども|我(?!慢)|咱|\b(?:my|mine|our)\b"
)
_LATIN = re.compile(r"[a-z]{2,}")


def wording_signals(text: str, language: Language) -> Mapping[str, float]:
    """Signal -> strength; what they mean is told in docs/understanding.md.  Most are 0 or 1, none is above 3."""
    normal = normal_form(text)
    found = about(text, language)
    told = [word for word in found if word not in GENERIC]
    compounds = sum(sum(word.content for word in phrase.morphemes) for phrase in noun_phrases(normal, language))
    flags = {
        "one_topic": len(told) == 1,
        "no_topic": not told,
        "predicate": any(word not in found and word not in GENERIC for word in keywords(text, language)),
        "figure": _FIGURE.search(normal),
        "definition": _DEFINES.search(normal),
        "yes_or_no": _YES_OR_NO.search(normal),
        "points_back": any(signal.startswith("demonstrative") for signal in gate(text, language).signals),
        "proper_noun": any(word.pos == Pos.PROPER for word in morphemes(normal, language)),
        "latin": _LATIN.search(normal) and language in ("ja", "zh"),
        "object": "を" in normal,
        "consultation": consultation_strength(text) == 2,
        "country": places(text) or cities(text),
        "of_oneself": _OF_ONESELF.search(normal),
    }
    return {name: float(bool(value)) for name, value in flags.items()} | {
        "topics": min(len(told), 5) / 5,
        "compounds": min(compounds, 8) / 8,
        "hedges": min(len(_HEDGES.findall(normal)), 3),
    }
