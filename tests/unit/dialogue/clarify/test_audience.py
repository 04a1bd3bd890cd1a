"""For whom a passage holds, and whether the answer hangs on who asks."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from yorisoi.dialogue.clarify.attributes import told_choice
from yorisoi.dialogue.clarify.audience import (
    COUNTRY,
    conflicts,
    dependence,
    for_reader,
    holds_for,
    is_for_others,
    told_apart,
)
from yorisoi.types import Action, Choice, Document, Hit, Passage, Turn


def passage(number: int, title: str, *section: str, source: str = "", **applies_to: str) -> Passage:
    page = Document(id=number, source=source or f"{number}.md", title=title, language="ja", applies_to=applies_to)
    return Passage(id=number, document=page, position=0, section=section, text="本文", language="ja")


def hits(*passages: Passage) -> list[Hit]:
    return [Hit(passage=each, score=10.0 - rank, legs={}) for rank, each in enumerate(passages)]


TOKYO = passage(1, "夏季休暇（東京本社）", 勤務地="東京本社")
OSAKA = passage(2, "夏季休暇（大阪支社）", 勤務地="大阪支社")
GENERAL = passage(3, "慶弔休暇")
IRELAND = passage(4, "GitLab Ireland Ltd", "育児休暇")
KOREA = passage(5, "GitLab Korea Limited", "育児休暇")


def test_what_the_page_declares_comes_first_then_the_innermost_country() -> None:
    assert holds_for(TOKYO) == {"勤務地": "東京本社"}
    assert holds_for(IRELAND) == {COUNTRY: "IE"}
    assert holds_for(passage(6, "Global Expansion", "ラトビア 🇱🇻", "育児休暇")) == {COUNTRY: "LV"}
    assert holds_for(passage(7, "福利厚生", source="benefits/ltd-uk-benefits.md")) == {}
    assert holds_for(passage(8, "従業員", source="entity/gmbh-germany.md")) == {COUNTRY: "DE"}
    assert holds_for(passage(9, "日本とドイツの比較")) == {}
    assert holds_for(GENERAL) == {}


def test_a_page_for_others_is_in_conflict() -> None:
    assert conflicts(TOKYO, {"勤務地": "大阪支社"})
    assert not conflicts(TOKYO, {"雇用区分": "正社員"})
    assert not conflicts(GENERAL, {"勤務地": "大阪支社", COUNTRY: "JP"})
    assert conflicts(IRELAND, {COUNTRY: "JP"})


def test_a_page_for_others_stands_for_its_section_for_this_reader_wherever_it_was_found() -> None:
    leave, days = (passage(6, "子の看護休暇", each, 雇用区分="正社員") for each in ("対象", "日数"))
    part_time = replace(passage(6, "子の看護休暇", "契約社員とパートタイムの方", 雇用区分="正社員"), id=60)
    found = hits(leave, GENERAL, replace(days, id=61), part_time)
    for_part_time = for_reader(found, {"雇用区分": "パートタイム"}, None)
    assert [(hit.passage.id, hit.score) for hit in for_part_time] == [(60, 10.0), (3, 9.0)]
    assert for_reader(found, {"雇用区分": "正社員"}, None)[0].passage.id == 6
    assert [hit.passage.id for hit in for_reader(found, {"雇用区分": "アルバイト"}, None)] == [3]
    assert told_apart(found, for_part_time[:1]) == {"雇用区分"}


@pytest.mark.parametrize(
    ("heading", "value", "held"),
    [
        ("契約社員とパートタイムの方", "パートタイム", True),
        ("契約社員の日当", "契約社員", True),
        ("For contractors", "contractors", True),
        ("契約社員以外の方", "契約社員", False),
        ("契約社員は対象外", "契約社員", False),
        ("契約社員の方", "社員", False),
        ("社員証の返却", "社員", False),
        ("For women", "men", False),
        ("Three steps", "hr", False),
        ("Everybody except contractors", "contractors", False),
    ],
)
def test_a_section_is_for_whom_its_heading_names(heading: str, value: str, held: bool) -> None:
    language = "en" if heading.isascii() else "ja"
    section = replace(passage(6, "制服", heading, 職種="正社員"), language=language)
    assert conflicts(section, {"職種": value}) is not held


def test_each_section_for_this_reader_stays_and_what_stands_in_for_the_page_is_not_sure() -> None:
    board, fare, stay = (
        passage(6, "旅費", each, 職種="正社員") for each in ("役員", "契約社員の日当", "契約社員の宿泊費")
    )
    found = hits(board, replace(fare, id=61), replace(stay, id=62))
    contractor = {"職種": "契約社員"}
    assert [(hit.passage.id, hit.score) for hit in for_reader(found, contractor, None)] == [(61, 10.0), (62, 8.0)]
    assert is_for_others(fare, contractor)
    assert not is_for_others(fare, {"職種": "正社員"})


def test_the_answer_depends_on_the_reader_where_pages_of_one_subject_hold_for_different_ones() -> None:
    depends = dependence(hits(TOKYO, OSAKA, GENERAL), {}, ())
    assert (depends.attribute, depends.first, depends.declared) == ("勤務地", True, True)
    assert list(depends.passages) == ["東京本社", "大阪支社"]
    by_country = dependence(hits(IRELAND, KOREA, GENERAL), {}, ())
    assert (by_country.attribute, by_country.first, by_country.declared) == (COUNTRY, True, False)


def test_what_is_found_below_what_holds_for_everybody_does_not_decide() -> None:
    assert not dependence(hits(GENERAL, TOKYO, OSAKA), {}, ()).first


def test_what_is_known_settles_it() -> None:
    assert dependence(hits(TOKYO, OSAKA), {"勤務地": "大阪支社"}, ()).attribute is None
    assert dependence(hits(IRELAND, KOREA), {COUNTRY: "KR"}, ()).attribute is None


def test_one_value_or_unlike_subjects_do_not_rival() -> None:
    other = passage(10, "住宅手当（大阪支社）", 勤務地="大阪支社")
    assert dependence(hits(TOKYO, other), {}, ()).attribute is None
    assert dependence(hits(TOKYO), {}, ()).attribute is None
    assert dependence([], {}, ()).attribute is None


def test_a_reader_sees_what_holds_for_them_and_everything_where_nothing_does() -> None:
    assert [hit.passage for hit in for_reader(hits(TOKYO, OSAKA, GENERAL), {"勤務地": "大阪支社"}, None)] == [
        OSAKA,
        GENERAL,
    ]
    assert [hit.passage for hit in for_reader(hits(IRELAND), {COUNTRY: "JP"}, None)] == [IRELAND]


def test_a_page_of_ones_own_takes_the_place_of_its_sibling_that_declares_nobody() -> None:
    regular = passage(6, "通勤手当（正社員・契約社員）")
    part_time = passage(7, "通勤手当（パートタイム）", 雇用区分="パートタイム")
    other = passage(8, "通勤経路（図）")
    found = hits(regular, GENERAL, other, part_time)
    assert {hit.passage.id for hit in for_reader(found, {"雇用区分": "パートタイム"}, None)} == {3, 7, 8}
    assert {hit.passage.id for hit in for_reader(found, {"雇用区分": "契約社員"}, None)} == {3, 6, 8}
    assert {hit.passage.id for hit in for_reader(found, {}, None)} == {3, 6, 7, 8}


def test_a_page_of_ones_own_is_worth_a_nat_more() -> None:
    def ranked(*scores: float) -> list[int]:
        found = [replace(hit, score=score) for hit, score in zip(hits(GENERAL, IRELAND, OSAKA), scores, strict=True)]
        return [hit.passage.id for hit in for_reader(found, {"勤務地": "大阪支社"}, None)]

    assert ranked(3.0, 2.5, 2.1) == [2, 3, 4]
    assert ranked(4.0, 2.5, 2.1) == [3, 2, 4]
    assert ranked(4.0, 3.5, 2.1) == [3, 4, 2]


def test_what_a_reader_is_stands_for_the_page_that_made_us_ask() -> None:
    other = passage(11, "出張（大阪支社）", 勤務地="大阪支社")
    picked = Choice(text="大阪支社", source=OSAKA.document.source, attribute="勤務地")
    known = {"勤務地": "大阪支社"}
    assert [hit.passage for hit in for_reader(hits(other, TOKYO, OSAKA), known, picked)] == [OSAKA, other]

    asked = Turn(speaker="assistant", text="?", at=datetime.now(UTC), action=Action.ASK, choices=(picked,))
    assert told_choice([asked], known) == picked
    assert told_choice([asked], {"勤務地": "東京本社"}) is None
    assert told_choice([replace(asked, action=Action.SEARCH)], known) is None


def test_an_attribute_tells_apart_what_is_used_wherever_it_was_found() -> None:
    found = hits(GENERAL, TOKYO, passage(10, "社食"), OSAKA, IRELAND)
    general, tokyo, canteen, osaka, _ = found
    assert told_apart(found, [general]) == set(), "nothing that holds for some was found before it"
    assert told_apart(found, [canteen, general]) == {"勤務地"}, "one that holds for others was"
    assert told_apart(found, [osaka]) == {"勤務地"}
    assert told_apart(found, [osaka, tokyo, replace(canteen, score=0.0)]) == {"勤務地"}
    assert told_apart(found, found) == {"勤務地", COUNTRY}
    assert told_apart(found, []) == set()


def test_so_does_the_attribute_of_a_page_that_takes_anothers_place() -> None:
    regular, part_time = (
        passage(6, "通勤手当（正社員・契約社員）"),
        passage(7, "通勤手当（パートタイム）", 雇用区分="パートタイム"),
    )
    found = hits(regular, GENERAL, part_time)
    assert told_apart(found, found[1:2]) == {"雇用区分"}, "the first would have been before it"
