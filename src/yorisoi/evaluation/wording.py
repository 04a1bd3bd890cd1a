"""How near a wording comes to another: BLEU, ROUGE-L, exact match, words that have to stand in it."""

import re
from collections.abc import Sequence
from functools import cache

from sacrebleu.metrics.bleu import BLEU

from yorisoi.language import normal_form
from yorisoi.language.packs import pack_of
from yorisoi.types import Language

_WORD = re.compile(r"\w+(?:'\w+)*|[^\w\s]")


def bleu(wordings: Sequence[str], references: Sequence[str], language: Language) -> float:
    """Corpus BLEU-4, 0..100, as sacrebleu has it.

    Japanese and Chinese by characters, as the published figures on rewriting are; all else by sacrebleu's 13a, case
    counting.  Source: Papineni et al., ACL 2002; Post, WMT 2018.
    """
    return float(
        _scorer("13a" if pack_of(language).analysis.spaced else "char")
        .corpus_score(list(wordings), [list(references)])
        .score
    )


@cache
def _scorer(tokenize: str) -> BLEU:
    return BLEU(tokenize=tokenize)


def rouge_l(wording: str, reference: str, language: Language) -> float:
    """F1 of the longest common subsequence, 0..1: over characters in Japanese and Chinese, else lower-cased words.

        P = LCS / |wording|,  R = LCS / |reference|,  F1 = 2 P R / (P + R)

    0 when either is empty.  Source: Lin, ACL Workshop Text Summarization Branches Out 2004, with beta = 1.
    """
    said, meant = units(wording, language), units(reference, language)
    common = longest_common_subsequence(said, meant)
    return 2 * common / (len(said) + len(meant)) if common else 0.0


def longest_common_subsequence(one: Sequence[str], other: Sequence[str]) -> int:
    """Length of the longest sequence that both hold in order, not necessarily without gaps."""
    row = [0] * (len(other) + 1)
    for each in one:
        diagonal = 0
        for at, unit in enumerate(other, start=1):
            above = row[at]
            row[at] = diagonal + 1 if unit == each else max(above, row[at - 1])
            diagonal = above
    return row[-1]


def exact(wording: str, reference: str, language: Language) -> bool:
    """The same but for case, width, white space and the mark at the end."""
    return _bare(wording, language) == _bare(reference, language)


def _bare(text: str, language: Language) -> list[str]:
    return units(normal_form(text).rstrip("?!。.？！ "), language)


def holds(wording: str, must: Sequence[Sequence[str]]) -> bool:
    """Of every group of alternatives one stands in the wording; case, width and white space do not matter."""
    packed = _packed(wording)
    return all(any(_packed(each) in packed for each in group) for group in must)


def _packed(text: str) -> str:
    return "".join(normal_form(text).split())


def units(text: str, language: Language) -> list[str]:
    """What ROUGE-L counts: characters but for white space, or lower-cased words and marks."""
    return _WORD.findall(text.casefold()) if pack_of(language).analysis.spaced else list("".join(text.split()))
