import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.language import keywords
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("ja", "休暇について教えてください", ("休暇",)),
        ("ja", "子どもの看護休暇は取れるでしょうか", ("子ども", "看護休暇", "取れる")),
        (
            "ja",
            "会議システムを社外ユーザーに使ってもらうにはどうすればよいですか",
            ("会議システム", "社外ユーザー", "使う"),
        ),
        ("ja", "えーと、あのー、Google共有ドライブの容量を知りたいです", ("google共有ドライブ", "容量")),
        ("ja", "申請はいつまでですか。よろしくお願いします", ("申請",)),
        ("ja", "あと、ちなみに休暇は？", ("休暇",)),
        ("ja", "教えてください", ()),
        ("ja", "\u200b\n", ()),
        ("ja", "休暇、休暇、休暇", ("休暇",)),
        ("zh", "嗯，请问公司的车辆怎么申请？", ("公司", "车辆", "申请")),
        ("en", "Could you please tell me how to book a meeting room?", ("book", "meeting room")),
        ("und", "Urlaub beantragen", ("urlaub beantragen",)),
    ],
)
def test_key_words_name_the_subject_only(language: Language, text: str, expected: tuple[str, ...]) -> None:
    assert keywords(text, language) == expected


@given(st.text(), st.sampled_from(["ja", "zh", "en", "und"]))
def test_key_words_are_distinct_and_not_empty(text: str, language: Language) -> None:
    found = keywords(text, language)
    assert len(set(found)) == len(found)
    assert all(found)
