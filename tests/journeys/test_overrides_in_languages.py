"""What speaks before the rules, in Chinese and in English: "just answer", the cap on asking, a picked choice."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from yorisoi.types import UserId

VAGUE = [pytest.param("想了解一下休假", "直接告诉我", id="zh"), pytest.param("leave", "just answer", id="en")]


@pytest.fixture
async def reply(converse: Any, home: Path) -> AsyncIterator[Any]:
    async with converse(home) as workspace:
        yield workspace.assistant.reply


@pytest.mark.parametrize(("vague", "order"), VAGUE)
async def test_just_answer_is_obeyed(reply: Any, vague: str, order: str) -> None:
    asked = await reply(vague, user=UserId("u"))
    assert (asked.action, asked.rule) == ("ask", "②")
    answered = await reply(order, user=UserId("u"), session=asked.session)
    assert (answered.action, answered.rule) == ("answer", "just-answer")
    assert answered.language == asked.language


@pytest.mark.parametrize("vague", [case.values[0] for case in VAGUE], ids=["zh", "en"])
async def test_asking_back_has_an_end(reply: Any, vague: str) -> None:
    said = [await reply(vague, user=UserId("u"), session="round") for _ in range(3)]
    assert [each.rule for each in said] == ["②", "②", "ask-cap"]
    assert said[-1].action == "answer"


async def test_a_choice_is_picked_by_its_number(reply: Any) -> None:
    asked = await reply("leave", user=UserId("u"))
    assert len(asked.choices) >= 2
    picked = await reply("1", user=UserId("u"), session=asked.session)
    assert asked.choices[0].text in picked.question
    assert picked.rule == ("②" if picked.choices else "choice"), "a page for some readers asks which"
