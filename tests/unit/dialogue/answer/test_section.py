"""Of the page that a topic found, the section that answers what was said last comes first."""

from dataclasses import replace

import pytest
from tests.unit.dialogue.conversations import hit, ja

from yorisoi.dialogue.answer.section import section_first, with_its_section
from yorisoi.retrieval.reranking import SAID
from yorisoi.types import Hit, LegRank

RAIN = hit(1, "行事", "雨のとき", text="翌日の日曜に延期し、朝6時30分に知らせます。", page=1)
PEOPLE = hit(2, "行事", "おもな行事", text="| 10月 | 運動会 | 1家庭4人まで |", page=1)
OTHER = hit(3, "食堂", text="120人が座れます。", page=2)


def read(hit: Hit, log_odds: float) -> Hit:
    return replace(hit, legs={**hit.legs, SAID: LegRank(rank=1, score=log_odds)})


def test_a_section_of_the_best_page_that_holds_what_is_asked_for_comes_first() -> None:
    assert section_first([RAIN, OTHER, PEOPLE], ja("何人までいけます？")) == [PEOPLE, RAIN, OTHER]
    rain = hit(5, "行事", "雨", text="2日前に決めます。", page=1)
    days = hit(4, "行事", "代休の日数", text="1日です。", page=1)
    assert section_first([rain, days], ja("代休は何日？"))[0] == days
    for text in ("何時に知らせますか", "申請のしかたは？", "何円ですか", "うちは大家族です"):
        assert section_first([RAIN, OTHER, PEOPLE], ja(text)) == [RAIN, OTHER, PEOPLE]
    assert section_first([], ja("何人")) == []


def test_what_was_said_last_tells_the_section_and_no_other_page() -> None:
    rain, people, other = read(RAIN, -1.5), read(PEOPLE, 1.5), read(OTHER, 3.0)
    assert section_first([rain, other, people], ja("うちは大家族です")) == [people, rain, other]


def test_what_was_found_for_the_topic_weighs_as_much_as_what_is_read() -> None:
    ahead, people = replace(read(RAIN, -1.5), score=PEOPLE.score + 3.5), read(PEOPLE, 1.5)
    assert section_first([ahead, people], ja("うちは大家族です")) == [ahead, people]


def test_a_section_that_was_not_read_is_worth_no_more_than_the_worst_that_was() -> None:
    rain = read(RAIN, -2.0)
    assert section_first([rain, PEOPLE], ja("うちは大家族です")) == [rain, PEOPLE]


def test_what_stands_over_the_first_heading_is_one_of_the_sections() -> None:
    lead = read(hit(6, "行事", text="運動会は10月5日、会場は校庭です。", page=1), 2.0)
    rain, people = read(RAIN, -1.5), read(PEOPLE, 1.5)
    assert section_first([rain, lead, people], ja("会場はどこ")) == [lead, rain, people]
    assert section_first([read(lead, 0.5), rain, people], ja("うちは大家族です"))[0] == people


def test_it_only_announces_what_a_heading_below_it_has() -> None:
    lead = read(hit(6, "行事", text="運動会と雨のときの延期について。", page=1), 4.0)
    rain, people = read(RAIN, -1.5), read(PEOPLE, -2.0)
    assert section_first([lead, rain, people], ja("雨の日は？"))[0] == rain
    assert section_first([lead, PEOPLE], ja("おもな行事"))[0] == PEOPLE, "all that is asked"
    assert section_first([lead, rain, people], ja("行事の会場"))[0] == lead, "the page's own name tells no section"


def test_what_was_just_quoted_stands_back_in_its_page() -> None:
    rain, people = read(RAIN, 0.5), read(PEOPLE, -1.0)
    replied = f"「行事」に次のように書かれています。\n{RAIN.passage.text} [1]\n- 行事 > おもな行事 [2] 1家庭4人まで"
    assert section_first([rain, people], ja("うちは大家族です")) == [rain, people]
    assert section_first([rain, people], ja("うちは大家族です"), replied) == [people, rain]
    assert section_first([rain, people], ja("うちは大家族です"), replied, goes_on=False) == [rain, people]
    surely = read(RAIN, 6.0)
    assert section_first([surely, people], ja("延期はいつ知らせる？"), replied) == [surely, people]


def test_a_section_that_is_several_passages_is_told_as_a_whole_or_says_where_it_goes_on() -> None:
    texts = (
        "誰でも借りられます。",
        "次の順です。\n\n1. 申し込む。\n   - 窓口",
        "次の順です。\n\n1. 申し込む。\n   - 電話",
        "アルバイトは除きます。",
    )
    parts = [hit(at, "備品", "貸出", text=text, page=1) for at, text in enumerate(texts)]
    page = [hit(8, "備品", "種類", page=1), *parts, hit(9, "備品", "返却", page=1)]

    def told(at: int, most: int) -> str:
        return with_its_section(parts[at], [each.passage for each in page], most).passage.text

    steps = "次の順です。\n\n1. 申し込む。\n   - 窓口\n   - 電話"
    assert [told(at, 100) for at in range(4)] == [f"誰でも借りられます。\n\n{steps}\n\nアルバイトは除きます。"] * 4
    assert told(0, 40) == f"誰でも借りられます。\n\n{texts[1]}…"
    assert told(3, 12) == "…アルバイトは除きます。"
    assert told(1, 40) == f"…{steps}…"


@pytest.mark.parametrize("step", ["5分待つ。", "- 5分待つ。", "   - 5分待つ。"])
def test_a_step_that_is_said_again_is_told_again(step: str) -> None:
    texts = (f"- 薬剤Aを注ぐ。\n{step}", f"{step}\n- 薬剤Bを注ぐ。" if step[0] == "-" else f"{step}\n薬剤Bを注ぐ。")
    parts = [hit(at, "配合", "手順", text=text, page=1) for at, text in enumerate(texts)]
    whole = with_its_section(parts[0], [each.passage for each in parts], 100).passage.text
    assert whole.count("5分待つ。") == 2


def test_code_is_told_below_its_fence_once() -> None:
    parts = [
        hit(at, "サーバー", "掃除", text=text, page=1)
        for at, text in enumerate(("```sh\n# a", "```sh\n# b\n```", "後。"))
    ]
    whole = with_its_section(parts[1], [each.passage for each in parts], 100).passage.text
    assert whole == "```sh\n# a\n# b\n```\n\n後。"


def test_a_section_is_told_up_to_its_table() -> None:
    text = hit(1, "備品", "貸出", text="表のとおりです。", page=1)
    table = hit(2, "備品", "貸出", text="| 品 | 数 |\n|---|---|\n| 机 | 3 |", page=1)
    assert with_its_section(text, [text.passage, table.passage], 100).passage.text == "表のとおりです。…"
    assert with_its_section(text, [table.passage], 100) == text
