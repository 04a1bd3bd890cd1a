"""The answer without a model: the documents' own words, readable, from the section that was asked for."""

import asyncio
import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import hit, ja

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.quoting import is_shown, listed, not_found, opens, quote
from yorisoi.dialogue.config import AnswerConfig
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import Utterance
from yorisoi.language.plain import plain
from yorisoi.retrieval.reranking import SAID
from yorisoi.types import Choice, Hit, Language, LegRank

INTRODUCTION = hit(1, "子の看護休暇", text="子どもの病気の世話のための休暇です。", page=1)
DAYS = hit(2, "子の看護休暇", "日数", text="年に5日まで取れます。", page=1)
APPLYING = hit(3, "子の看護休暇", "申請のしかた", text="当日の朝に電話し、翌日までに申請します。", page=1)
OTHER = hit(4, "病気休暇", "日数", text="年に10日まで取れます。")


def quoted(
    text: str,
    *hits: Hit,
    language: Language = "ja",
    characters: int = 320,
    quotes: int = 4,
    sure: bool = True,
    shown: str = "",
) -> Answer:
    config = AnswerConfig(quote_characters=characters, quotes=quotes)
    return asyncio.run(quote(Utterance(text, language), hits, config, sure=sure, shown=shown))


def nothing(*hits: Hit) -> Answer:
    return asyncio.run(not_found(ja("休暇"), hits))


def test_what_may_stand_there_is_not_said_to_be_nowhere() -> None:
    said, found = phrases("ja"), [hit(1, "慶弔休暇", text="父母は7日。")]
    perhaps = asyncio.run(not_found(ja("父が亡くなった"), found, surely=False))
    assert perhaps.text == f"{said.hardly_found}\n- 慶弔休暇{said.colon}父母は7日。"
    assert perhaps.citations == ()
    assert asyncio.run(not_found(ja("父が亡くなった"), [], surely=False)).text == said.not_found


def test_the_best_section_is_quoted_and_others_are_named_beside_it() -> None:
    answer = quoted("看護休暇とは", INTRODUCTION, DAYS, OTHER)
    assert answer.text.splitlines() == [
        "「子の看護休暇」に次のように書かれています。",
        "子どもの病気の世話のための休暇です。 [1]",
        "関連する記載：",
        "- 子の看護休暇 > 日数 [2] 年に5日まで取れます。",
        "- 病気休暇 > 日数 [3] 年に10日まで取れます。",
    ]
    assert [cite.number for cite in answer.citations] == [1, 2, 3]
    assert answer.citations[0].quote in answer.text
    assert all(is_shown(cite, answer.text) for cite in answer.citations)
    assert not is_shown(answer.citations[1], "5日まで取れます[2]。")


def test_what_a_page_marks_is_no_citation_of_ours() -> None:
    forged = hit(5, "退職金[2]", "額 [1]", text="基本給の百倍です [2]。\n出典:\n[1] 就業規則 (hr/rules.md)", page=5)
    beside = hit(6, "慶弔金[1]", "額", text="一律です [1]。", page=6)
    answer = quoted("退職金の額", forged, beside)
    assert re.findall(r"\[\d+\]", answer.text) == ["[1]", "[2]"]
    assert "基本給の百倍です 〔2〕。" in answer.text
    assert all(is_shown(cite, answer.text) for cite in answer.citations)
    assert "[" not in nothing(forged).text


@pytest.mark.parametrize(("language", "said"), [("ja", "近い"), ("zh", "最接近"), ("en", "come closest")])
def test_who_is_not_sure_says_so_and_lists_the_sections_the_likelier_first(language: Language, said: str) -> None:
    likely = replace(OTHER, score=APPLYING.score + 1)
    answer = quoted("看護休暇とは", DAYS, APPLYING, likely, language=language, sure=False)
    begins, *lines = answer.text.splitlines()
    assert said in begins
    assert lines == [
        "- 子の看護休暇 > 日数 [1] 年に5日まで取れます。",
        "- 病気休暇 > 日数 [2] 年に10日まで取れます。",
        "- 子の看護休暇 > 申請のしかた [3] 当日の朝に電話し、翌日までに申請します。",
    ]
    assert all(is_shown(cite, answer.text) for cite in answer.citations)


def test_of_a_table_that_stands_above_the_row_is_told_that_has_a_word_of_the_question() -> None:
    fees = hit(
        9, "会費", text="| 種別 | 年会費 |\n|---|---|\n| 正会員 | 6,000円 |\n| 家族会員 | 9,000円 |\n\n4月に集めます。"
    )
    first = quoted("会費は？", fees)
    assert first.text.count("\n|") == 3
    row = quoted("家族会員だと？", fees, shown=first.text).text
    assert "家族会員 | 9,000円" in row
    assert "正会員" not in row
    assert "正会員" in quoted("それって毎年？", fees, shown=first.text).text


def test_what_is_listed_can_be_picked_by_its_number() -> None:
    unsure = quoted("看護休暇とは", DAYS, OTHER, sure=False).text
    assert {number: each.text for number, each in listed(unsure).items()} == {
        1: "子の看護休暇 > 日数",
        2: "病気休暇 > 日数",
    }
    assert list(listed(quoted("看護休暇とは", DAYS, OTHER).text)) == [2]
    assert listed(nothing(DAYS).text) == {}


def test_a_section_that_was_listed_is_opened_and_a_page_that_was_offered_is_not_reduced_to_its_introduction() -> None:
    [number, picked] = next(iter(listed(quoted("看護休暇とは", DAYS, INTRODUCTION, sure=False).text).items()))
    assert (number, opens(picked, DAYS), opens(picked, INTRODUCTION)) == (1, True, False)
    assert not opens(Choice(text="子の看護休暇", source="nursing.md"), INTRODUCTION)


def test_what_is_unlikely_is_not_named_unless_a_walk_led_there() -> None:
    def found(odds: float) -> list[Hit]:
        scores = (9.0, 5.85, 5.1, 1.0)
        hits = [replace(hit(n, f"頁{n}"), score=score) for n, score in enumerate(scores, 1)]
        read = replace(hits[2], legs={SAID: LegRank(rank=1, score=odds)})
        return [
            replace(hits[0], legs={SAID: LegRank(rank=2, score=-3.0)}),
            hits[1],
            read,
            replace(hits[3], path=("甲", "乙")),
        ]

    def titles(odds: float, *, sure: bool) -> list[str]:
        return [cite.title for cite in quoted("何？", *found(odds), sure=sure).citations]

    assert titles(-3.0, sure=True) == ["頁1", "頁2", "頁3", "頁4"]
    assert titles(-3.0, sure=False) == ["頁1", "頁2", "頁4"]
    assert titles(3.0, sure=False) == ["頁1", "頁3", "頁2", "頁4"], "it answers what was said last"


def test_of_a_short_table_that_is_listed_all_is_shown() -> None:
    table = "| 区分 | 上限 |\n|---|---|\n| 東京 | 13,000円 |\n| 大阪 | 12,000円 |\n| その他 | 11,000円 |"
    answer = quoted("いくらまで出ますか", hit(1, "国内出張", "上限", text=table), OTHER, sure=False)
    shown = "区分 | 上限 / 東京 | 13,000円 / 大阪 | 12,000円 / その他 | 11,000円"
    assert f"- 国内出張 > 上限 [1] {shown}" in answer.text.splitlines()
    assert all(is_shown(cite, answer.text) for cite in answer.citations)


def test_of_what_is_quoted_whole_nothing_is_read() -> None:
    class Reads:
        def __init__(self) -> None:
            self.read = list[str]()

        async def answering(self, question: str, passages: list[str]) -> object:  # noqa: ARG002
            self.read += passages
            return np.zeros(len(passages), dtype=np.float32)

    reader = Reads()
    asyncio.run(quote(ja("何日？"), [DAYS, OTHER], AnswerConfig(), reader=reader))
    assert not any("年に5日" in each for each in reader.read)
    assert any("年に10日" in each for each in reader.read)


def test_the_section_is_told_that_is_quoted() -> None:
    forbidden = hit(8, "工事", "できない工事", text="柱に穴をあける工事")
    assert quoted("窓を変えたい", forbidden).text.startswith("「工事 > できない工事」に次のように書かれています。")
    led = replace(forbidden, path=("甲", "乙"))
    assert quoted("窓を変えたい", led).text.startswith("「工事 > できない工事」に")


PARKING = hit(7, "駐輪場", text=f"地下一階にあります。{'登録は総務部です。' * 20}年に1,200円かかります。", page=7)


@pytest.mark.parametrize(("language", "said"), [("ja", "のうち"), ("zh", "可供参考"), ("en", "may help")])
def test_of_what_the_reply_before_has_quoted_a_stretch_is_shown_around_the_sentence_that_answers_now(
    language: Language, said: str
) -> None:
    first = quoted("駐輪場はどこですか", PARKING)
    again = quoted("年にいくらかかりますか", PARKING, language=language, shown=first.text, sure=False)
    begins, quoted_ = again.text.splitlines()
    assert said in begins
    assert "駐輪場" in begins
    assert quoted_.endswith("登録は総務部です。年に1,200円かかります。 [1]")
    assert len(quoted_) < 250
    assert is_shown(again.citations[0], again.text)


def test_of_the_others_the_sentence_is_shown_that_says_most_of_what_was_asked() -> None:
    fees = hit(
        5,
        "引き落とし",
        text="毎月27日です。\n\n足りないと手数料がかかります。" + "やり直します。" * 15 + "手数料は110円です。",
        page=5,
    )
    long = hit(6, "休職", text="手数料の説明" + "が続き" * 60, page=6)
    answer = quoted("手数料はいくら？", DAYS, fees, long)
    *_, of_fees, last = answer.text.splitlines()
    assert of_fees == "- 引き落とし [2] 手数料は110円です。"
    assert last.endswith("…")
    assert len(last) < 140


def test_a_section_is_quoted_once_by_its_best_passage() -> None:
    again = hit(9, "子の看護休暇", "日数", text="二つ目の段落", page=1)
    assert [cite.passage_id for cite in quoted("看護休暇", DAYS, again, OTHER).citations] == [2, 4]
    assert [cite.passage_id for cite in quoted("看護休暇", DAYS, OTHER, again).citations] == [2, 4]


def test_no_more_sections_are_cited_than_are_set() -> None:
    assert len(quoted("休暇", *(hit(n, f"{n}") for n in range(1, 9)), quotes=3).citations) == 3
    alone = quoted("休暇", INTRODUCTION, quotes=1)
    assert len(alone.text.splitlines()) == 2


@pytest.mark.parametrize(("language", "begins"), [("ja", "「休み」に"), ("zh", "《休み》中"), ("en", "“休み” says")])
def test_it_speaks_the_language_of_the_utterance(language: Language, begins: str) -> None:
    assert quoted("x", hit(1, "休み"), language=language).text.startswith(begins)


MARKED = """宿泊費

**課長以上**は[別の表](table.md)を見る。![図](a.png)

| 役職 | 上限 |
|:---|---:|
| 課長 | 15,000円 |



注意
"""


def test_no_marks_of_markdown_are_shown_and_nothing_that_is_said_is_lost() -> None:
    shown = quoted("宿泊費", hit(1, "国内出張", text=MARKED)).text
    assert not re.search(r"\*\*|\]\(|\|:?-|\n\n\n", shown, re.M)
    assert all(word in shown for word in ("宿泊費", "課長以上", "別の表", "15,000円", "注意"))


@pytest.mark.parametrize(
    "text",
    ["5 * 3 * 2", "a_b_c", "1 < 2", "C#", "番号 #12", "[1] 注", "2**3は8、3**2は9", "<36度、>38度", "[様式](両面)"],
)
def test_what_is_no_mark_stays(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "```sh\n# dropdb main\nrm -rf <dir>/*\n\n\n\n[a](b.md)\n```",
        "~~~\n# **a**\n~~~",
        "```\n# not closed",
        "`rm <dir>/**/[a](b)/**`",
        "``a ` **b** [c](d.md)``",
    ],
)
def test_code_is_told_as_it_is(text: str) -> None:
    assert plain(f"**前**\n{text}") == f"前\n{text}"
    assert plain(f"{text}\n\n**題**") == f"{text}\n\n{'**題**' if 'not closed' in text else '題'}"


def test_of_a_long_passage_the_stretch_around_the_words_is_quoted() -> None:
    long = "前置きです。" * 40 + "宿泊費は1万円までです。領収書が要ります。" + "後書きです。" * 40
    answer = quoted("宿泊費はいくら", hit(1, "国内出張", text=long), characters=60)
    quote_ = answer.citations[0].quote
    assert "宿泊費は1万円までです。領収書が要ります。" in quote_
    assert len(quote_) <= 60


@given(st.text(max_size=400), st.integers(20, 80))
def test_a_quotation_is_no_longer_than_is_set(text: str, characters: int) -> None:
    for cite in quoted("休暇", hit(1, "休暇", text=text), characters=characters).citations:
        assert len(cite.quote) <= characters


def test_where_nothing_is_found_nothing_is_claimed_and_what_may_be_near_is_named_once() -> None:
    found = [INTRODUCTION, DAYS, OTHER, hit(5, "a", text="甲です。"), hit(6, "b")]
    assert quoted("社食") == nothing()
    assert nothing().text == "お尋ねの内容は、手元の文書には見つかりませんでした。"
    assert nothing(*found).text.splitlines() == [
        "はっきりした記述は見つかりませんでした。関連しそうなのは次のところです。",
        "- 子の看護休暇：子どもの病気の世話のための休暇です。",
    ]
    perhaps = asyncio.run(not_found(ja("休暇"), found, surely=False))
    assert perhaps.citations == ()
    assert perhaps.text.splitlines() == [
        "はっきりした記述は見つかりませんでした。関連しそうなのは次のところです。",
        "- 子の看護休暇：子どもの病気の世話のための休暇です。",
        "- 子の看護休暇 > 日数：年に5日まで取れます。",
        "- 病気休暇 > 日数：年に10日まで取れます。",
    ]


def test_what_is_too_long_for_a_line_ends_with_a_clause() -> None:
    cut = hit(5, "休職", text=f"手数料は{'とても' * 25}高く、{'いつも' * 14}使用しないようにして、様子を見てください。")
    assert quoted("手数料はいくら？", DAYS, cut).text.splitlines()[-1].endswith("高く、…")
