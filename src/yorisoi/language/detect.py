"""The language of a text."""

import re
from functools import cache

from yorisoi.language.chinese import chinese_segments
from yorisoi.language.function_words import EN, EN_REQUESTS, FOREIGN_LATIN
from yorisoi.language.japanese import tokens
from yorisoi.language.scripts import han_run, kana_run, latin_word, other_letter
from yorisoi.types import Language

_ENOUGH = 2000
"""Characters that are looked at: more does not change the answer."""

_ZH_FUNCTION = re.compile("[的了於吗嗎呢吧们們这這那哪么麼什您你她它咱啥很把被]|[是在和没沒谁誰]")
_ZH_WORDS = re.compile("怎[么麼样樣]|什[么麼]|为[何什]|如何|可以|多少|哪[里裡些个個]|请问|請問|是否|公司|幾個")
_JA_ONLY = re.compile("[々〆ヶ]|[一二三四五六七八九十]?ヶ月|休暇|残業|手当|有給|給与|株式|届出?$")
_JA_COMPOUNDS = re.compile("在[宅庫職籍留住学室任勤]|被[保扶災服害]|和[室食文服暦式紙]|没頭")
"""Words that begin with a character which by itself is a Chinese function word."""


def detect_language(text: str, default: Language = "und") -> Language:
    """ja, zh, en or und for a text; `default` when there is no letter in it or Han alone decides nothing.

    Scripts vote by weight: Kana 6, Han 2 a character, Latin 2 a word and 4 an English function word, others 2 a letter.
    Japanese and Chinese then part by Kana, by characters that are common in one standard and rare in the other (JIS
    against GB 2312 and Big5, which tells 経費 from 经费 and 經費), by function characters, and at last by whose
    dictionary knows the longer words.  Latin text with more foreign than English function words is und.
    """
    text = text[:_ENOUGH]
    kanas = sum(map(len, kana_run.findall(text))) - text.count("ー")  # which stands in Chinese too, for a dash
    hans = "".join(han_run.findall(text))
    words = latin_word.findall(text)
    english = sum(word.casefold() in EN or word.casefold() in EN_REQUESTS for word in words)
    weight_cjk = 6 * kanas + 2 * len(hans)
    weight_latin = 2 * len(words) + 2 * english
    weight_other = 2 * len(other_letter.findall(text))
    if not weight_cjk + weight_latin + weight_other:
        return default
    if weight_other > max(weight_cjk, weight_latin):
        return "und"
    if weight_latin > weight_cjk:
        return _of_latin(words, english)
    return _of_cjk(text, kanas, hans, default)


def _of_latin(words: list[str], english: int) -> Language:
    foreign = sum(word.casefold() in FOREIGN_LATIN or not word.isascii() for word in words)
    return "und" if foreign > english else "en"


def _of_cjk(text: str, kanas: int, hans: str, default: Language) -> Language:
    if kanas and len(hans) <= 2 * kanas:
        return "ja"
    characters = sum(_standard_vote(char) for char in hans)
    loose = _JA_COMPOUNDS.sub("", text)
    chinese = len(_ZH_FUNCTION.findall(loose)) + 2 * len(_ZH_WORDS.findall(text))
    if kanas:  # a Chinese text may quote a Japanese title; a Japanese one is full of Kana
        return "zh" if chinese - characters > kanas else "ja"
    vote = characters + 2 * len(_JA_ONLY.findall(text)) - chinese
    if not vote:
        vote = _dictionary_vote(hans)
    if not vote:
        return default
    return "ja" if vote > 0 else "zh"


@cache
def _standard_vote(char: str) -> int:
    """Above 0 when Japanese uses the character more than either Chinese script does, below 0 when less."""
    japanese = _rarity(char, "euc_jp", first=0xB0, last_common=0xCF)
    simplified = _rarity(char, "gb2312", first=0xB0, last_common=0xD7)
    traditional = _rarity(char, "big5", first=0xA4, last_common=0xC6)
    return min(simplified, traditional) - japanese


def _rarity(char: str, codec: str, *, first: int, last_common: int) -> int:
    """0: among the common characters of a standard (its level 1), 1: in level 2, 2: not in it at all."""
    try:
        code = char.encode(codec)
    except UnicodeEncodeError:
        return 2
    if len(code) != 2:  # EUC-JP spells JIS X 0212 in three bytes
        return 2
    return 0 if first <= code[0] <= last_common else 1


def _dictionary_vote(text: str) -> int:
    """Whose dictionary covers the text with longer words: mean squared length of a word, Japanese less Chinese."""
    japanese = [token.surface() for token, _ in tokens(text) if not token.is_oov()]
    chinese = chinese_segments(text)
    return sum(len(word) ** 2 for word in japanese) - sum(len(word) ** 2 for word in chinese)
