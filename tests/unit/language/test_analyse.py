import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.language import analyse
from yorisoi.types import Language


def words(text: str, language: Language = "ja") -> set[str]:
    return set(analyse(text, language).words)


def test_a_compound_is_found_whole_and_in_parts() -> None:
    assert {"看護休暇", "看護", "休暇"} <= words("子どもの看護休暇")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("子ども", "こども"),
        ("ユ-ザ-", "ユーザー"),
        ("ＺＯＯＭ", "Zoom"),
        ("Ｗｉ－Ｆｉ", "WiFi"),
        ("申込み", "申し込み"),
    ],
)
def test_spellings_of_one_word_meet(one: str, other: str) -> None:
    assert words(one) & words(other)


@pytest.mark.parametrize(
    ("text", "parts"), [("Hoge123", {"hoge123", "hoge", "123"}), ("ISO-27001", {"iso-27001", "iso", "27001"})]
)
def test_identifiers_are_found_whole_and_in_parts(text: str, parts: set[str]) -> None:
    assert parts <= words(f"規格は{text}です") & words(text, "en")


def test_an_english_query_meets_the_english_words_of_a_japanese_page() -> None:
    assert words("meetings and policies", "en") <= words("社内のMeetingとPolicyについて")


def test_japanese_and_chinese_meet_in_bigrams() -> None:
    assert set(analyse("会议室的预约管理", "zh").bigrams) & set(analyse("会計の管理", "ja").bigrams) == {"管理"}


def test_function_words_are_no_terms() -> None:
    assert words("それはどうすればよいのですか") == set()
    assert words("What is it that they have?", "en") == set()
    assert words("那是我的吗", "zh") == set()


def test_a_name_in_capitals_is_not_a_function_word() -> None:
    assert "it" in words("Who runs the IT team?", "en")


def test_numbers_lose_their_thousands_separators() -> None:
    assert "30000" in words("上限は30,000円")


@given(st.text(), st.sampled_from(["ja", "zh", "en", "und"]))
def test_terms_are_never_empty_strings(text: str, language: Language) -> None:
    terms = analyse(text, language)
    assert all(terms.words)
    assert all(terms.bigrams)


@given(st.text(alphabet="年次有給休暇をとるサーバーab12 "), st.sampled_from(["ja", "zh", "en", "und"]))
def test_a_text_is_always_analysed_alike(text: str, language: Language) -> None:
    assert analyse(text, language) == analyse(text, language)
