"""The first of the dialogues that this project began with, a process a turn, and every step of it on record.

The others, over Python, are among `conversations.jsonl`.
"""

import json
from pathlib import Path
from typing import Any

LEAVE = "休暇について教えてください"
CHILD = "子どもの看護休暇は取れるでしょうか"
STEPS = ("interpret", "embed", "legs", "weigh", "decide")


def test_leave_is_asked_back_and_answered_in_another_process_and_every_step_is_on_record(
    yorisoi: Any, at_once: Any, home: Path
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
    assert answered["question"].endswith(CHILD)
    assert answered["degraded"] == []

    opened = at_once("show", str(cited["passage_id"]), "--home", home, "--json").json
    assert opened["source"] == cited["source"]
    assert cited["passage_id"] in [passage["id"] for passage in opened["passages"]]

    readable = at_once("trace", "show", "latest", "--home", home)
    assert readable.status == 0, readable.err
    assert CHILD in readable.out
    trace = at_once("trace", "show", answered["trace_id"], "--home", home, "--json").json
    names = [step["name"] for step in trace["steps"]]
    assert list(dict.fromkeys(name for name in names if name in STEPS)) == list(STEPS)
    [searched, *_] = [step for step in trace["steps"] if step["name"] == "legs"]
    assert "lexical" in json.dumps(searched)
    assert "vector" in json.dumps(searched)
    decision = next(step for step in trace["steps"] if step["name"] == "decide")["decision"]
    assert decision["rule"] == "⑥"

    listed = at_once("trace", "list", "--home", home, "--json").json["traces"]
    assert [row["trace_id"] for row in listed] == [answered["trace_id"], asked["trace_id"]]
    differing = at_once("trace", "diff", asked["trace_id"], answered["trace_id"], "--home", home)
    assert f"-    utterance: {LEAVE}" in differing.out
    assert f"+    utterance: {CHILD}" in differing.out
    same = at_once("trace", "diff", asked["trace_id"], asked["trace_id"], "--home", home, "--json").json
    assert same == {"same": True, "diff": []}

    refused = at_once(
        "chat", "-m", CHILD, "--session", asked["session"], "--user", "another", "--home", home, "--chat", "none"
    )
    assert refused.status == 2
    assert refused.out == ""
    assert len(refused.err.splitlines()) == 1
    assert refused.err.startswith("yorisoi: ")
