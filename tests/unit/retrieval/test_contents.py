"""Introductions stand behind the sections that they announce."""

from tests.unit.retrieval.pages import hits, passage

from yorisoi.retrieval.contents import introduction_first, sections_first


def test_a_page_that_was_found_by_its_introduction_says_its_section_first_and_keeps_its_place() -> None:
    lead = passage("看護休暇について説明します。", number=1, title="看護休暇")
    other = passage("結婚休暇は5日です。", number=2, title="結婚休暇", section=("結婚休暇", "日数"))
    days = passage("1年に5日です。", number=1, title="看護休暇", section=("看護休暇", "日数"))
    how = passage("前日までに出します。", number=1, title="看護休暇", section=("看護休暇", "出し方"))
    found = sections_first(hits(lead, other, days, how))
    assert [hit.passage.text for hit in found] == [days.text, lead.text, other.text, how.text]


def test_a_section_that_was_found_first_stays_and_so_does_a_page_without_sections() -> None:
    days = passage("1年に5日です。", number=1, title="看護休暇", section=("日数",))
    lead = passage("看護休暇について説明します。", number=1, title="看護休暇", section=("看護休暇",))
    alone = passage("社食はありません。", number=2, title="社食")
    assert sections_first(ranked := hits(days, alone, lead)) == ranked


def test_who_asks_for_the_page_itself_is_told_first_what_it_announces() -> None:
    days = passage("1年に5日です。", number=1, title="看護休暇", section=("日数",))
    other = passage("社食はありません。", number=2, title="社食")
    lead = passage("看護休暇について説明します。", number=1, title="看護休暇")
    assert introduction_first(hits(days, other, lead))[0].passage.text == lead.text
    dated = passage("令和8年4月1日から", number=1, title="看護休暇")
    for ranked in (hits(days, other), hits(days, other, dated)):
        assert introduction_first(ranked) == ranked
