"""Choices lead to different pages that have to do with the topic, each under a name that tells it apart."""

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from yorisoi.dialogue.clarify.audience import COUNTRY, Dependence
from yorisoi.dialogue.clarify.candidates import candidates
from yorisoi.dialogue.clarify.choices import Chooser, sides
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.need import Need
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
        need=Need(probability=0.9),
        found=len(hits),
        coverage=1.0,
        keywords=(topic,),
        theme=topic,
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


def test_where_one_page_is_all_there_is_its_sides_are_examples() -> None:
    found = [
        hit(1, "研修", "必須の研修"),
        hit(1, "研修", "2. 通信講座"),
        hit(1, "研修", "概要"),
        hit(2, "出張", "手配"),
    ]
    assert sides(evidence("研修", found), "ja") == "たとえば、必須の研修、通信講座などです。"
    assert sides(evidence("研修", found[:1]), "ja") == ""
