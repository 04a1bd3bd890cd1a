from hypothesis import given
from hypothesis import strategies as st

from yorisoi.backends.store.diff import Difference, StoredPassage, difference
from yorisoi.ports import NewPassage

texts = st.lists(st.sampled_from("一二三四五"), max_size=8)


def stored(contents: list[str]) -> list[StoredPassage]:
    return [
        StoredPassage(
            id=100 + position,
            position=position,
            section=(),
            text=text,
            language="ja",
            context_hash=text,
            embedded=False,
        )
        for position, text in enumerate(contents)
    ]


def new(contents: list[str]) -> list[NewPassage]:
    return [NewPassage(section=(), text=text, language="ja", context_hash=text) for text in contents]


@given(texts, texts)
def test_applying_the_difference_gives_the_new_document(old: list[str], arriving: list[str]) -> None:
    changes = difference(stored(old), new(arriving))
    document = {passage.id: (passage.position, passage.text) for passage in stored(old)}
    for moved in changes.moved:
        document[moved.id] = (moved.position, document[moved.id][1])
    for gone in changes.removed:
        del document[gone]
    assert sorted(document) == sorted(changes.kept)
    result = list(document.values()) + [(position, passage.text) for position, passage in changes.added]
    assert sorted(result) == list(enumerate(arriving))


@given(texts)
def test_a_document_that_comes_again_unchanged_changes_nothing(contents: list[str]) -> None:
    changes = difference(stored(contents), new(contents))
    assert changes == Difference(kept=[passage.id for passage in stored(contents)])


def test_a_passage_that_only_moves_need_not_reach_the_index() -> None:
    changes = difference(stored(["一", "二"]), new(["零", "一", "二"]))
    assert [moved.position for moved in changes.moved] == [1, 2]
    assert changes.reindexed == []
