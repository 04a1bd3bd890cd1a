import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.language import beginning, normal, normal_form, spelt_out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ＺＯＯＭ", "zoom"),
        ("Ｗｉ－Ｆｉ", "wi-fi"),
        ("Wi‐Fi", "wi-fi"),
        ("Wiーfi", "wi-fi"),
        ("ユ-ザ-登録", "ユーザー登録"),
        ("ﾕｰｻﾞｰ", "ユーザー"),
        ("サ―バー", "サーバー"),
        ("03ー1234", "03-1234"),
        ("ポイント-5", "ポイント-5"),
        ("それは――つまり", "それは――つまり"),
        ("a\u200bb\u3000 c\n", "ab c"),
        ("葛\U000e0100飾区", "葛飾区"),
        ("①㈱㌔", "1(株)キロ"),
    ],
)
def test_look_alikes_take_one_spelling(text: str, expected: str) -> None:
    assert normal_form(text) == expected


@given(st.text())
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    assert normal_form(normal_form(text)) == normal_form(text)


@given(st.text(alphabet="年次有給休暇ひらがなカタカナーéñ한글", min_size=1))
def test_letters_outside_ascii_are_never_erased(text: str) -> None:
    assert len(normal_form(text)) == len(text)


def test_a_lone_surrogate_is_replaced_rather_than_fatal() -> None:
    assert normal_form("a\ud800b") == "a\ufffdb"


def test_what_is_taken_for_normal_already_is() -> None:
    plain = [chr(code) for code in range(0x3041, 0xA000) if normal._NORMAL_ALREADY.fullmatch(chr(code))]
    assert len(plain) > 21_000
    assert all(normal._normal_form(char) == char for char in plain)


@given(st.text(alphabet="あァゖヺー一鿿", max_size=8))
def test_what_is_taken_for_normal_already_is_so_in_any_company(text: str) -> None:
    assert normal_form(text) == normal._normal_form(text)


LIGATURE = "\ufdfa"
"""Eighteen characters in one: a blessing."""


def test_what_is_spelt_out_is_counted_as_it_is_read() -> None:
    assert spelt_out("夏季休暇") == 4
    assert spelt_out(LIGATURE * 10) == len(normal_form(LIGATURE * 10)) > 100


@given(st.text(alphabet=f"夏季ｶﾞ㌀{LIGATURE}", max_size=40), st.integers(0, 50))
def test_a_beginning_is_as_long_as_it_may_be_and_no_longer(text: str, most: int) -> None:
    begun = beginning(text, most)
    assert text.startswith(begun)
    assert spelt_out(begun) <= most
    if spelt_out(text) <= most:
        assert begun == text
