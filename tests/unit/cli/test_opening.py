"""/open in a conversation: what a reply has cited, as long as it is there and open to whom it is shown."""

from pathlib import Path

import pytest

from yorisoi.cli.chat import _Again, _command
from yorisoi.cli.greetings import greetings
from yorisoi.documents import ingest
from yorisoi.settings import load_settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace

PAGE = "# 送別会\n\n送別会は3月20日の18時から、アルマジロ亭で開きます。\n"


@pytest.mark.parametrize("closed", [True, False])
async def test_what_was_closed_since_it_was_cited_is_not_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], closed: bool
) -> None:
    page = tmp_path / "p.md"
    page.write_text(PAGE, encoding="utf-8")
    chosen = load_settings(home=tmp_path / "home", chat="none", embedding="none")
    said = {"user": UserId("v"), "groups": frozenset()}
    async with open_workspace(chosen) as workspace:
        store = workspace.store.documents
        await ingest([page], store=store, embedder=None, config=chosen.documents)
        reply = await workspace.assistant.reply("送別会は何時から", just_answer=True, **said)  # type: ignore[arg-type]
        assert reply.citations
        if closed:
            page.write_text(f"---\ngroups: kanji\n---\n{PAGE}", encoding="utf-8")
            await ingest([page], store=store, embedder=None, config=chosen.documents)
        for line in ("/open 1", "/open 9", "/open abc"):
            await _command(workspace, line, reply, greetings("ja"), said, _Again(store="", user="", models=""))
    told = capsys.readouterr().out
    assert told.count(greetings("ja").help.splitlines()[0]) == 2, "nothing is cited by these numbers"
    assert ("アルマジロ" in told, "見つかりません" in told) == (not closed, closed)
