"""Simulated users of different patience: does feedback bring each closer to what it wishes?

    python benchmarks/patience.py                    over the sample handbook, taken in anew
    python benchmarks/patience.py --home DIR         over a store that is there
    python benchmarks/patience.py --home DIR --utterances benchmarks/gitlab_utterances*.jsonl
    python benchmarks/patience.py --write            the table to results/patience.md too

Every labelled utterance is really assessed, without a model.  A user wishes to be asked back about it when one's own
view of it reaches one's own bar:

    view = logit(p) + LABEL * (1 if labelled ask else -1) + noise of this user about this utterance
    wish = view >= logit(bar)                     p: the probability that something has to be asked for

so that wishes follow the labels and the engine only in part, and no threshold can grant them all.  In each turn the
user says one utterance of a first half; the rules decide with the user's threshold of then.  What was not wished is
complained of with probability COMPLAINT (or passed over, where choices were offered), what was is praised now and then,
and some reactions are the wrong way round.  Everything is counted on the other half.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from statistics import mean, pstdev
from typing import Any

from yorisoi.dialogue.clarify.policy import DialogueState, Thresholds, clarification_probability, decide
from yorisoi.dialogue.feedback.learning import LearningConfig, learn, logit
from yorisoi.documents.ingest import ingest
from yorisoi.settings import load_settings
from yorisoi.types import Action, Assessment, Feedback, FeedbackKind, Language
from yorisoi.wiring import open_workspace

ROOT = Path(__file__).parents[1]
BARS = (0.15, 0.3, 0.5, 0.7, 0.85)
SEEDS = range(20)
TURNS = (0, 5, 10, 20, 40, 80)
"""After so many turns the users are looked at."""
LABEL, NOISE = 0.5, 0.5
COMPLAINT, PRAISE, PASSED_OVER = 0.5, 0.1, 0.3
WRONG = 0.02
"""Turns that are taken the wrong way round."""
AT = datetime(2026, 1, 1, tzinfo=UTC)
VARIANTS: dict[str, dict[str, float]] = {
    "as it is": {},
    "step 0.4": {"step": 0.4},
    "step 1.6": {"step": 1.6},
    "steps of constant size": {"half_after": 1_000_000},
    "reach 1": {"reach": 1.0},
    "the probability of the turn ignored": {"reach": 1e6, "margin": 1e6},
    "band 1": {"band": 1.0},
}


@dataclass(frozen=True, slots=True)
class Utterance:
    labelled_ask: bool
    language: Language
    assessment: Assessment
    choices: bool

    @property
    def view(self) -> float:
        """Without the noise."""
        return logit(min(max(clarification_probability(self.assessment), 0.01), 0.99)) + (
            LABEL if self.labelled_ask else -LABEL
        )

    def decided(self, ask: float) -> tuple[bool, str]:
        """(asked back, by which rule)."""
        decision = decide(self.assessment, DialogueState(), Thresholds(ask=ask), self.language)
        return decision.action is Action.ASK, decision.rule


@dataclass(frozen=True, slots=True)
class User:
    bar: float
    seed: int
    said: Sequence[Utterance]
    kept_back: Sequence[Utterance]

    def wishes(self, utterances: Sequence[Utterance]) -> list[bool]:
        own = random.Random(f"{self.bar} {self.seed} {utterances is self.said}")
        return [each.view + own.gauss(0, NOISE) >= logit(self.bar) for each in utterances]

    def against_wish(self, ask: float) -> float:
        """Share of the utterances kept back that are treated otherwise than wished."""
        wished = self.wishes(self.kept_back)
        return mean(each.decided(ask)[0] != wish for each, wish in zip(self.kept_back, wished, strict=True))

    def best(self) -> float:
        """The least share that any one threshold can reach."""
        return min(self.against_wish(step / 40) for step in range(1, 41))

    def life(self, config: LearningConfig, wrong: float = WRONG) -> list[tuple[int, Feedback]]:
        """The user's log, each event with its turn."""
        own = random.Random(f"life {self.bar} {self.seed}")
        wished = self.wishes(self.said)
        log: list[tuple[int, Feedback]] = []
        for turn in range(TURNS[-1]):
            at = own.randrange(len(self.said))
            utterance = self.said[at]
            asked, rule = utterance.decided(threshold(log, config))
            if kind := reaction(asked, wished[at] != (own.random() < wrong), utterance.choices, own):
                probability = clarification_probability(utterance.assessment)
                event = Feedback(kind=kind, at=AT, trace_id=str(turn), rule=rule, clarification_probability=probability)
                log.append((turn, event))
        return log


def threshold(log: Sequence[tuple[int, Feedback]], config: LearningConfig, turns: int = TURNS[-1]) -> float:
    """After so many turns."""
    return learn(0.5, [event for turn, event in log if turn < turns], config).ask


def reaction(asked: bool, wish: bool, choices: bool, own: random.Random) -> FeedbackKind | None:
    """What a user says or does after a turn."""
    if asked == wish:
        return "up" if own.random() < PRAISE else None
    if own.random() >= COMPLAINT:
        return None
    if asked:
        return "ignored_choice" if choices and own.random() < PASSED_OVER else "needless"
    return "missed"


async def assessed(home: Path | None, rows: Sequence[dict[str, Any]]) -> list[Utterance]:
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(home=home or Path(folder), chat="none")
        async with open_workspace(settings) as workspace:
            if home is None:
                paths = [ROOT / "examples" / "handbook", ROOT / "examples" / "faq.csv"]
                await ingest(paths, store=workspace.store.documents, embedder=workspace.embedder)
            found = []
            for row in rows:
                made = await workspace.assistant.consider(row["text"])
                offered = workspace.assistant.offered(made)
                found.append(Utterance(row["label"] == "ask", made.language, made.assessment, bool(offered)))
            return found


def halves(utterances: Sequence[Utterance], seed: int) -> tuple[list[Utterance], list[Utterance]]:
    shuffled = list(utterances)
    random.Random(seed).shuffle(shuffled)
    middle = len(shuffled) // 2
    return shuffled[:middle], shuffled[middle:]


def table(utterances: Sequence[Utterance]) -> list[str]:
    config = LearningConfig()
    users = {bar: [User(bar, seed, *halves(utterances, seed)) for seed in SEEDS] for bar in BARS}
    lines = [
        f"{len(utterances)} utterances, {len(SEEDS)} users for each bar, {TURNS[-1]} turns each, base 0.5. Figures are",
        "shares of the utterances kept back; `amiss`: treated otherwise than wished.",
        "",
        "| bar | threshold learnt | asked, as wished | before | after | amiss before | after | users not worse "
        "| amiss with the best threshold there is |",
        "|---" * 9 + "|",
    ]
    for bar, some in users.items():
        learnt = [threshold(user.life(config), config) for user in some]
        before, after = ([0.5] * len(some), learnt)
        amiss = [[user.against_wish(ask) for user, ask in zip(some, asks, strict=True)] for asks in (before, after)]
        shares = [
            mean(mean(each.decided(ask)[0] for each in user.kept_back) for user, ask in zip(some, asks, strict=True))
            for asks in (before, after)
        ]
        not_worse = sum(late <= early for early, late in zip(*amiss, strict=True))
        wished = mean(mean(user.wishes(user.kept_back)) for user in some)
        lines.append(
            f"| {bar} | {mean(learnt):.2f} ± {pstdev(learnt):.2f} | {wished:.2f} | {shares[0]:.2f} | {shares[1]:.2f} "
            f"| {mean(amiss[0]):.3f} | {mean(amiss[1]):.3f} | {not_worse} of {len(some)} "
            f"| {mean(user.best() for user in some):.3f} |"
        )
    lines += ["", f"Amiss, mean of all users, after so many turns, {WRONG:.0%} of them taken the wrong way round:", ""]
    lines += [f"| rule | {' | '.join(map(str, TURNS))} |", "|---" * (len(TURNS) + 1) + "|"]
    ways = [(name, changes, WRONG) for name, changes in VARIANTS.items()]
    ways += [(f"as it is, {wrong:.0%} the wrong way round", {}, wrong) for wrong in (0.0, 0.05)]
    for name, changes, wrong in ways:
        varied = replace(config, **changes)
        lives = [(user, user.life(varied, wrong)) for some in users.values() for user in some]
        curve = [mean(user.against_wish(threshold(log, varied, turns)) for user, log in lives) for turns in TURNS]
        lines.append(f"| {name} | {' | '.join(f'{share:.3f}' for share in curve)} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--utterances", type=Path, nargs="+", default=[ROOT / "examples" / "utterances.jsonl"])
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for path in given.utterances for line in path.read_text(encoding="utf-8").splitlines()]
    lines = table(asyncio.run(assessed(given.home, [row for row in rows if not row["history"]])))
    print("\n".join(lines))
    if given.write:
        files = ", ".join(path.name for path in given.utterances)
        head = ["# Feedback and patience", "", f"`benchmarks/patience.py`, {files}, {datetime.now(UTC):%Y-%m-%d}.", ""]
        (Path(__file__).parent / "results" / "patience.md").write_text("\n".join([*head, *lines, ""]), encoding="utf-8")


if __name__ == "__main__":
    main()
