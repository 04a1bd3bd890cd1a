"""Memories of two people over the sample handbook, through the command line and with the real embedding."""

import asyncio
import os
import signal
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.held import files_holding
from tests.journeys.conftest import YORISOI

from yorisoi.types import Reply, UserId

HANAKO, TARO = "花子", "太郎"
SECRET = "草津"


@pytest.fixture
def person(at_once: Any, home: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """`say(who, text)`: the reply, every time over a store opened anew; `of(who, ...)`: what `memory ...` tells."""
    monkeypatch.chdir(home.parent)

    class Person:
        def say(self, who: str, text: str) -> Any:
            return at_once("chat", "-m", text, "--user", who, "--home", home, "--chat", "none", "--json").json

        def of(self, who: str, *words: str) -> Any:
            return at_once("memory", *words, "--user", who, "--home", home, "--json").json

    return Person()


def test_told_today_used_next_week_and_never_by_somebody_else(person: Any, home: Path, converse: Any) -> None:
    person.say(HANAKO, f"私は{SECRET}温泉が大好きで、毎年通っています")
    person.say(TARO, "釣りが趣味です")
    question = "先週話した、私の好きな温泉はどこでしたっけ"
    hers, his = asyncio.run(_next_week(converse(home), question))
    assert hers.rule == "memory"
    assert SECRET in hers.text
    assert any(reason.startswith("time") for reason in hers.episodes[0].why)
    assert SECRET not in his.text
    assert all(SECRET not in each.episode.text for each in his.episodes)


async def _next_week(opened: Any, question: str) -> list[Reply]:
    async with opened as workspace:
        workspace.assistant.clock = lambda: datetime.now(UTC) + timedelta(days=7)
        return [await workspace.assistant.reply(question, user=UserId(who)) for who in (HANAKO, TARO)]


def test_what_changes_is_superseded_corrected_and_erased(person: Any, home: Path) -> None:
    question = "私はどこに住んでいますか"
    person.say(HANAKO, "大阪に住んでいます")
    person.say(HANAKO, "先月、福岡に引っ越しました")
    now = person.say(HANAKO, question)
    assert now["rule"] == "memory"
    assert "福岡" in now["text"]
    assert "大阪" not in now["text"]
    old, new = person.of(HANAKO, "export")["facts"]
    assert (old["topic"], old["superseded_by"]) == ("大阪", new["id"])

    [evidence] = new["evidence"]
    person.of(HANAKO, "correct", evidence, "先月、長崎に引っ越しました")
    corrected = person.say(HANAKO, question)
    assert "長崎" in corrected["text"]
    assert "福岡" not in corrected["text"]

    person.of(HANAKO, "erase")
    forgotten = person.say(HANAKO, question)
    assert [place for place in ("大阪", "福岡", "長崎") if place in forgotten["text"]] == []
    assert forgotten["episodes"] == []
    person.of(HANAKO, "erase")
    assert files_holding(home, "福岡に引っ越し".encode(), "長崎に引っ越し".encode()) == []


def test_a_process_killed_after_its_reply_has_lost_nothing_and_nothing_is_repeated(
    yorisoi: Any, person: Any, home: Path
) -> None:
    """What was worked out before the kill, and what was not: the next process finds the rest."""
    told = ["猫を飼っています", "エビアレルギーがあります", "釣りが趣味です"]
    talking = subprocess.Popen(
        [*YORISOI, "chat", "--home", str(home), "--user", HANAKO, "--chat", "none"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=yorisoi.folder,
        env=yorisoi.environment(PYTHONUNBUFFERED="1"),
        encoding="utf-8",
    )
    assert talking.stdin is not None
    assert talking.stdout is not None
    for text in told:
        talking.stdin.write(f"{text}\n")
        talking.stdin.flush()
        while not talking.stdout.readline().startswith("よりそい > "):
            assert talking.poll() is None
    os.kill(talking.pid, signal.SIGKILL)
    talking.communicate()

    person.say(HANAKO, "私が飼っているのは何でしたっけ")
    kept = person.of(HANAKO, "export")
    assert [each["text"] for each in kept["episodes"] if each["text"] in told] == told
    assert [(each["text"], each["confirmations"]) for each in kept["facts"]] == [(text, 1) for text in told]
    assert person.of(HANAKO, "audit") == {
        "user": HANAKO,
        "duplicates": [],
        "without_evidence": [],
        "stale": [],
        "waiting": 0,
    }
