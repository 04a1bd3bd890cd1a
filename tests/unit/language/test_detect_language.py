import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.language import detect_language
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "texts"),
    [
        ("ja", "年次有給休暇|休暇申請|経費精算|出張旅費規程|育児休業|健康保険|会議室予約|休暇は?|Zoomとは"),
        ("ja", "Google Workspaceの使い方|ﾃﾚﾜｰｸ|Zoom Meetings Webinarとは"),
        ("ja", "在宅勤務|在職証明書|在庫管理|被保険者"),
        ("zh", "我在家办公|他被开除了|和同事吵架"),
        ("zh", "年假怎么申请|公司车辆|公司車輛管理|年假申請|請假流程|差旅报销|總務部|優の良品在哪裡買"),
        ("en", "VPN setup|How do I book a room?|In Japanese, the particle の is used"),
        ("und", "Wie funktioniert das?|¿Cómo solicito vacaciones?|안녕하세요|Привет, как дела?|123|?|"),
    ],
)
def test_short_texts_have_the_language_a_reader_sees(language: Language, texts: str) -> None:
    assert {text: detect_language(text) for text in texts.split("|")} == dict.fromkeys(texts.split("|"), language)


@pytest.mark.parametrize("text", ["", "123", "名刺", "?"])
def test_what_decides_nothing_takes_the_default(text: str) -> None:
    assert detect_language(text, default="ja") == "ja"


@given(st.text(), st.sampled_from(["ja", "zh", "en", "und"]))
def test_any_text_has_a_language(text: str, default: Language) -> None:
    assert detect_language(text, default) in ("ja", "zh", "en", "und")


@given(st.text(alphabet="のにをはがでとます", min_size=3), st.text(alphabet="経費申請会議"))
def test_kana_makes_a_text_japanese(kana: str, han: str) -> None:
    assert detect_language(han + kana) == "ja"
