"""Chinese and English conversations, and questions that cross languages."""

from pathlib import Path
from typing import Any

from yorisoi.types import Filter, UserId


async def test_a_reply_is_in_the_language_of_the_utterance(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        days = await reply("上海的年假有几天", user=UserId("zh"))
        assert (days.language, days.action) == ("zh", "answer")
        assert days.citations[0].source.endswith("zh/annual-leave.md")
        assert days.text.startswith("《")
        assert any("8天" in cite.quote for cite in days.citations)
        english = await reply("Whom do I call in an emergency at night?", user=UserId("zh"), session=days.session)
        assert (english.language, english.text[0]) == ("en", "“")
        assert english.citations[0].source.endswith("en/emergency-contacts.md")


async def test_an_english_question_finds_a_japanese_page(converse: Any, handbook: Path) -> None:
    async with converse(handbook) as workspace:
        query = "How do I add a member to a shared Google Drive?"
        found = await workspace.searcher.search([query], within=Filter(languages=("ja",)), language="en")
        assert "it/google-drive.md" in found.hits[0].passage.document.source
        everywhere = await workspace.searcher.search([query], within=Filter(), language="en")
        assert any(hit.passage.document.source.endswith("it/google-drive.md") for hit in everywhere.hits)
