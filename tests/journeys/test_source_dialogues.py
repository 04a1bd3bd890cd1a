"""The three dialogues that this project began with, over the command line and over Python."""

from pathlib import Path
from typing import Any

from yorisoi.types import UserId

LEAVE = "休暇について教えてください"
CHILD = "子どもの看護休暇は取れるでしょうか"
SYSTEM = "案件で社外ユーザーと利用する会議システムは何がよいですか"
THINKING_OF = "zoomやteamsなどを考えていますが、社内利用を推奨されているものがあれば教えてください"
DRIVE = "Google共有ドライブにメンバーを追加する方法を教えて"
STEPS = ("gate", "embed", "legs", "fuse", "evidence", "decide")


def test_leave_is_asked_back_and_answered_in_another_process_and_every_step_is_on_record(
    yorisoi: Any, home: Path
) -> None:
    asked = yorisoi.say(home, LEAVE)
    assert (asked["action"], asked["rule"]) == ("ask", "②")
    assert 2 <= len(asked["choices"]) <= 5
    assert all(choice["text"] in asked["text"] for choice in asked["choices"])
    assert asked["citations"] == []
    assert asked["reason"]

    answered = yorisoi.say(home, CHILD, "--session", asked["session"])
    assert answered["session"] == asked["session"]
    assert (answered["action"], answered["rule"]) == ("answer", "⑥")
    cited = answered["citations"][0]
    assert cited["source"].endswith("leave/nursing-care-of-child.md")
    assert cited["quote"] in answered["text"]
    assert answered["question"] == CHILD
    assert answered["degraded"] == []

    opened = yorisoi("show", str(cited["passage_id"]), "--home", home, "--json").json
    assert opened["source"] == cited["source"]
    assert cited["passage_id"] in [passage["id"] for passage in opened["passages"]]

    readable = yorisoi("trace", "show", "latest", "--home", home)
    assert readable.status == 0, readable.err
    assert CHILD in readable.out
    trace = yorisoi("trace", "show", answered["trace_id"], "--home", home, "--json").json
    names = [step["name"] for step in trace["steps"]]
    assert [name for name in names if name in STEPS] == list(STEPS)
    legs = next(step for step in trace["steps"] if step["name"] == "legs")["legs"]
    assert {"lexical", "vector"} <= set(legs)
    decision = next(step for step in trace["steps"] if step["name"] == "decide")["decision"]
    assert decision["rule"] == "⑥"

    listed = yorisoi("trace", "list", "--home", home, "--json").json["traces"]
    assert [row["trace_id"] for row in listed] == [answered["trace_id"], asked["trace_id"]]
    differing = yorisoi("trace", "diff", asked["trace_id"], answered["trace_id"], "--home", home)
    assert f"-    utterance: {LEAVE}" in differing.out
    assert f"+    utterance: {CHILD}" in differing.out
    same = yorisoi("trace", "diff", asked["trace_id"], asked["trace_id"], "--home", home, "--json").json
    assert same == {"same": True, "diff": []}

    refused = yorisoi(
        "chat", "-m", CHILD, "--session", asked["session"], "--user", "another", "--home", home, "--chat", "none"
    )
    assert refused.status == 2
    assert refused.out == ""
    assert len(refused.err.splitlines()) == 1
    assert refused.err.startswith("yorisoi: ")


def test_a_consultation_on_meeting_systems_is_drawn_out_and_then_answered_from_both_halves(
    yorisoi: Any, home: Path
) -> None:
    asked = yorisoi.say(home, SYSTEM)
    assert (asked["action"], asked["rule"]) == ("ask", "①")
    answered = yorisoi.say(home, THINKING_OF, "--session", asked["session"])
    assert_both_halves(answered["action"], answered["question"], answered["text"])
    assert answered["rule"] == "④"
    assert any(cited["source"].endswith("meeting/which-system.md") for cited in answered["citations"])


def assert_both_halves(action: str, question: str, text: str) -> None:
    assert action == "answer"
    assert "社外ユーザー" in question
    assert "会議システム" in question
    assert "zoom" in question.lower()
    assert "推奨" in question
    assert "Zoom" in text


def test_a_clear_question_is_searched_as_it_was_asked(yorisoi: Any, home: Path) -> None:
    answered = yorisoi.say(home, DRIVE)
    assert (answered["action"], answered["rule"]) == ("answer", "⑥")
    assert answered["question"] == DRIVE
    assert answered["citations"][0]["source"].endswith("it/google-drive.md")
    assert answered["choices"] == []


async def test_the_three_dialogues_over_python(converse: Any, home: Path) -> None:
    user = UserId("python")
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        asked = await reply(LEAVE, user=user)
        assert (asked.action, asked.rule) == ("ask", "②")
        assert 2 <= len(asked.choices) <= 5
    async with converse(home) as workspace:  # a restart
        reply = workspace.assistant.reply
        answered = await reply(CHILD, user=user, session=asked.session)
        assert (answered.action, answered.rule) == ("answer", "⑥")
        assert answered.citations[0].source.endswith("leave/nursing-care-of-child.md")

        asked = await reply(SYSTEM, user=user)
        assert (asked.action, asked.rule) == ("ask", "①")
        answered = await reply(THINKING_OF, user=user, session=asked.session)
        assert_both_halves(answered.action, answered.question, answered.text)
        assert any(cited.source.endswith("meeting/which-system.md") for cited in answered.citations)

        answered = await reply(DRIVE, user=user)
        assert (answered.action, answered.rule, answered.question) == ("answer", "⑥", DRIVE)
        assert answered.citations[0].source.endswith("it/google-drive.md")
