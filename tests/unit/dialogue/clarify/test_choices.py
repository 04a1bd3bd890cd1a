"""Choices lead to different pages that have to do with the topic, each under a name that tells it apart."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from yorisoi.dialogue.clarify.audience import COUNTRY, Dependence
from yorisoi.dialogue.clarify.candidates import candidates
from yorisoi.dialogue.clarify.choices import Chooser, chosen_by_model
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.ports import Vectors
from yorisoi.types import Document, Hit, Language, Passage


class Near:
    """An embedder to which a topic is so near to a title: nearness by title, 0.5 where none is given."""

    name, dimension = "fake:near", 2

    def __init__(self, nearness: Mapping[str, float]) -> None:
        self.nearness = nearness
        self.titles: list[str] = []

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.array([[1.0, 0.0] for _ in texts], dtype=np.float32)

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        self.titles += texts
        return np.array([[self.nearness.get(text, 0.5), 0.0] for text in texts], dtype=np.float32)


def hit(number: int, title: str, *section: str, source: str | None = None, language: Language = "ja", **of: str) -> Hit:
    page = Document(id=number, source=source or f"{number}.md", title=title, language=language, applies_to=of)
    passage = Passage(id=number, document=page, position=0, section=section, text="本文", language=language)
    return Hit(passage=passage, score=1.0, legs={})


def evidence(topic: str, hits: Sequence[Hit] = (), depends: Dependence | None = None) -> Evidence:
    return Evidence(
        features={},
        actions={"answer": 0.1, "ask": 0.9, "none": 0.0, "talk": 0.0},
        because={},
        found=len(hits),
        keywords=(topic,),
        depends=depends or Dependence(),
        candidates=candidates((topic,), hits),
    )


async def names(
    topic: str, *hits: Hit, near: Mapping[str, float] | None = None, passed_over: Sequence[str] = ()
) -> list[str]:
    chooser = Chooser(None if near is None else Near(near))
    return [choice.text for choice in await chooser.offer(evidence(topic, hits), "ja", passed_over)]


async def test_choices_lead_to_different_pages_and_are_offered_from_two_on() -> None:
    trips = [hit(1, "国内出張"), hit(2, "国内出張"), hit(3, "海外出張")]
    assert await names("出張", *trips) == ["国内出張", "海外出張"]
    assert await names("出張", *trips[:2]) == []
    assert await names("出張", *trips, passed_over=["3.md"]) == []


async def test_pages_near_in_meaning_are_offered_though_no_title_holds_the_word() -> None:
    near = {"立替払いの精算": 0.88, "法人カード": 0.86, "会議室の予約": 0.8}
    found = [hit(at, title) for at, title in enumerate(reversed(near), start=1)]
    assert await names("経費", *found, near=near) == ["立替払いの精算", "法人カード"]


async def test_a_page_in_another_language_has_to_be_nearer() -> None:
    near = {"休假": 0.8, "年假": 0.86, "病気休暇": 0.88, "在宅勤務": 0.83}
    found = [hit(at, title, language="zh" if title == "年假" else "ja") for at, title in enumerate(near, start=1)]
    chosen = await Chooser(Near(near)).offer(evidence("休假", found[1:]), "zh")
    assert [choice.text for choice in chosen] == ["年假", "病気休暇"]


async def test_pages_come_before_questions_of_a_faq_about_them() -> None:
    asked = [
        hit(at, title, source=f"faq.csv#{at}") for at, title in enumerate(("海外出張の保険", "出張の土産"), start=1)
    ]
    pages = [hit(3, "海外出張"), hit(4, "国内出張")]
    assert await names("出張", *asked, *pages) == ["海外出張", "国内出張", "出張の土産"]
    assert "海外出張の保険" in await names("出張", *asked, pages[0]), "of one page the questions tell more"


async def test_a_choice_is_named_by_what_tells_it_apart() -> None:
    offices = [hit(at, f"夏季休暇（{office}）", 勤務地=office) for at, office in enumerate(("東京", "大阪"), start=1)]
    assert await names("休暇", *offices, hit(3, "病気休暇")) == ["夏季休暇", "病気休暇"]
    commuting = [hit(1, "通勤手当（正社員・契約社員）"), hit(2, "通勤手当（パートタイム）", 雇用区分="パートタイム")]
    assert await names("手当", *commuting) == ["通勤手当（正社員・契約社員）", "通勤手当（パートタイム）"]
    assert await names("手当", hit(1, "住宅手当"), hit(2, "在宅勤務", "3. 手当")) == ["住宅手当", "在宅勤務：手当"]
    assert await names("給与", hit(1, "給与"), hit(2, "給与明細")) == ["給与全般", "給与明細"]


async def test_titles_are_embedded_once() -> None:
    embedder = Near({})
    chooser = Chooser(embedder)
    trips = evidence("出張", [hit(1, "国内出張"), hit(2, "海外出張")])
    assert await chooser.offer(trips, "ja") == await chooser.offer(trips, "ja")
    assert sorted(embedder.titles) == ["国内出張", "海外出張"]


def depending(attribute: str, **pages: str) -> Dependence:
    passages = {value: hit(at, title).passage for at, (value, title) in enumerate(pages.items(), start=1)}
    return Dependence(share=1.0, attribute=attribute, passages=passages, first=True)


async def test_a_question_about_the_user_offers_the_values_of_the_attribute() -> None:
    depends = depending("勤務地", 東京本社="夏季休暇（東京）", 大阪支社="夏季休暇（大阪）")
    offered = await Chooser(None).offer(evidence("夏季休暇", depends=depends), "ja")
    assert [(choice.text, choice.attribute) for choice in offered] == [("東京本社", "勤務地"), ("大阪支社", "勤務地")]


@pytest.mark.parametrize(
    ("language", "countries"), [("ja", ["アイルランド", "韓国"]), ("en", ["Ireland", "South Korea"])]
)
async def test_countries_are_offered_by_their_names_and_kept_by_their_codes(
    language: Language, countries: list[str]
) -> None:
    depends = depending(COUNTRY, IE="Ireland Ltd", KR="Korea Ltd")
    offered = await Chooser(None).offer(evidence("leave", depends=depends), language)
    assert [choice.text for choice in offered] == countries
    assert [choice.value for choice in offered] == ["IE", "KR"]


async def test_where_one_page_is_all_there_is_its_sections_are_offered_those_that_bear_the_topic_first() -> None:
    of_one = [hit(1, "研修", "必須の研修"), hit(1, "研修", "2. 通信講座"), hit(1, "研修", "第3章 社外の研修")]
    assert await names("研修", *of_one) == ["必須の研修", "社外の研修", "通信講座"]
    assert await names("研修", *of_one, passed_over=["通信講座"]) == ["必須の研修", "社外の研修"]
    assert await names("研修", of_one[0]) == []


async def test_no_more_are_offered_than_are_read() -> None:
    assert len(await names("休暇", *(hit(n, f"{n}つ目の休暇") for n in range(1, 12)))) == 5


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
