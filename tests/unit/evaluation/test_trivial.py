"""The simplest policy that converses."""

from pathlib import Path

import pytest
from tests.unit.house import document, house

from yorisoi.evaluation.trivial import Trivial

PAGES = [
    document("trip.md", "国内出張", "国内出張の宿泊費は1泊1万円までです。課長は1万5千円です。"),
    document("card.md", "法人カード", "法人カードの限度額は課長が月50万円です。"),
    document("name.md", "名刺", "名刺は毎週木曜に注文します。"),
]


async def test_it_searches_what_was_said_before_and_cites_what_it_finds(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        converse = Trivial(searcher).converse
        first = await converse("a", "国内出張の宿泊費は？")
        second = await converse("a", "課長は？")
        alone = await converse("b", "課長は？")
    assert (first.did, second.did) == ("answer", "answer")
    assert second.question == "国内出張の宿泊費は？ 課長は？"
    assert second.pages[0].startswith("trip.md\n国内出張")
    assert alone.question == "課長は？", "another conversation"
    assert len(first.pages) <= 3


async def test_it_carries_two_utterances_and_no_more(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        converse = Trivial(searcher).converse
        questions = [(await converse("a", say)).question for say in ("一", "二", "三", "四")]
    assert questions == ["一", "一 二", "一 二 三", "二 三 四"]


@pytest.mark.parametrize("text", ["ありがとう", "なるほど！", "こんにちは", "谢谢", "Thanks!", "hi", "OK"])
async def test_short_thanks_and_greetings_are_talk(tmp_path: Path, text: str) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        assert (await Trivial(searcher).converse("a", text)).did == "talk"


async def test_a_question_behind_thanks_is_no_talk_and_what_is_nowhere_is_not_found(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        converse = Trivial(searcher).converse
        assert (await converse("a", "ありがとうございます。では名刺の注文方法を教えてください")).did == "answer"
        assert (await converse("b", "xyzzy")).did == "none"


async def test_it_never_asks_back(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (_, searcher, _):
        converse = Trivial(searcher).converse
        assert "ask" not in [(await converse("a", say)).did for say in ("出張", "？", "それ", "うーん")]
