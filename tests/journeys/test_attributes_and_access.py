"""What is known of a user is never asked twice; what a user may not read is never found."""

from pathlib import Path
from typing import Any

from yorisoi.types import UserId

SUMMER = "夏季休暇は何日ですか"
SECRET = "懲戒処分の手続き"


async def test_an_attribute_is_asked_once_a_user(converse: Any, home: Path) -> None:
    hana, ken = UserId("hana"), UserId("ken")
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        asked = await reply(SUMMER, user=hana)
        assert (asked.action, asked.rule) == ("ask", "②")
        assert {choice.attribute for choice in asked.choices} == {"勤務地"}
        assert {choice.text for choice in asked.choices} == {"東京本社", "大阪支社", "福岡支社"}
        answered = await reply("大阪です", user=hana, session=asked.session)
        assert answered.action == "answer"
        assert {cited.source.rpartition("/")[2] for cited in answered.citations} == {"summer-leave-osaka.md"}
        assert answered.attributes["勤務地"] == "大阪支社"
        again = await reply(SUMMER, user=hana, session=asked.session)
        assert again.action == "answer"
    async with converse(home) as workspace:  # a restart, and a new session
        reply = workspace.assistant.reply
        later = await reply(SUMMER, user=hana)
        assert later.session != asked.session
        assert later.attributes["勤務地"] == "大阪支社"
        assert not any(choice.attribute for choice in later.choices), "the office is not asked for again"
        at_once = await reply(SUMMER, user=hana, just_answer=True)
        assert {cited.source.rpartition("/")[2] for cited in at_once.citations} == {"summer-leave-osaka.md"}
        other = await reply(SUMMER, user=ken)
        assert other.action == "ask", "another user's office is not known"


def test_an_attribute_given_on_the_command_line_is_made_use_of_at_once(at_once: Any, home: Path) -> None:
    answered = at_once.say(home, SUMMER, "--attribute", "勤務地=福岡支社", "--just-answer")
    assert answered["action"] == "answer"
    assert {Path(cited["source"]).name for cited in answered["citations"]} == {"summer-leave-fukuoka.md"}
    assert answered["attributes"] == {"勤務地": "福岡支社"}


def test_a_page_for_one_group_is_found_by_that_group_alone(at_once: Any, home: Path) -> None:
    search = ("search", SECRET, "--home", home, "--json", "--limit", "50")
    open_to_all = at_once(*search).json["hits"]
    assert open_to_all
    assert not [hit for hit in open_to_all if "disciplinary" in hit["source"]]
    for_hr = at_once(*search, "--group", "人事部").json["hits"]
    assert for_hr[0]["source"].endswith("hr/disciplinary-procedure.md")
    passage = str(for_hr[0]["passage_id"])
    closed = at_once("show", passage, "--home", home)
    assert closed.status == 2
    assert len(closed.err.splitlines()) == 1
    assert at_once("show", passage, "--home", home, "--group", "人事部").status == 0


async def test_a_conversation_quotes_a_page_for_one_group_to_that_group_alone(converse: Any, home: Path) -> None:
    async with converse(home) as workspace:
        reply = workspace.assistant.reply
        for groups, found in ((frozenset(), False), (frozenset({"営業部"}), False), (frozenset({"人事部"}), True)):
            said = await reply(f"{SECRET}を教えてください", user=UserId("reader"), groups=groups, just_answer=True)
            sources = [cited.source for cited in said.citations]
            assert any("disciplinary" in source for source in sources) == found, (groups, sources)
