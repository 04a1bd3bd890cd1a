"""A question whose answer stands on no page that says all of it: the search goes on over the names."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.backends.test_names import NETWORK, OFFICE, REMOTE
from tests.unit.house import document

from yorisoi.backends.search.names import EmbeddedNames
from yorisoi.backends.store import open_store
from yorisoi.errors import BackendUnavailable
from yorisoi.ports import DocumentStore, NewDocument, PassageIndex
from yorisoi.retrieval.config import SearchConfig
from yorisoi.retrieval.search import Found, Searcher
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.tracing import Trace
from yorisoi.types import Filter

QUESTION = "在宅勤務をするときの申請はどこが受け付けますか"
AUDIT = document("audit.md", "監査計画", "監査では「情報システム部」を調べます。", groups=frozenset({"監査室"}))
PAGES = [REMOTE, NETWORK, OFFICE, AUDIT]


async def find(
    home: Path,
    question: str = QUESTION,
    *,
    groups: frozenset[str] = frozenset(),
    trace: Trace | None = None,
    pages: Sequence[NewDocument] = PAGES,
    **search: object,
) -> Found:
    async with open_store(home) as store:
        await store.documents.put(pages)
        config = SearchConfig(**{"strategy": "walk", **search})  # type: ignore[arg-type]
        graph = EmbeddedNames(home / "names.db")
        searcher = Searcher(store.documents, MemoryIndex(), None, config, graph=graph)
        return await searcher.search([question], within=Filter(groups=groups), language="ja", trace=trace)


def sources(found: Found) -> list[str]:
    return [hit.passage.document.source for hit in found.hits]


async def test_a_page_that_shares_no_word_with_the_question_is_found_with_its_path(tmp_path: Path) -> None:
    found = await find(tmp_path)
    office = next(hit for hit in found.hits if hit.passage.document.source == "office.md")
    assert office.path[-1] == "情報システム部"
    assert "ネットワーク登録申請" in office.path
    assert set(office.legs) == {"walk"}
    assert "office.md" not in sources(await find(tmp_path / "hybrid", strategy="hybrid"))


async def test_the_best_hit_keeps_its_score_and_scores_fall(tmp_path: Path) -> None:
    plain = await find(tmp_path / "hybrid", strategy="hybrid")
    found = await find(tmp_path / "walk")
    scores = [hit.score for hit in found.hits]
    assert scores == sorted(scores, reverse=True)
    before = {hit.passage.document.source: hit.score for hit in plain.hits}
    assert {hit.passage.document.source: hit.score for hit in found.hits}[sources(plain)[0]] == pytest.approx(
        before[sources(plain)[0]]
    )


async def test_the_trace_tells_where_it_started_and_the_paths(tmp_path: Path) -> None:
    trace = Trace()
    await find(tmp_path, trace=trace)
    [walk] = [step for step in trace.as_json()["steps"] if step["name"] == "walk"]
    assert walk["followed"]
    assert ["在宅勤務規程", "ネットワーク登録申請", "情報システム部"] in walk["paths"]


async def test_a_path_shows_no_page_that_the_reader_may_not_read(tmp_path: Path) -> None:
    closed = await find(tmp_path / "closed", "情報システム部の監査")
    member = await find(tmp_path / "member", "情報システム部の監査", groups=frozenset({"監査室"}))
    assert "audit.md" in sources(member)
    assert "audit.md" not in sources(closed)
    assert all("監査計画" not in hit.path for hit in closed.hits)


async def test_names_that_cannot_be_used_leave_what_was_found_and_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object, **__: object) -> None:
        raise BackendUnavailable("the file of names is busy")

    plain = await find(tmp_path / "plain", strategy="hybrid")
    monkeypatch.setattr(EmbeddedNames, "walk", broken)
    found = await find(tmp_path / "broken")
    assert [(each.step, each.reason) for each in found.dropped] == [("search.walk", "the file of names is busy")]
    assert sources(found) == sources(plain)


async def test_names_that_are_behind_their_store_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def behind(self: EmbeddedNames, store: DocumentStore, index: PassageIndex) -> int:  # noqa: ARG001
        raise BackendUnavailable("another process writes the names")

    monkeypatch.setattr(EmbeddedNames, "catch_up", behind)
    found = await find(tmp_path)
    assert ("search.walk", "another process writes the names") in [(d.step, d.reason) for d in found.dropped]
    assert sources(found)[0] == "remote.md"


async def test_where_no_page_bears_a_name_there_is_no_walk_unless_it_is_asked_for(tmp_path: Path) -> None:
    untitled = [
        document(f"{n}.md", "", text) for n, text in enumerate(["情報システム部は3階", "総務部と情報システム部"])
    ]
    walked = [
        any("walk" in hit.legs for hit in (await find(tmp_path / way, "総務部", pages=untitled, strategy=way)).hits)
        for way in ("auto", "walk")
    ]
    assert walked == [False, True]


async def test_by_itself_it_walks_where_a_name_leads_to_its_page(tmp_path: Path) -> None:
    assert sources(await find(tmp_path / "auto", strategy="auto")) == sources(await find(tmp_path / "walk"))


async def test_by_rank_there_is_no_walk(tmp_path: Path) -> None:
    assert all("walk" not in hit.legs for hit in (await find(tmp_path, fusion="rank")).hits)


async def test_what_was_found_without_the_walk_can_be_followed_later_and_its_best_stays(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.put(PAGES)
        graph = EmbeddedNames(tmp_path / "names.db")
        searcher = Searcher(store.documents, MemoryIndex(), None, SearchConfig(strategy="walk"), graph=graph)
        asked = {"within": Filter(), "language": "ja", "trace": Trace()}
        [found] = await searcher.search_many([[QUESTION]], follow=False, **asked)  # type: ignore[arg-type]
        plain = await find(tmp_path / "hybrid", strategy="hybrid")
        assert sources(found) == sources(plain)
        followed = await searcher.followed(QUESTION, found.hits, **asked)  # type: ignore[arg-type]
        assert sources(followed)[0] == sources(found)[0]
        office = next(hit for hit in followed.hits if hit.passage.document.source == "office.md")
        assert office.path[-1] == "情報システム部"
        assert (await searcher.followed(QUESTION, [], **asked)).hits == ()  # type: ignore[arg-type]


async def test_a_walk_that_cannot_be_made_leaves_what_was_found_and_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(tmp_path) as store:
        await store.documents.put(PAGES)
        graph = EmbeddedNames(tmp_path / "names.db")
        searcher = Searcher(store.documents, MemoryIndex(), None, SearchConfig(strategy="walk"), graph=graph)
        asked = {"within": Filter(), "language": "ja", "trace": Trace()}
        [found] = await searcher.search_many([[QUESTION]], follow=False, **asked)  # type: ignore[arg-type]

        async def broken(*_: object, **__: object) -> None:
            raise BackendUnavailable("names.db: gone")

        monkeypatch.setattr(graph, "walk", broken)
        followed = await searcher.followed(QUESTION, found.hits, **asked)  # type: ignore[arg-type]
        assert sources(followed) == sources(found)
        assert [each.reason for each in followed.dropped] == ["names.db: gone"]


async def test_what_a_turn_put_first_for_other_reasons_than_its_score_is_walked_from_all_the_same(
    tmp_path: Path,
) -> None:
    """Tables of contents go last and the topic's page comes first, whatever their scores."""
    async with open_store(tmp_path) as store:
        await store.documents.put(PAGES)
        graph = EmbeddedNames(tmp_path / "names.db")
        searcher = Searcher(store.documents, MemoryIndex(), None, SearchConfig(strategy="walk"), graph=graph)
        asked = {"within": Filter(), "language": "ja", "trace": Trace()}
        [found] = await searcher.search_many([["申請 在宅勤務"]], follow=False, **asked)  # type: ignore[arg-type]
        assert len(found.hits) > 1
        hits = [replace(hit, score=float(place)) for place, hit in enumerate(found.hits)]
        followed = await searcher.followed(QUESTION, hits, **asked)  # type: ignore[arg-type]
        assert sources(followed)[: len(hits[:3])] == [hit.passage.document.source for hit in hits[:3]]
        assert "office.md" in sources(followed)
