"""How near two wordings are, by hand-worked numbers."""

from math import exp, isclose, log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.evaluation.wording import bleu, exact, holds, longest_common_subsequence, rouge_l


def test_bleu_by_hand() -> None:
    # 5 of 6 words, 4 of 5 pairs, 3 of 4 triples, 2 of 3 quadruples; the wording is as long as the reference
    by_hand = 100 * exp((log(5 / 6) + log(4 / 5) + log(3 / 4) + log(2 / 3)) / 4)
    assert isclose(bleu(["a b c d e x"], ["a b c d e f"], "en"), by_hand, rel_tol=1e-6)


def test_japanese_and_chinese_are_scored_by_characters() -> None:
    assert bleu(["夏季休暇は何日ですか"], ["夏季休暇は何日ですか"], "ja") == pytest.approx(100)
    assert bleu(["年假有几天"], ["年假有几日"], "zh") > 50
    assert bleu(["年假有几天"], ["年假有几日"], "en") == 0


def test_rouge_l_by_hand() -> None:
    # LCS of "what is it" and "what is the leave" is 2: 2 * 2 / (3 + 4)
    assert rouge_l("What is it", "what is the leave", "en") == pytest.approx(4 / 7)
    assert rouge_l("それは何日", "夏季休暇は何日", "ja") == pytest.approx(2 * 3 / (5 + 7))
    assert rouge_l("", "何日", "ja") == 0


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_the_longest_common_subsequence_is_the_recursion(one: list[str], other: list[str]) -> None:
    one, other = one[:7], other[:7]

    def oracle(i: int, j: int) -> int:
        if i == len(one) or j == len(other):
            return 0
        if one[i] == other[j]:
            return 1 + oracle(i + 1, j + 1)
        return max(oracle(i + 1, j), oracle(i, j + 1))

    assert longest_common_subsequence(one, other) == oracle(0, 0)


def test_exact_forgives_case_width_and_the_last_mark() -> None:
    assert exact("ＶＰＮの使い方は？", "VPNの使い方は", "ja")
    assert exact("How long is Leave?", "how long is leave ?", "en")
    assert not exact("VPNの使い方", "VPNの使い方は", "ja")


def test_of_every_group_one_alternative_has_to_stand_there() -> None:
    assert holds("大阪の夏季 休暇は何日", [["夏季休暇", "夏休み"], ["大阪"]])
    assert not holds("夏季休暇は何日", [["夏季休暇"], ["大阪", "福岡"]])
