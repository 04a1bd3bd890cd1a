"""What every DocumentStore must do: each function takes an empty store and fails by assertion."""

import hashlib
from collections.abc import Awaitable, Sequence
from dataclasses import replace

import numpy as np

from yorisoi.change_ports import Change
from yorisoi.errors import EmbeddingMismatch, StoreError
from yorisoi.ports import DocumentStore, NewDocument, NewPassage, Vectors
from yorisoi.types import Filter, Passage, in_context

MODEL, DIMENSION = "test:model", 4
EVERYONE = Filter()


def vector_of(text: str) -> Vectors:
    """A unit vector that depends on nothing but the text."""
    seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
    vector = np.random.default_rng(seed).normal(size=DIMENSION).astype(np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def new_passage(text: str, *, title: str = "休暇", section: tuple[str, ...] = ("年次休暇",)) -> NewPassage:
    context = in_context(title, section, text)
    context_hash = hashlib.sha256(context.encode()).hexdigest()
    return NewPassage(
        section=section, text=text, language="ja", context_hash=context_hash, vector=vector_of(context_hash)
    )


def new_document(source: str, *texts: str, title: str = "休暇", groups: Sequence[str] = ()) -> NewDocument:
    return NewDocument(
        source=source,
        content_hash=hashlib.sha256("".join(texts).encode()).hexdigest(),
        title=title,
        language="ja",
        passages=tuple(new_passage(text, title=title) for text in texts),
        owner="人事部 佐藤",
        contact="jinji@example.jp",
        updated="2026-04-01",
        applies_to={"勤務地": "大阪支社"},
        groups=frozenset(groups),
    )


async def refusal(call: Awaitable[object], error: type[Exception]) -> str:
    """The message of the error that the call must raise."""
    try:
        await call
    except error as raised:
        return str(raised)
    raise AssertionError(f"the call went through; {error.__name__} was due")


async def changes_after(store: DocumentStore, after: int) -> list[Change]:
    return [change async for batch in store.changes(after) for change in batch]


async def stored_passages(store: DocumentStore) -> list[Passage]:
    """Every passage, by document and position."""
    passages = [change.passage for change in await changes_after(store, 0) if change.passage]
    return sorted(passages, key=lambda passage: (passage.document.source, passage.position))


async def a_document_comes_back_as_it_was_put(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    put = new_document("handbook/leave.md", "年次休暇は二十日です。", "半日単位で取れます。", groups=["hr"])
    await store.put([put])
    first, second = await stored_passages(store)
    assert [first.text, second.text] == ["年次休暇は二十日です。", "半日単位で取れます。"]
    assert (first.position, second.position) == (0, 1)
    assert first.section == ("年次休暇",)
    document = first.document
    assert (document.source, document.title, document.owner) == ("handbook/leave.md", "休暇", "人事部 佐藤")
    assert document.updated is not None
    assert document.updated.isoformat() == put.updated
    assert (document.contact, dict(document.applies_to)) == ("jinji@example.jp", {"勤務地": "大阪支社"})
    assert document.groups == {"hr"}
    assert await store.hashes() == {"handbook/leave.md": put.content_hash}


async def a_passage_that_stays_keeps_its_id_and_makes_no_change(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "一", "二", "三")])
    before = {passage.text: passage.id for passage in await stored_passages(store)}
    seen = await store.last_change()
    await store.put([new_document("a.md", "零", "一", "三")])
    after = {passage.text: passage.id for passage in await stored_passages(store)}
    assert list(after) == ["零", "一", "三"]
    assert (after["一"], after["三"]) == (before["一"], before["三"])
    changed = {change.passage_id: change.passage is not None for change in await changes_after(store, seen)}
    assert changed == {before["二"]: False, after["零"]: True}


async def ids_are_never_given_twice(store: DocumentStore) -> None:
    await store.put([new_document_without_vectors("a.md")])
    [first] = await stored_passages(store)
    await store.remove(["a.md"])
    await store.put([new_document_without_vectors("a.md")])
    [second] = await stored_passages(store)
    assert second.id > first.id
    assert second.document.id > first.document.id


def new_document_without_vectors(source: str, text: str = "") -> NewDocument:
    hashed = source + text
    passage = NewPassage(section=(), text=f"{source}の本文{text}", language="ja", context_hash=hashed)
    return NewDocument(source=source, content_hash=hashed, title=source, language="ja", passages=(passage,))


async def what_was_stored_meanwhile_is_left(store: DocumentStore) -> None:
    await store.put([new_document_without_vectors("a.md"), new_document_without_vectors("b.md")])
    before = await store.hashes()
    other = replace(new_document_without_vectors("a.md"), content_hash="other")
    await store.put([other])
    await store.remove(["b.md"])
    late = [replace(new_document_without_vectors(source), content_hash="late") for source in ("a.md", "b.md", "c.md")]
    assert await store.put(late, over=before) == {"a.md", "b.md"}
    assert await store.hashes() == {"a.md": "other", "c.md": "late"}
    assert await store.put([other], over=before) == frozenset()  # it stands there already


async def what_was_stored_meanwhile_is_not_removed(store: DocumentStore) -> None:
    sources = ["a.md", "b.md"]
    await store.put([new_document_without_vectors(source) for source in sources])
    before = await store.hashes()
    await store.put([replace(new_document_without_vectors("a.md"), content_hash="other")])
    assert await store.remove([*sources, "c.md"], over=before) == 1
    assert await store.hashes() == {"a.md": "other"}
    assert await store.remove(["a.md"], over={}) == 0


async def putting_the_same_again_changes_nothing(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "同じ", "同じ", "違う")])
    seen, before = await store.last_change(), await stored_passages(store)
    await store.put([new_document("a.md", "同じ", "同じ", "違う")])
    assert await store.last_change() == seen
    assert await stored_passages(store) == before


async def other_metadata_reaches_the_index_for_every_passage(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "一", "二")])
    seen, before = await store.last_change(), [passage.id for passage in await stored_passages(store)]
    await store.put([new_document("a.md", "一", "二", groups=["hr"])])
    changed = await changes_after(store, seen)
    assert [change.passage_id for change in changed] == before
    assert all(change.passage and change.passage.document.groups == {"hr"} for change in changed)


async def another_title_keeps_ids_and_brings_other_vectors(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "一", title="旧")])
    [before] = await changes_after(store, 0)
    await store.put([new_document("a.md", "一", title="新")])
    [after] = await changes_after(store, before.seq)
    assert after.passage_id == before.passage_id
    assert before.vector is not None
    assert after.vector is not None
    assert not np.array_equal(before.vector, after.vector)


async def a_removed_document_leaves_nothing_but_its_changes(store: DocumentStore) -> None:
    await store.put([new_document_without_vectors("a.md"), new_document_without_vectors("b.md")])
    ids = [passage.id for passage in await stored_passages(store)]
    seen = await store.last_change()
    assert await store.remove(["a.md", "unknown.md"]) == 1
    assert [(change.passage_id, change.passage) for change in await changes_after(store, seen)] == [(ids[0], None)]
    assert [passage.id for passage in await store.passages(ids, EVERYONE)] == [ids[1]]
    assert list(await store.hashes()) == ["b.md"]


async def changes_are_in_order_and_each_passage_is_named_once(store: DocumentStore) -> None:
    documents = [new_document_without_vectors(f"{number:04}.md") for number in range(1_100)]
    await store.put(documents)
    await store.remove(["0003.md"])
    sizes = [len(batch) async for batch in store.changes(0)]
    changed = await changes_after(store, 0)
    assert len(sizes) > 1
    assert [change.seq for change in changed] == sorted({change.seq for change in changed})
    assert len({change.passage_id for change in changed}) == len(changed) == 1_100
    assert changed[-1].passage is None
    assert changed[-1].seq == await store.last_change()
    assert await changes_after(store, await store.last_change()) == []


async def a_change_keeps_its_mark_and_no_two_calls_draw_the_same(store: DocumentStore) -> None:
    marks: dict[int, str] = {}
    for text in ("一", "二", "三"):
        await store.put([new_document_without_vectors("a.md", text), new_document_without_vectors("b.md", text)])
        for seq in range(max(marks, default=0) + 1, await store.last_change() + 1):
            marks[seq] = await store.mark(seq)
    await store.remove(["a.md"])
    newest = await store.last_change()
    marks[newest] = await store.mark(newest)
    assert all(marks.values())
    assert len(set(marks.values())) >= 4
    changed = await changes_after(store, 0)
    assert len(changed) < len(marks), "of most there is no line any more"
    assert {seq: await store.mark(seq) for seq in marks} == marks
    assert all(change.mark == marks[change.seq] for change in changed)
    assert await store.mark(newest + 1) == ""


async def what_changes_nothing_draws_no_mark(store: DocumentStore) -> None:
    await store.put([new_document_without_vectors("a.md", "一")])
    newest = await store.last_change()
    before = await store.mark(newest)
    await store.put([new_document_without_vectors("a.md", "一")])
    await store.remove(["unknown.md"])
    assert (await store.last_change(), await store.mark(newest)) == (newest, before)


async def an_empty_store_has_no_changes(store: DocumentStore) -> None:
    assert await store.last_change() == 0
    assert await store.mark(0) == await store.mark(1) == ""
    assert await changes_after(store, 0) == []
    assert (await store.overview()).documents == 0


async def a_put_that_fails_leaves_nothing(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    broken = replace(new_passage("二"), text="\ud800")  # half a surrogate pair: no Unicode text
    good, bad = new_document("a.md", "一"), replace(new_document("b.md"), passages=(broken,))
    await refusal(store.put([good, bad]), StoreError)
    assert await store.hashes() == {}
    assert await store.last_change() == 0


async def vectors_are_found_by_context_and_bit_for_bit_the_same(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    document = new_document("a.md", "一", "二")
    await store.put([document])
    hashes = [passage.context_hash for passage in document.passages]
    found = await store.vectors([*hashes, "unknown"])
    assert found.keys() == set(hashes)
    for passage in document.passages:
        assert passage.vector is not None
        assert found[passage.context_hash].dtype == np.float32
        np.testing.assert_array_equal(found[passage.context_hash], passage.vector)


async def a_store_refuses_another_embedding_model(store: DocumentStore) -> None:
    await store.bind_embedding("first:model", DIMENSION)
    await store.bind_embedding(MODEL, DIMENSION)  # still empty: taken
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "一")])
    message = await refusal(store.bind_embedding("other:model", DIMENSION), EmbeddingMismatch)
    assert MODEL in message
    assert "other:model" in message
    assert (await store.overview()).embedding == MODEL


async def passages_come_in_the_order_asked_for(store: DocumentStore) -> None:
    await store.put([new_document_without_vectors(f"{number}.md") for number in range(5)])
    ids = [passage.id for passage in await stored_passages(store)]
    asked = [ids[3], ids[0], 10**9, ids[4]]
    assert [passage.id for passage in await store.passages(asked, EVERYONE)] == [ids[3], ids[0], ids[4]]
    assert await store.passages([], EVERYONE) == []


async def the_filter_holds_in_the_store(store: DocumentStore) -> None:
    sources = ["faq.csv#faq_012", "faq.csv2", "handbook/a.md", "handbook2/b.md"]
    await store.put([*map(new_document_without_vectors, sources)])
    ids = [passage.id for passage in await stored_passages(store)]

    async def seen(within: Filter) -> list[str]:
        return [passage.document.source for passage in await store.passages(ids, within)]

    assert await seen(Filter(sources=("handbook",))) == ["handbook/a.md"]
    assert await seen(Filter(sources=("faq.csv", "handbook2/"))) == ["faq.csv#faq_012", "handbook2/b.md"]
    assert await seen(Filter(languages=("en",))) == []
    assert await seen(Filter(languages=("en", "ja"))) == sources
    assert await seen(Filter(sections=("年次休暇",))) == []


async def pages_with_groups_need_one_in_common(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("board.md", "役員", groups=["board", "hr"]), new_document("all.md", "全員")])
    ids = [passage.id for passage in await stored_passages(store)]

    async def seen(*groups: str) -> list[str]:
        within = Filter(groups=frozenset(groups))
        return [passage.document.source for passage in await store.passages(ids, within)]

    assert await seen() == ["all.md"]
    assert await seen("sales") == ["all.md"]
    assert await seen("hr", "sales") == ["all.md", "board.md"]


async def a_reader_is_shown_the_documents_that_the_reader_may_read(store: DocumentStore) -> None:
    pages = [new_document_without_vectors(f"handbook/{number:04}.md") for number in range(1100)]
    secret = [replace(page, groups=frozenset({"board"})) for page in pages[:1050]]
    await store.put([*secret, *pages[1050:], new_document_without_vectors("faq.csv#1")])
    outsider, board = Filter(), Filter(groups=frozenset({"board"}), sources=("handbook",))
    assert [page.source for page in await store.listed(outsider, limit=2)] == ["faq.csv#1", "handbook/1050.md"]
    assert len(await store.listed(outsider, limit=1000)) == 51
    assert await store.listed(outsider, limit=None) == await store.listed(outsider, limit=1000)
    assert [page.source for page in await store.listed(board, after="handbook/0007.md", limit=1)] == [
        "handbook/0008.md"
    ]
    assert (await store.listed(Filter(sources=("handbook/0000.md",)))) == []


async def neighbours_stay_within_the_document(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "零", "一", "二", "三"), new_document("b.md", "四")])
    passages = {passage.text: passage for passage in await stored_passages(store)}

    async def around(text: str, before: int, after: int) -> list[str]:
        return [passage.text for passage in await store.neighbours(passages[text], before, after)]

    assert await around("一", 1, 2) == ["零", "一", "二", "三"]
    assert await around("零", 5, 0) == ["零"]
    assert await around("四", 1, 1) == ["四"]


async def a_page_that_was_closed_or_replaced_has_no_neighbours_for_who_read_it_before(store: DocumentStore) -> None:
    await store.put([new_document_without_vectors("a.md"), new_document_without_vectors("b.md")])
    closed, replaced = await stored_passages(store)
    await store.put([replace(new_document_without_vectors("a.md"), content_hash="new", groups=frozenset({"board"}))])
    await store.remove(["b.md"])
    await store.put([new_document_without_vectors("c.md")])
    assert await store.neighbours(closed, 9, 9) == []
    assert await store.neighbours(replaced, 9, 9) == []


async def questions_stay_with_a_passage_as_long_as_it_says_the_same_under_the_same_title(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    page = new_document("a.md", "二十日です", "翌年までです")
    await store.put([page])
    first, second = await store.unasked(10)
    assert [first.id] == [each.id for each in await store.unasked(1)]
    seen = await store.last_change()
    asked = replace(first, asked=("何日休める？",))
    none = replace(second, asked=())
    assert await store.put_questions([(asked, vector_of("二十日")), (none, None)]) == 2
    assert await store.unasked(10) == []
    assert [change.passage for change in await changes_after(store, seen)] == [asked, none]
    [change, _] = await changes_after(store, seen)
    np.testing.assert_array_equal(change.vector, vector_of("二十日"))

    await store.put([replace(page, content_hash="in another order", passages=page.passages[::-1])])
    assert {each.text: each.asked for each in await stored_passages(store)} == {
        first.text: asked.asked,
        second.text: (),
    }
    assert await store.unasked(10) == []
    again = [change.vector for change in await changes_after(store, 0) if change.passage_id == first.id]
    np.testing.assert_array_equal(again[0], vector_of("二十日"))

    await store.put([replace(new_document("a.md", first.text, title="休職"), content_hash="another title")])
    [alone] = await store.unasked(10)
    assert (alone.id, alone.asked) == (first.id, ())
    assert await store.put_questions([(asked, None)]) == 0, "they were asked of a page of another title"


async def questions_can_be_forgotten(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "二十日です")])
    [passage] = await store.unasked(10)
    await store.put_questions([(replace(passage, asked=("何日？",)), vector_of("別"))])
    seen = await store.last_change()
    assert await store.forget_questions() == 1
    [change] = await changes_after(store, seen)
    assert change.passage == passage
    np.testing.assert_array_equal(change.vector, new_passage("二十日です").vector)
    assert await store.forget_questions() == 0
    assert await store.unasked(10) == [passage]


async def hashes_are_found_by_the_beginning_of_the_source(store: DocumentStore) -> None:
    await store.put([*map(new_document_without_vectors, ["a_b/x.md", "aXb/y.md", "A_B/z.md", "a%/w.md"])])
    assert list(await store.hashes("a_b")) == ["a_b/x.md"]
    assert list(await store.hashes("a%")) == ["a%/w.md"]
    assert len(await store.hashes()) == 4


async def the_overview_counts_what_is_there(store: DocumentStore) -> None:
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "一", "二"), new_document_without_vectors("b.md")])
    overview = await store.overview()
    assert (overview.documents, overview.passages, dict(overview.languages)) == (2, 3, {"ja": 3})
    assert dict(overview.attributes) == {"勤務地": ("大阪支社",)}
    assert overview.embedding == MODEL


async def the_overview_counts_the_rows_of_a_section_as_one(store: DocumentStore) -> None:
    rows = [f"| 部屋 | 円 |\n|-|-|\n| {room} | 500 |" for room in "一二三"]
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "部屋は三つ。", *rows), new_document("b.md", *rows[:2], groups=["board"])])
    outsider, owner = await store.overview(), await store.overview(None)
    assert (outsider.passages, outsider.extent) == (4, 2)
    assert (owner.passages, owner.extent) == (6, 3)


async def the_overview_of_a_reader_holds_nothing_of_what_the_reader_may_not_read(store: DocumentStore) -> None:
    secret, plan = new_document("secret.md", "買収", "の話", groups=["board"]), new_document_without_vectors("plan.md")
    restricted = replace(secret, applies_to={"買収候補": "ミナトフーズ仙台"})
    english = replace(plan, groups=frozenset({"board", "hr"}), applies_to={"本部": "札幌"})
    await store.bind_embedding(MODEL, DIMENSION)
    await store.put([new_document("a.md", "一", "二"), restricted, english])
    outsider, hr, owner = [await store.overview(groups) for groups in (frozenset(), frozenset({"hr"}), None)]
    assert (outsider.documents, outsider.passages, dict(outsider.languages)) == (1, 2, {"ja": 2})
    assert dict(outsider.attributes) == {"勤務地": ("大阪支社",)}
    assert outsider == await store.overview()
    assert (hr.documents, "本部" in hr.attributes, "買収候補" in hr.attributes) == (2, True, False)
    assert (owner.documents, owner.passages, owner.attributes["買収候補"]) == (3, 5, ("ミナトフーズ仙台",))


DOCUMENT_STORE_CONTRACT = (
    a_document_comes_back_as_it_was_put,
    a_passage_that_stays_keeps_its_id_and_makes_no_change,
    ids_are_never_given_twice,
    what_was_stored_meanwhile_is_left,
    what_was_stored_meanwhile_is_not_removed,
    putting_the_same_again_changes_nothing,
    other_metadata_reaches_the_index_for_every_passage,
    another_title_keeps_ids_and_brings_other_vectors,
    a_removed_document_leaves_nothing_but_its_changes,
    changes_are_in_order_and_each_passage_is_named_once,
    a_change_keeps_its_mark_and_no_two_calls_draw_the_same,
    what_changes_nothing_draws_no_mark,
    an_empty_store_has_no_changes,
    a_put_that_fails_leaves_nothing,
    vectors_are_found_by_context_and_bit_for_bit_the_same,
    a_store_refuses_another_embedding_model,
    passages_come_in_the_order_asked_for,
    the_filter_holds_in_the_store,
    pages_with_groups_need_one_in_common,
    a_reader_is_shown_the_documents_that_the_reader_may_read,
    neighbours_stay_within_the_document,
    a_page_that_was_closed_or_replaced_has_no_neighbours_for_who_read_it_before,
    questions_stay_with_a_passage_as_long_as_it_says_the_same_under_the_same_title,
    questions_can_be_forgotten,
    hashes_are_found_by_the_beginning_of_the_source,
    the_overview_counts_what_is_there,
    the_overview_counts_the_rows_of_a_section_as_one,
    the_overview_of_a_reader_holds_nothing_of_what_the_reader_may_not_read,
)
