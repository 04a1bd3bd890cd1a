"""A reply to a question becomes the statement that it makes."""

import pytest
from tests.unit.dialogue.rewriting.conversations import question, understood


@pytest.mark.parametrize(
    ("asked", "reply", "stated"),
    [
        ("お部屋は禁煙でよろしいですか？", "はい", "部屋は禁煙で良い。"),
        ("お部屋は禁煙でよろしいですか？", "いいえ", "部屋は禁煙でなくて良い。"),
        ("朝食をご希望ですか？", "お願いします。", "朝食を希望する。"),
        ("レンタカーの手配は必要ですか？", "いりません", "レンタカーの手配は必要ない。"),
        ("駐車場をご利用になりますか？", "はい", "駐車場を利用する。"),
        ("子ども用のベッドをご用意いたしましょうか？", "いいえ", "子ども用のベッドを用意しなくて良い。"),
        ("ホテルと旅館のどちらがよろしいですか？", "後者で。", "旅館が良い。"),
        ("ホテルと旅館のどちらがよろしいですか？", "どちらでも", "ホテルか旅館かどちらでも良い。"),
        ("ご予算はいくらですか？", "2万円です", "予算は2万円だ。"),
        ("人数を教えて下さい。", "3人です。", "人数は3人だ。"),
        ("お部屋のタイプはいかがなさいますか？", "和室でお願いします", "部屋のタイプは和室が良い。"),
    ],
)
def test_a_reply_is_stated_in_full(asked: str, reply: str, stated: str) -> None:
    assert question(reply, "ja", ("宿を探しています", asked)) == stated


@pytest.mark.parametrize("reply", ["駐車場は要りません。", "朝食は何時からですか", "会議室の予約方法を教えて"])
def test_what_has_a_topic_of_its_own_or_asks_in_turn_is_no_fragment(reply: str) -> None:
    said = ("宿を探しています", "ご予算はいくらですか？")
    assert understood(reply, "ja", said).by == "unchanged"
