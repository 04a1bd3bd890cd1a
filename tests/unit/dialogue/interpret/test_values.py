"""Days, times and numbers that give way to others of their kind."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import ja

from yorisoi.dialogue.interpret.values import values, with_other_values
from yorisoi.language import Utterance
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("topic", "text", "language", "expected"),
    [
        ("土曜の練習はどこでやるんですか", "あっ水曜でした", "ja", "水曜の練習はどこでやるんですか"),
        (
            "パートの週3ですが、休みは何日もらえますか",
            "週4に増やしたら？",
            "ja",
            "パートの週4ですが、休みは何日もらえますか",
        ),
        ("５月３日に休めますか", "5月10日だと？", "ja", "5月10日に休めますか"),
        ("3日休むときの手続きは？", "10日なら", "ja", "10日休むときの手続きは？"),
        ("参加費は1,000円ですか", "あ、1,500円でした", "ja", "参加費は1,500円ですか"),
        ("9時5分に着きます", "あ、9時35分です", "ja", "9時35分に着きます"),
        ("住3天 怎么收费", "那5天呢", "zh", "住5天 怎么收费"),
        ("明日休めますか", "あさってなら", "ja", "あさって休めますか"),
        ("周五晚上能用电钻吗", "打错 是周六", "zh", "周六晚上能用电钻吗"),
        ("is the office open on Monday?", "and Tuesday?", "en", "is the office open on Tuesday?"),
    ],
)
def test_the_other_one_of_its_kind_takes_its_place(topic: str, text: str, language: Language, expected: str) -> None:
    assert with_other_values([topic], Utterance(text, language)) == expected


def test_who_names_other_things_asks_something_of_its_own_unless_it_corrects() -> None:
    topic, text = "平日の2時くらいに行きたいんです", "帰りは8時より遅いのってないの？"
    assert with_other_values([topic], ja(text)) is None
    assert with_other_values(["金曜に持ってけばいいんですよね"], ja("木曜の間違い。何時から？"), corrects=True)
    topic, text = "can I take 5 days off at once", "sorry, 7 days"
    assert with_other_values([topic], Utterance(text, "en"), corrects=True) == "can I take 7 days off at once"
    assert with_other_values(["土曜の練習はどこ？"], ja("水曜の練習は？")) == "水曜の練習はどこ？"


def test_of_a_text_without_end_only_so_many_are_looked_at() -> None:
    assert len(values("1個、" * 2000, "ja")) == 20


@pytest.mark.parametrize(
    ("topic", "text", "language"),
    [
        ("100ドルまで出ますか", "3人です", "ja"),  # another kind
        ("土曜と日曜は開いてますか", "水曜は？", "ja"),  # which of the two?
        ("土曜は開いてますか", "水曜か木曜なら？", "ja"),
        ("土曜は開いてますか", "土曜の朝は？", "ja"),  # the same
        ("3日に休めますか", "課長は？", "ja"),
        ("3回は？", "4に", "ja"),  # a particle is no unit
    ],
)
def test_where_nothing_is_of_its_kind_or_it_is_open_which_is_meant_nothing_gives_way(
    topic: str, text: str, language: Language
) -> None:
    assert with_other_values([topic], Utterance(text, language)) is None


@pytest.mark.parametrize(
    ("topic", "text", "language"),
    [
        ("20日前にキャンセルしたら、いくらかかりますか", "8月1日の予約です", "ja"),
        ("3日休むときの手続きは？", "12月10日からです", "ja"),
        ("会議室を2時間借りると？", "5時からです", "ja"),
        ("勤続3年の有休は？", "2023年入社です", "ja"),
        ("90日以内の返品はできますか", "15日です", "ja"),
        ("5分遅刻したらどうなりますか", "9時35分です", "ja"),
        ("3時間の駐車料金は？", "18時です", "ja"),
        ("第3土曜の営業は？", "第2会議室です", "ja"),
        ("住3天要多少钱", "3月5号", "zh"),
        ("7天内能退吗", "15天", "zh"),
    ],
)
def test_what_counts_in_other_words_and_what_is_part_of_a_date_or_time_is_of_another_kind(
    topic: str, text: str, language: Language
) -> None:
    assert with_other_values([topic], Utterance(text, language), corrects=True) is None


@pytest.mark.parametrize(
    ("topic", "text", "language"),
    [
        ("20日に申し込めますか", "15日に買いました", "ja"),
        ("土曜の練習どこ？", "水曜に電話しました", "ja"),
        ("先月から忙しすぎる", "今月それで2回目です", "ja"),
        ("2日休めますか", "2023年入社で5日です", "ja"),
        ("Can I return it within 30 days?", "It arrived 3 days ago", "en"),
        ("do I lose the money for today?", "What is on the menu tomorrow?", "en"),
        ("请3天假怎么办", "我用了5天假", "zh"),
    ],
)
def test_who_tells_more_than_the_value_leaves_the_topic_as_it_was(topic: str, text: str, language: Language) -> None:
    assert with_other_values([topic], Utterance(text, language)) is None


@given(st.text(max_size=60), st.text(max_size=60), st.sampled_from(["ja", "zh", "en", "und"]))
def test_any_text_is_read(topic: str, text: str, language: Language) -> None:
    for each in values(text, language):
        assert text[each.start : each.end] == each.text
    changed = with_other_values([topic], Utterance(text, language))
    assert changed is None or changed != topic


def test_a_number_of_thousands_of_digits_takes_no_place() -> None:
    assert with_other_values(["3日 " * 20], ja("9" * 3_900 + "日")) is None
