"""A question that names something is read both ways before a walk goes on from what was found."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.unit.backends.test_names import NETWORK, OFFICE, REMOTE

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.backends.store import open_store
from yorisoi.errors import BackendUnavailable
from yorisoi.language import analyse
from yorisoi.ports import Vectors
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.legs import BothReadings, LegQuery, Ranked, Ranking, VectorLeg
from yorisoi.retrieval.search import Found, Searcher
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.types import Filter

NAMING = "ネットワーク登録申請はどこが受け付けますか"
EVERYDAY = "家で働きたいとき"


class TwoWays(HashEmbedder):
    """Reads a query plainly as another text, and counts how often it is asked to."""

    def __init__(self, plainly: str = "") -> None:
        super().__init__()
        self.plainly, self.asked = plainly, list[str]()

    async def embed_plainly(self, queries: Sequence[str]) -> Vectors:
        self.asked += queries
        return self._embed([self.plainly or query for query in queries])


class BrokenPlainly(TwoWays):
    async def embed_plainly(self, queries: Sequence[str]) -> Vectors:  # noqa: ARG002
        raise BackendUnavailable("the embedding server does not answer")


async def find(home: Path, question: str, embedder: HashEmbedder, strategy: str = "walk") -> Found:
    async with open_store(home) as store:
        await store.documents.bind_embedding(embedder.name, embedder.dimension)
        await store.documents.put([REMOTE, NETWORK, OFFICE])
        config = SearchConfig(strategy=strategy)  # type: ignore[arg-type]
        graph = EmbeddedNames(home / "names.db")
        searcher = Searcher(store.documents, MemoryIndex(), embedder, config, graph=graph)
        return await searcher.search([question], within=Filter(), language="ja")


async def test_only_a_question_that_names_something_is_read_plainly_too(tmp_path: Path) -> None:
    embedder = TwoWays()
    await find(tmp_path, EVERYDAY, embedder)
    assert embedder.asked == []
    await find(tmp_path, NAMING, embedder)
    assert embedder.asked == [NAMING]


async def test_without_a_walk_nothing_is_read_twice(tmp_path: Path) -> None:
    embedder = TwoWays()
    await find(tmp_path, NAMING, embedder, "hybrid")
    assert embedder.asked == []


async def test_an_embedder_that_reads_one_way_only_walks_as_one_that_reads_alike_both_ways(tmp_path: Path) -> None:
    one, two = [await find(tmp_path / each.__name__, NAMING, each()) for each in (HashEmbedder, TwoWays)]
    assert [hit.passage.id for hit in one.hits] == [hit.passage.id for hit in two.hits]
    assert [hit.score for hit in one.hits] == pytest.approx([hit.score for hit in two.hits], abs=1e-4)


async def test_a_reading_that_fails_leaves_what_was_found_and_is_told(tmp_path: Path) -> None:
    plain = await find(tmp_path / "plain", NAMING, HashEmbedder(), "hybrid")
    found = await find(tmp_path / "broken", NAMING, BrokenPlainly())
    assert [each.step for each in found.dropped] == ["search.walk"]
    assert [hit.passage.id for hit in found.hits] == [hit.passage.id for hit in plain.hits]


TEXTS = {1: "ネットワーク登録申請", 2: "情報システム部", 3: "夏季休暇"}
PASSAGES = {i: HashEmbedder()._embed([text])[0] for i, text in TEXTS.items()}


class ByCosine(VectorLeg):
    """Scores as they are, without a background."""

    async def normalised(
        self, queries: Sequence[LegQuery], rankings: Sequence[Ranking], ids: Sequence[int]
    ) -> NDArray[np.float64]:
        assert len(rankings) == len(queries)
        return np.array([[float(query.vector @ PASSAGES[i]) for i in ids] for query in queries])  # type: ignore[operator]


async def scored(embedder: TwoWays, weight: float = 1.0) -> tuple[Ranked, Ranked]:
    """Three passages by their vectors with the question as it is read first, and with both readings."""
    leg = ByCosine(MemoryIndex(), SearchConfig(vector_weight=weight))
    [vector] = await embedder.embed_queries([NAMING])
    query = LegQuery(text=NAMING, terms=analyse(NAMING, "ja"), language="ja", vector=vector)
    found = sorted(((i, 10 + weight * float(vector @ PASSAGES[i])) for i in PASSAGES), key=lambda each: -each[1])
    return found, await BothReadings(leg, embedder).scored(query, found)


@pytest.mark.parametrize("weight", [1.0, 2.5])
async def test_scores_are_those_of_the_mean_of_both_readings(weight: float) -> None:
    embedder = TwoWays("情報システム部")
    [one], [other] = await embedder.embed_queries([NAMING]), await embedder.embed_plainly([NAMING])
    mean = (one + other) / np.linalg.norm(one + other)
    _, anew = await scored(embedder, weight)
    assert dict(anew) == pytest.approx({i: 10 + weight * float(mean @ v) for i, v in PASSAGES.items()}, abs=1e-5)
    assert [score for _, score in anew] == sorted((score for _, score in anew), reverse=True)
    assert anew[0][0] == 2


async def test_the_order_stays_where_both_readings_are_alike() -> None:
    found, anew = await scored(TwoWays())
    assert [i for i, _ in anew] == [i for i, _ in found]
