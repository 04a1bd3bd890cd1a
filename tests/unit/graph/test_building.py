"""Triples from documents: by rules, by a model that is not believed, and gone with their document."""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.unit.house import document

from yorisoi.backends.store import SqlStore, open_store
from yorisoi.graph.building import build, cost
from yorisoi.graph.cache import up_to_date
from yorisoi.graph.extraction import extract
from yorisoi.graph.model_extraction import extract_by_model
from yorisoi.graph.personal import PersonalGraph
from yorisoi.graph_ports import Origin
from yorisoi.testing.scripted_chat import ScriptedChat
from yorisoi.types import Document, Language, Passage, Triple, Turn, UserId

NOBORIBETSU = (
    "登別温泉は、北海道登別市にある温泉である。明治時代に滝本金蔵が湯宿を開いた。地獄谷は登別温泉の源泉の一つ。"
)
TABLE = "宿の一覧です。\n\n| 宿 | 料金 |\n|---|---|\n| 第一滝本館 | 一万円 |\n| 石水亭 | 八千円 |"


def passage(text: str, title: str = "登別温泉", section: tuple[str, ...] = (), language: Language = "ja") -> Passage:
    page = Document(id=1, source="a.md", title=title, language=language)
    return Passage(id=1, document=page, position=0, section=section, text=text, language=language)


def statements(found: Passage) -> set[tuple[str, str, str]]:
    return {(triple.head, triple.relation, triple.tail) for triple in extract(found)}


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (passage(NOBORIBETSU), ("登別温泉", "所在", "北海道登別市")),
        (passage(NOBORIBETSU), ("登別温泉", "言及", "滝本金蔵")),
        (passage(NOBORIBETSU), ("明治時代", "共起", "滝本金蔵")),
        (passage(NOBORIBETSU, section=("歴史",)), ("登別温泉", "項目", "歴史")),
        (passage(TABLE), ("第一滝本館", "料金", "一万円")),
        (passage(TABLE), ("石水亭", "料金", "八千円")),
        (passage("我喜欢登别温泉。", language="zh"), ("登別温泉", "提及", "温泉")),
    ],
)
def test_rules_find(found: Passage, expected: tuple[str, str, str]) -> None:
    assert expected in statements(found)


def test_nothing_is_found_where_nothing_is_named() -> None:
    assert extract(passage("はい、そうです。", title="")) == []


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqlStore]:
    async with open_store(tmp_path) as opened:
        await opened.documents.put(
            [document("a.md", "登別温泉", NOBORIBETSU, TABLE), document("b.md", "函館市", TABLE)]
        )
        yield opened


async def test_every_passage_is_taken_once_and_goes_with_its_document(store: SqlStore, tmp_path: Path) -> None:
    graph = PersonalGraph(store.graph, tmp_path / "graph")
    first = await build(store.graph, None, limit=2)
    assert (first.passages, first.failed) == (2, 0)
    rest = await build(store.graph, None, limit=100)
    assert rest.passages == 1
    assert (await build(store.graph, None, limit=100)).passages == 0
    assert (await graph.network()).names.node("滝本金蔵") is not None
    await store.documents.remove(["a.md"])
    network = await graph.network()
    assert network.names.node("滝本金蔵") is None
    assert network.names.node("第一滝本館") is not None


class ReadWhile:
    """A graph whose pages become others' while they are read: closed, removed, rewritten."""

    def __init__(self, store: SqlStore) -> None:
        self._store, self._asked = store, 0

    async def unbuilt(self, method: str, limit: int) -> list[Passage]:
        passages = await self._store.graph.unbuilt(method, limit)
        self._asked += 1
        if self._asked == 1:
            closed = document("a.md", "登別温泉", NOBORIBETSU, TABLE, groups=frozenset({"hr"}))
            await self._store.documents.put([closed, document("c.md", "小樽市", "第一滝本館は小樽市にもある。")])
            await self._store.documents.remove(["b.md"])
        assert self._asked < 10, "the same passages again and again"
        return passages

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store.graph, name)


async def test_a_page_that_is_closed_or_removed_while_it_is_read_stays_out_of_the_graph(store: SqlStore) -> None:
    await store.documents.put([document("c.md", "小樽市", "小樽市には運河がある。")])
    await build(ReadWhile(store), None, limit=100)
    assert {name for name, _ in await store.graph.origins()} == {"c.md"}
    assert (await build(store.graph, None, limit=100)).passages == 0


async def test_a_model_is_held_against_the_passage(store: SqlStore) -> None:
    true = {"head": "登別温泉", "relation": "所在地", "tail": "北海道登別市"}
    invented = {"head": "登別温泉", "relation": "姉妹都市", "tail": "パリ"}
    clause = {"head": "登別温泉", "relation": "は", "tail": "北海道登別市にある温泉である"}
    said = json.dumps({"triples": [true, invented, clause, true]}, ensure_ascii=False)
    model = ScriptedChat([said, "これはJSONではありません", json.dumps({"triples": []})])
    built = await build(store.graph, model, limit=100)
    assert (built.passages, built.triples, built.failed) == (3, 1, 1)
    [[stated]] = [batch async for batch in store.graph.triples()]
    assert (stated.triple.relation, stated.source) == ("所在地", "a.md")
    assert (await build(store.graph, model, limit=100)).passages == 0


async def test_what_a_model_takes_is_told_before(store: SqlStore) -> None:
    waiting = await store.graph.unbuilt("some model", 100)
    told = cost(waiting)
    assert told.passages == 3
    assert told.prompt_tokens > sum(len(each.text) for each in waiting) / 2
    assert told.completion_tokens > 0


async def test_all_of_a_long_memory_is_heard(store: SqlStore, tmp_path: Path) -> None:
    user = UserId("hanako")
    spoken = [
        Turn(speaker="user", text=f"登別温泉の話{n}です。", at=datetime(2026, 5, 1, tzinfo=UTC)) for n in range(150)
    ]
    await store.sessions.append(user, "s", spoken)
    graph = PersonalGraph(store.graph, tmp_path / "graph")
    await graph.listen(user)
    assert await store.graph.unheard(user) == {}
    assert sum("登別温泉" in word.word for word in await store.graph.focus(user)) == 150


@pytest.mark.parametrize("block", ["```\n{}\n```", "~~~\n{}", "    {}"], ids=["fenced", "open", "indented"])
def test_a_table_in_code_is_none(block: str) -> None:
    table = TABLE.partition("\n\n")[2]
    shown = block.format(table.replace("\n", "\n    ") if block[0] == " " else table)
    assert not {said for said in statements(passage(f"表の書き方です。\n\n{shown}")) if said[1] == "料金"}


IMAGE = "![見る](http://e.example/p.png)"
HARMLESS = {"見る", "!見る", "! [見る", "< img src=x>", "クリック", "札幌", "小樽"}


async def test_what_a_page_a_model_or_a_file_calls_a_name_loads_nothing(tmp_path: Path) -> None:
    """Kept as it was by an older version, it is told as a title would be."""
    names = (IMAGE, f"!\x01{IMAGE[1:]}", "![見る", "<img src=x>", "[クリック](http://e.example/q)", "\U000e0041")
    async with open_store(tmp_path) as store:
        said = [Triple(head=head, relation=IMAGE, tail=name) for name in names for head in ("札幌", "小樽")]
        await store.graph.put(Origin(name="a.tsv"), said)
        told = [each.triple async for batch in store.graph.triples() for each in batch]
        network = await up_to_date(store.graph, tmp_path / "graph")
    assert {name for each in told for name in (each.head, each.tail)} == HARMLESS
    assert {each.relation for each in told} == {"見る"}
    assert set(network.spellings) == HARMLESS


async def test_a_model_states_no_relation_without_end() -> None:
    facts = [{"head": "登別温泉", "relation": each, "tail": "地獄谷"} for each in ("源泉", "長" * 91)]
    found = await extract_by_model(
        ScriptedChat([json.dumps({"triples": facts}, ensure_ascii=False)]), passage(NOBORIBETSU)
    )
    assert [each.relation for each in found] == ["源泉"]
