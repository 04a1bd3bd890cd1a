"""Passages and names that belong together."""

from typing import Any

import numpy as np
import pytest

from yorisoi.graph import communities
from yorisoi.graph.communities import MOST_TOGETHER, Bonds, Partition, described, found, placed
from yorisoi.graph_ports import Community, Report


def bonds(has: dict[int, str], *, borne: str = "") -> Bonds:
    """Passages by id, each with the names (letters) that it has."""
    has = dict(sorted(has.items()))
    letters = sorted(set("".join(has.values())))
    pairs = [(place, letters.index(letter)) for place, names in enumerate(has.values()) for letter in names]
    return Bonds(
        ids=np.array(list(has), dtype=np.int64),
        passage=np.array([passage for passage, _ in pairs], dtype=np.int64),
        name=np.array([name for _, name in pairs], dtype=np.int64),
        weight=np.ones(len(pairs)),
        written=letters,
        borne=np.array([letter in borne for letter in letters], dtype=bool),
    )


TWO = {1: "ab", 2: "ab", 3: "abc", 11: "xy", 12: "xy", 13: "xyc"}


def top(partition: Partition, seen: Bonds) -> list[set[int]]:
    return [set(each.passages) for each in described(partition, seen) if each.level == 0]


def test_what_shares_names_is_together() -> None:
    seen = bonds(TWO)
    assert sorted(map(sorted, top(found(seen, []), seen))) == [[1, 2, 3], [11, 12, 13]]


def test_the_same_bonds_give_the_same_communities() -> None:
    seen = bonds(TWO)
    assert described(found(seen, []), seen) == described(found(seen, []), seen)


def test_a_passage_that_no_name_ties_goes_with_what_it_is_near_to_else_it_is_alone() -> None:
    seen = bonds({**TWO, 20: ""})
    assert {20} in top(found(seen, []), seen)
    assert {11, 12, 13, 20} in top(found(seen, [(20, 12)]), seen)
    assert seen.weak(np.ones(7, dtype=bool)) == [20]


def test_nothing_at_all_is_no_community() -> None:
    empty = bonds({})
    assert described(found(empty, []), empty) == ()


def test_names_and_passages_stand_by_how_much_they_are_of_the_community() -> None:
    [_, second] = described(found(bonds(TWO), []), bonds(TWO))
    assert second.names[:2] == ("x", "y") or second.names[:2] == ("a", "b")
    assert second.names[-1] == "c"  # half of it is elsewhere
    assert second.title == " / ".join(second.names[:3])


def test_names_that_pages_bear_stand_for_a_community_where_there_are_any() -> None:
    seen = bonds(TWO, borne="bc")
    names = {frozenset(each.passages): each.names for each in described(found(seen, []), seen)}
    assert names[frozenset({1, 2, 3})] == ("b", "c")


def test_what_is_large_is_divided_and_the_parts_know_the_whole() -> None:
    groups = 12
    has = {100 * group + i: chr(0x4E00 + group) + "共" for group in range(groups) for i in range(30)}
    seen = bonds(has)
    every = described(found(seen, []), seen)
    inner = [each for each in every if each.parent is not None]
    by_id = {each.id: each for each in every}
    assert all(set(each.passages) <= set(by_id[each.parent].passages) for each in inner if each.parent is not None)
    parents = {each.parent for each in every}
    assert max(len(each.passages) for each in every if each.id not in parents) <= MOST_TOGETHER


def test_a_new_passage_joins_those_that_it_shares_names_with_and_nothing_else_moves() -> None:
    old = found(bonds(TWO), [])
    now = bonds({**TWO, 4: "a", 14: ""})
    assert sorted(map(sorted, top(placed(old, now, [(14, 13)]), now))) == [[1, 2, 3, 4], [11, 12, 13, 14]]


def plainly_placed(old: Partition, now: Bonds, near: list[tuple[int, int]]) -> dict[int, int]:
    """By new passage, the community that pulls it most, one bond held against each other one."""
    of_old = dict(zip(old.ids.tolist(), old.innermost.tolist(), strict=True))
    ids = now.ids.tolist()
    every = [
        (ids[place], name, weight)
        for place, name, weight in zip(now.passage.tolist(), now.name.tolist(), now.weight.tolist(), strict=True)
    ]
    held = [bond for bond in every if bond[0] in of_old]
    pulls: dict[int, dict[int, float]] = {}
    for one, name, weight in every:
        if one not in of_old:
            of_name = sum(more for _, other, more in held if other == name)
            for passage, other, more in held:
                if other == name:
                    pull = pulls.setdefault(one, {})
                    pull[of_old[passage]] = pull.get(of_old[passage], 0.0) + weight * more / of_name
    for one, two in near:
        if one not in of_old and two in of_old:
            pull = pulls.setdefault(one, {})
            pull[of_old[two]] = pull.get(of_old[two], 0.0) + now.weak_below / 2
    return {passage: max(pull, key=lambda each: (pull[each], -each)) for passage, pull in pulls.items()}


@pytest.mark.parametrize("together", [1, 40, 2_000_000])
@pytest.mark.parametrize("seed", range(10))
def test_a_new_passage_goes_where_most_pulls_it(seed: int, together: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("yorisoi.graph.communities._TOGETHER", together)
    random = np.random.default_rng(seed)
    passages, names = 60, 25
    has = random.random((passages, names)) < 0.1
    passage, name = np.nonzero(has)
    ids = np.sort(random.choice(1000, passages, replace=False))
    now = Bonds(
        ids=ids,
        passage=passage,
        name=name,
        weight=random.random(len(passage)) + 0.1,
        written=[str(each) for each in range(names)],
        borne=np.zeros(names, dtype=bool),
    )
    known = np.sort(np.concatenate([random.choice(ids, 40, replace=False), [2000, 2001]]))  # two are gone
    old = Partition(ids=known, innermost=random.integers(0, 9, len(known)), parent=np.full(9, -1))
    near = [(int(one), int(other)) for one, other in random.choice(ids, (15, 2))]
    placed_now = placed(old, now, near)
    got = dict(zip(ids.tolist(), placed_now.innermost.tolist(), strict=True))
    pulled = plainly_placed(old, now, near)
    assert pulled
    assert {passage: got[passage] for passage in pulled} == pulled
    assert {i: got[i] for i in ids.tolist() if i in known} == {
        i: at for i, at in zip(known.tolist(), old.innermost.tolist(), strict=True) if i in got
    }
    alone = set(ids.tolist()) - set(known.tolist()) - pulled.keys()
    assert all(got[i] >= 9 for i in alone)


def test_of_communities_that_pull_alike_the_first_takes_it() -> None:
    old = Partition(ids=np.array([1, 2, 3]), innermost=np.array([2, 0, 1]), parent=np.full(3, -1))
    assert placed(old, bonds({1: "a", 2: "b", 3: "", 4: "ab"}), []).innermost.tolist() == [2, 0, 1, 0]


def test_a_name_of_many_new_passages_is_not_held_against_every_bond_for_each_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """2,000 passages of one name join 20,000: weighed is what each community pulls each, not 40 million bonds."""
    weighed: list[int] = []
    summed = communities._summed

    def counted(keys: Any, values: Any) -> Any:
        weighed.append(len(keys))
        return summed(keys, values)

    monkeypatch.setattr(communities, "_summed", counted)
    ids = np.arange(22_000)
    now = Bonds(
        ids=ids,
        passage=ids,
        name=np.zeros(len(ids), dtype=np.int64),
        weight=np.ones(len(ids)),
        written=["a"],
        borne=np.zeros(1, dtype=bool),
    )
    old = Partition(ids=ids[:20_000], innermost=np.arange(20_000) % 5, parent=np.full(10_000, -1))
    assert placed(old, now, []).innermost[20_000:].tolist() == [0] * 2_000
    assert sum(weighed) == 2_000 * 5


def test_what_is_gone_is_in_no_community() -> None:
    old = found(bonds(TWO), [])
    now = bonds({i: names for i, names in TWO.items() if i != 2})
    assert sorted(map(sorted, top(placed(old, now, []), now))) == [[1, 3], [11, 12, 13]]


def test_communities_are_outdated_when_a_fifth_of_the_passages_came_or_went_since() -> None:
    has = dict.fromkeys(range(1, 21), "a")
    old = found(bonds(has), [])
    some = bonds({**has, 21: "a", 22: "a"})
    assert not old.is_outdated_by(some)
    later = placed(old, some, [])
    more = bonds({**has, 21: "a", 22: "a", 23: "a", 24: "a", 25: "a", 26: "a"})
    assert later.changed == 2
    assert later.is_outdated_by(more)


def test_a_partition_is_read_as_it_was_written() -> None:
    kept = placed(found(bonds(TWO), []), bonds({**TWO, 4: "a"}), [])
    again = Partition.unpacked(kept.packed())
    assert again.changed == kept.changed == 1
    assert top(again, bonds({**TWO, 4: "a"})) == top(kept, bonds({**TWO, 4: "a"}))


@pytest.mark.parametrize("field", ["ids", "innermost", "parent"])
def test_arrays_keep_their_numbers(field: str) -> None:
    kept = found(bonds(TWO), [])
    assert getattr(Partition.unpacked(kept.packed()), field).tolist() == getattr(kept, field).tolist()


def test_a_report_gives_its_title() -> None:
    report = Report(title="出張", summary="", findings=(), importance=3, by="fake:model")
    assert Community(id=0, level=0, parent=None, passages=(1,), names=("a",), report=report).title == "出張"
