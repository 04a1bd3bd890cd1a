"""What the documents care about of a user, and what the user has said of it."""

import pytest

from yorisoi.dialogue.attributes import mentioned, stated

VOCABULARY = {"勤務地": ("上海事務所", "大阪支社", "東京本社"), "雇用区分": ("パートタイム", "契約社員", "正社員")}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("大阪支社の駐車場", {"勤務地": "大阪支社"}),
        ("大阪の場合は？", {"勤務地": "大阪支社"}),
        ("契約社員でも取れますか", {"雇用区分": "契約社員"}),
        ("パートです。有休はありますか", {"雇用区分": "パートタイム"}),
        ("アイルランドの育児休暇", {"country": "IE"}),
        ("日本とドイツの違い", {}),
        ("東京と大阪の違い", {}),
        ("契約書の保管期限", {}),
        ("夏季休暇", {}),
    ],
)
def test_a_value_is_mentioned_whole_or_by_its_own_name(text: str, expected: dict[str, str]) -> None:
    assert mentioned(text, VOCABULARY) == expected


def test_only_what_users_say_of_themselves_is_theirs() -> None:
    assert stated("私は大阪支社の契約社員です", VOCABULARY) == {"勤務地": "大阪支社", "雇用区分": "契約社員"}
    assert stated("大阪支社の電話番号は？", VOCABULARY) == {}
