"""LlamaIndex's condense step: `CondenseQuestionChatEngine` with its own prompt, over an OpenAI-compatible server.

    run.py FOLDER      FOLDER/items.jsonl {"history": [{"role", "text"}, ...], "query"} -> FOLDER/condensed.jsonl
                       {"question", "ms"}, one line an item; the server's address and key in PEER_URL and PEER_KEY

The engine is called at the step that `chat()` begins with; retrieving and answering are not measured.
"""

import json
import os
import sys
import time
from pathlib import Path

from llama_index.core.chat_engine import CondenseQuestionChatEngine
from llama_index.core.llms import ChatMessage
from llama_index.core.query_engine import CustomQueryEngine
from llama_index.llms.openai_like import OpenAILike


class NoEngine(CustomQueryEngine):
    """Stands where the index would: the condense step does not reach it."""

    def custom_query(self, query_str: str) -> str:
        raise AssertionError(f"only the condense step is measured, but {query_str!r} was to be answered")


def main() -> None:
    folder = Path(sys.argv[1])
    llm = OpenAILike(
        model="embedded",
        api_base=os.environ["PEER_URL"],
        api_key=os.environ["PEER_KEY"],
        is_chat_model=True,
        temperature=0.0,
        max_tokens=128,
        context_window=4096,
        timeout=600.0,
    )
    engine = CondenseQuestionChatEngine.from_defaults(query_engine=NoEngine(), llm=llm)
    with (folder / "condensed.jsonl").open("w", encoding="utf-8") as file:
        for line in (folder / "items.jsonl").read_text(encoding="utf-8").splitlines():
            item = json.loads(line)
            history = [ChatMessage(role=turn["role"], content=turn["text"]) for turn in item["history"]]
            began = time.perf_counter()
            question = engine._condense_question(history, item["query"])
            ms = round(1000 * (time.perf_counter() - began), 1)
            file.write(json.dumps({"question": question.strip(), "ms": ms}, ensure_ascii=False) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
