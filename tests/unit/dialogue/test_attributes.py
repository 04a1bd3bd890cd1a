"""What the documents care about of a user, and what the user has said of it."""

import pytest

from yorisoi.dialogue.attributes import conflicts, mentioned, stated, unsettled
from yorisoi.types import Document

VOCABULARY = {"勤務地": ("上海事務所", "大阪支社", "東京本社"), "雇用区分": ("パートタイム", "契約社員", "正社員")}


def page(number: int, **applies_to: str) -> Document:
    return Document(id=number, source=f"{number}", title=str(number), language="ja", applies_to=applies_to)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("大阪支社の駐車場", {"勤務地": "大阪支社"}),
        ("大阪の場合は？", {"勤務地": "大阪支社"}),
        ("契約社員でも取れますか", {"雇用区分": "契約社員"}),
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


def test_a_page_for_others_is_in_conflict() -> None:
    assert conflicts(page(1, 勤務地="東京本社"), {"勤務地": "大阪支社"})
    assert not conflicts(page(1, 勤務地="東京本社"), {"雇用区分": "正社員"})
    assert not conflicts(page(1), {"勤務地": "大阪支社"})


def test_an_attribute_is_open_when_the_best_page_hangs_on_it_and_others_differ() -> None:
    pages = [page(1, 勤務地="東京本社"), page(2, 勤務地="大阪支社")]
    assert unsettled(pages, {}) == "勤務地"
    assert unsettled(pages, {"勤務地": "大阪支社"}) is None
    assert unsettled([page(3), *pages], {}) is None
    assert unsettled(pages[:1], {}) is None
    assert unsettled([], {}) is None
