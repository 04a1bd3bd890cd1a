"""LlamaIndex as a plain vector memory: every utterance a node, the nearest ten by cosine."""

from typing import Any

from llama_index.core import MockEmbedding, VectorStoreIndex
from llama_index.core.schema import QueryBundle, TextNode
from protocol import LIMIT, Folder, Search, run


def vectors_alone(folder: Folder) -> Search:
    nodes = [
        TextNode(id_=key, text=text, embedding=vector.tolist())
        for key, text, vector in zip(folder.ids, folder.passages, folder.vectors, strict=True)
    ]
    # The embedding model is not called: nodes and queries bring their vectors.
    index = VectorStoreIndex(nodes, embed_model=MockEmbedding(embed_dim=folder.vectors.shape[1]))
    nearest = index.as_retriever(similarity_top_k=LIMIT)

    def search(text: str, vector: Any) -> list[str]:
        return [each.node.node_id for each in nearest.retrieve(QueryBundle(text, embedding=vector.tolist()))]

    return search


if __name__ == "__main__":
    run("llamaindex_memory", "llama-index-core", [("vector memory", "VectorStoreIndex, cosine", vectors_alone)])
