"""Whatever two users do in whatever order, each finds exactly what was theirs."""

import asyncio
import tempfile
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.errors import StoreError
from yorisoi.types import Episode, Feedback, Turn, UserId

users = st.sampled_from([UserId("aiko"), UserId("Aiko")])
keys = st.sampled_from(["x", "y", "z"])
contents = st.text(alphabet="秘密 '%_\"", min_size=1, max_size=4)
verbs = st.sampled_from(["say", "learn", "remember", "touch", "judge", "take back", "erase"])
calls = st.lists(st.tuples(verbs, users, keys, contents), max_size=12)
START = datetime(2026, 5, 1, tzinfo=UTC)


class Expected:
    """What each user should find, in plain dictionaries."""

    def __init__(self) -> None:
        self.owners: dict[str, UserId] = {}
        self.turns: dict[str, list[str]] = defaultdict(list)
        self.attributes: dict[UserId, dict[str, str]] = defaultdict(dict)
        self.episodes: dict[UserId, list[str]] = defaultdict(list)
        self.used: dict[UserId, datetime] = {}
        self.comments: dict[UserId, list[str]] = defaultdict(list)


@settings(max_examples=25, deadline=None)
@given(calls)
def test_nothing_crosses_from_one_user_to_another(script: list[tuple[str, UserId, str, str]]) -> None:
    asyncio.run(_play(script))


async def _play(script: list[tuple[str, UserId, str, str]]) -> None:
    with tempfile.TemporaryDirectory() as home:
        async with open_store(Path(home)) as store:
            expected = Expected()
            for minute, (call, user, key, content) in enumerate(script):
                await _do(store, expected, call, user, key, content, START + timedelta(minutes=minute))
            for user in (UserId("aiko"), UserId("Aiko"), UserId("%"), UserId("")):
                await _check(store, expected, user)


async def _do(
    store: SqlStore, expected: Expected, call: str, user: UserId, key: str, content: str, at: datetime
) -> None:
    if call == "say":
        theirs = expected.owners.setdefault(key, user) == user
        try:
            await store.sessions.append(user, key, [Turn(speaker="user", text=content, at=at)])
        except StoreError:
            assert not theirs
        else:
            assert theirs
            expected.turns[key].append(content)
            expected.episodes[user].append(content)
    elif call == "learn":
        await store.profiles.learn(user, key, content, session=key, turn=0)
        expected.attributes[user][key] = content
    elif call == "remember":
        await store.episodes.add(user, [(_episode(user, content, at), None)])
        expected.episodes[user].append(content)
    elif call == "judge":
        await store.feedback.add(user, Feedback(kind="up", at=at, trace_id=key, comment=content))
        expected.comments[user].append(content)
    elif call == "take back":
        assert await store.feedback.erase(user) == len(expected.comments.pop(user, []))
    elif call == "erase":
        await store.erasure.everything(user)
        for key in [key for key, owner in expected.owners.items() if owner == user]:
            del expected.owners[key], expected.turns[key]
        expected.attributes[user].clear()
        expected.episodes[user].clear()
        expected.comments[user].clear()
    else:
        everyones = range(1, 20)
        await store.episodes.touch(user, everyones, at)
        expected.used[user] = at


def _episode(user: UserId, text: str, at: datetime) -> Episode:
    return Episode(id=0, user=user, session="s", turn=0, speaker="user", text=text, at=at, last_used=at, importance=1)


async def _check(store: SqlStore, expected: Expected, user: UserId) -> None:
    own = {key for key, owner in expected.owners.items() if owner == user}
    sessions = await store.sessions.sessions(user)
    assert {session.id: [turn.text for turn in session.turns] for session in sessions} == {
        key: expected.turns[key] for key in own
    }
    known = await store.profiles.attributes(user)
    assert {name: each.value for name, each in known.items()} == expected.attributes[user]
    assert [event.comment for event in await store.feedback.events(user)] == expected.comments[user]
    episodes, _ = await store.episodes.all(user)
    assert [episode.text for episode in episodes] == expected.episodes[user]
    latest = expected.used.get(user, START)
    assert all(episode.last_used == max(episode.at, latest) for episode in episodes)
