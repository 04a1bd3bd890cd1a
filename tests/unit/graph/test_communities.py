"""Passages and names that belong together."""

import numpy as np
import pytest

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
