"""What an utterance says of the turn before it, without the user saying so: feedback that is noticed.

`ignored_choice`: choices were offered, and the user neither picked one nor answered in other words, but asked something
of one's own or asked to be answered.
`rephrased`: after an answer the user asks the same again in other words.

Both are meant to be missed rather than imagined: a noticed event moves the user's threshold.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from yorisoi.dialogue.patterns import is_question
from yorisoi.dialogue.turn import wants_an_answer_now
from yorisoi.language import Utterance, keywords, normal_form
from yorisoi.ports import Embedder
from yorisoi.types import Action, FeedbackKind, Turn

_SAME_WORDING = 0.6
"""Share of common bigrams from which two questions are worded alike: those that mean nearly the same and still differ
in a word (国内出張の日当, 海外出張の日当) ask different things."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noticed:
    kind: FeedbackKind | None
    cosine: float | None = None
    """Of the two questions, where it was needed."""


async def notice(
    said: Utterance,
    before: Turn,
    *,
    stands_alone: bool,
    picked: bool,
    vector: NDArray[np.float32] | None,
    embedder: Embedder | None,
    same_meaning: float,
) -> Noticed:
    """What the utterance says of the assistant's turn `before`.

    `vector` is the utterance's as a query.  Without an embedder rephrasings are not noticed: words alone do not tell
    them from questions about another side of the topic.  Raises what the embedder raises.
    """
    if before.action is Action.ASK:
        ignored = not picked and passes_over(said, before, stands_alone=stands_alone)
        return Noticed(kind="ignored_choice" if ignored else None)
    if before.question is None or vector is None or embedder is None or not stands_alone:
        return Noticed(kind=None)
    if alike(said.text, before.question) >= _SAME_WORDING:
        return Noticed(kind=None)
    asked_before = (await embedder.embed_queries([before.question]))[0]
    if asked_before.shape != vector.shape:  # a server whose model was changed meanwhile
        return Noticed(kind=None)
    cosine = round(float(vector @ asked_before), 4)
    return Noticed(kind="rephrased" if cosine >= same_meaning else None, cosine=cosine)


def passes_over(said: Utterance, before: Turn, *, stands_alone: bool) -> bool:
    """The utterance leaves the offered choices aside: 「とにかく答えて」, or a question that has none of their words.

    「子どもが熱を出したときの休暇です」 answers in one's own words; 「看護休暇は何日ですか」 takes one of the choices
    further.
    """
    if not before.choices:
        return False
    if wants_an_answer_now(said):
        return True
    if not stands_alone or not is_question(said.text, said.language):
        return False
    pending = set(keywords(before.question or "", said.language))
    offered = {key for choice in before.choices for key in keywords(choice.text, said.language)} - pending
    return not any(key in said.normal for key in offered)


def alike(one: str, other: str) -> float:
    """Dice coefficient of the two texts' character bigrams, 0..1."""
    first, second = _bigrams(one), _bigrams(other)
    return 2 * len(first & second) / (len(first) + len(second)) if first and second else 0.0


def _bigrams(text: str) -> set[str]:
    normal = normal_form(text)
    return {normal[at : at + 2] for at in range(len(normal) - 1)}
