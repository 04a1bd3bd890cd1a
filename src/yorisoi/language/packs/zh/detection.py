"""Chinese, simplified or traditional, among the languages that are written with Han characters."""

import re
from functools import cache

from yorisoi.language.detection import Detection, Sample, weight_of_cjk
from yorisoi.language.han_standards import rarity
from yorisoi.language.packs.zh.morphology import segments

_FUNCTION = re.compile("[的了於吗嗎呢吧们們这這那哪么麼什您你她它咱啥很把被]|[是在和没沒谁誰]")
_WORDS = re.compile(
    "怎[么麼样樣]|什[么麼]|为[何什]|如何|可以|多少|哪[里裡些个個]|请问|請問|是否|公司|幾個|我[叫姓住想要有]"
)
_JAPANESE = re.compile("在[宅庫職籍留住学室任勤]|被[保扶災服害]|和[室食文服暦式紙]|没頭")
"""Words of Japanese that begin with a character which by itself is a Chinese function word."""


def _votes(sample: Sample) -> float:
    """By function characters and words, less the characters that are rare in GB 2312 and in Big5."""
    found = len(_FUNCTION.findall(_JAPANESE.sub("", sample.text))) + 2 * len(_WORDS.findall(sample.text))
    return found - sum(map(_rarity, sample.han))


@cache
def _rarity(char: str) -> int:
    """In the one of the two scripts that uses the character more."""
    simplified = rarity(char, "gb2312", first=0xB0, last_common=0xD7)
    traditional = rarity(char, "big5", first=0xA4, last_common=0xC6)
    return min(simplified, traditional)


def _coverage(sample: Sample) -> int:
    """Sum of the squared lengths of the words."""
    return sum(len(word) ** 2 for word in segments(sample.han))


DETECTION = Detection(script="cjk", weight=weight_of_cjk, votes=_votes, coverage=_coverage)
