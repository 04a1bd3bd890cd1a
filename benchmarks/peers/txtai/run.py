"""txtai: Embeddings with a sparse and a dense index, vectors handed in as an external transform."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from protocol import LIMIT, Folder, Search, run, words
from txtai import Embeddings


def hybrid(cut: Callable[[str], str], **config: Any) -> Callable[[Folder], Search]:
    def build(folder: Folder) -> Search:
        passages = [cut(text) for text in folder.passages]
        known: dict[str, NDArray[np.float32]] = dict(zip(passages, folder.vectors, strict=True))

        def transform(texts: Sequence[str]) -> NDArray[np.float32]:
            return np.array([known[text] for text in texts])

        embeddings = Embeddings(method="external", transform=transform, **config)
        embeddings.index(zip(folder.ids, passages, strict=True))

        def search(text: str, vector: NDArray[np.float32]) -> list[str]:
            query = cut(text)
            known[query] = vector
            return [each[0] for each in embeddings.search(query, LIMIT)]

        return search

    return build


BM25 = {"method": "bm25", "terms": True, "normalize": "bb25", "tokenizer": {"whitespace": True}}

if __name__ == "__main__":
    run(
        "txtai",
        "txtai",
        [
            ("as documented", "hybrid=True: BM25 over Unicode words, Faiss IVF; weights .5", hybrid(str, hybrid=True)),
            ("exact vectors", 'the same with backend="numpy"', hybrid(str, hybrid=True, backend="numpy")),
            (
                "Sudachi words",
                'exact vectors; BM25 at white space, normalize="bb25": fused by log-odds, weights .5',
                hybrid(words, scoring=BM25, backend="numpy"),
            ),
        ],
    )
