"""Japanese follow-ups: one row a phenomenon."""

import pytest
from tests.unit.dialogue.rewriting.conversations import question, understood

LEAVE = ("大阪の夏季休暇は何日ですか", "5日です。")


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (LEAVE, "福岡は？", "福岡の夏季休暇は何日ですか"),
        (LEAVE, "福岡の場合はどうですか", "福岡の夏季休暇は何日ですか"),
        (LEAVE, "福岡でも同じですか", "福岡の夏季休暇は何日ですか"),
        (LEAVE, "申請方法は？", "大阪の夏季休暇の申請方法は？"),
        (LEAVE, "その申請方法は？", "大阪の夏季休暇の申請方法は？"),
        (LEAVE, "それは有給ですか", "大阪の夏季休暇は有給ですか"),
        (LEAVE, "その休暇は翌年に繰り越せますか", "夏季休暇は翌年に繰り越せますか"),
        (LEAVE, "いつまでに取ればいいですか", "大阪の夏季休暇はいつまでに取ればいいですか"),
        (LEAVE, "パートでも取れますか", "大阪の夏季休暇について、パートでも取れますか"),
        (LEAVE, "東京はいつからですか", "夏季休暇について、東京はいつからですか"),
        (LEAVE, "そこの入館方法は？", "大阪の入館方法は？"),
        (LEAVE, "年次有給休暇は？", "大阪の年次有給休暇は何日ですか"),
        (("日本の祝日は何日ありますか", "16日です。"), "アイルランドは？", "アイルランドの祝日は何日ありますか"),
        (("父が亡くなったとき何日休めますか", "7日です。"), "祖父母の場合は？", "祖父母が亡くなったとき何日休めますか"),
        (("必要な書類は何ですか", "診断書です。"), "それはどこでもらえますか", "診断書はどこでもらえますか"),
        (
            ("VPNの申請は誰に聞けばいいですか", "情報システム部の佐藤さんです。"),
            "彼の連絡先は？",
            "佐藤の連絡先は？",
        ),
        (
            (*LEAVE, "いつまでに取ればいいですか", "9月末までです。"),
            "それは延ばせますか",
            "大阪の夏季休暇は延ばせますか",
        ),
        ((*LEAVE, "ありがとうございます", "どういたしまして。"), "申請方法は？", "大阪の夏季休暇の申請方法は？"),
    ],
)
def test_what_was_left_out_comes_back(said: tuple[str, ...], text: str, meant: str) -> None:
    assert question(text, "ja", said) == meant


@pytest.mark.parametrize(
    "text",
    [
        "通勤手当は？",
        "VPNがつながらないときの連絡先は？",
        "会議室の予約方法は？",
        "PCが壊れました。これはどこに連絡すればいいですか",
        "引っ越したので、その届け出はどうすればいいですか",
        "眠れません",
        "辞めたいです",
        "退職の手続きはこの会社ではどうなりますか",
        "その他の手当にはどんなものがありますか",
        "東京オフィスはどこですか",
    ],
)
def test_a_new_topic_does_not_drag_the_old_one_along(text: str) -> None:
    result = understood(text, "ja", LEAVE)
    assert (result.question, result.by, result.queries) == (text, "unchanged", (text,))


def test_raw_and_rewritten_are_searched_together() -> None:
    assert understood("申請方法は？", "ja", LEAVE).queries == ("大阪の夏季休暇の申請方法は？", "申請方法は？")


def test_a_name_that_slid_out_of_the_window_comes_back_from_what_is_recalled() -> None:
    said = ("ありがとう", "どういたしまして。")
    assert question("その休暇は翌年に繰り越せますか", "ja", said) == "その休暇は翌年に繰り越せますか"
    recalled = ["リフレッシュ休暇は何年目に取れますか"]
    assert (
        question("その休暇は翌年に繰り越せますか", "ja", said, recalled=recalled)
        == "リフレッシュ休暇は翌年に繰り越せますか"
    )
