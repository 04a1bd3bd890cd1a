"""English follow-ups: one row a phenomenon."""

import pytest
from tests.unit.dialogue.rewriting.conversations import question, understood

CLAIM = ("How do I claim travel expenses?", "Fill in the form.")
ZAPPA = ("Frank Zappa", "Disbandment", "What group disbanded?", "Zappa and the Mothers of Invention")
LEAVE = ("How many days of annual leave do full-timers get?", "20 days.")


@pytest.mark.parametrize(
    ("said", "text", "meant"),
    [
        (CLAIM, "When is it due?", "When is travel expenses due?"),
        (CLAIM, "Who approves them?", "Who approves travel expenses?"),
        (CLAIM, "What is the deadline?", "What is the deadline of travel expenses?"),
        (CLAIM, "What about the requirements?", "What are the requirements of travel expenses?"),
        (LEAVE, "And interns?", "How many days of annual leave do interns get?"),
        (LEAVE, "Can I carry it over?", "Can I carry annual leave over?"),
        (ZAPPA, "Why did he leave?", "Why did Frank Zappa leave?"),
        (ZAPPA, "Who were his parents?", "Who were Frank Zappa's parents?"),
        (ZAPPA, "What did Zappa do after that?", "What did Frank Zappa do after that?"),
        (
            ("Can I work from the Osaka office?", "Yes."),
            "Is there parking there?",
            "Is there parking in the Osaka office?",
        ),
        (("Did the band break up?", "Yes, in 1969."), "Why?", "Why did the band break up?"),
        (("How do I choose a garage door opener?", "See below."), "What does a smart one do?", None),
    ],
)
def test_what_was_left_out_comes_back(said: tuple[str, ...], text: str, meant: str | None) -> None:
    assert question(text, "en", said) == (meant or "What does a smart garage door opener do?")


@pytest.mark.parametrize(
    "text",
    [
        "Is it possible to work from abroad?",
        "How long does it take to get a visa?",
        "Is there a form for visa support?",
        "Can I take a day off this year?",
        "How do I resign?",
    ],
)
def test_words_that_point_nowhere_change_nothing(text: str) -> None:
    assert understood(text, "en", CLAIM).queries == (text,)
