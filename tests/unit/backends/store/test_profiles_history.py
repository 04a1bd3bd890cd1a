from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from yorisoi.backends.store import open_store
from yorisoi.backends.store.profiles import Known
from yorisoi.errors import StoreError
from yorisoi.types import Turn, UserId

AIKO = UserId("aiko")


async def test_superseded_values_stay_in_the_history_with_their_evidence(tmp_path: Path) -> None:
    times = (datetime(2026, 5, 1, tzinfo=UTC) + timedelta(days=day) for day in range(9))
    async with open_store(tmp_path, clock=lambda: next(times)) as store:
        await store.profiles.learn(AIKO, "勤務地", "東京本社", session="s", turn=0)
        await store.profiles.learn(AIKO, "勤務地", "東京本社", session="s", turn=2)
        await store.profiles.learn(AIKO, "勤務地", "大阪支社", session="t", turn=4)
        assert await store.profiles.history(UserId("ben")) == []
        old, new = await store.profiles.history(AIKO)
    moved = datetime(2026, 5, 3, tzinfo=UTC)
    began = datetime(2026, 5, 1, tzinfo=UTC)
    assert old == Known(name="勤務地", value="東京本社", session="s", turn=0, learned_at=began, superseded_at=moved)
    assert new == Known(name="勤務地", value="大阪支社", session="t", turn=4, learned_at=moved, superseded_at=None)


async def test_a_time_without_a_zone_is_refused(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        with pytest.raises(StoreError, match="time zone"):
            await store.sessions.append(AIKO, "s", [Turn(speaker="user", text="一", at=datetime(2026, 5, 1))])


async def test_a_trace_that_is_not_json_is_refused_and_nothing_stays(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        with pytest.raises(StoreError, match="JSON serializable"):
            await store.traces.save("t", AIKO, "s", {"utterance": "休暇", "steps": object()})
        assert await store.traces.recent(AIKO) == []
