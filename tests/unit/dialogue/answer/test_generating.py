"""What is kept of a model's answer."""

from yorisoi.dialogue.answer.generating import without_echo


def test_what_was_given_beside_the_documents_is_not_repeated() -> None:
    answer = "夏季休暇は3日です。\n\n利用者が以前話したこと:\n- 休みについて教えてください"
    assert without_echo(answer, "ja") == "夏季休暇は3日です。"
    assert without_echo("Three days.\n\nThe user said before:\n- hello", "en") == "Three days."


def test_an_answer_that_repeats_nothing_stays_as_it_is() -> None:
    answer = "夏季休暇は3日です。\n\n- 一斉休業日: 8月14日"
    assert without_echo(answer, "ja") == answer
