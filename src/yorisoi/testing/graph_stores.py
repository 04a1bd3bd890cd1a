"""What every store of a graph must do, beside the documents and episodes that its triples and words come from.

for check in GRAPH_STORE_CONTRACT:
    await check(new_empty_store())
"""

from hashlib import sha256

from yorisoi.graph_ports import GraphStore, Origin
from yorisoi.ports import NewDocument, NewPassage, Store
from yorisoi.testing.stores import AIKO, BEN, episode
from yorisoi.types import Focus, Passage, Triple

OTARU = Triple(head="小樽市", relation="所在", tail="北海道")
CANAL = Triple(head="小樽運河", relation="所在", tail="小樽市", confidence=0.5)
HOT_SPRINGS = Focus(word="温泉", relation="likes", salience=2.0)


def page(text: str, title: str = "小樽", groups: frozenset[str] = frozenset()) -> NewDocument:
    hashed = sha256((title + text).encode()).hexdigest()
    passage = NewPassage(section=(), text=text, language="ja", context_hash=hashed)
    return NewDocument(
        source="otaru.md", content_hash=hashed, title=title, language="ja", passages=(passage,), groups=groups
    )


async def everything(store: GraphStore) -> list[tuple[Triple, str]]:
    return [(each.triple, each.source) async for batch in store.triples() for each in batch]


async def only_passage(store: Store) -> Passage:
    [passage] = await store.graph.unbuilt("rules", 10)
    return passage


async def triples_come_back_with_their_source(store: Store) -> None:
    assert await everything(store.graph) == []
    assert await store.graph.put(Origin(name="a.tsv"), [OTARU, CANAL]) == 2
    assert await everything(store.graph) == [(OTARU, "a.tsv"), (CANAL, "a.tsv")]
    assert await store.graph.origins() == {("a.tsv", "import"): 2}


async def a_file_taken_in_again_replaces_its_triples(store: Store) -> None:
    await store.graph.put(Origin(name="a.tsv"), [OTARU])
    await store.graph.put(Origin(name="b.tsv"), [OTARU])
    before = await store.graph.version()
    await store.graph.put(Origin(name="a.tsv"), [CANAL])
    assert await everything(store.graph) == [(OTARU, "b.tsv"), (CANAL, "a.tsv")]
    assert await store.graph.version() != before
    assert await store.graph.withdraw("b.tsv") == 1
    assert await store.graph.withdraw("b.tsv") == 0
    assert await everything(store.graph) == [(CANAL, "a.tsv")]


async def no_two_sets_of_origins_have_one_version(store: Store) -> None:
    """However many they are, and though they say the same."""
    graph, versions = store.graph, ["0-0"]
    assert await graph.version() == "0-0"
    for put, withdrawn in (("a.tsv", ""), ("a.tsv", ""), ("b.tsv", "a.tsv"), ("a.tsv", "b.tsv")):
        await graph.put(Origin(name=put), [OTARU])
        versions.append(await graph.version())
        if await graph.withdraw(withdrawn):
            versions.append(await graph.version())
    assert len(set(versions)) == len(versions) == 7
    await graph.withdraw("a.tsv")
    assert await graph.version() == "0-0"


async def a_document_takes_its_triples_along(store: Store) -> None:
    await store.documents.put([page("小樽市は北海道にある。")])
    passage = await only_passage(store)
    await store.graph.put(Origin(name="otaru.md", passage_id=passage.id, method="rules"), [OTARU])
    await store.graph.put(Origin(name="a.tsv"), [CANAL])
    assert await store.graph.unbuilt("rules", 10) == []
    before = await store.graph.version()
    await store.documents.remove(["otaru.md"])
    assert await everything(store.graph) == [(CANAL, "a.tsv")]
    assert await store.graph.version() != before


async def a_passage_that_changes_loses_its_triples(store: Store) -> None:
    await store.documents.put([page("小樽市は北海道にある。")])
    passage = await only_passage(store)
    await store.graph.put(Origin(name="otaru.md", passage_id=passage.id, method="rules"), [OTARU])
    await store.documents.put([page("小樽市には運河がある。")])
    assert await everything(store.graph) == []
    assert (await only_passage(store)).text == "小樽市には運河がある。"


async def a_page_that_is_closed_leaves_the_graph(store: Store) -> None:
    await store.documents.put([page("小樽市は北海道にある。")])
    passage = await only_passage(store)
    await store.graph.put(Origin(name="otaru.md", passage_id=passage.id, method="rules"), [OTARU])
    await store.documents.put([page("小樽市は北海道にある。", groups=frozenset(["staff"]))])
    assert await everything(store.graph) == []
    assert await store.graph.unbuilt("rules", 10) == []


async def what_is_closed_or_removed_while_it_is_read_does_not_come_into_the_graph(store: Store) -> None:
    await store.documents.put([page("小樽市は北海道にある。")])
    origin = Origin(name="otaru.md", passage_id=(await only_passage(store)).id, method="rules")
    await store.documents.put([page("小樽市は北海道にある。", groups=frozenset(["staff"]))])
    assert await store.graph.put(origin, [OTARU]) == 0
    await store.graph.put_all([(origin, [OTARU]), (Origin(name="a.tsv"), [CANAL])])
    assert await everything(store.graph) == [(CANAL, "a.tsv")]
    await store.documents.remove(["otaru.md"])
    await store.graph.put_all([(origin, [OTARU])])
    assert await everything(store.graph) == [(CANAL, "a.tsv")]


async def focus_words_are_one_users_alone(store: Store) -> None:
    await store.episodes.add(AIKO, [(episode("温泉が好き"), None)])
    [id_] = await store.graph.unheard(AIKO)
    assert await store.graph.unheard(BEN) == {}
    await store.graph.hear(BEN, {id_: ("温泉が好き", [HOT_SPRINGS])})
    assert await store.graph.focus(BEN) == []
    assert await store.graph.unheard(AIKO) == {id_: "温泉が好き"}
    await store.graph.hear(AIKO, {id_: ("温泉が好き", [HOT_SPRINGS])})
    assert await store.graph.focus(AIKO) == [HOT_SPRINGS]
    said = episode("温泉が好き")
    assert await store.graph.spoken(AIKO) == {HOT_SPRINGS.word: [(said.session, said.turn)]}
    assert await store.graph.spoken(BEN) == {}
    assert await store.graph.unheard(AIKO) == {}
    await store.graph.hear(AIKO, {id_: ("温泉が好き", [])})
    assert await store.graph.focus(AIKO) == []


async def the_crowd_says_what_but_not_who(store: Store) -> None:
    for user in (AIKO, BEN):
        await store.episodes.add(user, [(episode("温泉が好き", user=user), None)])
        [id_] = await store.graph.unheard(user)
        await store.graph.hear(user, {id_: ("温泉が好き", [HOT_SPRINGS])})
    assert await store.graph.crowd(10) == [[HOT_SPRINGS], [HOT_SPRINGS]]
    assert await store.graph.crowd(1) == [[HOT_SPRINGS]]


GRAPH_STORE_CONTRACT = (
    triples_come_back_with_their_source,
    a_file_taken_in_again_replaces_its_triples,
    no_two_sets_of_origins_have_one_version,
    a_document_takes_its_triples_along,
    a_passage_that_changes_loses_its_triples,
    a_page_that_is_closed_leaves_the_graph,
    what_is_closed_or_removed_while_it_is_read_does_not_come_into_the_graph,
    focus_words_are_one_users_alone,
    the_crowd_says_what_but_not_who,
)
