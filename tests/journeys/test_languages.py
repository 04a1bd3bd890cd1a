"""Chinese and English conversations, and questions that cross languages."""

from pathlib import Path
from typing import Any

from yorisoi.types import Filter, UserId


async def test_chinese_and_english_questions_are_answered_in_their_language(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        days = await reply("我在上海工作，年假有几天", user=UserId("zh"))
        assert (days.language, days.action, days.rule) == ("zh", "answer", "⑥")
        assert days.citations[0].source.endswith("zh/annual-leave.md")
        assert "8天" in days.text

        visa = await reply("How early should I ask for visa support?", user=UserId("en"))
        assert (visa.language, visa.action, visa.rule) == ("en", "answer", "⑥")
        assert visa.citations[0].source.endswith("en/visa-support.md")


async def test_chinese_and_english_utterances_that_say_too_little_are_asked_back(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        en = await reply("I am struggling at work.", user=UserId("en"))
        assert (en.language, en.action, en.rule) == ("en", "ask", "①")
        assert "Could you tell me more" in en.text
        zh = await reply("最近工作压力很大", user=UserId("zh"))
        assert (zh.language, zh.action) == ("zh", "ask")


async def test_an_english_question_finds_a_japanese_page(converse: Any, handbook: Path) -> None:
    async with converse(handbook) as workspace:
        query = "How do I add a member to a shared Google Drive?"
        found = await workspace.searcher.search([query], within=Filter(languages=("ja",)), language="en")
        assert "it/google-drive.md" in found.hits[0].passage.document.source
        everywhere = await workspace.searcher.search([query], within=Filter(), language="en")
        assert any(hit.passage.document.source.endswith("it/google-drive.md") for hit in everywhere.hits)
