import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.language import Pos, morphemes, noun_phrases
from yorisoi.language.packs.ja import morphology
from yorisoi.language.packs.ja.morphology import senses
from yorisoi.types import Language

MIXED = st.text(alphabet="年次有給休暇をとりたいサーバーＺﾊﾞ的车辆a-1.㍿ \n。「」😀\u200b")
LANGUAGES = st.sampled_from(["ja", "zh", "en", "und"])


@given(MIXED | st.text(), LANGUAGES)
def test_offsets_point_into_the_text(text: str, language: Language) -> None:
    end = 0
    for morpheme in morphemes(text, language):
        assert morpheme.start >= end
        assert text[morpheme.start : morpheme.end] == morpheme.surface
        end = morpheme.end


def test_japanese_morphemes_are_long_and_know_their_dictionary_form() -> None:
    found = {m.surface: m for m in morphemes("子どもの看護休暇を申し込みました。", "ja")}
    assert found["看護休暇"].pos is Pos.NOUN
    assert found["子ども"].normal == "子供"
    assert found["申し込み"].base == "申し込む"
    assert [m.surface for m in found.values() if m.content] == ["子ども", "看護休暇", "申し込み"]


@pytest.mark.parametrize("unit", ["年次有給休暇をとる。", "あ", "㍿", "ﷺ"])
def test_a_text_of_any_length_is_taken(unit: str) -> None:
    text = unit * 20_000
    assert sum(m.end - m.start for m in morphemes(text, "ja")) == len(text)


def test_a_lone_surrogate_keeps_the_offsets() -> None:
    text = "休暇\ud800申請"
    for language in ("ja", "zh"):
        assert [text[m.start : m.end] for m in morphemes(text, language)][-1] == "申請"  # type: ignore[arg-type]


def test_threads_do_not_share_a_tokenizer() -> None:
    text = "会議システムを社外ユーザーに使ってもらう。" * 50
    expected = morphemes(text, "ja")
    results: list[bool] = []
    threads = [
        threading.Thread(target=lambda: results.extend(morphemes(text, "ja") == expected for _ in range(5)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 20


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("ja", "会議システムを社外ユーザーに使ってもらう", ["会議システム", "社外ユーザー"]),
        ("ja", "子どもの看護休暇", ["子ども", "看護休暇"]),
        ("ja", "ISO-27001とGoogle Driveの各拠点での3日間", ["ISO-27001", "Google Drive", "各拠点", "3日間"]),
        ("ja", "それは良いことです", []),
        ("zh", "公司的车辆怎么申请", ["公司", "车辆"]),
        ("en", "How do I book a meeting room?", ["book", "meeting room"]),
    ],
)
def test_noun_compounds_are_as_long_as_they_can_be(language: Language, text: str, expected: list[str]) -> None:
    found = noun_phrases(text, language)
    assert [phrase.text for phrase in found] == expected
    assert [text[phrase.start : phrase.end] for phrase in found] == expected


def test_a_word_longer_than_any_is_no_synonym_of_anything() -> None:
    assert senses("夏休み") & senses("夏季休暇")
    assert senses("アパート" * 20_000) == frozenset()


def test_words_of_a_text_are_the_same_however_often_and_beside_whatever_it_is_read() -> None:
    """What does not depend on where a word stands is remembered by its number; unknown words share one."""
    text = (
        "ソルベックスとミナトーレは東京都の何日に、こども達へ1,234円を支払いましたか。" * 9
    )  # too long to be remembered whole
    first = morphology.morphemes(text)
    morphology.morphemes("ゼルベックスとヒナトーレの支払いは12円")
    assert morphology.morphemes(text) == first
    assert {"ソルベックス", "ミナトーレ"} <= {each.surface for each in first}
    asked = next(each for each in first if each.surface.startswith("何"))
    assert not asked.content


def test_seams_are_those_of_the_text_that_is_asked_for() -> None:
    one, other = "東京都の情報システム部", "経費精算の申請書"
    alone = {text: morphology.seams(text) for text in (one, other)}
    assert alone[one] != alone[other]
    morphology.morphemes(one)
    assert morphology.seams(other) == alone[other]
    morphology.morphemes(other)
    assert morphology.seams(one) == alone[one]
    assert 2 in alone[one]
