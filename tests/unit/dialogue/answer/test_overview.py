"""A broad question in a turn: theme by theme, by the model in one call, and as before where that is no answer."""

from pathlib import Path

from tests.unit.house import document, house

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.dialogue.config import TurnConfig
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
