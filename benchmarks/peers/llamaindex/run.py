"""LlamaIndex: VectorStoreIndex and BM25Retriever under a QueryFusionRetriever that generates no further queries."""

from collections.abc import Callable
from typing import Any

from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.llms import MockLLM
from llama_index.core.retrievers import QueryFusionRetriever
from llama_index.core.schema import QueryBundle, TextNode
from llama_index.retrievers.bm25 import BM25Retriever
from protocol import CANDIDATES, LIMIT, Folder, Search, run, words

CUT = {"token_pattern": r"\S+", "skip_stemming": True, "language": None}


def hybrid(cut: Callable[[str], str], top_k: int, mode: str, **bm25: Any) -> Callable[[Folder], Search]:
    def build(folder: Folder) -> Search:
        nodes = [
            TextNode(id_=key, text=cut(text), embedding=vector.tolist())
            for key, text, vector in zip(folder.ids, folder.passages, folder.vectors, strict=True)
        ]
        # The embedding model is not called: nodes and queries bring their vectors.
        index = VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=folder.vectors.shape[1]))
        fusion = QueryFusionRetriever(
            [
                index.as_retriever(similarity_top_k=top_k),
                BM25Retriever.from_defaults(nodes=nodes, similarity_top_k=top_k, **bm25),
            ],
            llm=MockLLM(),
            mode=mode,
            similarity_top_k=LIMIT,
            num_queries=1,
        )

        def search(text: str, vector: Any) -> list[str]:
            return [each.node.node_id for each in fusion.retrieve(QueryBundle(cut(text), embedding=vector.tolist()))]

        return search

    return build


if __name__ == "__main__":
    run(
        "llamaindex",
        "llama-index-core",
        [
            (
                "as documented",
                "QueryFusionRetriever(mode=reciprocal_rerank) over BM25Retriever's defaults, 10 candidates",
                hybrid(str, LIMIT, "reciprocal_rerank"),
            ),
            (
                "Sudachi words",
                "mode=dist_based_score, equal weights, over 100 candidates; BM25 at white space, no stemmer",
                hybrid(words, CANDIDATES, "dist_based_score", **CUT),
            ),
        ],
    )
