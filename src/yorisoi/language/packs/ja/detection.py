"""Japanese among the languages that are written with Han characters."""

import re
from functools import cache
from math import inf

from yorisoi.language.detection import Detection, Sample, weight_of_cjk
from yorisoi.language.han_standards import rarity
from yorisoi.language.packs.ja.morphology import tokens

_ONLY = re.compile("[々〆ヶ]|[一二三四五六七八九十]?ヶ月|休暇|残業|手当|有給|給与|株式|届出?$")


def _votes(sample: Sample) -> float:
    """By Kana, by words of Han that only Japanese has, less the characters that are rare in JIS.

    A Chinese text may quote a Japanese title; a Japanese one is full of Kana.
    """
    if sample.kana and len(sample.han) <= 2 * sample.kana:
        return inf
    own = sample.kana + 0.5 if sample.kana else 2 * len(_ONLY.findall(sample.text))
    return own - sum(map(_rarity, sample.han))


@cache
def _rarity(char: str) -> int:
    return rarity(char, "euc_jp", first=0xB0, last_common=0xCF)


def _coverage(sample: Sample) -> int:
    """Sum of the squared lengths of the words that the dictionary has."""
    return sum(len(token.surface()) ** 2 for token, _ in tokens(sample.han) if not token.is_oov())


DETECTION = Detection(script="cjk", weight=weight_of_cjk, votes=_votes, coverage=_coverage)
