"""A broad question in a turn: theme by theme, by the model in one call, and as before where that is no answer."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.unit.house import document, house
from tests.unit.retrieval.pages import passage

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.dialogue.answer.generating import estimated_tokens
from yorisoi.dialogue.answer.overview import Digest, Part, Point, _point, material
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.prompts import prompts
from yorisoi.graph.extracts import Extract, opening
from yorisoi.testing.scripted_chat import ScriptedChat
from yorisoi.types import Reply, UserId

PAGES = [
    document("trip.md", "国内出張", "国内出張の申請と精算の決まりです。", "「国内出張」の宿泊費の上限を定めます。"),
    document("abroad.md", "海外出張", "「国内出張」と違って、海外出張には保険が要ります。"),
    document("pay.md", "給与", "給与は毎月25日に口座へ振り込みます。", "「給与」の明細は画面で確認します。"),
    document("tax.md", "控除", "「給与」から引かれる税金を説明します。"),
]
EVERYTHING = "ここにはどんなことが書かれていますか"


async def reply(home: Path, text: str, chat: ScriptedChat | None = None) -> Reply:
    turn = TurnConfig(assess="never")
    async with house(home, PAGES, chat=chat, turn=turn, graph=EmbeddedNames(home / "names.db")) as (assistant, _, _):
        return await assistant.reply(text, user=UserId("aiko"))


async def test_sentences_of_the_pages_are_told_theme_by_theme(tmp_path: Path) -> None:
    said = await reply(tmp_path, EVERYTHING)
    assert said.rule == "overview"
    assert said.text.startswith("手元の4ページは、大きく次の内容に分かれます。\n1. ")
    assert {"国内出張", "給与"} <= {each.title for each in said.citations}
    assert [each.number for each in said.citations] == list(range(1, len(said.citations) + 1))


async def test_a_model_words_the_themes_in_one_call_from_the_pages_sentences(tmp_path: Path) -> None:
    chat = ScriptedChat(["国内出張の申請と精算の決まりです。[1]"])
    said = await reply(tmp_path, EVERYTHING, chat)
    [asked] = chat.requests
    assert "国内出張の申請と精算の決まりです。" in asked.messages[-1].content
    assert "給与は毎月25日に口座へ振り込みます。" in asked.messages[-1].content
    assert said.text.startswith("国内出張の申請と精算の決まりです")
    assert [each.title for each in said.citations] == ["国内出張"]


async def test_a_subject_that_one_page_is_about_is_answered_from_that_page(tmp_path: Path) -> None:
    said = await reply(tmp_path, "控除の概要を教えてください")
    assert "手元の" not in said.text
    assert said.citations[0].title == "控除"


async def test_without_a_graph_a_broad_question_is_answered_as_any_other(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES) as (assistant, _, _):
        said = await assistant.reply("出張の全体像を教えてください", user=UserId("aiko"))
    assert said.action == "answer"
    assert said.citations


RULES = [
    document("leave.md", "休暇", "休暇の種類と申請の決まりです。", "「休暇」の申請は勤怠システムから出します。"),
    document("sick.md", "病気休暇", "病気の休暇は年に10日までです。\n\n## 診断書\n\n4日から診断書が要ります。"),
    document("old.md", "勤続休暇", "勤続10年の休暇は5日です。支援金は50,000円です。", owner="人事課"),
]
BROAD = "どんな休暇があるのか聞きたいです"
JUDGED = {"question": BROAD, "action": "answer", "clarity": 1, "is_question": 1, "is_consultation": 5}
SAID = "休暇の種類と申請の決まりです[1]。"


async def capable(
    home: Path, chat: ScriptedChat, text: str = BROAD, on_text: Callable[[str], None] | None = None
) -> Reply:
    turn, graph = TurnConfig(assess="always"), EmbeddedNames(home / "names.db")
    async with house(home, RULES, chat=chat, turn=turn, graph=graph) as (assistant, _, _):
        return await assistant.reply(text, user=UserId("aiko"), on_text=on_text)


def judged(broad: bool, ask_person: int = 5) -> str:
    return json.dumps({**JUDGED, "in_internal_docs": 1, "ask_person": ask_person, "broad": broad}, ensure_ascii=False)


async def test_a_capable_model_may_say_that_a_question_is_broad(tmp_path: Path) -> None:
    broad = await capable(tmp_path / "broad", ScriptedChat([judged(True), SAID]))
    other = await capable(tmp_path / "other", ScriptedChat([judged(False), SAID]))
    assert (broad.rule == "overview", other.rule == "overview") == (True, False)


async def test_a_model_reads_whole_passages_and_how_they_belong_together(tmp_path: Path) -> None:
    chat = ScriptedChat([judged(True).replace(BROAD, EVERYTHING), SAID])
    await capable(tmp_path, chat, EVERYTHING)
    system, shown = (message.content for message in chat.requests[-1].messages)
    assert system == prompts("ja").surveying
    assert "病気の休暇は年に10日までです。\n\n## 診断書\n\n4日から診断書が要ります。" in shown
    assert shown.count("休暇の種類と申請の決まりです。") == 1
    assert "<overview>\npages: 3\n1. " in shown
    assert chat.requests[-1].max_tokens == 800


async def test_where_a_model_finds_nothing_in_an_overview_the_question_is_answered_as_any_other(tmp_path: Path) -> None:
    heard: list[str] = []
    chat = ScriptedChat([judged(True), f"{prompts('ja').no_answer}。", "休暇の申請は勤怠システムから出します[1]。"])
    said = await capable(tmp_path, chat, on_text=heard.append)
    assert said.citations
    assert said.text.startswith("休暇の申請は勤怠システムから出します")
    assert prompts("ja").no_answer not in "".join(heard)
    assert chat.requests[-1].messages[0].content == prompts("ja").answering


async def test_doubts_of_an_overview_are_explained_and_told(tmp_path: Path) -> None:
    said = await capable(tmp_path, ScriptedChat([judged(True), f"{SAID}\n火星への転勤には月70万円が出ます[1]。"]))
    assert phrases("ja").unsupported in said.text
    assert [each.step for each in said.degraded] == ["answer"]


async def test_who_knows_better_is_named_beside_an_overview(tmp_path: Path) -> None:
    said = await capable(tmp_path, ScriptedChat([judged(True, ask_person=1), SAID]))
    assert said.rule == "overview"
    assert said.person is not None
    assert said.person.name == "人事課"


def point(number: int, text: str, told: str) -> Point:
    said = passage(text, number=number, title=f"頁{number}")
    return Point(said.document.title, Extract(said, told))


def test_of_the_budget_every_point_has_its_sentence_and_an_even_share() -> None:
    long = point(1, "前置きです。" * 200 + "宿泊費は12,000円です。", "宿泊費は12,000円です。")
    short = point(2, "日当は2,000円です。", "日当は2,000円です。")
    beside = passage("交通費は実費です。", number=3, title="頁3")
    overview = Digest([Part([long, short])], of_everything=False, beside=[short.extract.passage, beside])
    hits, _ = material(overview, 200, 3)
    assert [hit.passage.id for hit in hits] == [1, 2]
    assert hits[0].passage.text.startswith("宿泊費は12,000円です。\n前置きです。")
    assert hits[1].passage.text == "日当は2,000円です。"
    assert sum(estimated_tokens(hit.passage.in_context) for hit in hits) <= 201
    assert [hit.passage.id for hit in material(overview, 5000, 3)[0]] == [1, 2, 3]
    assert len(material(overview, 14, 3)[0]) == 1


def test_a_point_is_told_under_the_heading_inside_its_passage() -> None:
    inside = passage(
        "## 郵便\n\n毎日届きます。\n\n## 住所の登録\n\n登録は月15ポンドで使えます。", number=1, title="台所"
    )
    extract = opening([inside], ["登録"])
    assert extract is not None
    assert (extract.heading, _point("台所", extract).label) == ("住所の登録", "台所 > 住所の登録")
