"""The names in documents, kept beside the index: the same whatever the way there, and walked by whoever may read."""

import asyncio
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.house import document

from yorisoi.backends.search.names import EmbeddedNames, _packed
from yorisoi.backends.store import open_store
from yorisoi.errors import BackendUnavailable
from yorisoi.graph.communities import Partition, found
from yorisoi.graph.mentions import Mentions
from yorisoi.graph.name_graph import MENTION
from yorisoi.graph.ties import ties
from yorisoi.graph_ports import Origin, Walked
from yorisoi.ports import DocumentStore, NewDocument
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.testing.memory_index import MemoryIndex
from yorisoi.types import Triple

REMOTE = document("remote.md", "在宅勤務規程", "在宅勤務をする人は「ネットワーク登録申請」を出します。")
NETWORK = document("network.md", "ネットワーク登録申請", "この申請は情報システム部が受け付けます。")
OFFICE = document("office.md", "情報システム部", "3階にあり、内線は4410です。")
SECRET = document(
    "secret.md", "監査計画", "監査では情報システム部と在宅勤務規程を調べます。", groups=frozenset({"監査室"})
)
CANTEEN = document("canteen.md", "社員食堂", "社員食堂は3階です。")
PAGES = [REMOTE, NETWORK, OFFICE, SECRET, CANTEEN]
EVERYONE: frozenset[str] = frozenset()


class Case:
    """A store with its index and its names."""

    def __init__(self, store: DocumentStore, file: Path) -> None:
        self.store, self.index, self.file = store, MemoryIndex(), file
        self.names = EmbeddedNames(file)

    async def put(self, *pages: NewDocument) -> None:
        await self.store.put(pages)
        await self.caught_up()

    async def caught_up(self) -> int:
        await catch_up(self.store, self.index)
        return await self.names.catch_up(self.store, self.index)

    async def ids(self) -> dict[str, int]:
        found: dict[str, int] = {}
        async for batch in self.store.changes(0):
            found |= {each.passage.document.source: each.passage_id for each in batch if each.passage}
        return found

    async def walk(self, question: str, start: str, readers: frozenset[str] = EVERYONE) -> Walked:
        return await self.names.walk(question, "ja", {(await self.ids())[start]: 1.0}, readers)

    async def reached(self, question: str, start: str, readers: frozenset[str] = EVERYONE) -> list[str]:
        source = {i: name for name, i in (await self.ids()).items()}
        return [source[i] for i, _ in (await self.walk(question, start, readers)).passages]

    def rows(self) -> set[tuple[int, str, int, int]]:
        """(passage, name, times, how), as the file has it."""
        import numpy as np

        from yorisoi.graph.name_graph import MENTION

        database = sqlite3.connect(self.file)
        names = dict(database.execute("SELECT id, name FROM name"))
        found = {
            (passage, names[int(each["name"])], int(each["times"]), int(each["how"]))
            for passage, packed in database.execute("SELECT id, mentions FROM passage")
            for each in np.frombuffer(packed, dtype=MENTION)
        }
        database.close()
        return found


@pytest.fixture
async def case(tmp_path: Path):
    async with open_store(tmp_path) as store:
        yield Case(store.documents, tmp_path / "index" / "names.db")


async def test_a_walk_leads_over_names_to_the_page_that_bears_them(case: Case) -> None:
    await case.put(*PAGES)
    walked = await case.walk("在宅勤務の申請はどの部署が受け付けますか", "remote.md")
    ids = await case.ids()
    assert [i for i, _ in walked.passages][:3] == [ids["remote.md"], ids["network.md"], ids["office.md"]]
    assert walked.paths[ids["office.md"]] == (
        ids["remote.md"],
        "ネットワーク登録申請",
        ids["network.md"],
        "情報システム部",
        ids["office.md"],
    )


async def test_what_the_question_names_is_where_a_walk_starts_too(case: Case) -> None:
    await case.put(*PAGES)
    walked = await case.walk("情報システム部の内線は", "canteen.md")
    assert walked.named == ("情報システム部",)
    assert (await case.ids())["office.md"] in dict(walked.passages)


@pytest.mark.parametrize("order", [PAGES, PAGES[::-1], [OFFICE, SECRET, REMOTE, CANTEEN, NETWORK]])
async def test_pages_that_come_one_by_one_make_the_same_graph_as_all_at_once(
    case: Case, tmp_path: Path, order: Sequence[NewDocument]
) -> None:
    for page in order:
        await case.put(page)
    at_once = Case(case.store, tmp_path / "other.db")
    await at_once.caught_up()
    assert case.rows() == at_once.rows()


async def test_a_page_that_is_removed_takes_its_paths_and_its_names_with_it(case: Case) -> None:
    await case.put(*PAGES)
    assert "office.md" in await case.reached("受け付けるのは", "remote.md")
    await case.store.remove(["network.md", "secret.md"])
    await case.caught_up()
    assert await case.reached("受け付けるのは", "remote.md") == ["remote.md"]
    assert "監査計画" not in {name for _, name, _, _ in case.rows()}


async def test_a_changed_page_leads_where_it_leads_now(case: Case) -> None:
    await case.put(*PAGES)
    await case.put(document("remote.md", "在宅勤務規程", "在宅勤務の日は「社員食堂」を使えません。"))
    found = await case.reached("受け付けるのは", "remote.md")
    assert "canteen.md" in found
    assert "network.md" not in found


async def test_no_one_walks_through_a_page_that_they_may_not_read(case: Case) -> None:
    await case.put(document("plan.md", "在宅勤務規程", "夏に改めます。"), SECRET, OFFICE)
    member = frozenset({"監査室"})
    assert "office.md" in await case.reached("夏", "plan.md", member)
    assert await case.reached("夏", "plan.md") == ["plan.md"]
    assert (await case.walk("監査計画とは", "plan.md")).named == ()
    assert (await case.walk("監査計画とは", "plan.md", member)).named == ("監査計画",)


async def test_what_only_a_closed_page_makes_a_name_is_none_to_others(case: Case) -> None:
    await case.put(
        document("one.md", "社内報", "日の出の会は順調です。"),
        document("two.md", "社報", "日の出の会を見てください。"),
        document("secret.md", "日の出の会", "日の出の会の詳細です。", groups=frozenset({"役員"})),
    )
    board = frozenset({"役員"})
    assert (await case.walk("日の出の会とは", "one.md", board)).named == ("日の出の会",)
    assert "two.md" in await case.reached("順調", "one.md", board)
    outside = await case.walk("日の出の会とは", "one.md")
    assert outside.named == ()
    assert "日の出の会" not in {step for path in outside.paths.values() for step in path}


BOARD = frozenset({"役員"})
CLOSED = document("closed.md", "予定", "「Ｏｍｅｇａ－７」を「ＰＨＯＥＮＩＸ」とします。", groups=BOARD)
OPEN = [
    document("omega.md", "omega-7", "「omega-7」は「phoenix」の前身です。"),
    document("phoenix.md", "phoenix", "「phoenix」は橋です。「omega-7」を参照。"),
]


async def told_names(case: Case, *groups: str) -> set[str]:
    """All names that a reader is told: in the question, on paths, in what belongs together."""
    readers = frozenset(groups)
    walked = await case.walk("omega-7のphoenixとは", "omega.md", readers)
    steps = {step for path in walked.paths.values() for step in path if isinstance(step, str)}
    together = await case.names.communities(case.store, case.index, readers)
    return steps | {*walked.named} | {name for each in together for name in each.names}


@pytest.mark.parametrize("first", [True, False], ids=["closed first", "open first"])
async def test_names_are_written_as_pages_do_that_the_reader_may_read(case: Case, first: bool) -> None:
    for pages in ([CLOSED], OPEN) if first else (OPEN, [CLOSED]):
        await case.put(*pages)
    assert await told_names(case) == {"omega-7", "phoenix"}
    assert await told_names(case, "人事") == {"omega-7", "phoenix"}
    written = {"Ｏｍｅｇａ－７", "ＰＨＯＥＮＩＸ", "予定"}
    assert await told_names(case, "役員") <= (written if first else {"omega-7", "phoenix", "予定"})


async def test_how_a_page_writes_a_name_goes_with_it(case: Case) -> None:
    await case.put(CLOSED, *OPEN)
    assert "ＰＨＯＥＮＩＸ".encode() in case.file.read_bytes()
    await case.store.remove(["closed.md"])
    await case.caught_up()
    assert "ＰＨＯＥＮＩＸ".encode() not in case.file.read_bytes()
    assert await told_names(case, "役員") == {"omega-7", "phoenix"}


async def test_how_a_page_writes_a_name_is_closed_with_it(case: Case) -> None:
    await case.put(document("closed.md", "予定", "「Ｏｍｅｇａ－７」を「ＰＨＯＥＮＩＸ」とします。"), *OPEN)
    assert "ＰＨＯＥＮＩＸ" in await told_names(case)
    await case.put(replace(CLOSED, content_hash="closed"))
    assert await told_names(case) == {"omega-7", "phoenix"}


async def test_groups_that_no_page_is_for_cost_nothing(case: Case) -> None:
    await case.put(*PAGES)
    for number in range(10):
        await case.walk("夏", "remote.md", frozenset({"監査室", f"課{number}"}))
    assert len((await case.names.newest())._open) == 1


async def test_a_reader_who_starts_at_a_closed_page_gets_nowhere(case: Case) -> None:
    await case.put(*PAGES)
    assert await case.reached("夏", "secret.md") == []


@pytest.mark.parametrize("after", ["_apply", "_mark", "_read"])
async def test_a_process_killed_at_any_point_leaves_what_the_next_one_goes_on_from(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, after: str
) -> None:
    await case.put(REMOTE)
    await case.store.put([NETWORK, OFFICE])
    step = getattr(EmbeddedNames, after)

    def killed(self: EmbeddedNames, *given: object) -> None:
        step(self, *given)
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(EmbeddedNames, after, killed)
        with pytest.raises(KeyboardInterrupt):
            await case.caught_up()
    case.names = EmbeddedNames(case.file)
    await case.caught_up()
    whole = Case(case.store, tmp_path / "other.db")
    await whole.caught_up()
    assert case.rows() == whole.rows()


async def test_what_another_process_put_is_walked_at_once(case: Case) -> None:
    await case.put(REMOTE)
    other = Case(case.store, case.file)
    other.index = case.index
    await other.put(NETWORK, OFFICE)
    await case.caught_up()
    assert "office.md" in await case.reached("受け付けるのは", "remote.md")


@pytest.mark.parametrize("content", [b"no database", b""], ids=["broken", "empty"])
async def test_a_file_that_cannot_be_read_is_made_anew(case: Case, content: bytes) -> None:
    case.file.parent.mkdir(parents=True, exist_ok=True)
    case.file.write_bytes(content)
    await case.put(*PAGES)
    assert "office.md" in await case.reached("受け付けるのは", "remote.md")


async def test_names_of_another_store_are_forgotten(case: Case, tmp_path: Path) -> None:
    await case.put(*PAGES)
    await case.store.remove(["canteen.md"])
    await case.caught_up()
    async with open_store(tmp_path / "backup") as other:
        await other.documents.put([CANTEEN])
        moved = Case(other.documents, case.file)
        await moved.caught_up()
        assert {name for _, name, _, _ in moved.rows()} == {"社員食堂"}


async def test_a_file_that_is_busy_is_said_to_be(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    await case.put(REMOTE)
    monkeypatch.setattr("yorisoi.backends.search.names._BUSY_S", 0.01)
    holder = sqlite3.connect(case.file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    await case.store.put([NETWORK])
    with pytest.raises(BackendUnavailable, match="names"):
        await case.caught_up()
    holder.close()


async def test_nothing_is_read_twice_when_nothing_is_new(case: Case) -> None:
    await case.put(*PAGES)
    assert await case.caught_up() == 0
    assert await EmbeddedNames(case.file).catch_up(case.store, case.index) == 0


# ---------------------------------------------------------------- communities


def pages_of(theme: str, number: int, **fields: object) -> list[NewDocument]:
    """Pages that name each other, and pages of no other theme."""
    titles = [f"{theme}の{part}" for part in ("申請書", "手引書", "一覧表")[:number]]
    return [
        document(
            f"{title}.md",
            title,
            *(f"ここでは「{other}」と「{theme}窓口」も見てください。" for other in titles),
            **fields,
        )
        for title in titles
    ]


THEMES = [*pages_of("出張", 3), *pages_of("給与", 3)]


async def communities(case: Case, *groups: str) -> list[set[str]]:
    source = {i: name for name, i in (await case.ids()).items()}
    every: dict[int, str] = {}
    async for batch in case.store.changes(0):
        every |= {each.passage_id: each.passage.document.title for each in batch if each.passage}
    assert source
    found = await case.names.communities(case.store, case.index, frozenset(groups))
    return [{every[i] for i in each.passages} for each in found if each.level == 0]


def by_theme(found: list[set[str]]) -> set[frozenset[str]]:
    return {frozenset(title[:2] for title in each) for each in found}


async def test_pages_that_name_each_other_are_together(case: Case) -> None:
    await case.put(*THEMES)
    assert by_theme(await communities(case)) == {frozenset({"出張"}), frozenset({"給与"})}


async def test_who_asks_while_communities_are_made_gets_those(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    await case.put(*THEMES)
    made: list[object] = []

    def counted(*given: Any) -> Partition:
        made.append(given)
        return found(*given)

    monkeypatch.setattr("yorisoi.backends.search.names.found", counted)
    both = await asyncio.gather(*(case.names.communities(case.store, case.index, EVERYONE) for _ in range(2)))
    assert both[0] == both[1]
    assert len(made) == 1


async def test_communities_outlive_the_process_and_a_new_page_joins_one(case: Case) -> None:
    await case.put(*THEMES)
    before = await communities(case)
    case.names = EmbeddedNames(case.file)
    await case.caught_up()
    assert await communities(case) == before
    await case.put(document("new.md", "出張の新着", "「出張の申請書」が変わりました。"))
    after = await communities(case)
    assert any("出張の新着" in each and "出張の申請書" in each for each in after)


async def test_a_reader_sees_communities_of_what_the_reader_may_read_and_no_name_of_the_rest(case: Case) -> None:
    await case.put(*THEMES, *pages_of("早期退職", 3, groups=frozenset({"役員"})))
    everyone = await case.names.communities(case.store, case.index, EVERYONE)
    board = await case.names.communities(case.store, case.index, frozenset({"役員"}))
    assert any("早期退職" in name for each in board for name in each.names)
    assert not any("早期退職" in name for each in everyone for name in each.names)
    closed = {i for name, i in (await case.ids()).items() if "早期退職" in name}
    assert not closed & {i for each in everyone for i in each.passages}
    assert sum(len(each.passages) for each in board) > sum(len(each.passages) for each in everyone)


async def test_a_name_that_only_a_closed_page_bears_stands_in_no_open_community(case: Case) -> None:
    await case.put(
        document("one.md", "社内報", "日の出の会は順調です。"),
        document("two.md", "社報", "日の出の会を見てください。"),
        document("secret.md", "日の出の会", "日の出の会の詳細です。", groups=frozenset({"役員"})),
    )

    async def names(*groups: str) -> set[str]:
        found = await case.names.communities(case.store, case.index, frozenset(groups))
        return {name for each in found for name in each.names}

    assert "日の出の会" in await names("役員")
    assert "日の出の会" not in await names()


async def test_a_broken_file_of_reports_is_told_in_one_line(case: Case) -> None:
    await case.put(*THEMES)
    case.file.with_name("reports.db").write_bytes(b"no database" * 100)
    with pytest.raises(BackendUnavailable, match=r"reports\.db"):
        await case.names.communities(case.store, case.index, EVERYONE)


async def test_triples_tie_names_that_no_page_has_side_by_side_and_are_withdrawn(tmp_path: Path) -> None:
    """A page names a form, an imported triple says which office has it, the office has a page."""
    form = document("form.md", "在宅勤務規程", "在宅勤務をする人は「W-01申請」を出します。")
    async with open_store(tmp_path) as store:
        case = Case(store.documents, tmp_path / "names.db")
        case.names = EmbeddedNames(case.file, store.graph)
        await case.put(form, OFFICE, CANTEEN)
        assert await case.reached("申請先", "form.md") == ["form.md"]
        await store.graph.put(
            Origin(name="forms.tsv"), [Triple(head="W-01申請", relation="受付", tail="情報システム部")]
        )
        assert await case.reached("申請先", "form.md") == ["form.md", "office.md"]
        walked = await case.walk("申請先", "form.md")
        ids = await case.ids()
        assert walked.paths[ids["office.md"]] == (ids["form.md"], "W-01申請", "情報システム部", ids["office.md"])
        assert (await case.walk("申請先", "form.md")).passages == walked.passages
        found = await case.names.walk("申請先", "ja", {ids["form.md"]: 1.0}, EVERYONE, to_pages=True)
        assert ids["office.md"] in dict(found.passages)
        await store.graph.withdraw("forms.tsv")
        assert await case.reached("申請先", "form.md") == ["form.md"]


async def test_a_tied_name_is_written_as_triples_do_where_only_closed_pages_write_it(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        case = Case(store.documents, tmp_path / "names.db")
        case.names = EmbeddedNames(case.file, store.graph)
        await store.graph.put(Origin(name="forms.tsv"), [Triple(head="phoenix", relation="後継", tail="omega-7")])
        await case.put(CLOSED, CANTEEN)
        ids = await case.ids()
        for readers, written in ((EVERYONE, "phoenix"), (BOARD, "ＰＨＯＥＮＩＸ")):
            walked = await case.names.walk("phoenixとは", "ja", {ids["canteen.md"]: 1.0}, readers)
            assert walked.named == (written,)
            await case.names.communities(case.store, case.index, readers)


async def test_what_rules_took_from_running_text_ties_nothing(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        await store.graph.put(Origin(name="a.md", method="rules"), [Triple(head="甲", relation="と", tail="乙")])
        assert not (await ties(store.graph)).names
        await store.graph.put(Origin(name="b.tsv"), [Triple(head="甲", relation="は", tail="乙")] * 2)
        await store.graph.put(Origin(name="c.tsv"), [Triple(head="乙", relation="は", tail="甲")])
        found = await ties(store.graph)
        assert (found.names, found.pairs.tolist(), found.times.tolist()) == (("甲", "乙"), [[0, 1]], [3])


async def test_what_is_named_in_a_question_is_told_to_those_who_may_read_a_page_of_it(tmp_path: Path) -> None:
    closed = document("audit.md", "監査計画", "監査計画では「内部通報窓口」を調べます。", groups=frozenset({"監査室"}))
    async with open_store(tmp_path) as store:
        case = Case(store.documents, tmp_path / "names.db")
        await case.put(OFFICE, closed)
        question = "情報システム部は監査計画にありますか"
        assert await case.names.named(question, "ja", EVERYONE) == ["情報システム部"]
        assert set(await case.names.named(question, "ja", frozenset({"監査室"}))) == {"情報システム部", "監査計画"}
        assert await case.names.named("休みたいです", "ja", EVERYONE) == []


def test_mentions_are_kept_in_the_order_of_their_names_so_that_communities_repeat() -> None:
    """Sets of words differ from process to process, and the edges of the graph with them."""
    names = [f"名称{number}" for number in range(40)]
    own = Mentions(
        borne=frozenset(names[:20]), named=dict.fromkeys(names[10:], 1), written=dict(zip(names, names, strict=True))
    )
    numbers = {name: 1000 - 7 * place for place, name in enumerate(names)}
    packed = np.frombuffer(_packed(own, numbers, numbers), dtype=MENTION)
    assert packed["name"].tolist() == sorted(numbers.values())
