"""LanceDB: a table with a full-text index, searched with query_type="hybrid"."""

import tempfile
from collections.abc import Callable
from typing import Any

import lancedb
from lancedb.index import FTS
from lancedb.rerankers import LinearCombinationReranker, Reranker
from protocol import CANDIDATES, LIMIT, Folder, Search, run, words

HOME = tempfile.TemporaryDirectory()


def hybrid(
    cut: Callable[[str], str], candidates: int, reranker: Reranker | None = None, **index: Any
) -> Callable[[Folder], Search]:
    def build(folder: Folder) -> Search:
        rows = [
            {"id": key, "text": cut(text), "vector": vector}
            for key, text, vector in zip(folder.ids, folder.passages, folder.vectors, strict=True)
        ]
        table = lancedb.connect(HOME.name).create_table("passages", rows, mode="overwrite")
        table.create_index("text", config=FTS(**index))

        def search(text: str, vector: Any) -> list[str]:
            query = table.search(query_type="hybrid").vector(vector).text(cut(text)).limit(candidates).select(["id"])
            if reranker:
                query = query.rerank(reranker)
            return query.to_arrow()["id"].to_pylist()

        return search

    return build


PLAIN = {"stem": False, "remove_stop_words": False, "ascii_folding": False}
"""Stems, stop words and folding are English by default."""

if __name__ == "__main__":
    run(
        "lancedb",
        "lancedb",
        [
            ("as documented", "FTS() and the default RRFReranker, limit 10; exact vectors", hybrid(str, LIMIT)),
            (
                "ICU words",
                'FTS(base_tokenizer="icu"), RRFReranker over 100 candidates',
                hybrid(str, CANDIDATES, base_tokenizer="icu", **PLAIN),
            ),
            (
                "Sudachi words",
                'FTS(base_tokenizer="whitespace"), LinearCombinationReranker(0.5) over 100 candidates',
                hybrid(words, CANDIDATES, LinearCombinationReranker(0.5), base_tokenizer="whitespace", **PLAIN),
            ),
        ],
    )
