"""The graph in memory: spellings and aliases are one node, files give back what was saved."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from yorisoi.backends.store import open_store
from yorisoi.errors import StoreError
from yorisoi.graph.cache import FORMAT, up_to_date
from yorisoi.graph.network import Network, build, held_out, load, save
from yorisoi.graph_ports import Origin, Stated
from yorisoi.language import normal_form
from yorisoi.types import Triple

ROWS = [
    ("小樽市", "所在", "北海道"),
    ("小樽運河", "所在", "小樽市"),
    ("ＯＴＡＲＵ", "skos:altLabel", "小樽市"),
    ("小樽市", "別名", "otaru"),
    ("Otaru", "姉妹都市", "ナホトカ"),
    ("小樽市", "所在", "北海道"),
    ("札幌市", "隣接", "札幌市"),
]


async def stated(rows: list[tuple[str, str, str]]) -> AsyncIterator[list[Stated]]:
    yield [Stated(triple=Triple(head=h, relation=r, tail=t), source="towns.tsv") for h, r, t in rows]


async def network_of(rows: list[tuple[str, str, str]] = ROWS) -> Network:
    return await build(stated(rows))


def statements(network: Network) -> set[tuple[str, str, str]]:
    names = network.spellings
    return {(names[int(h)], network.relations[r], names[int(t)]) for h, r, t, _ in network.edges}


async def test_spellings_and_aliases_are_one_node() -> None:
    network = await network_of()
    node = network.names.node("小樽市")
    assert node is not None
    assert node == network.names.node("Otaru")
    name = network.spellings[node]
    assert normal_form(name) in ("小樽市", "otaru")
    assert statements(network) == {(name, "所在", "北海道"), ("小樽運河", "所在", name), (name, "姉妹都市", "ナホトカ")}
    assert network.degree(node) == 3
    assert network.degrees.sum() == 2 * len(network.edges)


async def test_neighbours_with_most_edges_come_first() -> None:
    network = await network_of([("a", "r", "c"), ("b", "r", "c"), ("d", "r", "a"), ("e", "r", "a"), ("f", "r", "b")])
    c = network.names.node("c")
    assert c is not None
    neighbours, edges = network.around(c)
    assert [network.spellings[int(node)] for node in neighbours] == ["a", "b"]
    assert [network.spellings[int(network.edges[edge][0])] for edge in edges] == ["a", "b"]
    assert len(network.around(c, 1)[0]) == 1


async def test_what_was_saved_comes_back(tmp_path: Path) -> None:
    network = await network_of()
    save(network, tmp_path)
    again = load(tmp_path)
    assert statements(again) == statements(network)
    assert list(again.spellings) == list(network.spellings)
    assert again.names.node("otaru") == network.names.node("otaru")


async def test_the_cache_follows_the_store(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.graph.put(Origin(name="a"), [Triple(head="小樽市", relation="所在", tail="北海道")])
        assert len(await up_to_date(store.graph, tmp_path / "graph")) == 2
        [before] = (tmp_path / "graph").iterdir()
        await store.graph.put(Origin(name="b"), [Triple(head="札幌市", relation="所在", tail="北海道")])
        assert len(await up_to_date(store.graph, tmp_path / "graph")) == 3
        [after] = (tmp_path / "graph").iterdir()
        assert before != after


async def test_an_empty_graph_is_a_graph(tmp_path: Path) -> None:
    save(await network_of([]), tmp_path)
    empty = load(tmp_path)
    assert (len(empty), empty.names.find("北海道", "ja")) == (0, [])


async def test_held_out_triples_leave_every_node_an_edge() -> None:
    rows = [(f"n{i}", "r", f"n{(i * 7 + j) % 40}") for i in range(40) for j in (1, 2, 3)]
    network = await network_of(rows)
    data = held_out(network, seed=1)
    train, test = data.parts["train"], data.parts["test"]
    assert len(train) + len(test) == len(network.edges)
    assert np.isin(test[:, [0, 2]], train[:, [0, 2]]).all()


async def test_only_folders_that_hold_a_graph_of_ours_are_cleared_away(tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    async with open_store(tmp_path) as store:
        await store.graph.put(Origin(name="a"), [Triple(head="小樽市", relation="所在", tail="北海道")])
        kept = [folder / name / "r.csv" for name in ("2024-results", "2023-old", "2024-05-Kyoto", "2024-05-12")]
        for path in kept:
            path.parent.mkdir()
            path.write_text("mine")
        await up_to_date(store.graph, folder)
        await store.graph.put(Origin(name="b"), [Triple(head="札幌市", relation="所在", tail="北海道")])
        await up_to_date(store.graph, folder)
        assert all(path.read_text() == "mine" for path in kept)
        assert len(list(folder.iterdir())) == len(kept) + 1


async def test_a_folder_of_the_very_name_that_holds_something_else_stays(tmp_path: Path) -> None:
    folder = tmp_path / "graph"
    async with open_store(tmp_path) as store:
        await store.graph.put(Origin(name="a"), [Triple(head="小樽市", relation="所在", tail="北海道")])
        theirs = folder / f"{FORMAT}-{await store.graph.version()}"
        theirs.mkdir()
        (theirs / "r.csv").write_text("mine")
        with pytest.raises(StoreError, match="cannot be used"):
            await up_to_date(store.graph, folder)
        assert (theirs / "r.csv").read_text() == "mine"
