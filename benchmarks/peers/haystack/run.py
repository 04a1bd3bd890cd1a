"""Haystack: InMemoryDocumentStore, its BM25 and embedding retrievers, DocumentJoiner."""

from collections.abc import Callable
from typing import Any

from haystack import Document, Pipeline
from haystack.components.joiners import DocumentJoiner
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever, InMemoryEmbeddingRetriever
from haystack.document_stores.in_memory import InMemoryDocumentStore
from protocol import CANDIDATES, LIMIT, Folder, Search, run, words


def hybrid(cut: Callable[[str], str], top_k: int, join_mode: str, **store: Any) -> Callable[[Folder], Search]:
    def build(folder: Folder) -> Search:
        documents = InMemoryDocumentStore(shared=False, **store)
        documents.write_documents(
            [
                Document(id=key, content=cut(text), embedding=vector.tolist())
                for key, text, vector in zip(folder.ids, folder.passages, folder.vectors, strict=True)
            ]
        )
        # The joiner takes its lists in the order of the components' names, whatever the order of connecting.
        pipeline = Pipeline()
        pipeline.add_component("bm25_retriever", InMemoryBM25Retriever(documents, top_k=top_k))
        pipeline.add_component("embedding_retriever", InMemoryEmbeddingRetriever(documents, top_k=top_k))
        pipeline.add_component("joiner", DocumentJoiner(join_mode=join_mode, top_k=LIMIT))
        pipeline.connect("bm25_retriever", "joiner")
        pipeline.connect("embedding_retriever", "joiner")

        def search(text: str, vector: Any) -> list[str]:
            given = {
                "bm25_retriever": {"query": cut(text)},
                "embedding_retriever": {"query_embedding": vector.tolist()},
            }
            return [each.id for each in pipeline.run(given)["joiner"]["documents"]]

        return search

    return build


if __name__ == "__main__":
    run(
        "haystack",
        "haystack-ai",
        [
            (
                "as documented",
                "InMemoryDocumentStore's defaults (BM25L, characters), 10 candidates, reciprocal_rank_fusion",
                hybrid(str, LIMIT, "reciprocal_rank_fusion"),
            ),
            (
                "Sudachi words",
                "BM25L at white space, 100 candidates, distribution_based_rank_fusion",
                hybrid(words, CANDIDATES, "distribution_based_rank_fusion", bm25_tokenization_regex=r"\S+"),
            ),
        ],
    )
