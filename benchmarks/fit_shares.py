"""Fit how likely it is of a section that it answers (`yorisoi/dialogue/answer/shares.py`): prints its two weights.

    python benchmarks/fit_shares.py [--work DIR]          half an hour on two cores

The conversations over the small collections that are learnt from (everyday/talks) are held as they run, without a
model.  Of every turn that was answered from a page that answers, the weights make the right sections as likely as they
can be among all that were found: a conditional logit, which maximises

    sum over turns  log ( sum over right sections exp z / sum over all sections exp z ),    z = features . weights

What the kind of thing that is asked for adds (`EXPECTED`) stays what it is elsewhere.  Prints, over these turns and
over those of the collections held out, how often the right section is the likeliest and the mean of that sum, by the
score alone, by the weights that ship, and as fitted.
"""

import argparse
import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import Mock, patch

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from scipy.special import logsumexp

from everyday import collections, held_out, home_of, learnt_from, talks
from yorisoi.assistant import Assistant
from yorisoi.dialogue.answer import answering
from yorisoi.dialogue.answer.expected import EXPECTED
from yorisoi.dialogue.answer.section import section_first
from yorisoi.dialogue.answer.shares import WEIGHTS, features, sections
from yorisoi.evaluation.dialogue import Dialogue, holds
from yorisoi.evaluation.trivial import page_of
from yorisoi.settings import load_settings
from yorisoi.types import UserId
from yorisoi.wiring import open_workspace


@dataclass(frozen=True, slots=True)
class Found:
    """The sections that a turn found: (sections, 3) features, and which of them answer."""

    features: NDArray[np.float64]
    right: NDArray[np.bool_]

    def log_probability(self, weights: NDArray[np.float64]) -> float:
        z = self.features @ weights
        return float(logsumexp(z[self.right]) - logsumexp(z))

    def is_first(self, weights: NDArray[np.float64]) -> bool:
        return bool(self.right[np.argmax(self.features @ weights)])


async def found(names: Sequence[str], work: Path) -> list[Found]:
    """What the turns found that had a section that answers among it, of the conversations over these collections."""
    every, dialogues = collections(), talks()
    turns = list[Found]()
    for name in names:
        home = await home_of(name, every[name], work)
        async with open_workspace(load_settings(home=home, chat="none")) as workspace:
            assistant = Assistant(workspace.store, workspace.searcher, None, workspace.settings.turn)
            for dialogue in dialogues.get(name, ()):
                turns += [each for each in await _of(assistant, dialogue) if each.right.any()]
            await assistant.close()
    return turns


async def _of(assistant: Assistant, dialogue: Dialogue) -> list[Found]:
    """Of every turn that is to be answered from a page and was answered."""
    turns = list[Found]()
    session = f"{dialogue.id}-{uuid.uuid4().hex[:8]}"
    for line in dialogue.turns:
        with patch.object(answering, "section_first", Mock(wraps=section_first)) as put_first:
            await assistant.reply(line.say, user=UserId(session), session=session)
        if line.page and put_first.called:
            hits, asked, _ = put_first.call_args.args
            each = sections(hits)
            right = np.array([holds(page_of(hit), line.page) for hit in each], dtype=np.bool_)
            turns.append(Found(features(each, asked), right))
    return turns


def fitted(turns: Sequence[Found]) -> NDArray[np.float64]:
    def loss(weights: NDArray[np.float64]) -> float:
        return -sum(each.log_probability(np.array((*weights, EXPECTED))) for each in turns)

    return np.array((*minimize(loss, WEIGHTS[:2], method="Nelder-Mead").x, EXPECTED))


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where stores are kept")
    given = parser.parse_args()
    learnt, left_out = [await found(names, given.work) for names in (learnt_from(), held_out())]
    weights = fitted(learnt)
    print("| | weights | learnt from: right first | mean log p | held out: right first | mean log p |")
    print("|---|---|---:|---:|---:|---:|")
    for title, each in (("the score alone", np.array((1.0, 0, 0))), ("that ship", WEIGHTS), ("fitted", weights)):
        told = " | ".join(
            f"{np.mean([turn.is_first(each) for turn in turns]):.3f} of {len(turns)} | "
            f"{np.mean([turn.log_probability(each) for turn in turns]):.3f}"
            for turns in (learnt, left_out)
        )
        print(f"| {title} | {', '.join(f'{weight:.2f}' for weight in each)} | {told} |")


if __name__ == "__main__":
    asyncio.run(main())
