"""mem0, each utterance added as it is (`infer=False`): what its store and its search make of the same vectors.

With `infer=True` a language model rewrites what is kept; the embedded one takes a minute or more an utterance.
"""

import os
import tempfile
from typing import Any

os.environ["MEM0_TELEMETRY"] = "False"
os.environ["MEM0_DIR"] = tempfile.mkdtemp()
os.environ.setdefault("OPENAI_API_KEY", "not used")

from mem0 import Memory
from protocol import LIMIT, Folder, Search, run


class Given:
    """An embedder that looks texts up among the vectors that were computed beforehand."""

    def __init__(self, folder: Folder) -> None:
        self._passages = dict(zip(map(str.strip, folder.passages), folder.vectors, strict=True))
        self._queries = dict(zip(map(str.strip, folder.queries), folder.query_vectors, strict=True))

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        vectors = self._queries if memory_action == "search" else self._passages
        return vectors[text.strip()].tolist()

    def embed_batch(self, texts: list[str], memory_action: str | None = None) -> list[list[float]]:
        return [self.embed(text, memory_action) for text in texts]


def as_it_is(folder: Folder) -> Search:
    dimension = folder.vectors.shape[1]
    store = {"collection_name": "memory", "embedding_model_dims": dimension, "path": tempfile.mkdtemp()}
    memory = Memory.from_config({"vector_store": {"provider": "qdrant", "config": store}})
    memory.embedding_model = Given(folder)
    for key, text in zip(folder.ids, folder.passages, strict=True):
        memory.add([{"role": "user", "content": text}], user_id="user", infer=False, metadata={"key": key})

    def search(text: str, _vector: Any) -> list[str]:
        found = memory.search(text, filters={"user_id": "user"}, top_k=LIMIT, threshold=0.0)
        return [each["metadata"]["key"] for each in found["results"]]

    return search


if __name__ == "__main__":
    run("mem0", "mem0ai", [("as it is", "add(infer=False), qdrant on disk, search(threshold=0)", as_it_is)])
