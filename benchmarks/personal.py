"""How well the graph knows people: names heard in what is said, nearness to several interests, and small judges.

    python benchmarks/personal.py heard FILE...           heads of triples, each spoken of: how many become an interest?
    python benchmarks/personal.py nearness DIR            what else interests people of a data set, by several measures
    python benchmarks/personal.py encyclopaedia FILE... --out FILE.tsv
                                                          triples by rules from passages in SQuAD's form (JaQuAD,
                                                          JSQuAD), for `eval personalize FILE.tsv --dialogues ...`
    python benchmarks/personal.py pairs FILE... --interest RELATION [--people 8] [--chat MODEL]
                                                          an embedded model asked which of two answers fits a person:
                                                          the odds of one token, both orders

One line of JSON each.  Files of triples are read as by `yorisoi graph import`.
"""

import argparse
import asyncio
import json
import random
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx2
import numpy as np

from graph import SEED, Person, _as_network, _learnt, _rank_of_left_out, say
from yorisoi.backends.chat.llama import LlamaChat
from yorisoi.cli import eval_personalize
from yorisoi.cli.personal_turns import offered_to
from yorisoi.evaluation.judged_answers import JUDGED, OWN, question_about, written
from yorisoi.evaluation.people import Simulated, others, simulated_people
from yorisoi.evaluation.significance import bootstrap_interval
from yorisoi.graph.answers import Ids
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.extraction import extract
from yorisoi.graph.focus import focus_words
from yorisoi.graph.interests import interests_of
from yorisoi.graph.link_data import read_link_data
from yorisoi.graph.network import Network, build
from yorisoi.graph.triple_files import read_triples
from yorisoi.graph.vectors import space_of
from yorisoi.graph_ports import Stated
from yorisoi.settings import load_settings
from yorisoi.types import Document, Passage

PLACE = "北海道"

# ---------------------------------------------------------------- names that are heard

SAID = (
    "{}が好きなんです",
    "先日、{}の写真を見て感動しました",
    "いつか{}をゆっくり見てみたいですね",
    "友人と{}の話で盛り上がりました",
    "先週{}に行ってきました",
)


def heard(files: list[Path], sample: int) -> None:
    for file in files:
        stated = [Stated(triple=triple, source=file.name) for triple in read_triples(file)]
        network = asyncio.run(build(_once(stated)))
        names = [network.spellings[node] for node in np.unique(network.edges[:, 0])]
        random.Random(SEED).shuffle(names)
        found = [_is_heard(network, name, SAID[number % len(SAID)]) for number, name in enumerate(names[:sample])]
        say("heard", data=file.name, names=len(found), share=round(float(np.mean(found)), 4))


async def _once(stated: list[Stated]) -> AsyncIterator[list[Stated]]:
    yield stated


def _is_heard(network: Network, name: str, said: str) -> bool:
    return network.names.node(name) in interests_of(network, focus_words(said.format(name), "ja")).weights


# ---------------------------------------------------------------- nearness


def nearness(folder: Path, people: int, settings: dict[str, Any]) -> None:
    """Mean reciprocal rank of two interests that were left out, for people with one kind of interest and with two, who
    come after a training with 450 others."""
    network = _as_network(read_link_data(folder))
    rng = np.random.default_rng(SEED)
    crowd = [person.interests for person in _with_kinds(network, 1, 450, rng)]
    learnt, _ = _learnt(network, crowd, TrainConfig(**settings))
    space = space_of(network, learnt, same_graph=True)
    for kinds in (1, 2):
        ranks = defaultdict[str, list[float]](list)
        for person in _with_kinds(network, kinds, people, rng):
            candidates, interests = learnt.entities[person.candidates], learnt.entities[person.interests]
            ones = np.ones(len(interests), dtype=np.float32)
            lead, middle = space.lead(person.interests, ones), interests.mean(0)
            apart = np.square(candidates).sum(1)[:, None] + np.square(interests).sum(1) - 2 * candidates @ interests.T
            measures = {
                "as_it_is": space.distances(person.candidates, person.interests, ones),
                "lead": np.square(candidates - lead).sum(1),
                "mean": np.square(candidates - middle).sum(1),
                "between": np.square(candidates - (lead + middle) / 2).sum(1),
                "product": -(candidates @ middle),
            }
            for variance in (0.5, 1.0, 1.5):
                nearest = apart.min(1)
                around = np.exp((nearest[:, None] - apart) / (2 * variance)).mean(1)
                measures[f"variance_{variance}"] = nearest / variance - 2 * np.log(around)
            for name, distances in measures.items():
                ranks[name].append(_rank_of_left_out(distances))
        found = {name: round(float(np.mean(of)), 3) for name, of in ranks.items()}
        say("nearness", data=folder.name, kinds=kinds, people=len(ranks["lead"]), settings=settings, mrr=found)


def _with_kinds(network: Network, kinds: int, count: int, rng: np.random.Generator) -> list[Person]:
    """Ten interests of one kind, or six of each of two; two more are left out."""

    def around(node: int) -> Ids:
        return np.unique(network.around(node)[0]).astype(np.int64)

    told, left = (10, 2) if kinds == 1 else (6, 1)
    made = []
    for _ in range(count):
        parts = [
            rng.permutation(around(int(kind))) for kind in rng.choice(np.flatnonzero(network.degrees >= 20), kinds)
        ]
        interests = np.unique(np.concatenate([part[:told] for part in parts]))
        left_out = np.unique(np.concatenate([part[told : told + left] for part in parts]))
        if len(left_out) < 2 or np.isin(left_out, interests).any():
            continue
        within = np.unique(np.concatenate([around(int(thing)) for part in parts for thing in part]))
        within = np.setdiff1d(within, np.concatenate([interests, left_out]))
        some = rng.choice(within, min(298, len(within)), replace=False)
        made.append(Person(interests=interests, left_out=left_out, candidates=np.concatenate([some, left_out])))
    return made


# ---------------------------------------------------------------- a graph of an encyclopaedia


def encyclopaedia(files: list[Path], out: Path) -> None:
    rows = dict.fromkeys(row for file in files for row in _rows(file))
    plain = [row for row in rows if not any(mark in name for name in row for mark in '\t\n"')]
    out.write_text("".join("\t".join(row) + "\n" for row in plain), encoding="utf-8")
    say("encyclopaedia", files=len(files), triples=len(plain))


def _rows(file: Path) -> Iterator[tuple[str, str, str]]:
    for number, article in enumerate(json.loads(file.read_text(encoding="utf-8"))["data"]):
        document = Document(id=number, source=article["title"], title=article["title"], language="ja")
        for part in article["paragraphs"]:
            text = part["context"].rpartition(" [SEP] ")[2]
            passage = Passage(id=0, document=document, position=0, section=(), text=text, language="ja")
            yield from ((each.head, each.relation, each.tail) for each in extract(passage))


# ---------------------------------------------------------------- a small judge, two answers at a time

SYSTEM = "あなたは対話の採点者です。同じ質問への二つの回答を比べ、問いに合うほうの番号を一つだけ答えます。"
OF_LISTS = "あなたは対話の採点者です。二つの話題の一覧を比べ、問いに合うほうの番号を一つだけ答えます。"
ASKED = {
    "personalisation": "この人の関心に合っているのはどちらの回答ですか。",
    "topic_expansion": "この人の関心から新しい話題へ広げているのはどちらの回答ですか。",
    "usefulness": "質問した人の役に立つのはどちらの回答ですか。",
}


async def pairs(files: list[Path], interest: str, count: int, chat: str) -> None:
    """Two answers, then two bare lists of topics, for each person: see `_tell`."""
    crowd, topics = await _offered(files, interest, count)
    model = LlamaChat(chat, timeout_s=600)
    plain = await written(model, PLACE, [])
    answers = [{name: await written(model, PLACE, of[name]) for name in JUDGED} for of in topics]
    anothers = others(crowd)
    url, key = await model.serving()
    async with httpx2.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=600) as client:

        async def ask(pair: str, aspect: str, system: str, shown: list[tuple[str, str]]) -> None:
            forth = [await _odds(client, system, one) for one, _ in shown]
            back = [await _odds(client, system, other) for _, other in shown]
            _tell(pair, aspect, chat, np.array(forth), np.array(back))

        of_answers = {f"{name} against plain": [(of[name], plain) for of in answers] for name in JUDGED}
        of_answers[OWN] = [(of["graph"], answers[at]["graph"]) for of, at in zip(answers, anothers, strict=True)]
        for name, two in of_answers.items():
            both = [(_answers(person, *of), _answers(person, *of[::-1])) for person, of in zip(crowd, two, strict=True)]
            for aspect, question in ASKED.items():
                shown = [(f"{one}\n\n{question} ", f"{other}\n\n{question} ") for one, other in both]
                await ask(name, aspect, SYSTEM, shown)
        of_lists = {
            "topics against random ones": [(of["graph"], of["random"]) for of in topics],
            "topics against another's": [
                (of["graph"], topics[at]["graph"]) for of, at in zip(topics, anothers, strict=True)
            ],
        }
        for name, lists in of_lists.items():
            shown = [(_lists(person, *of), _lists(person, *of[::-1])) for person, of in zip(crowd, lists, strict=True)]
            await ask(name, "personalisation", OF_LISTS, shown)
    await model.close()


def _answers(person: Simulated, first: str, second: str) -> str:
    about = f"「{person.interest}」に関心がある。話したもの: {'、'.join(person.spoken_of)}"
    return f"この人について: {about}\n\n質問: {question_about(PLACE)}\n\n# 回答1\n{first}\n\n# 回答2\n{second}"


def _lists(person: Simulated, first: list[str], second: list[str]) -> str:
    spoken_of, one, other = "、".join(person.spoken_of), " / ".join(first), " / ".join(second)
    question = "この人の関心に合っているのはどちらの話題ですか。"
    return f"この人の話したもの: {spoken_of}\n\n話題1: {one}\n\n話題2: {other}\n\n{question}"


def _tell(pair: str, aspect: str, chat: str, forth: Any, back: Any) -> None:
    """The mean log-odds that the first is preferred, orders averaged, which takes away what the place alone is given;
    the share of pairs in which it so is; and the share in which the same place wins in both orders."""
    odds = (forth - back) / 2
    low, high = bootstrap_interval(odds)
    say(
        "pairs",
        model=chat,
        pair=pair,
        aspect=aspect,
        people=len(odds),
        log_odds=round(float(odds.mean()), 3),
        ci95=[round(low, 3), round(high, 3)],
        preferred=round(float((odds > 0).mean()), 3),
        turned=round(float((forth * back > 0).mean()), 3),
        for_the_first_place=round(float((forth + back).mean() / 2), 3),
    )


async def _offered(files: list[Path], interest: str, count: int) -> tuple[list[Simulated], list[dict[str, list[str]]]]:
    with tempfile.TemporaryDirectory() as home:
        settings = load_settings(home=Path(home), chat="none")
        settings = settings.model_copy(update={"graph": replace(settings.graph, hops=2)})
        async with eval_personalize.learnt(settings, files, PLACE) as (workspace, network, reach):
            crowd = simulated_people(network, interest, PLACE, count, SEED)
            topics = [(await offered_to(workspace, each.name, each.past, PLACE, reach)).output for each in crowd]
            return crowd, topics


async def _odds(client: httpx2.AsyncClient, system: str, shown: str) -> float:
    """Log-odds of the first, from the probabilities of the one token that says which."""
    asked = {
        "messages": [
            {"role": "system", "content": system},
            {"role": "user", "content": f"{shown}1か2で答えてください。"},
        ],
        "max_tokens": 1,
        "temperature": 0,
        "logprobs": True,
        "top_logprobs": 10,
        "cache_prompt": True,
    }
    reply = (await client.post("/chat/completions", json=asked)).raise_for_status().json()
    chances = {each["token"]: each["logprob"] for each in reply["choices"][0]["logprobs"]["content"][0]["top_logprobs"]}
    least = min(chances.values())
    return float(chances.get("1", least) - chances.get("2", least))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("section", choices=["heard", "nearness", "encyclopaedia", "pairs"])
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=Path("encyclopaedia.tsv"))
    parser.add_argument("--interest", default="細分類")
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--chat", default="llama:qwen2.5-coder-1.5b")
    parser.add_argument("--sample", type=int, default=1500, help="names that are spoken of")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=VALUE", help="settings of graph.train")
    arguments = parser.parse_args()
    settings = {name: json.loads(value) for name, value in (each.split("=") for each in arguments.set)}
    match arguments.section:
        case "heard":
            heard(arguments.files, arguments.sample)
        case "nearness":
            nearness(arguments.files[0], arguments.people, settings)
        case "encyclopaedia":
            encyclopaedia(arguments.files, arguments.out)
        case "pairs":
            asyncio.run(pairs(arguments.files, arguments.interest, arguments.people, arguments.chat))


if __name__ == "__main__":
    main()
