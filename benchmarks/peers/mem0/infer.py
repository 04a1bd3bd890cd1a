"""mem0 as it is meant to be used (`infer=True`): a language model writes what is kept.  See mem0_with_model.py.

python infer.py TURNS.jsonl OUT.jsonl CHAT_URL KEY MODEL EMBEDDING_URL DIMENSION
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

os.environ["MEM0_TELEMETRY"] = "False"
os.environ["MEM0_DIR"] = tempfile.mkdtemp()

from mem0 import Memory


def main() -> None:
    turns, out, url, key, model, embedding_url, dimension = sys.argv[1:]
    memory = Memory.from_config(
        {
            "llm": {
                "provider": "openai",
                "config": {"model": model, "openai_base_url": url, "api_key": key, "temperature": 0.0},
            },
            "embedder": {
                "provider": "openai",
                "config": {"model": "given", "openai_base_url": embedding_url, "api_key": "-"},
            },
            "vector_store": {
                "provider": "qdrant",
                "config": {
                    "collection_name": "memory",
                    "embedding_model_dims": int(dimension),
                    "path": tempfile.mkdtemp(),
                },
            },
        }
    )
    spent = counted(memory)
    with Path(out).open("w", encoding="utf-8") as file:
        for line in Path(turns).read_text(encoding="utf-8").splitlines():
            spent.clear()
            began = time.perf_counter()
            try:
                kept = memory.add(json.loads(line)["messages"], user_id="user", infer=True)["results"]
                failure = ""
            except Exception as error:  # noqa: BLE001 whatever it is, the turn is counted as one that failed
                kept, failure = [], f"{type(error).__name__}: {error}"
            seconds = round(time.perf_counter() - began, 2)
            row = {"seconds": seconds, **spent, "kept": [each["memory"] for each in kept], "failure": failure}
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            file.flush()


def counted(memory: Any) -> dict[str, int]:
    """Tokens of the calls that mem0 makes of its model, since it was last cleared."""
    spent: dict[str, int] = {}
    completions = memory.llm.client.chat.completions
    create = completions.create

    def counting(**request: Any) -> Any:
        reply = create(**request)
        spent["prompt_tokens"] = spent.get("prompt_tokens", 0) + reply.usage.prompt_tokens
        spent["completion_tokens"] = spent.get("completion_tokens", 0) + reply.usage.completion_tokens
        return reply

    completions.create = counting
    return spent


if __name__ == "__main__":
    main()
