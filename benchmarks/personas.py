"""People's chats and what their persona sentences say, from RealPersonaChat; the utterances that say it, by reading.

    python benchmarks/personas.py ../shared/data/real_persona_chat [--keep FOLDER]

prints, for every persona sentence, what is to be read: the person's own utterances among the best of three rankings
(ours, cosine, BM25), shuffled and without a word on who found them.  What was read, and what of it says the sentence,
stands in persona_evidence.jsonl by dialogue and utterance; README.md tells by which rule.  memory.py measures.
"""

import argparse
import asyncio
import json
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from yorisoi.cli.eval_memory import remember
from yorisoi.evaluation.evidence_recall import Ranked
from yorisoi.evaluation.locomo import Conversation, MemoryQuestion, Spoken
from yorisoi.evaluation.significance import compare
from yorisoi.language import analyse
from yorisoi.memory.persona.extracting import facts_in
from yorisoi.memory.recollection import RecallQuery
from yorisoi.settings import load_settings
from yorisoi.types import UserId
from yorisoi.wiring import Workspace, open_workspace

HERE = Path(__file__).parent
EVIDENCE = HERE / "persona_evidence.jsonl"
LABELS = HERE / "persona_facts.jsonl"
CHATS = 25
"""Of each person, the first ones."""
DEPTH = 6
"""Of each ranking, that is read."""
BEGAN = datetime(2022, 1, 1, tzinfo=UTC)
"""Where a chat has no times and none came before it."""
SHORT = 16
"""Characters below which an utterance is read with the one before it."""


@dataclass(frozen=True, slots=True)
class Person:
    name: str
    sentences: tuple[str, ...]
    spoken: tuple[Spoken, ...]

    @property
    def id(self) -> str:
        return f"persona-{self.name}"


def people(folder: Path) -> list[Person]:
    """Those who chat most: all whose every chat is in the published part."""
    persons = json.loads((folder / "interlocutors.json").read_text(encoding="utf-8"))
    dialogues = _dialogues(folder)
    often = Counter(name for each in dialogues.values() for name in each["interlocutors"]).most_common(25)
    found = []
    for name, _ in often:
        theirs = [each for each in dialogues.values() if name in each["interlocutors"]]
        theirs.sort(key=lambda each: each["utterances"][0]["timestamp"])
        found.append(Person(name, tuple(persons[name]["persona"]), tuple(_spoken(name, theirs[:CHATS]))))
    return found


def evident(person: Person) -> tuple[MemoryQuestion, ...]:
    """The person's sentences that some utterance says, each with those that do."""
    held = {each.id for each in person.spoken}
    return tuple(
        MemoryQuestion(text=person.sentences[row["sentence"]], answer=None, category="single-hop", evidence=evidence)
        for row in map(json.loads, EVIDENCE.read_text(encoding="utf-8").splitlines())
        if row["person"] == person.name and (evidence := tuple(each for each in row["evidence"] if each in held))
    )


def report(rows: Sequence[Ranked]) -> dict[str, Any]:
    """hit@k: share of sentences with evidence among the first k; recall@k: mean share of their evidence."""
    shares = {f"hit@{k}": round(float(np.mean([hit(row, k) for row in rows])), 3) for k in (1, 5, 10)}
    return {
        **shares,
        **{f"recall@{k}": round(float(np.mean([row.recall(k) for row in rows])), 3) for k in (5, 10)},
        "p50_ms": round(float(np.percentile([row.ms for row in rows], 50)), 2),
    }


def against(ours: Sequence[Ranked], theirs: Sequence[Ranked]) -> dict[str, Any]:
    """Sentence by sentence, with the 95 % interval of the difference."""
    figures = {
        "hit@5": ([hit(row, 5) for row in ours], [hit(row, 5) for row in theirs]),
        "recall@10": ([row.recall(10) for row in ours], [row.recall(10) for row in theirs]),
    }
    return {name: asdict(compare(*pair)) for name, pair in figures.items()}


def hit(row: Ranked, k: int) -> float:
    return float(bool(set(row.question.evidence) & set(row.ranking[:k])))


def junk(folder: Path) -> dict[str, Any]:
    """Share of facts labelled junk by hand, of those labelled that are still kept."""
    dialogues = _dialogues(folder)
    still: list[bool] = []
    for label in map(json.loads, LABELS.read_text(encoding="utf-8").splitlines()):
        text = dialogues[label["dialogue"]]["utterances"][label["utterance"]]["text"]
        if any(found.kind == label["kind"] for found in facts_in(text)):
            still.append(label["junk"])
    return {"labelled": len(still), "junk": sum(still), "share": round(sum(still) / len(still), 3)}


def _dialogues(folder: Path) -> dict[int, Any]:
    lines = (folder / "dialogues.jsonl").read_text(encoding="utf-8").splitlines()
    return {each["dialogue_id"]: each for each in map(json.loads, lines)}


def _spoken(name: str, dialogues: Iterable[Mapping[str, Any]]) -> Iterator[Spoken]:
    at = BEGAN
    for dialogue in dialogues:
        for index, said in enumerate(dialogue["utterances"]):
            if said["timestamp"] != "NaT":
                at = datetime.fromisoformat(said["timestamp"]).replace(tzinfo=UTC)
            speaker = "user" if said["interlocutor_id"] == name else said["interlocutor_id"]
            session = str(dialogue["dialogue_id"])
            id_ = f"{session}:{index}"
            yield Spoken(id=id_, session=session, index=index, speaker=speaker, text=said["text"], at=at)


# ---------------------------------------------------------------- what is to be read


async def print_candidates(folder: Path, keep: Path) -> None:
    chance = random.Random(7)
    async with open_workspace(load_settings(home=keep / "personas", chat="none")) as workspace:
        for person in people(folder):
            await remember(workspace, Conversation(id=person.id, spoken=person.spoken, questions=()))
            for number, rows in enumerate(await _candidates(workspace, person)):
                print(f"\n## {person.name} {number} {person.sentences[number]}")
                chance.shuffle(rows)
                for row in rows:
                    print(_to_be_read(person.spoken, row), flush=True)


async def _candidates(workspace: Workspace, person: Person) -> list[list[int]]:
    """For each sentence the rows of `person.spoken` that are the person's own and near the top of any ranking."""
    assert workspace.embedder is not None
    user, memory = UserId(person.id), workspace.assistant.memory
    mind = await memory.mind(user)
    row_of = {(each.session, each.index): row for row, each in enumerate(person.spoken)}
    own = mind.spoken_by(frozenset({"user"}))
    found = []
    vectors = await workspace.embedder.embed_queries(person.sentences)
    for sentence, vector in zip(person.sentences, vectors, strict=True):
        asked = RecallQuery(question=sentence, language="ja", vector=vector, now=person.spoken[-1].at)
        recalled = await memory.rank(user, asked, 4 * DEPTH)
        best = [each.episode for each in recalled if each.episode.speaker == "user"][:DEPTH]
        cosines = mind.plain_cosines(vector, list(range(len(mind))))
        counted = mind.words.scores(analyse(sentence, "ja").words)
        for scores in (cosines, counted):
            best += [mind.episodes[row] for row in np.argsort(-np.where(own, scores, -1), kind="stable")[:DEPTH]]
        found.append(sorted({row_of[each.session, each.turn] for each in best}))
    return found


def _to_be_read(spoken: Sequence[Spoken], row: int) -> str:
    said = spoken[row]
    before = spoken[row - 1].text[-40:] if said.index and len(said.text) < SHORT else ""
    return f"{said.id}\t{f'({before}) ' if before else ''}{said.text}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--keep", type=Path, default=Path("~/.cache/yorisoi/bench-memory").expanduser())
    given = parser.parse_args()
    given.keep.mkdir(parents=True, exist_ok=True)
    asyncio.run(print_candidates(given.data, given.keep))


if __name__ == "__main__":
    main()
