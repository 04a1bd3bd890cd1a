"""What derives from a turn, and what does not."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from yorisoi.backends.store.derivation import Place, Spoken, with_derived


def turn(speaker: str, *sources: Place) -> Spoken:
    return Spoken(speaker=speaker, text="", sources=frozenset(sources))


def never(_: str) -> bool:
    return False


CONVERSATION = {
    ("a", 0): turn("user"),
    ("a", 1): turn("assistant"),
    ("a", 2): turn("user"),
    ("a", 3): turn("assistant", ("a", 0)),
    ("b", 0): turn("user"),
    ("b", 1): turn("assistant", ("a", 3)),
    ("b", 2): turn("user"),
    ("b", 3): turn("assistant"),
}


def test_the_reply_and_the_replies_made_of_it_go() -> None:
    assert with_derived({("a", 0)}, never, CONVERSATION) == {("a", 0), ("a", 1), ("a", 3), ("b", 1)}
    assert with_derived({("a", 2)}, never, CONVERSATION) == {("a", 2), ("a", 3), ("b", 1)}
    assert with_derived({("b", 2)}, never, CONVERSATION) == {("b", 2), ("b", 3)}


def test_a_reply_goes_without_what_it_replied_to() -> None:
    assert with_derived({("a", 1)}, never, CONVERSATION) == {("a", 1)}


def test_a_reply_of_unknown_sources_derives_from_all_before_it_in_its_session() -> None:
    unknown = {**CONVERSATION, ("a", 3): Spoken(speaker="assistant", text="", sources=None)}
    assert ("a", 3) in with_derived({("a", 1)}, never, unknown)
    assert ("a", 3) not in with_derived({("b", 0)}, never, unknown)


def test_a_reply_that_holds_the_words_goes_whatever_its_sources_say() -> None:
    quoting = {**CONVERSATION, ("b", 3): Spoken(speaker="assistant", text="鬱病とのこと", sources=frozenset())}
    assert ("b", 3) in with_derived({("a", 2)}, lambda text: "鬱病" in text, quoting)


places = st.tuples(st.sampled_from("ab"), st.integers(0, 9))
conversations = st.dictionaries(
    places,
    st.builds(
        Spoken,
        speaker=st.sampled_from(("user", "assistant")),
        text=st.just(""),
        sources=st.none() | st.frozensets(places, max_size=3),
    ),
)


@given(conversations, st.sets(places, max_size=3))
def test_nothing_that_a_user_said_goes_but_what_is_erased_and_twice_erases_no_more(
    spoken: Mapping[Place, Spoken], erased: set[Place]
) -> None:
    gone = with_derived(erased, never, spoken)
    assert gone >= erased
    assert all(spoken[place].speaker == "assistant" for place in gone - erased)
    assert with_derived(gone, never, spoken) == gone
