"""Who asks for a page is told first what it announces."""

from tests.unit.retrieval.pages import hits, passage

from yorisoi.retrieval.contents import introduction_first


def test_who_asks_for_the_page_itself_is_told_first_what_it_announces() -> None:
    days = passage("1年に5日です。", number=1, title="看護休暇", section=("日数",))
    other = passage("社食はありません。", number=2, title="社食")
    lead = passage("看護休暇について説明します。", number=1, title="看護休暇")
    assert introduction_first(hits(days, other, lead))[0].passage.text == lead.text
    dated = passage("令和8年4月1日から", number=1, title="看護休暇")
    for ranked in (hits(days, other), hits(days, other, dated)):
        assert introduction_first(ranked) == ranked
