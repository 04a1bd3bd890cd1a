"""Other engines on our passages, questions and vectors: each in an environment of its own, never in ours.

`peers/<name>/requirements.txt` says what is installed, `peers/<name>/run.py` what is measured; protocol.py tells what
passes between.  The first run of a peer creates its environment (txtai's takes 1.2 GB, the others 0.2 to 0.4).
"""

import json
import os
import subprocess
import sys
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HERE = Path(__file__).parent
PEERS = ("llamaindex", "haystack", "lancedb", "txtai")
ENVIRONMENTS = Path("~/.cache/yorisoi/peers").expanduser()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one setting of a peer found."""

    peer: str
    version: str
    setting: str
    note: str
    index_s: float
    ms: list[float]
    """One a question, without its embedding."""
    ranking: list[list[int]]
    """For each question the passages' indices, best first."""


def write(
    folder: Path,
    passages: Sequence[str],
    vectors: NDArray[np.float32],
    questions: Sequence[str],
    question_vectors: NDArray[np.float32],
) -> None:
    """Lay the folder that a peer is given; ids are the texts' indices."""
    corpus = [{"_id": str(at), "title": "", "text": text} for at, text in enumerate(passages)]
    queries = [{"_id": str(at), "text": text} for at, text in enumerate(questions)]
    for name, rows in (("corpus", corpus), ("queries", queries)):
        lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")
    np.save(folder / "passages.npy", vectors.astype(np.float32))
    np.save(folder / "queries.npy", question_vectors.astype(np.float32))


def run(peer: str, folder: Path, environments: Path = ENVIRONMENTS) -> Iterator[Outcome]:
    """Every setting of the peer on the folder.  Raises CalledProcessError: it could not be installed or failed."""
    python = prepared(peer, environments)
    given = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    given |= {"PYTHONPATH": str(HERE), "HAYSTACK_TELEMETRY_ENABLED": "False", "LANCEDB_LOG": "error"}
    subprocess.run([python, HERE / peer / "run.py", folder], env=given, check=True, stdout=sys.stderr)
    for line in (folder / f"{peer}.jsonl").read_text(encoding="utf-8").splitlines():
        told = json.loads(line)
        ranking = [[int(key) for key in told["ranking"][str(at)]] for at in range(len(told["ms"]))]
        yield Outcome(**told | {"ranking": ranking})


def prepared(peer: str, environments: Path) -> Path:
    """The Python of the peer's environment, which is made anew when its requirements have changed."""
    home, wanted = environments / peer, (HERE / peer / "requirements.txt").read_text(encoding="utf-8")
    python, stamp = home / "bin" / "python", home / "requirements.txt"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        print(f"Installing {peer} into {home} ...", file=sys.stderr)
        venv.create(home, clear=True, with_pip=True)
        install = [python, "-m", "pip", "install", "--quiet", "-r", HERE / peer / "requirements.txt"]
        subprocess.run(install, check=True, stdout=sys.stderr)
        stamp.write_text(wanted, encoding="utf-8")
    return python
