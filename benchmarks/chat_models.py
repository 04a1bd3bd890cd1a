"""Which embedded chat model answers best from the passages that a search found, and in which words to ask it.

    python benchmarks/chat_models.py                          the catalogue's models and quoting, one table
    python benchmarks/chat_models.py --wording all --questions 12 --models qwen2.5-coder-1.5b

The clear questions of examples/questions.jsonl are searched in a store of the sample handbook; every model and wording
is given the same passages, as many as the context budget of embedded models lets through.
"right": the answer holds one of each group of alternatives in `must`; "shown": the answer or the sentences quoted with
its citations do.  "page": a citation, after grounding, is of the right page.  "doubts": answers of which a number or
everything stands in no passage.  "found": the passages given hold the words, which bounds the others from above.
Weights must have been pulled.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from yorisoi.backends.chat.llama import LlamaChat
from yorisoi.backends.chat.weights import catalogue
from yorisoi.dialogue.answer import generating
from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.generating import request, within_budget
from yorisoi.dialogue.answer.grounding import ground
from yorisoi.dialogue.answer.quoting import quote
from yorisoi.dialogue.config import AnswerConfig, CitationsBy
from yorisoi.documents import ingest
from yorisoi.language import Utterance, normal_form
from yorisoi.ports import ChatRequest, Completion, Message
from yorisoi.settings import load_settings
from yorisoi.types import Filter, Hit, Language
from yorisoi.wiring import Workspace, open_workspace

EXAMPLES = Path(__file__).parent.parent / "examples"

WORDINGS = {
    "kind": "あなたは文書の案内係です。文書だけを根拠に、質問に一、二文の日本語で答えてください。",
    "short": "文書だけを根拠に、質問に日本語で短く答えてください。数字や条件は文書のとおりに書きます。",
    "copy": "質問の答えが書かれている文を、文書からそのまま抜き出してください。数字や条件は省きません。",
}
"""Other system messages for Japanese questions.  "marked" and "unmarked" are the two that Yorisoi has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and the passages found for it."""

    text: str
    language: Language
    page: str
    must: list[list[str]]
    hits: list[Hit]

    def holds(self, text: str) -> bool:
        text = normal_form(text)
        return all(any(normal_form(way) in text for way in group) for group in self.must)

    def cites(self, answer: Answer) -> bool:
        return any(cite.source.endswith(self.page) for cite in answer.citations)


async def asked(workspace: Workspace, question: dict[str, Any], tokens: int, config: AnswerConfig) -> Asked:
    found = await workspace.searcher.search([question["text"]], within=Filter(), language=question["lang"], limit=30)
    return Asked(
        text=question["text"],
        language=question["lang"],
        page=question["page"],
        must=question["must"],
        hits=within_budget(found.hits, tokens, config.passages),
    )


def messages(wording: str, question: Asked, config: AnswerConfig) -> ChatRequest:
    by: CitationsBy = "model" if wording == "marked" else "grounding"
    given = generating.Asked(question=question.text, language=question.language, hits=question.hits)
    sent = request(given, replace(config, citations=by))
    if wording not in WORDINGS or question.language != "ja":
        return sent
    return replace(sent, messages=(Message(role="system", content=WORDINGS[wording]), *sent.messages[1:]))


async def answer(model: LlamaChat, wording: str, question: Asked, config: AnswerConfig) -> tuple[Answer, Completion]:
    completion = await model.complete(messages(wording, question, config))
    grounded = ground(completion.text, question.text, question.hits, question.language)
    return Answer(text=grounded.text, citations=grounded.citations, doubts=grounded.doubts), completion


def row(label: str, asked: Sequence[Asked], answers: Sequence[Answer], done: Sequence[Completion]) -> str:
    pairs = list(zip(asked, answers, strict=True))
    found = sum(question.holds("\n".join(hit.passage.in_context for hit in question.hits)) for question in asked)
    counts = [
        sum(question.holds(each.text) for question, each in pairs),
        sum(question.holds("\n".join([each.text, *(c.quote for c in each.citations)])) for question, each in pairs),
        sum(question.cites(each) for question, each in pairs),
        sum(bool(each.doubts) for each in answers),
        found,
    ]
    seconds = sorted(each.seconds for each in done) or [0.0]
    read, written = (
        statistics.mean(each.prompt_tokens for each in done) if done else 0.0,
        statistics.mean(each.completion_tokens for each in done) if done else 0.0,
    )
    cells = [
        label,
        *(f"{count}/{len(asked)}" for count in counts),
        f"{statistics.median(seconds):.1f}",
        f"{seconds[int(0.95 * (len(seconds) - 1))]:.1f}",
        f"{read:.0f}",
        f"{written:.0f}",
    ]
    return "| " + " | ".join(cells) + " |"


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", nargs="*", default=[entry.name for entry in catalogue()])
    parser.add_argument(
        "--wording", nargs="+", default=["unmarked"], help=f"all, or some of marked, unmarked, {', '.join(WORDINGS)}"
    )
    parser.add_argument("--questions", type=int, default=None, help="a seeded sample of so many")
    parser.add_argument("--tokens", type=int, default=load_settings().llama.context_tokens, help="of passages")
    parser.add_argument("--home", type=Path, help="a store with the examples; a temporary one by default")
    parser.add_argument("--show", action="store_true", help="print every answer")
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    rows = [json.loads(line) for line in (EXAMPLES / "questions.jsonl").read_text(encoding="utf-8").splitlines()]
    clear = [each for each in rows if each["kind"] == "clear"]
    if given.questions:
        clear = random.Random(given.seed).sample(clear, min(given.questions, len(clear)))
    config = AnswerConfig(max_tokens=160)
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings(home=given.home or Path(folder), chat="none")
        async with open_workspace(settings) as workspace:
            await ingest(
                [EXAMPLES / "handbook", EXAMPLES / "faq.csv"],
                store=workspace.store.documents,
                embedder=workspace.embedder,
                config=settings.documents,
            )
            questions = [await asked(workspace, each, given.tokens, config) for each in clear]
    print(f"{len(questions)} questions, {given.tokens} tokens of passages, seed {given.seed}\n")
    print("| model / wording | right | shown | page | doubts | found | p50 s | p95 s | tokens in | out |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    quoted = [await quote(Utterance(each.text, each.language), each.hits, config) for each in questions]
    print(row("none (quotes)", questions, quoted, []), flush=True)
    for name in given.models:
        model = LlamaChat(name, timeout_s=600)
        for wording in ["marked", "unmarked", *WORDINGS] if given.wording == ["all"] else given.wording:
            answers, done = [], []
            for each in questions:
                said, completion = await answer(model, wording, each, config)
                answers.append(said)
                done.append(completion)
                if given.show:
                    good = "o" if each.holds(said.text) else "x"
                    print(f"  {good}{'o' if each.cites(said) else 'x'} {each.text} -> {completion.text!r}", flush=True)
            print(row(f"{name} / {wording}", questions, answers, done), flush=True)
        await model.close()


if __name__ == "__main__":
    asyncio.run(main())
