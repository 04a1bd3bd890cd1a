"""Whose turns feedback may be about, and which."""

from collections.abc import AsyncIterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.dialogue.feedback.events import give
from yorisoi.errors import ConfigError, ErasedMeanwhile, StoreError
from yorisoi.testing.stores import episode
from yorisoi.types import Feedback, UserId

AIKO, BEN = UserId("aiko"), UserId("ben")
AT = datetime(2026, 5, 1, tzinfo=UTC)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    """Aiko was asked back in session s, then answered in session t."""
    async with open_store(tmp_path) as opened:
        for trace_id, session, rule, probability in (("asked", "s", "②", 0.7), ("answered", "t", "⑥", 0.2)):
            body = {
                "trace_id": trace_id,
                "session": session,
                "reply": {"rule": rule, "clarification_probability": probability},
            }
            await opened.traces.save(trace_id, AIKO, session, body)
        yield opened


async def test_the_last_turn_is_the_last_that_the_word_can_be_about(store: SqlStore) -> None:
    needless = await give(store, AIKO, "last", "needless", at=AT, comment="急いでいた")
    assert needless == Feedback(
        kind="needless",
        at=AT,
        session="s",
        trace_id="asked",
        rule="②",
        clarification_probability=0.7,
        comment="急いでいた",
    )
    missed = await give(store, AIKO, "last", "missed", at=AT)
    assert (missed.trace_id, missed.clarification_probability) == ("answered", 0.2)
    assert (await give(store, AIKO, "last", "up", at=AT)).trace_id == "answered"
    assert (await give(store, AIKO, "last", "up", at=AT, session="s")).trace_id == "asked"
    assert len(await store.feedback.events(AIKO)) == 4


@pytest.mark.parametrize(
    ("user", "about", "kind", "complaint"),
    [
        (BEN, "asked", "up", "no trace asked"),
        (BEN, "last", "up", "no turn of user ben"),
        (AIKO, "nowhere", "up", "no trace nowhere"),
        (AIKO, "asked", "missed", "asked back already"),
        (AIKO, "answered", "needless", "asked nothing back"),
    ],
)
async def test_what_it_cannot_be_about_is_refused_and_nothing_is_kept(
    store: SqlStore, user: UserId, about: str, kind: str, complaint: str
) -> None:
    with pytest.raises((ConfigError, StoreError), match=complaint):
        await give(store, user, about, kind, at=AT)  # type: ignore[arg-type]
    assert await store.feedback.events(user) == []


async def test_where_no_turn_fits_it_is_said(store: SqlStore) -> None:
    with pytest.raises(ConfigError, match="none of this user's last 1 turns asked back"):
        await give(store, AIKO, "last", "needless", at=AT, session="t")


async def test_an_endless_comment_is_refused(store: SqlStore) -> None:
    with pytest.raises(ConfigError, match="characters"):
        await give(store, AIKO, "last", "up", at=AT, comment="あ" * 1001)


async def test_of_a_turn_that_is_erased_meanwhile_nothing_is_kept(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    load = store.traces.load
    await store.episodes.add(AIKO, [(episode("寝つけない"), None)])

    async def load_and_erase(trace_id: str, user: UserId) -> Mapping[str, Any]:
        trace = await load(trace_id, user)
        await store.erasure.everything(user)
        return trace

    monkeypatch.setattr(store.traces, "load", load_and_erase)
    with pytest.raises(ErasedMeanwhile):
        await give(store, AIKO, "answered", "up", at=AT, comment="助かった")
    assert not await store.feedback.events(AIKO)
