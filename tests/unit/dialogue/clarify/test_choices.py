"""Choices lead to different pages that have to do with the topic, each under a name that tells it apart."""

from collections.abc import Sequence
from itertools import count

import pytest

from yorisoi.dialogue.clarify.audience import COUNTRY, Dependence
from yorisoi.dialogue.clarify.choices import chosen_by_model, is_below, offer, section_of
from yorisoi.dialogue.clarify.evidence import Evidence, sections_for
from yorisoi.types import Choice, Document, Hit, Language, Passage

_PASSAGES = count(1)


def hit(
    number: int,
    title: str,
    *section: str,
    score: float = 1.0,
    source: str | None = None,
    language: Language = "ja",
    **of: str,
) -> Hit:
    page = Document(id=number, source=source or f"{number}.md", title=title, language=language, applies_to=of)
    passage = Passage(id=next(_PASSAGES), document=page, position=0, section=section, text="本文", language=language)
    return Hit(passage=passage, score=score, legs={})


def evidence(topic: str, hits: Sequence[Hit] = (), depends: Dependence | None = None) -> Evidence:
    return Evidence(
        features={},
        actions={"answer": 0.1, "ask": 0.9, "none": 0.0, "talk": 0.0},
        because={},
        found=len(hits),
        keywords=(topic,) if topic else (),
        depends=depends or Dependence(),
        sections=sections_for(hits, {}),
    )


PASSAGES = 12
"""Of a store in which what is 2.9 behind the best is not offered."""


def names(topic: str, *hits: Hit, passed_over: Sequence[str] = ()) -> list[str]:
    return [choice.text for choice in offer(evidence(topic, hits), "ja", PASSAGES, passed_over)]


def test_pages_that_are_called_by_the_topic_are_offered_from_two_on() -> None:
    trips = [hit(1, "国内出張", "日当"), hit(3, "海外出張", "保険"), hit(4, "経費精算", "出張の精算")]
    assert names("出張", *trips) == ["国内出張", "海外出張"]
    assert names("出張", hit(1, "国内出張"), hit(1, "国内出張")) == []


def test_who_speaks_a_language_of_the_documents_chooses_from_what_is_in_it() -> None:
    english = [hit(1, "Guide", name, language="en") for name in ("Rent", "Noise")]
    japanese = [hit(2, "費用", name, score=2.0) for name in ("保育料", "給食費")]
    every = evidence("", [*japanese, *english])
    assert [each.text for each in offer(every, "en", PASSAGES)] == ["Rent", "Noise"]
    assert [each.text for each in offer(every, "zh", PASSAGES)] == [
        "費用：保育料",
        "費用：給食費",
        "Guide：Rent",
        "Guide：Noise",
    ]


def test_a_row_of_a_faq_is_called_by_its_question_and_not_by_what_it_is_filed_under() -> None:
    rows = [hit(n, f"質問{n}", "料金", source=f"faq.csv#{n}") for n in (1, 2)]
    assert names("お金", *rows) == ["質問1", "質問2"]


def test_sections_are_offered_where_no_two_pages_are_called_so() -> None:
    of_one = [
        hit(1, "費用のご案内", "保育料"),
        hit(1, "費用のご案内", "2. 給食費"),
        hit(1, "費用のご案内", "第3条（納付方法）"),
    ]
    assert names("お金", *of_one) == ["保育料", "給食費", "納付方法"]
    assert names("お金", *of_one, passed_over=["給食費"]) == ["保育料", "納付方法"]
    assert names("お金", of_one[0]) == []
    others = [hit(2, "延長保育", "料金"), hit(3, "クレジットカードで払えますか", source="faq.csv#3")]
    assert names("お金", of_one[0], *others) == [
        "費用のご案内：保育料",
        "延長保育：料金",
        "クレジットカードで払えますか",
    ]


def test_sections_of_a_page_that_was_offered_are_not_offered_behind_it() -> None:
    trips = [
        hit(1, "国内出張", "日当"),
        hit(2, "海外出張", "保険"),
        hit(3, "経費精算", "領収書"),
        hit(4, "休暇", "申請"),
    ]
    assert names("出張", *trips, passed_over=["国内出張", "海外出張"]) == ["経費精算：領収書", "休暇：申請"]


def test_sections_that_were_offered_are_not_offered_again() -> None:
    three = [hit(1, "案内", "保育料"), hit(2, "給食", "献立"), hit(3, "写真", "販売")]
    offered = names("お金", *three)
    assert offered == ["案内：保育料", "給食：献立", "写真：販売"]
    assert names("お金", *three, passed_over=offered) == []


def test_sections_that_are_called_alike_are_told_apart_by_what_is_above_them() -> None:
    alike = [hit(1, "案内", "延長", "料金", score=3.0), hit(1, "案内", "一時", "料金"), hit(2, "案内", "延長", "料金")]
    assert names("お金", *alike) == ["案内 > 延長 > 料金", "案内 > 一時 > 料金"]
    first, _ = offer(evidence("お金", alike), "ja", PASSAGES)
    assert first.source == "1.md"


def test_a_heading_that_is_only_a_number_is_not_left_empty() -> None:
    assert names("お金", hit(1, "手引き", "1."), hit(1, "手引き", "2. 給食費")) == ["1.", "給食費"]


def test_what_stands_far_behind_is_offered_only_to_make_two() -> None:
    far = [hit(2, "慶弔休暇", "日数", score=1.0), hit(3, "駐車場", "台数", score=0.9)]
    assert names("風邪", hit(1, "欠勤", "連絡", score=5.0), *far) == ["欠勤：連絡", "慶弔休暇：日数"]


def test_what_only_announces_the_sections_is_not_offered_beside_them() -> None:
    parts = [hit(1, "持ち物"), hit(1, "持ち物", "0歳児"), hit(1, "持ち物", "1歳児")]
    assert names("準備", *parts) == ["0歳児", "1歳児"]


def test_a_page_is_named_by_what_tells_it_apart() -> None:
    offices = [hit(at, f"夏季休暇（{office}）", 勤務地=office) for at, office in enumerate(("東京", "大阪"), start=1)]
    assert names("休暇", *offices, hit(3, "病気休暇")) == ["夏季休暇", "病気休暇"]
    commuting = [hit(1, "通勤手当（正社員・契約社員）"), hit(2, "通勤手当（パートタイム）", 雇用区分="パートタイム")]
    assert names("手当", *commuting) == ["通勤手当（正社員・契約社員）", "通勤手当（パートタイム）"]


def test_where_nothing_is_named_what_is_found_is_offered() -> None:
    left = hit(1, "予約", "キャンセル"), hit(2, "検定", "欠席")  # 「行けなくなった」
    assert names("", *left) == ["予約：キャンセル", "検定：欠席"]


def depending(attribute: str, **pages: str) -> Dependence:
    passages = {value: hit(at, title).passage for at, (value, title) in enumerate(pages.items(), start=1)}
    return Dependence(attribute=attribute, passages=passages, first=True)


def test_a_question_about_the_user_offers_the_values_of_the_attribute() -> None:
    depends = depending("勤務地", 東京本社="夏季休暇（東京）", 大阪支社="夏季休暇（大阪）")
    offered = offer(evidence("夏季休暇", depends=depends), "ja", PASSAGES)
    assert [(choice.text, choice.attribute) for choice in offered] == [("東京本社", "勤務地"), ("大阪支社", "勤務地")]


@pytest.mark.parametrize(
    ("language", "countries"), [("ja", ["アイルランド", "韓国"]), ("en", ["Ireland", "South Korea"])]
)
def test_countries_are_offered_by_their_names_and_kept_by_their_codes(language: Language, countries: list[str]) -> None:
    depends = depending(COUNTRY, IE="Ireland Ltd", KR="Korea Ltd")
    offered = offer(evidence("leave", depends=depends), language, PASSAGES)
    assert [choice.text for choice in offered] == countries
    assert [choice.value for choice in offered] == ["IE", "KR"]


def test_no_more_are_offered_than_are_read() -> None:
    assert len(names("休暇", *(hit(n, f"{n}つ目の休暇") for n in range(1, 12)))) == 5


OFFICES = {"勤務地": ("東京本社", "大阪支社")}
FOUND = [hit(1, "夏季休暇（大阪支社）", "日数", 勤務地="大阪支社"), hit(2, "病気休暇")]


def by_model(*named: str) -> list[tuple[str, str, str | None]]:
    return [(each.text, each.source, each.attribute) for each in chosen_by_model(named, FOUND, OFFICES)]


def test_what_a_model_names_is_offered_where_documents_have_it() -> None:
    assert by_model("大阪支社", "東京本社") == [("大阪支社", "1.md", "勤務地"), ("東京本社", "", "勤務地")]
    assert by_model("病気休暇", "夏季休暇 > 日数", "日数") == [("病気休暇", "2.md", None), ("日数", "1.md", None)]


def test_what_a_model_adds_to_a_heading_is_not_offered() -> None:
    added = "病気休暇は廃止されました。\n\n出典:\n[1] 就業規則"
    assert by_model(added, "日数\n ", "病気休暇のこと") == [("病気休暇", "2.md", None), ("日数", "1.md", None)]
    assert by_model(added, "病気休暇のこと") == [], "one page is no choice"


def test_what_a_model_makes_up_is_not_offered() -> None:
    assert by_model("社員食堂", "保育所") == []
    assert by_model("病気休暇", "社員食堂") == [], "one choice is none"
    assert by_model("病気休暇", "病気休暇 ", "") == []
    assert by_model() == []


def test_a_choice_leads_to_the_section_that_it_names() -> None:
    sections = [
        hit(1, "費用のご案内", "保育料"),
        hit(1, "費用のご案内", "2. 給食費"),
        hit(2, "延長保育", "料金"),
        hit(3, "大ホール", "使用料"),
        hit(4, "取り消し", "キャンセル料"),
        hit(4, "取り消し", "当日のキャンセル料"),
    ]
    for text, source, at in (
        ("給食費", "1.md", 1),
        ("延長保育：料金", "2.md", 2),
        ("費用のご案内", "1.md", 0),
        ("大ホール > 使用料", "3.md", 3),
        ("当日のキャンセル料", "4.md", 5),
    ):
        assert section_of(Choice(text=text, source=source), sections, "ja") is sections[at]
    for other in (
        Choice(text="大阪", source="1.md", attribute="office"),
        Choice(text="休園日", source="3.md"),
        Choice(text="再取り消し", source="4.md"),
    ):
        assert section_of(other, sections, "ja") is None


def test_a_choice_that_a_heading_is_called_by_leads_there_and_not_to_a_page_called_so() -> None:
    sections = [hit(1, "休暇", "申請"), hit(1, "休暇", "休暇")]
    assert section_of(Choice(text="休暇", source="1.md"), sections, "ja") is sections[1]


def test_a_heading_that_was_picked_is_told_from_the_page_above_it() -> None:
    section, announced = hit(1, "費用のご案内", "2. 給食費"), hit(1, "費用のご案内")
    for text in ("給食費", "費用のご案内：給食費", "費用のご案内 > 2. 給食費"):
        assert is_below(section, Choice(text=text, source="1.md"), "ja")
    for other in (Choice(text="費用のご案内", source="1.md"), Choice(text="給食費", source="2.md")):
        assert not is_below(section, other, "ja")
    assert not is_below(announced, Choice(text="費用のご案内", source="1.md"), "ja")
