"""Nothing of a page that one may not read is in anything that one is shown, told, asked, or that is kept of one."""

import asyncio
import json
import tempfile
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.house import AT, document, house

from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.withheld import readable_session
from yorisoi.testing.scripted_chat import ScriptedChat
from yorisoi.types import Turn, UserId

SECRETS = ("ミナトフーズ仙台", "買収候補", "極秘計画ヤマト", "佐久間取締役", "クロノス第七工場")
"""A value, an attribute, a title, an owner, a word of the text: of one page, which the board may read."""
OUTSIDER, MEMBER = UserId("outsider"), UserId("member")
RESTRICTED = document(
    "secret/plan.md",
    SECRETS[2],
    f"{SECRETS[4]}の買収は四月です。",
    f"{SECRETS[0]}と出張の費用を協議しました。",
    owner=SECRETS[3],
    applies_to={SECRETS[1]: SECRETS[0]},
    groups=frozenset({"board"}),
)
OPEN = (
    document("trip.md", "出張", "出張の申請は総務部に出します。", owner="総務部"),
    document("trip-osaka.md", "出張（大阪）", "大阪支社の出張は所長に出します。", applies_to={"勤務地": "大阪支社"}),
    document("trip-sendai.md", "出張（仙台）", "仙台支社の出張は所長に出します。", applies_to={"勤務地": "仙台支社"}),
)
STORED = (*OPEN, RESTRICTED)

# Pieces of the secrets as somebody may say them by chance, beside what anybody says.
PIECES = ("ミナト", "ミナトフーズ", "仙台", "クロノス", "極秘", "計画", "佐久間", "買収", "ヤマト")
ANYBODYS = ("出張の申請は？", "私は仙台に住んでいます。", "大阪です", "2番で", "さっきの件は？", "の出張", "について")
utterances = st.lists(
    st.builds("".join, st.lists(st.sampled_from(PIECES + ANYBODYS), min_size=1, max_size=3)), min_size=1, max_size=4
)


def told_beyond(said: list[str], *shown: object) -> list[str]:
    """The secrets that stand in what was shown, and in nothing that the reader said."""
    text = json.dumps([str(each) for each in shown], ensure_ascii=False)
    return [secret for secret in SECRETS if secret in text and not _is_of_what_was_said(secret, said)]


def _is_of_what_was_said(secret: str, said: list[str]) -> bool:
    """Also piece by piece: 「仙台」 behind 「ミナトフーズ大阪です」 is understood as ミナトフーズ仙台."""
    for piece in sorted(PIECES, key=len, reverse=True):
        if any(piece in each for each in said):
            secret = secret.replace(piece, "")
    return not secret or any(secret in each for each in said)


async def test_a_place_that_is_said_in_anothers_place_is_the_readers_own_word(tmp_path: Path) -> None:
    said = ["ミナトフーズ大阪です", "仙台"]
    async with house(tmp_path, OPEN) as (assistant, _, _):
        first = await assistant.reply(said[0], user=OUTSIDER)
        reply = await assistant.reply(said[1], user=OUTSIDER, session=first.session)
    assert "ミナトフーズ仙台" in reply.question, "where there is no page that has it"
    assert told_beyond(said, reply) == []
    assert told_beyond(["仙台"], reply) == ["ミナトフーズ仙台"]


async def test_who_may_not_read_it_any_more_is_told_nothing_of_it_out_of_the_conversation(tmp_path: Path) -> None:
    shown: list[str] = []

    def speak(request: Any) -> str:
        shown.append(json.dumps([str(each) for each in request.messages], ensure_ascii=False))
        return "{}"

    async with house(tmp_path, STORED) as (assistant, _, _):
        first = await assistant.reply("極秘計画ヤマトの出張の費用は？", user=MEMBER, groups=frozenset({"board"}))
        assert any(cite.source == "secret/plan.md" for cite in first.citations)
    model, config = ScriptedChat(speak, capable=True), TurnConfig(assess="always")
    async with house(tmp_path, (), chat=model, turn=config) as (assistant, _, _):
        await assistant.reply("さっきは何て答えてくれたの", user=MEMBER, session=first.session)
    assert len(shown) > 0
    assert told_beyond(["極秘計画ヤマト", "出張の費用"], *shown) == []


@pytest.mark.parametrize("behind", [["1"], ["どれでもない", "1"], ["その用紙は"], ["もっと詳しく", "その担当は"]])
@pytest.mark.parametrize("before", [[], ["1"], ["1", "その担当は"]])
async def test_what_was_offered_of_it_is_picked_by_nobody_who_may_not_read_it_any_more(
    tmp_path: Path, before: list[str], behind: list[str]
) -> None:
    board, secret = frozenset({"board"}), "極秘棟"
    offered = [
        document(f"{name}.md", "入館", f"{name}の申請の期限は前日です。", applies_to={"事業所": name}, groups=board)
        for name in (f"霧島{secret}", f"蓬莱{secret}")
    ]
    async with house(tmp_path, (*OPEN, *offered)) as (assistant, _, store):
        reply = await assistant.reply("入館申請の期限はいつですか", user=MEMBER, groups=board)
        assert secret in str(reply.choices)
        for text in before:
            await assistant.reply(text, user=MEMBER, session=reply.session, groups=board)
        known = dict(await store.profiles.attributes(MEMBER))
        for text in behind:
            later = await assistant.reply(text, user=MEMBER, session=reply.session)
            told = (later.text, later.question, later.choices, later.evidence, later.episodes, later.attributes)
            assert secret not in str(told)
        await assistant.close()
        assert secret not in str(await store.traces.newest(MEMBER, session=reply.session, limit=len(behind)))
        assert dict(await store.profiles.attributes(MEMBER)) == known


@pytest.mark.parametrize(
    ("at", "behind"), [("s", "さっきは何て答えてくれたの"), ("another", "以前説明してくれた買収の担当と出張の申請")]
)
@pytest.mark.parametrize(
    "asked",
    [
        "極秘計画ヤマトの買収はいつですか",
        "ヤマトの株価の推移は",
        "極秘計画ヤマトの話",
        "買収の話で出張した場合の日当は",
    ],
)
async def test_nothing_that_was_said_to_the_board_is_shown_to_a_model_of_who_has_left_it(
    tmp_path: Path, asked: str, at: str, behind: str
) -> None:
    shown: list[str] = []

    def speak(request: Any) -> str:
        shown.append(json.dumps([str(each) for each in request.messages], ensure_ascii=False))
        return "{}"

    async with house(tmp_path, STORED) as (assistant, _, _):
        for text in (asked, "その担当は？"):
            await assistant.reply(text, user=MEMBER, session="s", groups=frozenset({"board", "club"}))
    open_by_its_name = document(RESTRICTED.source, "社史", "創業は大正です。")
    model, config = ScriptedChat(speak, capable=True), TurnConfig(assess="always")
    async with house(tmp_path, (open_by_its_name,), chat=model, turn=config) as (assistant, _, _):
        last = await assistant.reply(behind, user=MEMBER, session=at, groups=frozenset({"club"}))
    assert shown
    assert told_beyond([asked, behind], last, *shown) == []


@pytest.mark.parametrize("steering", ["scored", "tools"])
async def test_what_was_cited_in_another_conversation_is_not_told_when_the_page_is_closed_by_now(
    tmp_path: Path, steering: Any
) -> None:
    shown: list[str] = []

    def speak(request: Any) -> str:
        shown.append(json.dumps([str(each) for each in request.messages], ensure_ascii=False))
        return "{}"

    text = "前に教えてくれた買収と出張の申請について"
    was_open = replace(RESTRICTED, groups=frozenset())
    async with house(tmp_path, (*OPEN, was_open)) as (assistant, _, _):
        first = await assistant.reply("極秘計画ヤマトの買収はいつですか", user=OUTSIDER)
        assert first.citations[0].source == RESTRICTED.source
        assert SECRETS[4] in str((await assistant.reply(text, user=OUTSIDER)).episodes)
    model, config = ScriptedChat(speak, capable=True), TurnConfig(assess="always", steering=steering)
    async with house(tmp_path, (RESTRICTED,), chat=model, turn=config) as (assistant, _, _):
        last = await assistant.reply(text, user=OUTSIDER)
    assert shown
    assert told_beyond(["極秘計画ヤマト", text], last, *shown) == []


async def test_who_leaves_a_group_that_no_page_has_goes_on_as_before(tmp_path: Path) -> None:
    async with house(tmp_path, OPEN) as (assistant, _, store):
        first = await assistant.reply("出張の申請は？", user=MEMBER, groups=frozenset({"club"}))
        await assistant.reply("いつまで？", user=MEMBER, session=first.session)
        assert all(not turn.groups for turn in (await store.sessions.load(MEMBER, first.session)).turns)


async def test_what_was_made_of_it_long_ago_is_not_carried_on_either(tmp_path: Path) -> None:
    board, secret = frozenset({"board"}), "極秘棟"
    offered = [
        document(f"{name}.md", "入館", f"{name}の申請の期限は前日です。", applies_to={"事業所": name}, groups=board)
        for name in (f"霧島{secret}", f"蓬莱{secret}")
    ]
    async with house(tmp_path, (*OPEN, *offered), turn=TurnConfig(history=4)) as (assistant, _, _):
        first = await assistant.reply("入館申請の期限はいつですか", user=MEMBER, groups=board)
        for text in ("1", "その期限は？", "その期限は何時？"):
            last = await assistant.reply(text, user=MEMBER, session=first.session, groups=board)
        later = await assistant.reply("その担当は？", user=MEMBER, session=first.session)
    assert secret in last.question
    assert secret not in str((later.text, later.question, later.choices))


async def test_a_reply_keeps_the_pages_and_groups_of_all_that_a_model_was_shown(tmp_path: Path) -> None:
    board = frozenset({"board"})
    model, config = ScriptedChat(lambda _: "{}", capable=True), TurnConfig(assess="always")
    pages = tuple(f"page-{number}.md" for number in range(220))
    others = (document(page, "議事録", f"{page}の議事です。") for page in pages)
    async with house(tmp_path, (*STORED, *others), chat=model, turn=config) as (assistant, _, store):
        first = await assistant.reply("極秘計画ヤマトの買収はいつですか", user=MEMBER, groups=board)
        long_ago = Turn(speaker="assistant", text="はい。", at=AT - timedelta(days=1), sources=(), drawn_from=pages)
        await store.sessions.append(MEMBER, first.session, [long_ago])
        await assistant.reply("出張の申請は？", user=MEMBER, session=first.session, groups=frozenset({"board", "club"}))
        last = (await store.sessions.load(MEMBER, first.session)).turns[-1]
    assert first.citations[0].source == RESTRICTED.source
    assert last.groups == board
    assert len(last.drawn_from) == 200
    assert "trip.md" in last.drawn_from[:5]
    assert RESTRICTED.source in last.drawn_from, "it was said after what was drawn from all these pages"


@pytest.mark.parametrize("assess", ["always", "never"])
async def test_what_is_said_behind_a_reply_that_is_withheld_is_not_withheld_for_it(tmp_path: Path, assess: Any) -> None:
    config = TurnConfig(assess=assess)
    model = ScriptedChat(lambda _: "{}", capable=True) if assess == "always" else None
    async with house(tmp_path, STORED, chat=model, turn=config) as (assistant, _, store):
        first = await assistant.reply("極秘計画ヤマトの買収はいつですか", user=MEMBER, groups=frozenset({"board"}))
        for text in ("出張の申請は？", "それは誰に？"):
            await assistant.reply(text, user=MEMBER, session=first.session)
        session = await store.sessions.load(MEMBER, first.session)
        left = await readable_session(store, session, frozenset())
    assert [not turn.text for turn in left.turns[1::2]] == [True, False, False]


@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(utterances, st.sampled_from([frozenset(), frozenset({"sales"}), frozenset({"Board"})]))
def test_no_turn_shows_or_keeps_a_word_of_it(said: list[str], groups: frozenset[str]) -> None:
    asyncio.run(_converse(said, groups))


async def _converse(said: list[str], groups: frozenset[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), STORED) as (assistant, _, store):
            await assistant.reply(f"{SECRETS[0]}の話", user=MEMBER, groups=frozenset({"board"}))
            session = None
            for text in said:
                reply = await assistant.reply(text, user=OUTSIDER, session=session, groups=groups)
                session = reply.session
                assert told_beyond(said, reply) == []
            await assistant.close()
            kept = [
                await store.profiles.attributes(OUTSIDER),
                (await store.episodes.all(OUTSIDER))[0],
                await store.persona.facts(OUTSIDER),
                await store.sessions.sessions(OUTSIDER),
                await store.traces.newest(OUTSIDER),
                await store.graph.focus(OUTSIDER),
            ]
            assert told_beyond(said, *kept) == []


groups_of = st.frozensets(st.sampled_from(("a", "b", "c")), max_size=2)
names, values = st.sampled_from(("勤務地", "職種", "国")), st.sampled_from(("大阪", "東京", "営業", "日本"))
pages = st.lists(st.tuples(groups_of, names, values), max_size=6)


@pytest.mark.slow
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
@given(pages, groups_of)
def test_a_readers_overview_is_that_of_a_store_of_the_pages_that_the_reader_may_read(
    given_pages: list[tuple[frozenset[str], str, str]], reader: frozenset[str]
) -> None:
    made = [
        document(f"{number}.md", "題", f"本文{number}です。", groups=groups, applies_to={name: value})
        for number, (groups, name, value) in enumerate(given_pages)
    ]
    readable = [page for page in made if not page.groups or page.groups & reader]

    async def overview(of: list[Any], groups: frozenset[str] | None) -> Any:
        with tempfile.TemporaryDirectory() as folder:
            async with house(Path(folder), of) as (_, _, store):
                return await store.documents.overview(groups)

    assert asyncio.run(overview(made, reader)) == asyncio.run(overview(readable, reader))


COMMANDS = {
    "search": ("search", "{}", "--embedding", "none"),
    "chat": ("chat", "-m", "{}の出張", "--chat", "none", "--embedding", "none"),
    "trace list": ("trace", "list"),
    "trace show": ("trace", "show", "latest"),
    "memory list": ("memory", "list"),
    "memory export": ("memory", "export"),
    "memory audit": ("memory", "audit"),
    "config show": ("config", "show"),
    "graph build": ("graph", "build"),
    "graph stats": ("graph", "stats"),
    "graph topics": ("graph", "topics", "{}"),
    "feedback list": ("feedback", "list"),
    **{f"show {passage}": ("show", str(passage)) for passage in range(1, 7)},
}
WITHOUT_USER = ("search", "show", "graph build", "graph stats", "config show")


def test_no_command_shows_a_word_of_it(at_once: Any, tmp_path: Path) -> None:
    page = f"# {SECRETS[2]}\n\n{SECRETS[4]}の買収は四月です。{SECRETS[0]}と出張の費用を協議しました。\n"
    head = f"---\ngroups: [board]\nowner: {SECRETS[3]}\napplies_to:\n  {SECRETS[1]}: {SECRETS[0]}\n---\n"
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/plan.md").write_text(head + page, encoding="utf-8")
    (tmp_path / "docs/trip.md").write_text("# 出張\n\n出張の申請は総務部に出します。\n", encoding="utf-8")
    home = tmp_path / "home"
    assert at_once("ingest", tmp_path / "docs", "--home", home, "--embedding", "none").status == 0
    for piece in ("ミナト", "仙台", "極秘"):
        for name, words in COMMANDS.items():
            user = () if name.startswith(WITHOUT_USER) else ("--user", "outsider")
            ran = at_once(*(word.format(piece) for word in words), *user, "--home", home)
            assert told_beyond([piece], ran.out, ran.err) == [], name
    shown = [at_once("show", str(passage), "--home", home, "--group", "board").out for passage in range(1, 7)]
    assert any(SECRETS[4] in each for each in shown), "the board does see it"


@pytest.mark.parametrize("said", ["私は仙台に住んでいます。", "ミナトの出張"])
async def test_an_attribute_of_a_restricted_page_is_nobodys_attribute(tmp_path: Path, said: str) -> None:
    async with house(tmp_path, STORED) as (assistant, _, store):
        reply = await assistant.reply(said, user=OUTSIDER)
        assert SECRETS[1] not in reply.attributes
        assert SECRETS[1] not in await store.profiles.attributes(OUTSIDER)
