import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.language import sentences
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("ja", ["「はい。そうです」と言った。", "次は（未定。多分）です！", "本当？\n", "はい"]),
        ("ja", ["（閉じない。", "でも続く。\n", "次の行。"]),
        ("ja", ["見て https://a.b/c?d=e です。", "v1.2.3は"]),
        ("zh", ["我去。", "你呢？", "好！"]),
        ("en", ["Mr. Smith paid 3.5 dollars. ", "He left!  ", "See e.g. Fig. 3.\n", '"Really?" ', "Yes."]),
        ("en", ["A sentence that goes\non here. ", "Next."]),
        ("en", ["1. First item.\n", "2. Second."]),
        ("und", ["Erster Satz. ", "Zweiter."]),
    ],
)
def test_sentences_end_where_a_reader_ends_them(language: Language, expected: list[str]) -> None:
    assert sentences("".join(expected), language) == expected


@given(st.text() | st.text(alphabet="あ。！？「」（）()\n.!? a1"), st.sampled_from(["ja", "zh", "en", "und"]))
def test_joining_the_sentences_gives_the_text_back(text: str, language: Language) -> None:
    found = sentences(text, language)
    assert "".join(found) == text
    assert all(found)


def test_a_bracket_that_never_closes_does_not_swallow_the_document() -> None:
    assert len(sentences("「" + "文です。" * 50, "ja")) == 50


def test_a_bracket_of_another_paragraph_closes_nothing() -> None:
    assert len(sentences("（一。二。\n\n三。四。）", "ja")) == 4


def test_a_long_document_takes_linear_time() -> None:
    assert len(sentences("「長い」文です。" * 50_000, "ja")) == 50_000


def test_a_row_of_a_table_is_one() -> None:
    rows = ["| 区分 | 承認 |\n", "| A | 部長。事前に！ |\n", "これは行です。"]
    assert sentences("".join(rows), "ja") == rows
