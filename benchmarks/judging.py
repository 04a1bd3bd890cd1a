"""A judge on eight pairs of answers of which a person marked the better one: is it believed, which way does it lean?

    python benchmarks/judging.py --judge openai:MODEL
    python benchmarks/judging.py --judge llama:qwen2.5-coder-1.5b

judging/pairs.jsonl holds the pairs, what is wrong in the worse answer (`kind`) and the verdict.
judging/replies-aspects-1.jsonl is what a careful reader replied to the prompts `aspects-1`, in the place of a model: it
was written by the same hand as the verdicts, each answer read by itself whatever place it stood in, so that it shows
how a sound judge comes out and not how good any model is.
"""

import json
import sys
import tempfile
from pathlib import Path

from yorisoi.cli.main import main
from yorisoi.evaluation import Case, Row, run_file

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


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as given:
        one, other = map(str, runs_of(Path(given)))
        main(["eval", "judge", one, other, "--labels", str(PAIRS), "--home", given, *sys.argv[1:]])
