"""What the next utterance says of the turn before it."""

from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pytest

from yorisoi.dialogue.feedback.learning import LearningConfig
from yorisoi.dialogue.feedback.noticing import Noticed, notice
from yorisoi.language import Utterance
from yorisoi.ports import Vectors
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.types import Action, Choice, Turn

AT = datetime(2026, 5, 1, tzinfo=UTC)
CHOICES = tuple(Choice(text=text, source=f"{text}.md") for text in ("子の看護休暇", "病気休暇", "夏季休暇"))
ASKED = Turn(speaker="assistant", text="どの休暇ですか", at=AT, action=Action.ASK, question="休暇", choices=CHOICES)


def answered(question: str | None) -> Turn:
    return Turn(speaker="assistant", text="…", at=AT, action=Action.SEARCH, question=question)


class Near(HashEmbedder):
    """Everything means the same."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.tile(np.eye(1, self.dimension, dtype=np.float32), (len(texts), 1))


class Far(Near):
    """The question before means something else than what `noticed` embeds."""

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        return np.roll(await super().embed_queries(texts), 1, axis=1)


async def noticed(
    text: str,
    before: Turn,
    *,
    picked: bool = False,
    stands_alone: bool = True,
    embedder: HashEmbedder | None = None,
) -> Noticed:
    vector = (await Near().embed_queries([text]))[0]
    return await notice(
        Utterance.of(text, "ja"),
        before,
        stands_alone=stands_alone,
        picked=picked,
        vector=vector,
        embedder=embedder,
        same_meaning=LearningConfig().same_meaning,
    )


@pytest.mark.parametrize("text", ["経費精算の締め日はいつですか", "VPNにつながらないときはどうすればよいですか"])
async def test_a_question_of_its_own_passes_the_choices_over(text: str) -> None:
    assert (await noticed(text, ASKED)).kind == "ignored_choice"


@pytest.mark.parametrize(
    ("text", "stands_alone"),
    [
        ("子どもが熱を出したときの休みです", True),  # an answer in one's own words
        ("子の看護休暇は何日取れますか", True),  # one of the choices, taken further
        ("それは何日ですか", False),  # goes on
    ],
)
async def test_an_answer_to_the_question_does_not(text: str, stands_alone: bool) -> None:
    assert (await noticed(text, ASKED, stands_alone=stands_alone)).kind is None


async def test_a_picked_choice_is_not_passed_over_and_an_order_to_answer_is() -> None:
    assert (await noticed("1", ASKED, picked=True)).kind is None
    assert (await noticed("とにかく答えて", ASKED)).kind == "ignored_choice"


async def test_where_no_choices_were_offered_none_are_ignored() -> None:
    open_question = Turn(speaker="assistant", text="もう少し", at=AT, action=Action.ASK, question="休暇")
    assert (await noticed("経費精算の締め日はいつですか", open_question)).kind is None


async def test_the_same_asked_in_other_words_is_a_rephrasing() -> None:
    found = await noticed("子どもの看護で休めるのは年に何日でしょうか", answered("看護休暇の日数は？"), embedder=Near())
    assert found == Noticed(kind="rephrased", cosine=1.0)


@pytest.mark.parametrize(
    ("text", "before", "stands_alone"),
    [
        ("海外出張の日当はいくらですか", "国内出張の日当はいくらですか", True),  # one word differs, and so the question
        ("契約社員の年次有給休暇は何日ですか", "正社員の年次有給休暇は何日ですか", True),
        ("有給で取れるものですか", "看護休暇の日数は？", False),  # goes on
    ],
)
async def test_a_question_about_something_else_is_none(text: str, before: str, stands_alone: bool) -> None:
    assert (await noticed(text, answered(before), embedder=Near(), stands_alone=stands_alone)).kind is None


async def test_what_means_something_else_or_cannot_be_compared_is_none() -> None:
    text, before = "会議室の予約方法を教えてください", answered("看護休暇の日数は？")
    assert (await noticed(text, before, embedder=Far())).kind is None
    assert (await noticed(text, before)).kind is None
    assert (await noticed(text, answered(None), embedder=Near())).kind is None
