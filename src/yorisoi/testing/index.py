"""What every PassageIndex must do: each check takes an empty index.

@pytest.mark.parametrize("check", INDEX_CONTRACT, ids=lambda check: check.__name__)
async def test_my_index_keeps_the_contract(check): await check(MyIndex(...))
"""

from collections.abc import Awaitable, Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from yorisoi.change_ports import Position
from yorisoi.ports import IndexedPassage, PassageIndex, Terms
from yorisoi.types import Filter, Language

ALL = Filter()


def passage(
    number: int,
    words: str = "",
    vector: Sequence[float] | None = None,
    *,
    bigrams: str = "",
    language: Language = "ja",
    source: str = "handbook/leave.md",
    section: tuple[str, ...] = (),
    groups: tuple[str, ...] = (),
) -> IndexedPassage:
    """A passage whose terms are written with spaces between them."""
    return IndexedPassage(
        id=number,
        terms=Terms(words=tuple(words.split()), bigrams=tuple(bigrams.split())),
        vector=None if vector is None else unit(*vector),
        language=language,
        source=source,
        section=section,
        groups=frozenset(groups),
    )


def unit(*numbers: float) -> NDArray[np.float32]:
    """The vector of length 1 in a direction."""
    vector = np.array(numbers, dtype=np.float32)
    return vector / np.linalg.norm(vector)


async def ids_by_words(index: PassageIndex, words: str, within: Filter = ALL, limit: int = 100) -> list[int]:
    return [i for i, _ in await index.by_words(Terms(words=tuple(words.split())), limit, within)]


async def ids_by_vector(
    index: PassageIndex, vector: NDArray[np.float32], within: Filter = ALL, limit: int = 100
) -> list[int]:
    return [i for i, _ in await index.by_vector(vector, limit, within)]


async def an_empty_index_is_at_zero_and_finds_nothing(index: PassageIndex) -> None:
    assert await index.position() == Position()
    assert await ids_by_words(index, "休暇") == []
    assert await ids_by_vector(index, unit(1, 0)) == []


async def what_was_applied_is_found(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇 申請", (1, 0)), passage(2, "経費 精算", (0, 1))], [], Position(7, "m"))
    assert await index.position() == Position(7, "m")
    assert await ids_by_words(index, "休暇") == [1]
    assert await ids_by_words(index, "出張") == []
    assert await ids_by_vector(index, unit(0.9, 0.1)) == [1, 2]


async def the_vector_of_any_passage_can_be_scored(index: PassageIndex) -> None:
    nan = float("nan")

    async def scores(*ids: int) -> NDArray[np.float32]:
        of_both = await index.vector_scores(np.stack([unit(1, 0), unit(-1, 0)]), ids)
        assert of_both.shape == (2, len(ids))
        assert np.array_equal(of_both[0], -of_both[1], equal_nan=True)
        first: NDArray[np.float32] = of_both[0]
        return first

    await index.apply([passage(3, "休暇")], [], Position(1))
    assert np.array_equal(await scores(3), [nan], equal_nan=True)
    await index.apply([passage(1, "休暇 申請", (1, 0)), passage(2, "経費 精算", (0, 1))], [], Position(2))
    assert np.array_equal(await scores(2, 1, 3, 9), [0, 1, nan, nan], equal_nan=True)
    assert (await scores()).shape == (0,)
    await index.apply([], [1], Position(3))
    assert np.array_equal(await scores(1, 2), [nan, 0], equal_nan=True)


async def a_put_replaces_and_may_be_repeated(index: PassageIndex) -> None:
    for upto in (1, 2):
        await index.apply([passage(1, "休暇", (1, 0)), passage(2, "休暇", (0, 1))], [], Position(upto))
    for upto in (3, 4):
        await index.apply([passage(1, "経費", (-1, 0))], [], Position(upto))
    assert await ids_by_words(index, "休暇") == [2]
    assert await ids_by_words(index, "経費") == [1]
    assert await index.by_vector(unit(1, 0), 5, ALL) == [(2, 0.0), (1, -1.0)]


async def removing_may_be_repeated_and_may_be_of_nothing(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇", (1, 0)), passage(2, "休暇", (0, 1))], [], Position(1))
    for upto in (2, 3):
        await index.apply([], [1, 99], Position(upto))
    assert await ids_by_words(index, "休暇") == [2]
    assert await ids_by_vector(index, unit(1, 0)) == [2]


async def a_passage_removed_can_come_back(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇", (1, 0))], [], Position(1))
    await index.apply([], [1], Position(2))
    await index.apply([passage(1, "経費", (0, 1))], [], Position(3))
    assert await ids_by_words(index, "休暇") == []
    assert await ids_by_words(index, "経費") == [1]
    assert await index.by_vector(unit(0, 1), 5, ALL) == [(1, 1.0)]


async def of_two_puts_of_one_passage_the_last_counts(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇", (1, 0)), passage(1, "経費", (0, 1))], [], Position(1))
    assert await ids_by_words(index, "休暇") == []
    assert await ids_by_words(index, "経費") == [1]
    assert await index.by_vector(unit(1, 0), 5, ALL) == [(1, 0.0)]


async def a_passage_without_a_vector_is_found_by_words_only(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇"), passage(2, "休暇", (1, 0))], [], Position(1))
    assert await ids_by_words(index, "休暇") == [1, 2]
    assert await ids_by_vector(index, unit(1, 0)) == [2]
    await index.apply([passage(2, "休暇")], [], Position(2))
    assert await ids_by_vector(index, unit(1, 0)) == []


async def equal_scores_are_ordered_by_id_also_at_the_limit(index: PassageIndex) -> None:
    numbers = [9, 3, 7, 1, 8, 2, 6, 4, 5]
    for upto, number in enumerate(numbers, start=1):
        await index.apply([passage(number, "休暇", (1, 0))], [], Position(upto))
    for limit in (1, 4, 9, 50):
        assert await ids_by_words(index, "休暇", limit=limit) == sorted(numbers)[:limit]
        assert await ids_by_vector(index, unit(1, 1), limit=limit) == sorted(numbers)[:limit]


async def a_limit_of_zero_gives_nothing(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇", (1, 0))], [], Position(1))
    assert await ids_by_words(index, "休暇", limit=0) == []
    assert await ids_by_vector(index, unit(1, 0), limit=0) == []


async def more_shared_terms_score_higher(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇 規程"), passage(2, "休暇 申請"), passage(3, "会議 予約")], [], Position(1))
    scored = await index.by_words(Terms(words=("休暇", "申請")), 5, ALL)
    assert [i for i, _ in scored] == [2, 1]
    assert scored[0][1] > scored[1][1] > 0


async def bigrams_find_what_words_do_not(index: PassageIndex) -> None:
    await index.apply(
        [passage(1, "管理規程", bigrams="管理 理規 規程"), passage(2, "会議", bigrams="会議")], [], Position(1)
    )
    found = await index.by_words(Terms(words=("管理",), bigrams=("管理",)), 5, ALL)
    assert [i for i, _ in found] == [1]


async def a_term_with_white_space_or_syntax_is_one_term(index: PassageIndex) -> None:
    odd = ["a b", "a\u3000b", '"x" AND (y:z)*', "休暇\n申請", "-", "x" * 5000]
    puts = [
        IndexedPassage(
            id=number,
            terms=Terms(words=(term,)),
            vector=None,
            language="ja",
            source="s",
            section=(),
            groups=frozenset(),
        )
        for number, term in enumerate(odd)
    ]
    await index.apply(puts, [], Position(1))
    assert await ids_by_words(index, "a b 休暇 申請 AND x") == []
    for number, term in enumerate(odd[2:], start=2):
        assert [i for i, _ in await index.by_words(Terms(words=(term,)), 9, ALL)] == [number]


async def filters_let_through_what_they_name(index: PassageIndex) -> None:
    await index.apply(
        [
            passage(1, "休暇", (1, 0), source="handbook/leave/annual.md", section=("休暇", "年次")),
            passage(2, "休暇", (1, 1), source="handbook/leave2.md", section=("勤怠",), language="zh"),
            passage(3, "休暇", (0, 1), source="faq.csv#faq_012", groups=("hr",)),
        ],
        [],
        Position(1),
    )
    expected: list[tuple[Filter, list[int]]] = [
        (ALL, [1, 2]),
        (Filter(groups=frozenset({"hr", "it"})), [1, 2, 3]),
        (Filter(groups=frozenset({"it"})), [1, 2]),
        (Filter(languages=("zh",)), [2]),
        (Filter(languages=("zh", "ja")), [1, 2]),
        (Filter(sources=("handbook",)), [1, 2]),
        (Filter(sources=("handbook/leave",)), [1]),
        (Filter(sources=("handbook/leave/",)), [1]),
        (Filter(sources=("faq.csv",), groups=frozenset({"hr"})), [3]),
        (Filter(sources=("faq.csv",)), []),
        (Filter(sections=("年次", "勤怠")), [1, 2]),
        (Filter(sections=("年次",), languages=("zh",)), []),
    ]
    for within, ids in expected:
        assert sorted(await ids_by_words(index, "休暇", within)) == ids, within
        assert sorted(await ids_by_vector(index, unit(1, 0), within)) == ids, within


async def languages_apart_each_have_their_nearest(index: PassageIndex) -> None:
    directions = [(1, 0), (3, 1), (2, 1), (1, 1)]
    puts = [passage(n, vector=direction) for n, direction in enumerate(directions, start=1)]
    puts += [passage(n, vector=(0, n), language="en") for n in (5, 6)]
    await index.apply([*puts, passage(7, vector=(-1, 0), language="zh")], [], Position(1))

    async def found(limit: int, within: Filter) -> list[int]:
        return [i for i, _ in await index.by_vector(unit(1, 0), limit, within, apart=True)]

    assert await found(2, ALL) == [1, 2, 5, 6, 7]
    assert await found(1, ALL) == [1, 5, 7]
    assert await found(3, Filter(languages=("ja", "zh"))) == [1, 2, 3, 7]
    await index.apply([], [5, 6, 7], Position(2))
    assert await found(3, ALL) == [1, 2, 3]


async def filters_follow_changes(index: PassageIndex) -> None:
    reader = Filter(groups=frozenset({"hr"}))
    await index.apply([passage(1, "休暇", (1, 0))], [], Position(1))
    assert await ids_by_vector(index, unit(1, 0)) == [1]
    await index.apply([passage(1, "休暇", (1, 0), groups=("hr",))], [], Position(2))
    assert await ids_by_words(index, "休暇") == await ids_by_vector(index, unit(1, 0)) == []
    assert await ids_by_words(index, "休暇", reader) == await ids_by_vector(index, unit(1, 0), reader) == [1]


async def the_moments_are_those_of_the_vectors_of_a_language(index: PassageIndex) -> None:
    assert await index.moments() == {}
    directions = [(1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)]
    puts = [passage(n, vector=direction) for n, direction in enumerate(directions, start=1)]
    foreign = [(1, 0, 1), (0, 1, 1)]
    puts += [passage(n, vector=direction, language="en") for n, direction in enumerate(foreign, start=5)]
    await index.apply([*puts, passage(7, vector=(1, 1, 1), language="zh")], [], Position(4))
    await index.apply([], [4], Position(5))
    moments = await index.moments()
    assert set(moments) == {"ja", "en"}, "one vector has no moments"
    for language, held in (("ja", directions[:3]), ("en", foreign)):
        vectors = np.array([unit(*direction) for direction in held])
        known = moments[language]
        assert known.count == len(held)
        assert np.allclose(known.mean, vectors.mean(axis=0), atol=1e-6)
        assert np.allclose(known.covariance, np.cov(vectors.T, bias=True), atol=1e-6)
    assert await index.languages([1, 5, 7]) == {1: "ja", 5: "en", 7: "zh"}


async def clearing_leaves_an_empty_index(index: PassageIndex) -> None:
    await index.apply([passage(1, "休暇", (1, 0))], [], Position(5))
    await index.clear()
    await an_empty_index_is_at_zero_and_finds_nothing(index)
    await index.apply([passage(2, "経費", (1, 0, 0))], [], Position(1))
    assert await ids_by_vector(index, unit(1, 0, 0)) == [2]


async def clearing_may_be_of_one_position_alone(index: PassageIndex) -> None:
    """What another process has built meanwhile stays."""
    await index.apply([passage(1, "休暇", (1, 0))], [], Position(5, "this"))
    for other in (Position(5, "that"), Position(4, "this"), Position()):
        await index.clear(other)
        assert await index.position() == Position(5, "this")
        assert await ids_by_words(index, "休暇") == [1]
    await index.clear(Position(5, "this"))
    await an_empty_index_is_at_zero_and_finds_nothing(index)


INDEX_CONTRACT: tuple[Callable[[PassageIndex], Awaitable[None]], ...] = (
    an_empty_index_is_at_zero_and_finds_nothing,
    what_was_applied_is_found,
    the_vector_of_any_passage_can_be_scored,
    a_put_replaces_and_may_be_repeated,
    removing_may_be_repeated_and_may_be_of_nothing,
    a_passage_removed_can_come_back,
    of_two_puts_of_one_passage_the_last_counts,
    a_passage_without_a_vector_is_found_by_words_only,
    equal_scores_are_ordered_by_id_also_at_the_limit,
    a_limit_of_zero_gives_nothing,
    more_shared_terms_score_higher,
    bigrams_find_what_words_do_not,
    a_term_with_white_space_or_syntax_is_one_term,
    filters_let_through_what_they_name,
    languages_apart_each_have_their_nearest,
    filters_follow_changes,
    the_moments_are_those_of_the_vectors_of_a_language,
    clearing_leaves_an_empty_index,
    clearing_may_be_of_one_position_alone,
)
