"""A client that resends its history means one session, which what its user said tells."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from yorisoi.backends.store import open_store
from yorisoi.dialogue.config import TurnConfig
from yorisoi.errors import StoreError
from yorisoi.ports import Store
from yorisoi.server.conversations import Conversations, Said
from yorisoi.types import Action, Session, Turn, UserId

ME, OTHER = UserId("me"), UserId("other")
AT = datetime(2026, 4, 1, 9, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    async with open_store(tmp_path) as opened:
        yield opened


async def keep(store: Store, user: UserId, session: str, *texts: str) -> None:
    """A session of these utterances, each with a reply."""
    turns = [
        turn
        for text in texts
        for turn in (
            Turn(speaker="user", text=text, at=AT),
            Turn(speaker="assistant", text=f"{text}ですね。", at=AT, action=Action.ASK, question=f"{text}？"),
        )
    ]
    await store.sessions.append(user, session, turns)


def history(*texts: str) -> list[Said]:
    """As a client resends it, with what it shows below a reply."""
    return [
        said for text in texts for said in (Said("user", text), Said("assistant", f"{text}ですね。\n\n出典: どこか"))
    ]


async def test_without_a_history_a_conversation_is_new(store: Store) -> None:
    await keep(store, ME, "old", "休暇")
    found = Conversations(store)
    assert await found.session_of(ME, []) not in ("old", await found.session_of(ME, []))


async def test_the_session_that_is_so_far_is_the_one(store: Store) -> None:
    await keep(store, ME, "one", "休暇", "夏季")
    await keep(store, ME, "other", "経費")
    found = Conversations(store)
    assert await found.session_of(ME, history("休暇", "夏季")) == "one"
    assert await found.session_of(ME, history("経費")) == "other"


async def test_another_users_session_is_never_the_one(store: Store) -> None:
    await keep(store, OTHER, "theirs", "休暇")
    found = Conversations(store)
    mine = await found.session_of(ME, history("休暇"))
    assert mine != "theirs"
    assert (await store.sessions.load(ME, mine)).turns[1].question is None  # nothing was taken from there
    found.remember(OTHER, [], "休暇", "theirs")
    assert await found.session_of(ME, history("休暇")) == mine
    with pytest.raises(StoreError):
        await found.session_of(ME, [], "theirs")


async def test_a_branch_begins_with_what_was_really_said(store: Store) -> None:
    await keep(store, ME, "one", "休暇", "夏季", "何日")
    branched = await Conversations(store).session_of(ME, history("休暇", "病気"))
    turns = (await store.sessions.load(ME, branched)).turns
    assert branched != "one"
    assert [turn.text for turn in turns][:3] == ["休暇", "休暇ですね。", "病気"]
    assert turns[1].question == "休暇？"  # the store's turn, not the client's text
    assert turns[3].text.startswith("病気ですね。\n")
    assert len((await store.sessions.load(ME, "one")).turns) == 6


async def test_what_is_erased_while_a_branch_begins_does_not_come_back(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await keep(store, ME, "one", "休暇", "夏季", "何日")
    sessions = store.sessions.sessions

    async def then_erased(user: UserId, limit: int = 20) -> list[Session]:
        found = await sessions(user, limit)
        await store.erasure.everything(user)
        monkeypatch.setattr(store.sessions, "sessions", sessions)
        return found

    monkeypatch.setattr(store.sessions, "sessions", then_erased)
    branched = await Conversations(store).session_of(ME, history("休暇", "病気"))
    turns = (await store.sessions.load(ME, branched)).turns
    assert [turn.text for turn in turns if turn.speaker == "user"] == ["休暇", "病気"], "the client says them again"
    assert [turn.question for turn in turns] == [None] * 4, "of the store's nothing is kept"


async def test_in_a_branch_what_was_made_of_a_turn_is_made_of_its_copy(store: Store) -> None:
    asked = Turn(speaker="user", text="鬱病の休暇は？", at=AT)
    reply = Turn(speaker="assistant", text="5日", at=AT, question="休暇 鬱病", sources=())
    await keep(store, ME, "one", "こんにちは")
    [greeting, _] = (await store.episodes.all(ME))[0]
    await store.sessions.append(ME, "one", [asked, reply, Turn(speaker="user", text="次", at=AT)])
    await store.erasure.items(ME, episodes=[greeting.id])
    await store.sessions.append(ME, "one", [replace(reply, sources=(("one", 2), ("other", 4)))])
    told = [Said("user", asked.text), Said("assistant", ""), Said("user", "次"), Said("assistant", "5日")]
    branched = await Conversations(store).session_of(ME, [*told, Said("user", "別の話")])
    turns = (await store.sessions.load(ME, branched)).turns
    assert turns[1].sources == ()
    assert turns[3].sources == ((branched, 0), ("other", 4)), "however often it is branched off"
    [copied] = [each for each in (await store.episodes.all(ME))[0] if (each.session, each.turn) == (branched, 0)]
    gone = await store.erasure.items(ME, episodes=[copied.id])
    assert {f"{branched}/{index}" for index in (0, 1, 3)} <= {each.id for each in gone.items if each.kind == "turn"}


async def test_a_long_session_is_found_by_its_end(store: Store) -> None:
    said = [f"{number}番" for number in range(60)]
    await keep(store, ME, "long", *said)
    found = Conversations(store)
    assert await found.session_of(ME, history(*said), "long") == "long"
    assert await found.session_of(ME, history(*said)) == "long"
    found.remember(ME, history(*said[:59]), said[59], "long")
    assert await found.session_of(ME, history(*said)) == "long"
    assert await found.session_of(ME, history(*said[-10:])) != "long", "these are all that was said in another"


async def test_the_branch_goes_on_as_a_session_of_its_own(store: Store) -> None:
    await keep(store, ME, "one", "休暇", "夏季")
    found = Conversations(store)
    branched = await found.session_of(ME, history("休暇"))
    await keep(store, ME, branched, "病気")
    assert await found.session_of(ME, history("休暇", "病気")) == branched
    assert await found.session_of(ME, history("休暇", "夏季")) == "one"


async def test_of_two_sessions_that_began_alike_each_goes_on_by_itself(store: Store) -> None:
    await keep(store, ME, "a", "こんにちは")
    await keep(store, ME, "b", "こんにちは")
    found = Conversations(store)
    first = await found.session_of(ME, history("こんにちは"))
    await keep(store, ME, first, "休暇")
    second = await found.session_of(ME, history("こんにちは"))
    assert {first, second} == {"a", "b"}


async def test_a_remembered_session_that_went_on_elsewhere_is_branched_off(store: Store) -> None:
    found = Conversations(store)
    await keep(store, ME, "one", "休暇")
    found.remember(ME, [], "休暇", "one")
    assert await found.session_of(ME, history("休暇")) == "one"
    await keep(store, ME, "one", "夏季")  # on the page, say
    assert await found.session_of(ME, history("休暇")) != "one"


async def test_a_remembered_session_that_was_erased_may_be_somebody_elses_by_now(store: Store) -> None:
    await keep(store, ME, "one", "休暇")
    found = Conversations(store)
    found.remember(ME, [], "休暇", "one")
    episodes, _ = await store.episodes.all(ME)
    await store.erasure.items(ME, episodes=[each.id for each in episodes])
    await keep(store, OTHER, "one", "休暇")
    assert await found.session_of(ME, history("休暇")) != "one"
    with pytest.raises(StoreError):
        await found.session_of(ME, history("休暇"), "one")


async def test_a_named_session_is_the_one_unless_the_history_shows_another(store: Store) -> None:
    await keep(store, ME, "named", "休暇", "夏季", "何日")
    found = Conversations(store)
    assert await found.session_of(ME, [], "named") == "named"
    assert await found.session_of(ME, [], "not yet there") == "not yet there"
    assert await found.session_of(ME, history("夏季", "何日"), "named") == "named"  # a client that forgets
    assert await found.session_of(ME, history("休暇", "病気"), "named") != "named"  # one that was edited


async def test_of_a_message_so_much_is_kept_as_a_turn_has(store: Store) -> None:
    """Of what a client sends as said before: it would be searched for, and embedded, with the next turn."""
    found = Conversations(store, max_characters=100)
    sent = [Said("user", "休暇" * 50_000), Said("assistant", "はい" * 50_000)]
    begun = await found.session_of(ME, sent)
    assert [len(turn.text) for turn in (await store.sessions.load(ME, begun)).turns] == [100, 100]
    assert await found.session_of(ME, sent) == begun  # which is what it is known by when it is sent again


async def test_of_a_history_without_end_the_end_is_read(store: Store) -> None:
    found = Conversations(store)
    sent = history(*(f"{number}番の休暇" for number in range(1000)))
    begun = await found.session_of(ME, sent)
    turns = (await store.sessions.load(ME, begun)).turns
    assert (len(turns), turns[-2].text) == (TurnConfig().history, "999番の休暇")
    await keep(store, ME, begun, "次の休暇")
    assert await found.session_of(ME, [*sent, *history("次の休暇")]) == begun
    long = await found.session_of(ME, [Said("user", "夏" * 4000) for _ in range(90)])
    assert len((await store.sessions.load(ME, long)).turns) == 12  # 50,000 characters


async def test_a_long_session_goes_on_when_its_whole_history_is_sent(store: Store) -> None:
    texts = [f"{number}番の休暇" for number in range(120)]
    await keep(store, ME, "long", *texts)
    found = Conversations(store)
    assert await found.session_of(ME, history(*texts)) == "long"
    found.remember(ME, history(*texts[:-1]), texts[-1], "long")
    assert await found.session_of(ME, history(*texts)) == "long"
