"""What every store of facts must do: facts take each other's place, are put right, and go, within one memory.

    for check in FACT_STORE_CONTRACT:
        await check(new_empty_store())

Each function takes an empty store and fails by assertion.
"""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from yorisoi.errors import StoreError
from yorisoi.memory_ports import NewFact, Settled
from yorisoi.ports import Store
from yorisoi.testing.document_stores import refusal
from yorisoi.types import Episode, UserId

AIKO, BEN = UserId("aiko"), UserId("ben")
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def _tell(store: Store, *places: str) -> None:
    """Where AIKO lives, one a day, each in the place of the one before."""
    for day, place in enumerate(places):
        text, at = f"{place}に住んでいます", NOON + timedelta(days=day)
        said = Episode(
            id=0, user=AIKO, session="s", turn=day, speaker="user", text=text, at=at, last_used=at, importance=5
        )
        [number] = await store.episodes.add(AIKO, [(said, None)])
        before = [fact.id for fact in await store.persona.facts(AIKO)]
        span, supersedes = (0, len(text)), tuple(before)
        fact = NewFact(kind="home", topic=place, text=text, span=span, by="rules", supersedes=supersedes)
        settled = Settled(episode=number, importance=5, vector=None, terms=(place,), facts=(fact,))
        assert await store.episodes.settle(AIKO, [settled], await store.episodes.revision(AIKO))


async def _holding(store: Store) -> list[str]:
    return [fact.topic for fact in await store.persona.facts(AIKO)]


def _event(text: str) -> Episode:
    return Episode(
        id=0, user=AIKO, session="events", turn=0, speaker="user", kind="event", text=text, at=NOON, last_used=NOON,
        importance=1,
    )  # fmt: skip


async def a_fact_that_took_anothers_place_hands_it_on_when_it_goes(store: Store) -> None:
    await _tell(store, "札幌", "名古屋", "福岡")
    first, second, newest = await store.persona.facts(AIKO, superseded=True)
    assert (first.superseded_by, second.superseded_by, await _holding(store)) == (second.id, newest.id, ["福岡"])
    await store.erasure.items(AIKO, episodes=[second.episode])
    assert await _holding(store) == ["福岡"]
    assert [each.superseded_by for each in await store.persona.facts(AIKO, superseded=True)] == [newest.id, None]
    await store.erasure.items(AIKO, facts=[newest.id])
    [left] = await store.persona.facts(AIKO)
    assert (left.topic, left.superseded_by, left.superseded_at) == ("札幌", None, None)


async def what_was_said_otherwise_frees_no_fact_that_has_a_successor(store: Store) -> None:
    await _tell(store, "札幌", "名古屋", "福岡")
    _, second, newest = await store.persona.facts(AIKO, superseded=True)
    await store.episodes.correct(AIKO, second.episode, "大津に住んでいました")
    assert [each.superseded_by for each in await store.persona.facts(AIKO, superseded=True)] == [newest.id, None]


async def what_puts_a_fact_right_takes_its_place_and_goes_with_it(store: Store) -> None:
    await _tell(store, "札幌")
    [old] = await store.persona.facts(AIKO)
    await refusal(store.persona.correct(BEN, old.id, _event("小樽に住んでいます")), StoreError)
    right = await store.persona.correct(AIKO, old.id, _event("小樽に住んでいます"))
    again = await store.persona.correct(AIKO, old.id, _event("旭川に住んでいます"))
    assert [each.superseded_by for each in await store.persona.facts(AIKO, superseded=True)] == [
        right.id,
        again.id,
        None,
    ]
    gone = await store.erasure.items(AIKO, facts=[again.id])
    assert {each.id for each in gone.items} == {f"f{again.id}", f"e{again.episode}"}
    assert [fact.text for fact in await store.persona.facts(AIKO)] == ["小樽に住んでいます"]
    gone = await store.erasure.items(AIKO, episodes=[old.episode])
    assert [each.id for each in gone.said_again] == [f"e{right.episode}"]


async def of_facts_that_hold_again_together_the_newest_does(store: Store) -> None:
    await _tell(store, "札幌", "名古屋", "福岡")
    first, second, newest = await store.persona.facts(AIKO, superseded=True)
    await store.persona.correct(AIKO, newest.id, _event("大津に住んでいます"))
    [right] = await store.persona.facts(AIKO)
    for home in (first, second):
        assert home.superseded_by is not None
    await store.erasure.items(AIKO, episodes=[second.episode, right.episode, newest.episode])
    assert await _holding(store) == ["札幌"]


async def what_another_episode_said_once_more_is_learnt_from_there(store: Store) -> None:
    await _tell(store, "札幌")
    [home] = await store.persona.facts(AIKO)
    said = replace(_event("札幌に住んでいます"), session="s", turn=1, kind="said")
    [again] = await store.episodes.add(AIKO, [(said, None)])
    settled = Settled(episode=again, importance=5, vector=None, terms=("札幌",), confirmed=(home.id,))
    assert await store.episodes.settle(AIKO, [settled], await store.episodes.revision(AIKO))
    assert [each.confirmations for each in await store.persona.facts(AIKO)] == [2]
    await store.episodes.correct(AIKO, again, "今日は晴れです")
    assert [each.confirmations for each in await store.persona.facts(AIKO)] == [1]
    await store.episodes.correct(AIKO, again, "札幌に住んでいます")
    assert await store.episodes.settle(AIKO, [settled], await store.episodes.revision(AIKO))
    await store.episodes.correct(AIKO, home.episode, "今日は晴れです")
    assert await store.persona.facts(AIKO) == []
    assert [each.id for each in await store.episodes.unsettled(AIKO, 9)] == [home.episode, again]


FACT_STORE_CONTRACT = (
    a_fact_that_took_anothers_place_hands_it_on_when_it_goes,
    what_was_said_otherwise_frees_no_fact_that_has_a_successor,
    what_puts_a_fact_right_takes_its_place_and_goes_with_it,
    of_facts_that_hold_again_together_the_newest_does,
    what_another_episode_said_once_more_is_learnt_from_there,
)
