"""What is told of another thing of the kind that was named."""

import pytest
from tests.unit.dialogue.conversations import hit

from yorisoi.dialogue.answer.another import is_of_another


@pytest.mark.parametrize(
    ("text", "title", "told", "is_another"),
    [
        ("X200の保証期間は？", "製品X100", "保証は1年です。", True),
        ("X200の保証期間は？", "製品X200", "X100と同じく1年です。", False),
        ("X100とX200の保証期間は？", "製品X100", "保証は1年です。", False),
        ("X200の保証期間は？", "保証", "保証は1年です。", False),
        ("会議室13の料金は？", "会議室", "| 会議室 | 料金 |\n|---|---|\n| 会議室1 | 500円 |", True),
        ("会議室1の料金は？", "会議室", "| 会議室 | 料金 |\n|---|---|\n| 会議室1 | 500円 |", False),
        ("第3会議室は？", "会議室", "第1会議室と第2会議室があります。", True),
        ("FX-41の送料は", "送料", "| 型 | 送料 |\n|---|---|\n| CX-41 | 4100円 |", True),
        ("CX-30Aの送料は", "送料", "CX-30は300円です。", True),
        ("ABC-110Yの電圧は", "電圧", "ABC-110JとABC-110Xがあります。", True),
        ("CX-30の送料は", "送料", "CX-30は300円、CX-30Aは400円です。", False),
        ("モルヒネ20注の速さは", "速さ", "ネオ20注は毎時60mLです。", True),
        ("ネオ2注の速さは", "速さ", "ネオ5注は毎時60mLです。", True),
        ("ネオ20の速さは", "速さ", "ネオ20注は毎時60mLです。", False),
        ("ネオ20注の用量は", "用量", "ネオ20錠は一日二回です。", True),
        ("X100の重さは", "重さ", "FX100は5kgです。", True),
        ("FX-100の重さは", "重さ", "FX100は5kgです。", False),
        ("TLS1.2は使えますか", "TLS", "TLS1.3を使います。", True),
        ("会議室Aの定員は", "定員", "会議室Bは8人です。", True),
        ("iPhone 15の修理代は", "修理", "iPhone 14は9,800円です。", True),
        ("Windows 11で使えますか", "対応", "Windows 10とWindows 11で使えます。", False),
        ("Suica 3000円でいいですか", "支払い", "Suica 5000円まで使えます。", False),
        ("4号棟の駐輪場は", "3号棟", "3号棟の駐輪場は北側です。", True),
        ("3号棟の駐輪場は", "3号棟", "北側です。", False),
        ("シャンプー2本で送料は", "送料", "トリートメント3本まで送料は同じです。", False),
        ("午後3時に行けますか", "窓口", "午後5時まで開いています。", False),
        ("料金20円ですか", "料金", "料金は30円です。", False),
        ("名古屋支社の休みは？", "大阪支社", "土日は休みです。", True),
        ("名古屋支社の休みは？", "支社の休み", "土日は休みです。", False),
        ("東京から行くと？", "大阪支社", "土日は休みです。", False),
    ],
)
def test_what_has_another_number_or_name_of_its_own_is_another(
    text: str, title: str, told: str, is_another: bool
) -> None:
    assert is_of_another(hit(1, title, text=told).passage, text, "ja") is is_another
