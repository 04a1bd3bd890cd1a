"""yorisoi graph train: learn the vectors of a graph, and measure them."""

import asyncio
import hashlib
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from yorisoi.cli.graph_show import need_triples
from yorisoi.cli.options import Home, Json, settings
from yorisoi.cli.output import console, print_json, progress_bar
from yorisoi.errors import DataSetError
from yorisoi.graph.answers import KnownAnswers
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.interests import interests_of
from yorisoi.graph.learnt import load, save
from yorisoi.graph.link_data import LinkData, read_link_data
from yorisoi.graph.network import held_out
from yorisoi.graph.ranking import figures, filtered_ranks
from yorisoi.graph.saved import load_training, save_training
from yorisoi.graph.training import Training, begin, fitted
from yorisoi.graph.training import train as learn
from yorisoi.graph.transe import TransE
from yorisoi.graph.vectors import UNFINISHED
from yorisoi.graph.vectors import learn as learn_graph
from yorisoi.settings import Settings
from yorisoi.wiring import open_workspace

CROWD = 5_000
"""People whose interests are learnt along: enough to learn how interests lead, whoever comes later is folded in."""


def train(
    folder: Annotated[
        Path | None,
        typer.Argument(help="A data set with a train.txt; without it the store's graph."),
    ] = None,
    measure: Annotated[bool, typer.Option("--eval", help="Measure link prediction.")] = False,
    keep: Annotated[
        Path | None, typer.Option(help="Keep vectors and progress of a data set here; an interrupted training goes on.")
    ] = None,
    epochs: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=100_000,
            help="Instead of `graph.train.epochs`; a small graph is learnt more often (`graph.train.steps`).",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option(min=0, help="Instead of `graph.train.seed`.")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do not begin from the vectors that are there.")] = False,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """Learn the vectors of a graph by TransE."""
    chosen = settings(home, "none", "none")
    config = chosen.graph.train
    config = replace(config, epochs=epochs or config.epochs, seed=config.seed if seed is None else seed)
    if folder is None:
        report = asyncio.run(_of_store(chosen, config, measure, fresh))
    else:
        data = read_link_data(folder)
        if measure and not data.evaluated:
            raise DataSetError(f"{folder} holds no test.txt and no valid.txt to measure on; leave --eval out")
        report = _report(data, config, measure, keep)
    if as_json:
        print_json(report)
    else:
        _print(report)


async def _of_store(chosen: Settings, config: TrainConfig, measure: bool, fresh: bool) -> dict[str, Any]:
    """Learn the store's graph with what people spoke of, and keep the vectors for topics.

    Measuring takes a part of the triples away and learns without it first.
    """
    async with open_workspace(chosen, new=False) as workspace:
        await need_triples(workspace)
        network, store = await workspace.graph.network(), workspace.store.graph
        resolved: dict[str, Sequence[int]] = {}
        crowd = [interests_of(network, words, resolved).nodes for words in await store.crowd(CROWD)]
        report = _report(held_out(network, config.seed), config, True, None) if measure else {}
        with progress_bar() as progress:
            bar = progress.add_task("train", total=None, detail="")
            done = config

            def show(training: Training, loss: float) -> None:
                nonlocal done
                done = training.config
                progress.update(bar, completed=training.epoch, total=done.epochs, detail=f"loss {loss:.3f}")

            known = None if fresh else load(workspace.graph.folder)
            started = time.perf_counter()
            progress_file = workspace.graph.folder / UNFINISHED
            learnt = learn_graph(network, crowd, config, known[0] if known else None, show, progress_file)
            save(learnt, workspace.graph.folder, await store.version())
        return report | {
            "data": str(chosen.home),
            "entities": len(network),
            "relations": len(network.relations),
            "triples": len(network.edges),
            "people": len(crowd),
            "seed": done.seed,
            "epochs": done.epochs,
            "train_seconds": round(time.perf_counter() - started, 2),
        }


def _report(data: LinkData, config: TrainConfig, measure: bool, keep: Path | None) -> dict[str, Any]:
    config = fitted(config, len(data.train), len(data.entities))
    report: dict[str, Any] = {
        "data": data.name,
        "entities": len(data.entities),
        "relations": len(data.relations),
        "triples": len(data.train),
        "seed": config.seed,
        "epochs": config.epochs,
    }
    with progress_bar() as progress:
        bar = progress.add_task("train", total=config.epochs, detail="")

        def show(training: Training, loss: float) -> None:
            progress.update(bar, completed=training.epoch, detail=f"loss {loss:.3f}")

        started = time.perf_counter()
        model = _learn(data, config, keep, show)
        report["train_seconds"] = round(time.perf_counter() - started, 2)
        if measure:
            bar = progress.add_task("measure", total=None, detail="")
            started = time.perf_counter()
            ranks = filtered_ranks(
                model,
                data.parts[data.evaluated],
                KnownAnswers(data.all, len(data.relations)),
                lambda done, total: progress.update(bar, completed=done, total=total),
            )
            report["measured_on"] = data.evaluated
            report["questions"] = len(ranks.optimistic)
            report |= {name: round(value, 6) for name, value in figures(ranks).items()}
            report["eval_seconds"] = round(time.perf_counter() - started, 2)
    return report


def _learn(data: LinkData, config: TrainConfig, keep: Path | None, show: Any) -> TransE:
    file = keep / "training.npz" if keep else None
    identity = hashlib.sha256(data.train.tobytes() + "\n".join(data.entities).encode()).hexdigest()
    training = load_training(file, config, identity) if file else None
    training = training or begin(len(data.entities), len(data.relations), config)

    def after(training: Training, loss: float) -> None:
        show(training, loss)
        if file:
            save_training(file, training, identity)

    return learn(training, data.train, after)


def _print(report: dict[str, Any]) -> None:
    console.print(
        f"{report['data']}: {report['triples']} triples, {report['entities']} entities, "
        f"{report['relations']} relations; {report['epochs']} epochs in {report['train_seconds']:.1f} s",
        markup=False,
    )
    if "mrr" in report:
        cells = "  ".join(f"{name} {report[name]:.4f}" for name in ("mrr", "hits@1", "hits@3", "hits@10"))
        console.print(f"{report['measured_on']}: {cells}   ({report['questions']} questions, filtered)", markup=False)
        console.print(
            f"mrr with ties: {report['mrr_pessimistic']:.4f} (pessimistic) to {report['mrr_optimistic']:.4f} "
            f"(optimistic); mean rank {report['mean_rank']:.1f}; measured in {report['eval_seconds']:.1f} s",
            markup=False,
        )
