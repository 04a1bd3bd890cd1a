"""What the documents care about of a user, and what the user has said of it."""

from dataclasses import replace
from datetime import UTC, datetime
from time import process_time

import pytest

from yorisoi.dialogue.clarify.attributes import (
    called,
    mentioned,
    named_lately,
    stated,
    tells_nothing_else,
    told,
    told_before,
)
from yorisoi.types import Action, Turn

VOCABULARY = {"勤務地": ("上海事務所", "大阪支社", "東京本社"), "雇用区分": ("パートタイム", "契約社員", "正社員")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("大阪支社の駐車場", {"勤務地": "大阪支社"}),
        ("大阪の場合は？", {"勤務地": "大阪支社"}),
        ("契約社員でも取れますか", {"雇用区分": "契約社員"}),
        ("パートです。有休はありますか", {"雇用区分": "パートタイム"}),
        ("アイルランドの育児休暇", {"country": "IE"}),
        ("ダブリンの育児休暇", {"country": "IE"}),
        ("東京の駐車場", {"勤務地": "東京本社"}),
        ("日本とドイツの違い", {}),
        ("日本ではありません", {}),
        ("日本以外の祝日", {}),
        ("東京と大阪の違い", {}),
        ("契約書の保管期限", {}),
        ("夏季休暇", {}),
    ],
)
def test_a_value_is_mentioned_whole_or_by_its_own_name(text: str, expected: dict[str, str]) -> None:
    assert mentioned(text, VOCABULARY) == expected


def test_only_what_users_say_of_themselves_is_theirs() -> None:
    assert stated("私は大阪支社の契約社員です", VOCABULARY) == {"勤務地": "大阪支社", "雇用区分": "契約社員"}
    assert stated("東京本社の契約社員です", VOCABULARY) == {"勤務地": "東京本社", "雇用区分": "契約社員"}
    assert stated("大阪支社の電話番号は？", VOCABULARY) == {}
    both = {"勤務地": "大阪支社", "雇用区分": "契約社員"}
    assert stated("大阪支社の契約社員です。夏季休暇は何日ですか", VOCABULARY) == both
    assert stated("大阪支社の夏季休暇です", VOCABULARY) == {}
    assert stated("夏季休暇は大阪支社だけですか", VOCABULARY) == {}
    for none in ("私は大阪支社で働いていません", "お客様は大阪支社で働いています", "私はフランスには住んでいません。"):
        assert stated(none, VOCABULARY) == {}
    assert stated("お客様の対応をしながら大阪支社で働いています", VOCABULARY) == {"勤務地": "大阪支社"}
    for others in ("山田さんは大阪支社で働いています", "知り合いは大阪支社で働いています"):
        assert stated(others, VOCABULARY) == {}
    for others in ("友達は大阪支社で働いています", "息子は大阪支社に勤務しています", "彼女も大阪支社です"):
        assert stated(others, VOCABULARY) == {}


def test_who_takes_back_what_was_told_of_oneself_has_told_the_other() -> None:
    told_osaka = Turn(speaker="user", text="大阪支社の者です", at=datetime(2026, 4, 1, tzinfo=UTC))
    for text in (
        "大阪じゃなくて東京",
        "大阪じゃなくて東京です",
        "大阪支社ではなく東京本社のほうです",
    ):
        assert told(text, VOCABULARY, None, [told_osaka]) == {"勤務地": "東京本社"}
    assert told("大阪じゃなくて東京", VOCABULARY, None, []) == {}, "it may be the page that is meant"
    assert told("パートじゃなくて大阪", VOCABULARY, None, [replace(told_osaka, text="正社員です")]) == {}


@pytest.mark.parametrize(
    "text",
    [
        "来週大阪に1泊で出張なんだけど、ホテルっていくらまで？",
        "大阪出張のホテルは？",
        "明日大阪支社に行きます",
        "我去日本出差",
        "I'm on a trip to Dublin",
    ],
)
def test_where_one_goes_for_a_while_is_not_where_one_belongs(text: str) -> None:
    before = Turn(speaker="user", text=text, at=datetime(2026, 4, 1, tzinfo=UTC))
    assert mentioned(text, VOCABULARY) != {}  # what is asked is asked of there
    assert stated(text, VOCABULARY) == {}
    assert named_lately("夏休みって何日？", [before], VOCABULARY) == {}


@pytest.mark.parametrize("text", ["福岡に異動して行きました", "大阪支社に勤務しています", "契約社員も出張できますか"])
def test_where_one_was_moved_is_where_one_belongs(text: str) -> None:
    vocabulary = {**VOCABULARY, "勤務地": ("福岡支社", "大阪支社")}
    before = Turn(speaker="user", text=text, at=datetime(2026, 4, 1, tzinfo=UTC))
    assert len(named_lately("夏休みって何日？", [before], vocabulary)) == 1


@pytest.mark.parametrize(
    "text", ["大阪支社の正社員なんですけど", "私、東京本社の契約社員です。", "ドイツ勤務なんですが", "UKです"]
)
def test_who_says_who_one_is_may_say_nothing_else(text: str) -> None:
    assert tells_nothing_else(text, VOCABULARY)


@pytest.mark.parametrize(
    "text", ["大阪支社の夏季休暇なんですけど", "正社員ですか", "正社員なんですけど、有給は？", "はいです", "そうです"]
)
def test_what_else_is_said_is_not_passed_over(text: str) -> None:
    assert not tells_nothing_else(text, VOCABULARY)


@pytest.mark.parametrize(
    ("text", "country"),
    [
        ("アイルランド勤務です。自転車の補助はありますか", "IE"),
        ("ソウルで働いています。健康保険はどこですか", "KR"),
        ("シンガポールの社員です。", "SG"),
        ("UK在住です", "GB"),
        ("I live in Lisbon. Who pays?", "PT"),
        ("我在都柏林工作。", "IE"),
        ("部下がドイツに住んでいます", None),
        ("来週の会議はドイツです", None),
    ],
)
def test_where_users_live_and_work_is_theirs_and_where_others_do_is_not(text: str, country: str | None) -> None:
    assert stated(text, VOCABULARY).get("country") == country


@pytest.mark.parametrize(
    ("text", "office"),
    [
        ("大阪に住んでいます", None),
        ("大阪在住です", None),
        ("私は大阪が好きです", None),
        ("私は大阪出身です", None),
        ("私は大阪に引っ越しました。夏季休暇は何日ですか", None),
        ("I live in 大阪 and like it.", None),
        ("我住在大阪。", None),
        ("大阪で働いています", "大阪支社"),
        ("大阪勤務です", "大阪支社"),
        ("私は大阪なんですが、夏季休暇は何日ですか", "大阪支社"),
        ("大阪にいます", "大阪支社"),
        ("I'm based in 大阪.", "大阪支社"),
        ("我在大阪上班。", "大阪支社"),
    ],
)
def test_the_name_of_a_place_is_an_office_only_of_those_who_belong_there(text: str, office: str | None) -> None:
    assert mentioned(text, VOCABULARY).get("勤務地") == office
    assert stated(text, VOCABULARY).get("勤務地") == office


def test_an_answer_to_our_question_may_name_a_value_by_any_word_of_its_own() -> None:
    at = datetime(2026, 4, 1, tzinfo=UTC)
    asked = Turn(speaker="assistant", text="どちらにお勤めですか。", at=at, action=Action.ASK)
    assert told_before([asked, Turn(speaker="user", text="本社です", at=at)], VOCABULARY) == {"勤務地": "東京本社"}
    assert told_before([Turn(speaker="user", text="本社です", at=at)], VOCABULARY) == {}


def test_what_was_named_before_holds_where_the_utterance_goes_on_from_it() -> None:
    said = [Turn(speaker="user", text="大阪支社の夏季休暇は？", at=datetime(2026, 4, 1, tzinfo=UTC))]
    assert named_lately("その申請方法は？", said, VOCABULARY) == {"勤務地": ("大阪支社", 0)}
    assert named_lately("東京の場合は？", said, VOCABULARY) == {"勤務地": ("東京本社", None)}


def test_a_word_that_another_value_has_names_neither_and_what_answers_us_is_named_by_any_word_of_its_own() -> None:
    halls = {"会場": ("東京第一ホール", "東京会議室")}
    assert mentioned("東京です", halls) == {}
    assert mentioned("会議室のほうで", halls, answering=True) == {"会場": "東京会議室"}


def test_values_are_compared_with_each_other_once_and_not_in_every_utterance(monkeypatch: pytest.MonkeyPatch) -> None:
    many = {"拠点": tuple(f"{city}{number}" for city in ("仙台", "札幌") for number in range(100))}
    assert mentioned("仙台7の鍵", {"拠点": ("仙台7", "札幌7")}) == {"拠点": "仙台7"}
    mentioned("鍵は", many)
    monkeypatch.setattr("yorisoi.dialogue.clarify.attributes.morphemes", lambda *_: pytest.fail("worked out again"))
    mentioned("鍵はどこ", many)


def test_an_utterance_of_a_thousand_sentences_is_not_held_against_all_values_a_thousand_times() -> None:
    vocabulary = {f"属性{a}": tuple(f"値{a}の{v}支社" for v in range(200)) for a in range(20)}
    assert stated("私は値3の5支社の社員です。", vocabulary) == {"属性3": "値3の5支社"}
    begun = process_time()
    assert stated("私は犬。" * 1_000, vocabulary) == {}
    assert process_time() - begun < 1


def test_a_reader_is_called_by_a_values_names_that_no_other_has() -> None:
    known = {"勤務地": "大阪支社", "雇用区分": "パートタイム", "country": "JP"}
    assert called(known, VOCABULARY) == {"勤務地": ("大阪支社", "大阪"), "雇用区分": ("パートタイム", "パート")}
    assert called({"勤務地": "other"}, VOCABULARY) == {}
