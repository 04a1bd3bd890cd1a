"""What a peer's script is given and gives back; imported by each peer's run.py, in that peer's environment.

A folder in BEIR's layout with the vectors beside it:

    corpus.jsonl    {"_id", "title", "text"}    one passage a line
    queries.jsonl   {"_id", "text"}             one question a line
    passages.npy    float32 (n, d), unit length, row i is line i of corpus.jsonl
    queries.npy     float32 (m, d), unit length, row i is line i of queries.jsonl

and, written by the script, `<peer>.jsonl`, one line a setting:

    {"peer", "version", "setting", "note", "index_s", "ms": [...], "ranking": {query id: [corpus ids, best first]}}

`ms` is one figure a question, in their order: the peer's own search and, where the setting has its text cut into words
beforehand, the cutting of the question.  The embedding is in no figure: every peer is handed the vectors.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sudachipy import Dictionary, SplitMode

LIMIT = 10
CANDIDATES = 100
"""Of each leg, where a setting may choose: what our own search takes."""

Search = Callable[[str, NDArray[np.float32]], Sequence[str]]
"""(question, its vector) -> ids of passages, best first."""


@dataclass(frozen=True, slots=True)
class Folder:
    path: Path
    ids: list[str]
    passages: list[str]
    vectors: NDArray[np.float32]
    query_ids: list[str]
    queries: list[str]
    query_vectors: NDArray[np.float32]

    @classmethod
    def read(cls, path: Path) -> "Folder":
        corpus, queries = _lines(path / "corpus.jsonl"), _lines(path / "queries.jsonl")
        return cls(
            path=path,
            ids=[each["_id"] for each in corpus],
            passages=[each["text"] for each in corpus],
            vectors=np.load(path / "passages.npy"),
            query_ids=[each["_id"] for each in queries],
            queries=[each["text"] for each in queries],
            query_vectors=np.load(path / "queries.npy"),
        )


def run(peer: str, package: str, settings: Sequence[tuple[str, str, Callable[[Folder], Search]]]) -> None:
    """Measure each (setting, note, build) on the folder named on the command line."""
    folder = Folder.read(Path(sys.argv[1]))
    with (folder.path / f"{peer}.jsonl").open("w", encoding="utf-8") as file:
        for setting, note, build in settings:
            line = {"peer": peer, "version": version(package), "setting": setting, "note": note}
            file.write(json.dumps(line | measure(folder, build), ensure_ascii=False) + "\n")


def measure(folder: Folder, build: Callable[[Folder], Search]) -> dict[str, object]:
    words("辞書を読み込む")  # outside of the clock
    began = time.perf_counter()
    search = build(folder)
    index_s = time.perf_counter() - began
    for text, vector in list(zip(folder.queries, folder.query_vectors, strict=True))[:5]:
        search(text, vector)  # warm-up
    spent, ranking = [], {}
    for query_id, text, vector in zip(folder.query_ids, folder.queries, folder.query_vectors, strict=True):
        began = time.perf_counter()
        found = list(search(text, vector))
        spent.append(round(1000 * (time.perf_counter() - began), 3))
        ranking[query_id] = found[:LIMIT]
    return {"index_s": round(index_s, 2), "ms": spent, "ranking": ranking}


def words(text: str) -> str:
    """The text cut into words by SudachiPy, with white space between: for peers that cut at white space.

    Normalised forms of mode A, lower case; grammar, punctuation and white space are left out.
    """
    return " ".join(
        each.normalized_form().lower().replace(" ", "_")
        for each in _tokenizer().tokenize(text)
        if each.part_of_speech()[0] not in {"助詞", "助動詞", "補助記号", "空白"}
    )


@cache
def _tokenizer():  # type: ignore[no-untyped-def]
    return Dictionary(dict="core").create(mode=SplitMode.A)


def _lines(file: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
