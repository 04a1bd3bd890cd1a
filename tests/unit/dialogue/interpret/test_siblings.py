"""What tells a page from its sibling gives way to what tells that."""

import pytest
from tests.unit.dialogue.conversations import hit, ja

from yorisoi.dialogue.interpret.siblings import with_row, with_sibling
from yorisoi.language import Utterance
from yorisoi.types import Language


def asked_of(sibling: str, topic: str, text: str, own: str, language: Language = "ja") -> str | None:
    page, other = (hit(at, title, language=language).passage.document for at, title in enumerate((own, sibling), 1))
    return with_sibling(topic, Utterance(text, language), page, [other])


@pytest.mark.parametrize(
    ("language", "own", "sibling", "topic", "text", "expected"),
    [
        (
            "ja",
            "会議室の予約（大阪支社）",
            "会議室の予約（東京本社）",
            "大阪の会議室は何日先まで？",
            "東京だと？",
            "東京の会議室は何日先まで？",
        ),
        (
            "ja",
            "夏季休暇（大阪支社）",
            "夏季休暇（東京本社）",
            "大阪支社の夏休みは？",
            "東京は？",
            "東京本社の夏休みは？",
        ),
        ("ja", "国内出張（宿泊）", "海外出張", "国内出張の日当いくら？", "海外だと？", "海外出張の日当いくら？"),
        ("ja", "通帳・証書の紛失", "カードの紛失", "通帳なくした", "カードだったらいくら", "カードなくした"),
        (
            "en",
            "Maternity Leave",
            "Paternity Leave",
            "how long is maternity leave",
            "and paternity?",
            "how long is paternity leave",
        ),
        ("zh", "高铁差旅标准", "飞机差旅标准", "高铁能坐几等", "飞机呢", "飞机能坐几等"),
    ],
)
def test_what_the_text_names_takes_its_place(
    language: Language, own: str, sibling: str, topic: str, text: str, expected: str
) -> None:
    assert asked_of(sibling, topic, text, own, language) == expected


@pytest.mark.parametrize(
    ("own", "sibling", "topic", "text"),
    [
        ("会議室の予約（大阪支社）", "会議室の予約（東京本社）", "大阪の会議室は？", "大阪と東京で違う？"),
        ("会議室の予約（大阪支社）", "会議室の予約（東京本社）", "会議室は何日先まで？", "東京だと？"),
        ("ボーナスは年に何回ですか", "領収書は必要ですか", "ボーナスは年に何回？", "領収書は？"),
        ("会議室の予約", "駐車場", "会議室は何日先まで？", "駐車場は？"),
        ("車の予約", "部屋の予約", "駐車場は？", "部屋は？"),
    ],
)
def test_both_at_once_what_was_not_said_and_what_is_no_sibling_change_nothing(
    own: str, sibling: str, topic: str, text: str
) -> None:
    assert asked_of(sibling, topic, text, own) is None


ROOMS = hit(
    1,
    "料金表",
    "会議室",
    text="| 部屋 | 一般 |\n|-|-|\n| 会議室 つばめ | 5,500 |\n| 会議室 すみれ | 1,650 |\n| 電話ブース | 330 |",
)


@pytest.mark.parametrize(
    ("topic", "text", "expected"),
    [
        ("つばめは一般だといくら？", "すみれは？", "すみれは一般だといくら？"),
        ("つばめは一般だといくら？", "じゃあ電話ブースは？", "電話ブースは一般だといくら？"),
        ("つばめは一般だといくら？", "すみれで飲食はできる？", None),  # asks for something else
        ("つばめは一般だといくら？", "駐車場は？", None),
        ("つばめは一般だといくら？", "つばめは？", None),
        ("つばめとすみれはどう違う？", "すみれは？", None),
    ],
)
def test_the_bare_name_of_another_row_takes_the_place_of_the_first(topic: str, text: str, expected: str | None) -> None:
    assert with_row(topic, ja(text), [ROOMS]) == expected


def test_a_number_and_a_verb_are_no_names() -> None:
    fees = hit(1, "料金表", text="| 区分 | 円 |\n|-|-|\n| 平日 | 900 |\n| 6か月の回数券 | 9,000 |")
    assert with_row("母も68なんですよ", ja("平日だったら？"), [fees]) is None
    assert asked_of("水は飲めますか", "入れ墨あるんです", "飲み物は？", "袋に入れますか") is None
