"""Feedback: what happens next to the user who gave it, and to nobody else."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from yorisoi.dialogue.feedback.events import give
from yorisoi.dialogue.feedback.learning import learn
from yorisoi.types import Action, Feedback, UserId

UNCLEAR = ("名刺を作りたい", "電話を替えたい", "子どもが生まれる", "引っ越した", "資格の補助を使いたい")
"""Asked back for one that is just unclear, feedback turns that: which one is, is seen."""
LEAVE = "休暇について教えてください"
"""Asked back with choices."""


async def test_who_need_not_be_asked_is_asked_less_and_nobody_else_is(converse: Any, home: Path) -> None:
    aiko, ben = UserId("aiko"), UserId("ben")
    async with converse(home) as workspace:
        reply, store = workspace.assistant.reply, workspace.store
        turns = {text: await workspace.assistant.consider(text) for text in UNCLEAR}
        need = {text: turn.assessment.clarification_probability for text, turn in turns.items()}
        asked = [text for text, turn in turns.items() if turn.decision.action is Action.ASK and need[text] >= 0.5]
        just_unclear = min(asked, key=need.__getitem__)
        for _ in range(12):  # patience is learnt by and by
            said = await reply(just_unclear, user=aiko)
            await workspace.assistant.close()  # the trace is there
            if said.action == "answer":
                break
            event = await give(store, aiko, said.trace_id, "needless", at=datetime.now(UTC))
        assert said.action == "answer"
        assert event.clarification_probability is not None
        assert said.threshold > event.clarification_probability
        assert "これまでの評価から" in said.reason
        other = await reply(just_unclear, user=ben)
        assert (other.action, other.threshold) == ("ask", workspace.assistant.config.thresholds.ask)

        log = await store.feedback.events(aiko)
        config = workspace.assistant.config
        assert learn(config.thresholds.ask, log, config.learning).ask == said.threshold, "the log replayed"
        await store.feedback.add(aiko, Feedback(kind="reset", at=datetime.now(UTC)))
        assert (await reply(just_unclear, user=aiko)).action == "ask"
        assert (await store.feedback.events(aiko))[:-1] == log, "nothing of the log is lost"


def test_feedback_on_the_command_line_is_explained_and_can_be_taken_back(at_once: Any, home: Path) -> None:
    asked = at_once.say(home, LEAVE, "--user", "aiko")
    said = at_once("feedback", asked["trace_id"], "needless", "--user", "aiko", "--home", home, "--json").json
    [event] = said["events"]
    assert (event["kind"], event["rule"], event["why"]) == ("needless", asked["rule"], "moved")
    assert said["base"] < said["ask"] == event["after"]

    shown = at_once("config", "show", "--user", "aiko", "--home", home)
    assert "聞き返しは要らなかった" in shown.out
    assert "聞き返しを少し控えます" in shown.out
    explained = at_once("config", "show", "--user", "aiko", "--home", home, "--json").json
    assert explained["turn.thresholds.ask"] == explained["learnt"]["base"]
    assert explained["learnt"]["ask"] == said["ask"]

    foreign = at_once("feedback", asked["trace_id"], "up", "--user", "ben", "--home", home)
    assert (foreign.status, foreign.out) == (2, "")
    assert "there is no trace" in foreign.err
    reset = at_once("feedback", "reset", "--user", "aiko", "--home", home, "--json").json
    assert (reset["ask"], reset["events"][0]["kind"]) == (reset["base"], "reset")
    kept = at_once("feedback", "list", "--user", "aiko", "--home", home, "--json").json["events"]
    assert [event["kind"] for event in kept] == ["needless", "reset"]


def test_a_turn_is_shown_to_the_editors_on_the_command_line_until_that_is_taken_back(at_once: Any, home: Path) -> None:
    turn = at_once.say(home, LEAVE, "--user", "aiko")["trace_id"]
    shared = at_once("feedback", turn, "down", "--shared", "--user", "aiko", "--home", home, "--json").json
    unsaid = at_once("feedback", "list", "--shared", "--user", "aiko", "--home", home)
    again = at_once("feedback", turn, "down", "--user", "aiko", "--home", home, "--json").json
    assert [each["events"][0]["shared"] for each in (shared, again)] == [True, False]
    assert unsaid.status == 2
    assert "no --shared" in unsaid.err


def test_feedback_is_given_in_the_conversation_too(at_once: Any, home: Path) -> None:
    talk = f"{LEAVE}\n/missed\n/needless\n1\n/up\n/quit\n"
    ran = at_once("chat", "--chat", "none", "--user", "aiko", "--home", home, stdin=talk)
    assert ran.status == 0, ran.err
    assert "none of this user's last 1 turns answered" in ran.out, "and the conversation goes on"
    assert "聞き返しは要らなかった" in ran.out
    assert "記録だけします" in ran.out, "the user's own pick says nothing of the threshold"


async def test_what_the_user_says_next_is_noticed(converse: Any, home: Path) -> None:
    user = UserId("aiko")
    async with converse(home) as workspace:
        reply, store = workspace.assistant.reply, workspace.store
        asked = await reply(LEAVE, user=user)
        own = await reply("法人カードをなくしたらどうすればいいですか", user=user, session=asked.session)
        assert own.threshold == 0.5, "what is noticed counts from the next turn on"
        await workspace.assistant.close()
        again = await reply("法人カードを紛失した場合の連絡先はどこですか", user=user, session=asked.session)
        events = await store.feedback.events(user)
        assert [event.kind for event in events][:1] == ["ignored_choice"]
        assert (events[0].trace_id, events[0].rule) == (asked.trace_id, asked.rule)
        steps = (await store.traces.load(own.trace_id, user))["steps"]
        assert next(step for step in steps if step["name"] == "notice")["feedback"]["kind"] == "ignored_choice"
        assert again.threshold > 0.5
        assert await store.feedback.events(UserId("ben")) == []
