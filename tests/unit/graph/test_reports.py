"""What a community is about, in the words of its pages or of a model."""

import json
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from tests.unit.house import document
from tests.unit.retrieval.pages import passage

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.backends.search.reports import KeptReports
from yorisoi.backends.store import open_store
from yorisoi.change_ports import Position
from yorisoi.dialogue.answer.community_reports import as_told
from yorisoi.errors import BackendUnavailable, MalformedReply
from yorisoi.graph.extracts import extracts, opening
from yorisoi.graph.reports import Reporter, by_model, by_rules, request
from yorisoi.graph_ports import Community, Report
from yorisoi.ports import ChatRequest, Completion, DocumentStore
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.testing.scripted_chat import ScriptedChat
from yorisoi.types import Filter, Language, Passage

TRAVEL = [
    passage(
        "# 出張\n\n国内出張の申請と精算の決まりです。\n- 領収書\n宿泊費は一泊12,000円までです。",
        number=1,
        title="国内出張",
    ),
    passage(
        "| 区分 | 日当 |\n|-|-|\n| 課長 | 3,000円 |\n海外出張の承認と保険の決まりです。", number=2, title="海外出張"
    ),
    passage("毎月25日です。", number=3, title="給料日"),
]
GROUP = Community(id=7, level=0, parent=None, passages=(1, 2, 3), names=("国内出張", "海外出張"))


def said(**changed: object) -> str:
    findings = [{"text": "出張には申請が要ります。", "passages": [1, 2]}, {"text": "根拠のない話。", "passages": [99]}]
    whole = {"title": "出張", "summary": "出張の決まり。", "findings": findings, "importance": 6}
    return json.dumps({**whole, **changed}, ensure_ascii=False)


def test_sentences_are_taken_from_prose_each_from_another_page() -> None:
    found = extracts(TRAVEL, 5)
    assert {each.passage.id for each in found} == {1, 2}
    assert found[0].text.endswith("決まりです。")
    assert all("|" not in each.text and not each.text.startswith("#") for each in found)


def test_a_page_opens_with_what_is_wanted_of_it_else_with_its_beginning() -> None:
    wanted, plain = opening(TRAVEL[:1], ["宿泊"]), opening(TRAVEL[:1], ["休暇"])
    assert wanted is not None
    assert plain is not None
    assert (wanted.text, plain.text) == ("宿泊費は一泊12,000円までです。", "国内出張の申請と精算の決まりです。")
    assert opening(TRAVEL[2:], ["給料"]) is None


def test_a_list_is_told_as_one_piece_behind_what_leads_to_it_and_so_is_a_table() -> None:
    text = "催しは次のとおりです。\n\n- 発表会：毎月第二木曜\n- 裁縫の夜：毎週水曜\n- 朝食：毎週火曜\n\n受付へ。"
    table = "| 区分 | 料金 |\n|-|-|\n| 机 | 月95ポンド |\n| 工房 | 月60ポンド |\n\n料金は税込みです。"
    listed, priced = (opening([passage(each, number=1, title="頁")], ["裁縫", "工房"]) for each in (text, table))
    assert listed is not None
    assert priced is not None
    assert listed.text == "催しは次のとおりです。 発表会：毎月第二木曜 / 裁縫の夜：毎週水曜 / 朝食：毎週火曜"
    assert priced.text == "机 月95ポンド / 工房 月60ポンド"


@pytest.mark.parametrize(
    "debris",
    [
        "```mermaid\ngraph TD\n    style 匿名化 fill 個人データ\n```",
        "style 匿名化 個人データ fill:#E6E6FA",
        "最終更新日：2025年12月12日",
        "匿名化* 個人データを匿名にする方法です。",
        "[氏名] さん、匿名化の個人データをお送りします。",
    ],
)
def test_what_is_no_sentence_is_not_told(debris: str) -> None:
    told = opening(
        [passage(f"{debris}\n\n保存の期間は別に定めます。", number=1, title="頁")], ["匿名", "個人", "データ", "更新"]
    )
    assert told is not None
    assert told.text == "保存の期間は別に定めます。"


def test_a_sentence_that_says_where_to_look_comes_after_one_that_says_what_is_so() -> None:
    text = "最新の情報は、[こちらの頁](https://example.com)をご覧ください。\n\n休暇は1年に10日まで取れます。"
    told = opening([passage(text, number=1, title="頁")], [])
    assert told is not None
    assert told.text == "休暇は1年に10日まで取れます。"


def test_what_was_told_before_is_not_told_again() -> None:
    [first] = extracts(TRAVEL[:1], 1)
    assert first.text not in {each.text for each in extracts(TRAVEL[:1], 1, [first.text])}


def test_the_same_sentence_of_two_pages_is_told_once() -> None:
    twice = [passage("この規程の改廃は総務部が行います。", number=number, title=str(number)) for number in (1, 2)]
    assert len(extracts(twice, 5)) == 1


def test_without_a_model_a_report_names_what_is_central_and_quotes() -> None:
    report = by_rules(GROUP, TRAVEL, largest=6)
    assert (report.title, report.by, report.importance) == ("国内出張 / 海外出張", "rules", 5)
    assert {i for finding in report.findings for i in finding.passages} == {1, 2}


async def test_a_models_report_keeps_what_rests_on_passages_it_was_shown() -> None:
    model = ScriptedChat([said()])
    report = await by_model(model, TRAVEL, as_told)
    assert [(each.text, each.passages) for each in report.findings] == [("出張には申請が要ります。", (1, 2))]
    assert (report.title, report.importance, report.by) == ("出張", 6, "fake:scripted")
    assert "[1] 国内出張" in model.requests[0].messages[1].content


@pytest.mark.parametrize(
    "reply", [said(findings=[]), said(importance=11), said(title=" "), '{"title": "x"}'], ids=lambda reply: reply[:30]
)
async def test_a_report_that_rests_on_nothing_is_malformed(reply: str) -> None:
    with pytest.raises(MalformedReply):
        await by_model(ScriptedChat([reply]), TRAVEL, as_told)


LIE = "![x](http://e.example/p.png?q=1)"


async def test_what_a_model_says_of_a_community_is_told_as_far_as_its_passages_say_it() -> None:
    findings = [
        {
            "text": f"{LIE}国内出張の申請と精算には決まりがあります[3]。社長の電話番号は誰でも公開します。",
            "passages": [1],
        },
        {"text": "年間予算は九十億円で、来年度に倍増させる計画を取締役会が承認した。", "passages": [1, 2]},
    ]
    summary = f"{LIE}国内出張と海外出張の決まりです。\n# 見出し\x1b[2J 詳しくは http://e.example/steal?x を見る。"
    reply = said(title=f"{LIE}出張\n# 出張の決まり\x1b[2J", summary=summary, findings=findings)
    report = await by_model(ScriptedChat([reply]), TRAVEL, as_told)
    [finding] = report.findings
    assert finding.text == "x国内出張の申請と精算には決まりがあります。"
    whole = json.dumps(asdict(report), ensure_ascii=False)
    assert not any(each in whole for each in ("![", "http", "\\n", "\\u001b", "[3]", "社長"))
    assert report.summary.startswith("x国内出張と海外出張の決まりです。")


async def test_a_title_that_no_passage_says_gives_way_to_the_names_and_one_without_end_is_cut() -> None:
    for title, told in (("社長の逮捕と会社の倒産", ""), ("国内出張" * 40, "国内出張" * 25)):
        report = await by_model(ScriptedChat([said(title=title)]), TRAVEL, as_told)
        assert report.title == told
    assert replace(GROUP, report=replace(report, title="")).title == "国内出張 / 海外出張"


def test_a_report_that_an_older_version_kept_is_gone(tmp_path: Path) -> None:
    kept = KeptReports(tmp_path / "reports.db")
    kept.put(GROUP, Report(title=LIE, summary="", findings=(), importance=1, by="m"), Position(1, "m"))
    assert kept.of([GROUP])
    with sqlite3.connect(tmp_path / "reports.db") as database:
        database.execute("PRAGMA user_version = 0")
    database.close()
    assert not kept.of([GROUP])
    assert not kept.passages()
    assert LIE.encode() not in (tmp_path / "reports.db").read_bytes()


def test_a_request_holds_what_the_budget_allows_and_one_passage_at_least() -> None:
    _, held = request(TRAVEL, 1)
    assert held == TRAVEL[:1]
    assert request(TRAVEL, 10_000)[1] == TRAVEL


PAGES = [
    document("a.md", "国内出張", "国内出張の申請と精算の決まりです。", "「国内出張」の宿泊費は12,000円までです。"),
    document("b.md", "海外出張", "「国内出張」とは別に、海外出張には保険が要ります。", "「海外出張」の日当は別です。"),
    document("c.md", "給与", "給与は毎月25日に払います。", "「給与」の明細は画面で見ます。"),
]


async def as_said(report: Report, _passages: Sequence[Passage], _language: Language) -> Report:
    """Of pages that say nothing of it."""
    return report


async def test_reports_are_written_once_kept_and_made_anew_where_passages_changed(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        documents, index = store.documents, MemoryIndex()
        names = EmbeddedNames(tmp_path / "index" / "names.db")

        async def caught_up() -> Reporter:
            await catch_up(documents, index)
            await names.catch_up(documents, index)
            return Reporter(documents, index, names)

        await documents.put(PAGES)
        reporter = await caught_up()
        every = await reporter.communities(1)
        cost = await reporter.cost(every, 1000)
        assert cost.passages == len(every) >= 2
        assert cost.prompt_tokens > 0
        down = BackendUnavailable("gone")
        model = ScriptedChat([said(), down])
        with pytest.raises(BackendUnavailable):
            await reporter.write(every, model, as_said)
        assert [each.report is not None for each in await reporter.communities(1)].count(True) == 1
        rest = ScriptedChat([said()] * (len(every) - 1))
        written = await reporter.write(await reporter.communities(1), rest, as_said)
        assert (written.reports, written.failed) == (len(every) - 1, 0)
        assert (await reporter.of((await reporter.communities(1))[0], 1)).by == "fake:scripted"
        assert (await reporter.cost(await reporter.communities(1), 1000)).passages == 0

        await documents.remove(["c.md"])
        reporter = await caught_up()
        after = await reporter.communities(1)
        assert all(each.report for each in after)  # those of the pages that stayed
        changed = document(
            "a.md", "国内出張", "国内出張の決まりが新しくなりました。", "「国内出張」の宿泊費は13,000円です。"
        )
        await documents.put([changed])
        reporter = await caught_up()
        for each in await reporter.communities(1):
            pages = {found.document.source for found in await documents.passages(each.passages, Filter())}
            assert each.report is None or pages == {"b.md"}


async def _with(documents: DocumentStore, source: str, communities: Sequence[Community]) -> Community:
    """The first one with a passage of that page."""
    for each in communities:
        if source in {passage.document.source for passage in await documents.passages(each.passages, Filter())}:
            return each
    raise AssertionError(source)


class _Meanwhile(ScriptedChat):
    """A model during whose first call something happens."""

    def __init__(self, answers: list[str], happens: Callable[[], Awaitable[object]]) -> None:
        super().__init__(answers)
        self._happens = happens

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        if not self.requests:
            await self._happens()
        return await super().complete(request, on_text)


@pytest.mark.parametrize("how", ["removed", "closed", "removed, with a report of other pages kept since"])
async def test_a_report_of_a_page_that_goes_while_it_is_written_is_not_kept(tmp_path: Path, how: str) -> None:
    """Another process, a server, has taken it out of the names already when the model answers."""
    file = tmp_path / "index" / "names.db"
    async with open_store(tmp_path) as store:
        documents, index, names, others = store.documents, MemoryIndex(), EmbeddedNames(file), EmbeddedNames(file)
        await documents.put(PAGES)
        await catch_up(documents, index)
        await names.catch_up(documents, index)
        reporter = Reporter(documents, index, names)
        travel = await _with(documents, "a.md", await reporter.communities(1))

        async def goes() -> None:
            if how == "closed":
                await documents.put([replace(PAGES[0], content_hash="closed", groups=frozenset({"人事"}))])
            else:
                await documents.remove(["a.md"])
            await catch_up(documents, index)
            await others.catch_up(documents, index)
            if "since" in how:
                beside = Reporter(documents, index, others)
                pay = await _with(documents, "c.md", await beside.communities(1))
                assert (await beside.write([pay], ScriptedChat([said(title="給与")]), as_said)).reports == 1

        written = await reporter.write([travel], _Meanwhile([said(summary="合言葉はzanzibar77です。")], goes), as_said)
        assert (written.reports, written.failed) == (0, 1)
        assert b"zanzibar77" not in file.with_name("reports.db").read_bytes()
        kept = [each.report.title for each in await Reporter(documents, index, others).communities(1) if each.report]
        assert kept == (["給与"] if "since" in how else [])


async def test_a_report_on_a_page_that_is_gone_goes_when_the_names_catch_up(tmp_path: Path) -> None:
    """As an older version kept some, with a position behind the removal."""
    file = tmp_path / "index" / "names.db"
    async with open_store(tmp_path) as store:
        documents, index, names = store.documents, MemoryIndex(), EmbeddedNames(file)
        await documents.put(PAGES)
        await catch_up(documents, index)
        await names.catch_up(documents, index)
        travel = await _with(documents, "a.md", await names.communities(documents, index, frozenset()))
        await documents.remove(["a.md"])
        await catch_up(documents, index)
        await names.catch_up(documents, index)
        kept = KeptReports(file.with_name("reports.db"))
        newest = await documents.last_change()
        position = Position(newest, await documents.mark(newest))
        kept.put(travel, await by_model(ScriptedChat([said()]), TRAVEL, as_told), position)
        await EmbeddedNames(file).catch_up(documents, index)
        assert not kept.of([travel])
        assert not kept.passages()
