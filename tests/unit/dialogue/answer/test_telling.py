"""Of a passage the sentence is told that answers."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from tests.unit.dialogue.conversations import hit, ja

from yorisoi.dialogue.answer.rows import as_told
from yorisoi.dialogue.answer.telling import Told, as_line, telling
from yorisoi.errors import BackendUnavailable
from yorisoi.language import Utterance
from yorisoi.types import Language, Passage

TUNNEL = hit(1, "VPN", text="ルーターを再起動します。時刻を確かめます。直らないときはヘルプデスクへ。").passage
DESK = hit(2, "窓口", text="二階です。10時からです。").passage


class Reads:
    """Log-odds by what a text holds; a fake."""

    def __init__(self, **odds: float) -> None:
        self.odds, self.asked = odds, list[str]()

    async def answering(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:  # noqa: ARG002
        self.asked.extend(passages)
        told = [sum(odds for part, odds in self.odds.items() if part in text) for text in passages]
        return np.array(told, dtype=np.float32)


async def lines(passages: Sequence[Passage], text: str, language: Language, reader: object = None) -> list[str]:
    return [told.line for told in await telling(passages, Utterance(text, language), reader)]


class Fails:
    async def answering(self, question: str, passages: Sequence[str]) -> NDArray[np.float32]:  # noqa: ARG002
        raise BackendUnavailable("out of memory")


async def test_a_reader_finds_the_sentence_that_shares_no_word_with_what_was_asked() -> None:
    assert await lines([TUNNEL], "誰に聞けばいいの", "ja") == ["ルーターを再起動します。"]
    assert await lines([TUNNEL], "誰に聞けばいいの", "ja", Reads(ヘルプデスク=2.0)) == [
        "直らないときはヘルプデスクへ。"
    ]


async def test_each_sentence_is_read_under_its_title_and_all_of_them_at_once() -> None:
    reads = Reads(二階=1.0)
    assert await lines([TUNNEL, DESK], "どこ", "ja", reads) == ["ルーターを再起動します。", "二階です。"]
    assert len(reads.asked) == 5
    assert all(text.startswith("VPN") for text in reads.asked[:3])


async def test_the_kind_of_thing_that_is_asked_for_counts_two_nats() -> None:
    assert await lines([DESK], "何時から？", "ja", Reads(二階=1.5)) == ["10時からです。"]
    assert await lines([DESK], "何時から？", "ja", Reads(二階=4.0)) == ["二階です。"]


async def test_where_reading_fails_words_tell_as_without_it() -> None:
    for asked in ("時刻は？", "何時から？"):
        assert await lines([TUNNEL, DESK], asked, "ja", Fails()) == await lines([TUNNEL, DESK], asked, "ja")


async def test_a_passage_without_a_sentence_tells_nothing() -> None:
    empty = hit(3, "空", text=" ").passage
    assert await lines([empty], "何？", "ja") == [""]
    assert await lines([empty], "何？", "ja", Reads(空=1.0)) == [""]
    assert await lines([], "何？", "ja", Reads()) == []


def test_a_stretch_is_the_sentence_with_those_around_it_that_there_is_room_for() -> None:
    told = Told(["前置きです。", "1万円までです。", "領収書が要ります。", "後書きです。"], 1)
    assert told.stretch(100) == "前置きです。1万円までです。領収書が要ります。後書きです。"
    assert told.stretch(23) == "前置きです。1万円までです。領収書が要ります。"
    assert told.stretch(20) == "1万円までです。領収書が要ります。"
    assert told.stretch(3) == "1万円"


async def test_of_sentences_that_answer_alike_the_one_that_names_the_reader_is_told() -> None:
    both = hit(3, "慶弔休暇", text="社員は5日です。パートの方は半分です。").passage
    for reader in (None, Reads(社員=2.0, パート=1.5)):
        (told,) = await telling([both], ja("休暇は？"), reader, ["パートタイム", "パート"])
        assert told.line == "パートの方は半分です。"
        (told,) = await telling([both], ja("休暇は？"), reader)
        assert told.line == "社員は5日です。"


def test_a_stretch_begins_where_its_line_does_and_with_no_rest_of_an_item() -> None:
    steps = ["1. 問診票に書きます。", "10分ほどです。\n", "2. 体重をはかります。", "3分ほどです。\n", "3. 診察です。\n"]
    assert Told(steps, 1).stretch(28) == "1. 問診票に書きます。10分ほどです。"
    assert Told(steps, 3).stretch(30) == "2. 体重をはかります。3分ほどです。\n3. 診察です。"
    assert Told(steps, 3).stretch(38) == "2. 体重をはかります。3分ほどです。\n3. 診察です。"
    assert Told(steps, 3).stretch(60) == "".join(steps).strip()


def test_an_item_is_told_with_those_around_it_that_there_is_room_for() -> None:
    brings = ["お持ちください。\n", "- 保険証\n", "- 接種の証明書\n", "- お薬\n"]
    assert Told(brings, 2).with_those_around(40) == "お持ちください。 / 保険証 / 接種の証明書 / お薬"
    assert Told(brings, 2).with_those_around(16) == "… / 接種の証明書 / お薬"
    assert Told(brings, 0).with_those_around(20) == "お持ちください。 / 保険証…"
    assert Told(brings, 2).with_those_around(5) == ""


def test_an_item_is_told_below_what_announces_its_list() -> None:
    forbids = ["届け出る。\n", "次に該当するときは許可しない。\n", "- 同業他社\n", "- 月30時間を超える\n", "- 深夜\n"]
    assert Told(forbids, 3).stretch(34) == "次に該当するときは許可しない。\n…\n- 月30時間を超える\n- 深夜"
    assert Told(forbids, 4).with_those_around(38) == "… / 次に該当するときは許可しない。 / … / 月30時間を超える / 深夜"


def test_a_sentence_is_told_with_all_of_a_short_passage() -> None:
    assert Told(["裏に3台分あります。", "送迎にだけお使いください。\n", "無料です。"], 1).with_those_around(40) == (
        "裏に3台分あります。送迎にだけお使いください。無料です。"
    )
    assert (
        Told(["裏に3台分あります。", "送迎にだけお使いください。"], 1).with_those_around(20)
        == "送迎にだけお使いください。"
    )


def test_in_one_line_a_stroke_stands_only_where_a_line_ends_something() -> None:
    assert as_line("事情があれば、\n最長6か月です。\n無料です。") == "事情があれば、最長6か月です。無料です。"
    assert as_line("Up to six months,\nfree of charge.\nAsk us.") == "Up to six months, free of charge. Ask us."
    assert as_line("料金：200円\n期限：3日前\n次です。\n- 金\n- 銀") == "料金：200円 / 期限：3日前 / 次です。 / 金 / 銀"


def test_a_sentence_is_told_with_what_follows_that_there_is_room_for() -> None:
    said = ["裏に3台分あります。", "予約は要りません。", "無料です。\n", "| 台 | 円 |\n", "| 1 | 0 |"]
    assert Told(said, 0).with_those_around(20) == "裏に3台分あります。予約は要りません。…"
    assert Told(said, 1).with_those_around(20) == "予約は要りません。無料です。…"


def test_a_stretch_of_a_table_stands_below_what_its_columns_are_called() -> None:
    rows = ["| 級 | 額 |\n", "| 一 | 10円 |\n", "| 二 | 20円 |\n", "| 三 | 30円 |\n", "以上です。"]
    assert Told(rows, 2).stretch(12) == "| 級 | 額 |\n| 二 | 20円 |", "alone, where there is no room for all"
    for row in (1, 2, 3):
        assert Told(rows, row).stretch(16) == "".join(rows[:4]).strip(), "never as if some were all"
    assert Told(rows, 1).stretch(17) == "".join(rows), "with what stands behind"


def test_a_table_is_told_with_the_sentence_that_announces_it() -> None:
    said = [
        "届け出ます。\n",
        "級は次のとおりです。\n",
        "| 級 | 額 |\n",
        "| 一 | 10円 |\n",
        "| 二 | 20円 |\n",
        "終わり。",
    ]
    assert Told(said, 1).stretch(15) == "".join(said[1:5]).strip()
    assert Told(said, 1).stretch(19) == "".join(said)
    assert Told(said, 1).stretch(11) == said[1].strip(), "alone, where there is no room for it"


def test_a_stretch_has_no_rows_of_a_table_that_it_only_touches() -> None:
    rows = ["| 級 | 額 |\n", "| 一 | 10円 |\n", "| 二 | 20円 |\n"]
    assert Told([*rows, "満室なら30円。\n", "写しを添える。"], 3).stretch(34) == "満室なら30円。\n写しを添える。"
    assert Told(["前払いです。\n", "月末まで。\n", *rows], 0).stretch(34) == "前払いです。\n月末まで。"


def test_a_line_has_no_signs_of_lists_and_tables() -> None:
    assert as_line("- 一つ目\n2. 二つ目\n・三つ目\n") == "一つ目 / 二つ目 / 三つ目"
    assert as_line("| 課長 | 15,000円 |") == "課長 | 15,000円"
    assert as_line("2.5倍です。\n") == "2.5倍です。"
    assert as_line("-") == as_line("") == ""


HOTELS = hit(
    3,
    "宿泊費",
    text="| 地域 | 上限 |\n|---|---|\n| 東京 | 13,000円。税込 |\n| その他 | 11,000円 |\n\n実費です。",
).passage


async def test_a_row_is_told_whole_with_what_its_columns_are_called() -> None:
    (told,) = await telling([HOTELS], ja("東京は？"))
    assert (told.row("："), told.line) == ("東京 — 上限：13,000円。税込", "東京 | 13,000円。税込")
    (told,) = await telling([HOTELS], ja("実費？"))
    assert (told.row("："), told.line) == ("", "実費です。")


async def test_a_row_is_told_with_those_around_it_where_there_is_room() -> None:
    (told,) = await telling([HOTELS], ja("東京は？"))
    both = "東京 — 上限：13,000円。税込 / その他 — 上限：11,000円"
    assert (told.row("：", len(both)), told.row("：", len(both) - 1)) == (both, "東京 — 上限：13,000円。税込")
    left_out = Told(["| 地域 | 上限 |\n", "| 東京 | 9円 |\n", "| … | … |\n", "| 大阪 | 8円 |\n"], 1)
    assert left_out.row("：", 100) == "東京 — 上限：9円 / … / 大阪 — 上限：8円"


async def test_what_columns_are_called_is_read_with_each_row_and_answers_nothing_by_itself() -> None:
    reads = Reads(上限=3.0, その他=1.0)
    assert await lines([HOTELS], "地域の上限", "ja", reads) == ["その他 | 11,000円"]
    assert sum("上限" in text for text in reads.asked) == 3
    assert await lines([HOTELS], "地域の上限", "ja") == ["東京 | 13,000円。税込"]


def test_blank_rows_are_not_told() -> None:
    rows = [*map("| {} |\n".format, ("商品 | 単価", "洗剤 | 320円", " | ", "代理店 | 手数料", "東西商事 | 12%"))]
    told = Told(as_told(rows), 0)
    assert told.is_table
    assert told.stretch(300) == f"{''.join(rows[:2])}\n{''.join(rows[3:])}".strip()
    assert told.with_those_around(300) == "商品 | 単価 / 洗剤 | 320円 / 代理店 | 手数料 / 東西商事 | 12%"
    assert told.row(": ") == ""
