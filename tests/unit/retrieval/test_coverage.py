"""How much of the question one sentence holds."""

from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.retrieval.pages import passage

from yorisoi.language import analyse
from yorisoi.ports import Terms
from yorisoi.retrieval.coverage import coverage, together
from yorisoi.types import Language

WORDS = ("看護休暇", "日数", "申請", "経費", "東京", "vpn")
words = st.lists(st.sampled_from(WORDS), min_size=2, unique=True)
texts = st.text(alphabet="看護休暇の日数。！\n 申請ＶＰＮvpn１1ｶﾞ", max_size=40)


def covered(question: str, *passages: str, language: Language = "ja") -> list[float]:
    return coverage(analyse(question, language), [passage(text, language=language) for text in passages])


def test_by_hand_what_both_passages_hold_weighs_less_than_what_one_of_them_holds() -> None:
    both, one = log(3 / 2.5), log(3 / 1.5)
    found = coverage(Terms(words=("休暇", "日数")), [passage("休暇の日数です。"), passage("休暇を取ります。")])
    assert found == pytest.approx([1.0, both / (both + one)])


def test_words_and_bigrams_count_alike_however_many_there_are() -> None:
    terms = Terms(words=("休暇",), bigrams=("休暇", "暇の", "の日", "日数"))
    found = coverage(terms, [passage("日数と休暇です。"), passage("暇の日の丸です。")])
    assert found == pytest.approx([(1 + 2 / 4) / 2, (0 + 2 / 4) / 2])  # every bigram is as rare as the others


def test_the_same_words_in_one_sentence_cover_more_than_scattered_ones() -> None:
    one = "看護休暇の日数は年5日です。申請は人事部へ。"
    scattered = "看護休暇は人事部へ申請します。日数は年5日です。"
    best, other = covered("看護休暇の日数", one, scattered)
    assert best == pytest.approx(1.0)
    assert other < best


@given(words, st.sampled_from(["。", "！", "？", "!", "?", "\n", "｡", "\n\n"]))
def test_whatever_ends_a_sentence_words_on_both_sides_of_it_are_not_together(asked: list[str], end: str) -> None:
    question = Terms(words=tuple(asked))
    together_, apart = coverage(question, [passage("、".join(asked)), passage(end.join(asked))])
    assert together_ == pytest.approx(1.0)
    assert apart == pytest.approx(1 / len(asked))  # each word is as rare as the others


@given(words, st.data())
def test_the_order_of_the_words_in_the_sentence_and_of_the_passages_does_not_matter(
    asked: list[str], data: st.DataObject
) -> None:
    question = Terms(words=tuple(asked))
    held = [data.draw(st.lists(st.sampled_from(WORDS), unique=True)) for _ in range(3)]
    straight = coverage(question, [passage("、".join(each)) for each in held])
    turned = coverage(question, [passage("、".join(reversed(each))) for each in reversed(held)])
    assert turned == pytest.approx(straight[::-1])


@given(words, words)
def test_a_sentence_that_holds_more_of_the_question_never_covers_less(asked: list[str], held: list[str]) -> None:
    fewer, more = coverage(Terms(words=tuple(asked)), [passage("、".join(held[:-1])), passage("、".join(held))])
    assert more >= fewer


def test_a_word_that_every_candidate_holds_counts_little() -> None:
    candidates = ["休暇は申請します。", "休暇の規程です。", "休暇を取ります。", "日数を数えます。休暇もあります。"]
    held = coverage(Terms(words=("休暇", "日数")), [passage(text) for text in candidates])
    assert held[:3] == pytest.approx([log(5 / 4.5) / (log(5 / 4.5) + log(5 / 1.5))] * 3)
    assert held[3] > 0.9, "the rare word alone is worth nearly all"


def test_headings_belong_to_every_sentence_below_them() -> None:
    question = analyse("看護休暇の日数", "ja")
    text = "申請は人事部へ。日数は年5日です。"
    bare, titled, below = coverage(
        question,
        [passage(text), passage(text, title="看護休暇"), passage(text, title="規程", section=("休暇", "看護休暇"))],
    )
    assert titled == pytest.approx(below)
    assert bare < titled


def test_a_passage_of_headings_alone_is_covered_by_them() -> None:
    assert coverage(Terms(words=("休暇",)), [passage("", title="休暇"), passage(" \n ")]) == pytest.approx([1.0, 0.0])


def test_without_words_nothing_is_covered_and_without_passages_there_is_nothing_to_say() -> None:
    assert coverage(Terms(words=()), [passage("休暇"), passage("")]) == [0.0, 0.0]
    assert coverage(Terms(words=()), []) == []
    assert coverage(analyse("看護休暇", "ja"), []) == []
    assert covered("看護休暇", "", "。。。", "\n") == [0.0, 0.0, 0.0]


def test_a_question_without_bigrams_is_measured_by_its_words_alone() -> None:
    terms = analyse("VPN setup", "en")
    assert not terms.bigrams
    held = coverage(terms, [passage("VPN setup takes a day", language="en"), passage("Canteen", language="en")])
    assert held == pytest.approx([1.0, 0.0])


def test_a_question_of_bigrams_alone_is_measured_by_them() -> None:
    assert coverage(Terms(words=(), bigrams=("休暇", "暇届")), [passage("休暇届"), passage("休暇")]) == pytest.approx(
        [1.0, log(3 / 2.5) / (log(3 / 2.5) + log(3 / 1.5))]
    )


@pytest.mark.parametrize("question", ["提前三天申请", "提前三天申請"])
def test_simplified_and_traditional_characters_cover_each_other(question: str) -> None:
    simplified, traditional, other = covered(
        question, "请假需要提前三天申请。", "請假需要提前三天申請。", "食堂在三楼。", language="zh"
    )
    assert (simplified, traditional) == pytest.approx((1.0, 1.0))
    assert other < 0.5


@pytest.mark.parametrize("text", ["VPNのパスワード", "ＶＰＮのパスワード", "vpnのﾊﾟｽﾜｰﾄﾞ", "Ｖpｎのパスワ-ド"])
def test_the_width_of_letters_does_not_matter(text: str) -> None:
    assert covered("vpnのパスワード", text) == pytest.approx([1.0])
    assert covered(text, "VPNのパスワードは30日ごとに変えます。") == pytest.approx([1.0])


@given(texts, st.lists(texts, max_size=4), texts)
def test_each_passage_is_covered_between_0_and_1(question: str, candidates: list[str], title: str) -> None:
    found = coverage(analyse(question, "ja"), [passage(text, title=title) for text in candidates])
    assert len(found) == len(candidates)
    assert all(0 <= share <= 1 + 1e-12 for share in found)


@given(st.floats(0, 1), st.floats(0, 100))
def test_a_third_covered_leaves_bm25_as_it_is_and_more_raises_it(share: float, weight: float) -> None:
    assert together(1 / 3, weight) == pytest.approx(1.0)
    assert together(share, 0.0) == 1.0
    if weight > 1e-3 and abs(share - 1 / 3) > 1e-3:
        assert (together(share, weight) > 1) == (share > 1 / 3)
    assert 0 < together(0.0, weight) <= together(share, weight) <= together(1.0, weight) < 3


def test_of_a_question_that_is_wholly_covered_bm25_counts_more_than_twice_with_the_default() -> None:
    assert together(1.0, 6.0) == pytest.approx(7 / 3)
    assert together(0.0, 6.0) == pytest.approx(1 / 3)


def test_an_english_sentence_ends_at_its_full_stop() -> None:
    together_, scattered = (
        "Sick leave lasts 5.5 days. Ask HR.",
        "Sick staff ask HR. Annual leave lasts long. Days count.",
    )
    found = covered("sick leave days", together_, scattered, language="en")
    assert found[0] > found[1]
