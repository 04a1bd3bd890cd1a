"""yorisoi eval personalize FILES...: do topics lie where people's interests are?"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping, MutableMapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from yorisoi.cli.measuring import AtLeast, Out, Resume, digest, finish, floors, kept_run, progress
from yorisoi.cli.options import Chat, Embedding, Home, Json, settings
from yorisoi.cli.output import console, progress_bar
from yorisoi.cli.personal_turns import offered_to, within_reach
from yorisoi.errors import BackendUnavailable, ConfigError
from yorisoi.evaluation import connection
from yorisoi.evaluation.connection import Given, said_most
from yorisoi.evaluation.experiment import Case, Measure, Row, Run, evaluate
from yorisoi.evaluation.judged_answers import judged, question_about
from yorisoi.evaluation.people import simulated_people
from yorisoi.evaluation.personalising import FIGURES, Offered, of_one, of_topics, report
from yorisoi.evaluation.run_file import RunFile
from yorisoi.evaluation.speakers import Speaker, read_speakers
from yorisoi.graph.focus import focus_words
from yorisoi.graph.interests import interests_of
from yorisoi.graph.learnt import save
from yorisoi.graph.network import Network
from yorisoi.graph.training import Training
from yorisoi.graph.triple_files import read_triples
from yorisoi.graph.vectors import learn
from yorisoi.graph_ports import Origin
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST
from yorisoi.ports import ChatModel, Embedder
from yorisoi.settings import Settings
from yorisoi.types import Focus, Turn
from yorisoi.wiring import Workspace, chat_model, open_workspace


def personalize(
    files: Annotated[list[Path], typer.Argument(help="Files of triples.")],
    interest: Annotated[
        str | None, typer.Option(help="The relation whose tails are the kinds of things simulated people care for.")
    ] = None,
    dialogues: Annotated[
        Path | None, typer.Option(help="Dialogues of real people instead, JSON Lines as RealPersonaChat has them.")
    ] = None,
    place: Annotated[str, typer.Option(help="The node that is asked about.")] = "北海道",
    people: Annotated[int, typer.Option(min=2, help="How many people.")] = 20,
    turns: Annotated[int, typer.Option(min=1, help="Of a real person, those said last that are remembered.")] = 300,
    hops: Annotated[int, typer.Option(min=1, max=3, help="How far from the place things may lie.")] = 2,
    seed: Annotated[int, typer.Option(min=0, help="Of the simulated people.")] = 13,
    chat: Chat = "none",
    embedding: Embedding = None,
    out: Out = None,
    resume: Resume = False,
    at_least: AtLeast = None,
    home: Home = None,
    as_json: Json = False,
) -> None:
    """People talk, then ask for places to see: what are they offered?"""
    if (interest is None) == (dialogues is None):
        raise ConfigError("give either --interest (simulated people) or --dialogues (real ones)")
    least, chosen = floors(at_least), settings(home, chat, embedding)
    if dialogues and chosen.chat != "none":
        raise ConfigError("--chat judges answers to simulated people, whose interests are known; leave it out")
    given: dict[str, Any] = {"people": people, "place": place, "hops": hops}
    with tempfile.TemporaryDirectory(prefix="yorisoi-eval-") as folder:
        own = chosen.model_copy(
            update={"home": Path(folder), "chat": "none", "graph": replace(chosen.graph, hops=hops)}
        )  # never the user's own store, and no model in the turns: only their topics count
        more = [digest(file) for file in (*files[1:], *filter(None, [dialogues]))]

        def keep() -> RunFile:
            return kept_run("eval personalize", chosen, files[0], None, out, resume, more=more, **given)

        if interest:
            given |= {"interest": interest, "seed": seed}
            found, run, kept = asyncio.run(
                _simulated(files, own, chat_model(chosen), interest, place, people, seed, keep)
            )
        elif dialogues:
            speakers = read_speakers(dialogues, people, turns)
            given |= {"people": len(speakers), "dialogues": str(dialogues), "turns": turns}
            found, run, kept = asyncio.run(_real(files, own, speakers, place, keep))
    finish(run, found | given | {"failed": len(run.failed)}, kept, at_least=least, as_json=as_json, show=_print)


Keep = Callable[[], RunFile]
"""Makes the file of the run, when it is known that it can be made."""
Measured = tuple[dict[str, Any], Run, RunFile]


async def _simulated(
    files: Sequence[Path],
    chosen: Settings,
    model: ChatModel | None,
    interest: str,
    place: str,
    count: int,
    seed: int,
    keep: Keep,
) -> Measured:
    async with learnt(chosen, files, place) as (workspace, network, reach):
        crowd = {each.name: each for each in simulated_people(network, interest, place, count, seed)}

        def in_interests(topics: Topics, case: Case) -> dict[str, float]:
            return _by_condition(topics, lambda names: of_one(network, crowd[case.id], names))

        pasts = {name: person.past for name, person in crowd.items()}
        run, kept = await _talk(workspace, pasts, place, reach, in_interests, keep)
        offered = [Offered(person=crowd[row.case.id], topics=row.output) for row in _done(run)]
        found: dict[str, Any] = {"conditions": report(network, offered)}
    if model:
        try:
            found["judge"] = await judged(model, place, offered)
        finally:
            if close := getattr(model, "close", None):
                await close()
    return found, run, kept


async def _real(
    files: Sequence[Path], chosen: Settings, speakers: Sequence[Speaker], place: str, keep: Keep
) -> Measured:
    async with learnt(chosen, files, place) as (workspace, network, reach):

        def apart(topics: Topics, _: Case) -> dict[str, float]:
            return _by_condition(topics, lambda names: of_topics(network, names))

        pasts = {speaker.name: speaker.past for speaker in speakers}
        run, kept = await _talk(workspace, pasts, place, reach, apart, keep)
        offered = {row.case.id: row.output for row in _done(run)}
        resolved: dict[str, Sequence[int]] = {}
        crowd = []
        for speaker in speakers:
            if speaker.name not in offered:
                continue
            later = _focus(speaker.later)
            crowd.append(
                Given(
                    topics=offered[speaker.name],
                    before=_nodes(network, _focus([turn.text for turn in speaker.past]), resolved),
                    later=_nodes(network, later, resolved),
                    later_words=said_most(later),
                )
            )
        vectors = await _vectors(workspace.embedder, crowd) if workspace.embedder else None
        return {"conditions": connection.report(network, crowd, vectors)}, run, kept


@asynccontextmanager
async def learnt(
    chosen: Settings, files: Sequence[Path], place: str
) -> AsyncIterator[tuple[Workspace, Network, list[str]]]:
    """A store with the triples, their vectors, and what lies within reach of the place."""
    async with open_workspace(chosen) as workspace:
        for file in files:
            await workspace.store.graph.put(Origin(name=str(file)), read_triples(file))
        graph = workspace.graph
        network = await graph.network()
        asked_about = network.names.node(place)
        if asked_about is None:
            raise ConfigError(f"the graph has no node {place}; name one with --place")
        with progress_bar() as progress:
            bar = progress.add_task("learn", total=None, detail="")

            def show(training: Training, loss: float) -> None:
                config = training.config
                progress.update(bar, completed=training.epoch, total=config.epochs, detail=f"loss {loss:.3f}")

            learnt = learn(network, [], chosen.graph.train, on_epoch=show)
        save(learnt, graph.folder, await workspace.store.graph.version())
        yield workspace, network, within_reach(graph, network, asked_about)


Topics = Mapping[str, Sequence[str]]
"""By condition."""


async def _talk(
    workspace: Workspace,
    pasts: Mapping[str, Sequence[Turn]],
    place: str,
    reach: Sequence[str],
    figures: Measure,
    keep: Keep,
) -> tuple[Run, RunFile]:
    """Everybody's turns, by name.  Raises BackendUnavailable when nobody's could be held."""
    kept = keep()
    cases = [
        Case(id=name, input={"name": name, "question": f"{name}: {question_about(place)}"}, labels={"kind": "person"})
        for name in pasts
    ]
    with progress("talk") as on_progress:
        run = await evaluate(
            lambda given: offered_to(workspace, given["name"], pasts[given["name"]], place, reach),
            cases,
            {"topics": figures},
            kept=kept,
            about=kept.about,
            on_progress=on_progress,
        )
    if len(_done(run)) < 2:
        raise BackendUnavailable(f"nobody could be talked to: {run.failed[0].failures}")
    return run, kept


def _done(run: Run) -> list[Row]:
    return [row for row in run.rows if row.output]


def _by_condition(topics: Topics, figures: Callable[[Sequence[str]], Mapping[str, float]]) -> dict[str, float]:
    return {
        f"{condition} {name}": figure for condition, names in topics.items() for name, figure in figures(names).items()
    }


def _focus(said: Sequence[str]) -> list[Focus]:
    return [word for text in said for word in focus_words(text, detect_language(text, FIRST))]


def _nodes(network: Network, words: Sequence[Focus], resolved: MutableMapping[str, Sequence[int]]) -> frozenset[int]:
    return frozenset(interests_of(network, words, resolved).weights)


async def _vectors(embedder: Embedder, crowd: Sequence[Given]) -> dict[str, NDArray[np.float32]]:
    words = {word for given in crowd for word in given.later_words}
    words |= {name for given in crowd for names in given.topics.values() for name in names}
    ordered = sorted(words)
    return dict(zip(ordered, await embedder.embed_queries(ordered), strict=True))


def _print(found: Mapping[str, Any]) -> None:
    rows = found["conditions"]
    wide = max(len(name) for name in rows)
    columns = [figure for figure in (*FIGURES, "new") if figure in next(iter(rows.values()))]
    console.print("  ".join(["".ljust(wide), *(name.rjust(24) for name in columns), "different"]), markup=False)
    for name, row in rows.items():
        cells = [_cell(row, figure).rjust(24) for figure in columns]
        console.print("  ".join([name.ljust(wide), *cells, str(row["different"]).rjust(9)]), markup=False)
    for way in ("beside_said", "beside_later", "alike_later"):
        _print_way(rows, way, wide)
    if "judge" in found:
        _table(found["judge"], lambda line: console.print(line, markup=False))


def _print_way(rows: dict[str, Any], way: str, wide: int) -> None:
    """How far new topics fit what the person said, and what the others did."""
    if way not in next(iter(rows.values())):
        return
    console.print(f"\n{way.ljust(wide)}        own     others                own - others      p", markup=False)
    for name, row in rows.items():
        fit = row[way]
        low, high = fit["ci95"]
        apart = f"{fit['difference']:+.4f} [{low:+.4f}, {high:+.4f}]"
        console.print(
            f"{name.ljust(wide)}  {fit['own']:9.4f}  {fit['others']:9.4f}  {apart}  {fit['p']:.4f}", markup=False
        )


def _cell(row: dict[str, Any], figure: str) -> str:
    low, high = row["ci95"][figure]
    return f"{row[figure]:.3f} [{low:.3f}, {high:.3f}]"


def _table(judged: dict[str, Any], say: Callable[[str], None]) -> None:
    say(f"\njudge {judged['model']}, prompt {judged['prompt']}, {judged['failed']} comparisons without a usable reply")
    for name, row in judged["of_interests"].items():
        low, high = row.get("ci95", (0.0, 0.0))
        apart = f"  {row['difference']:+.2f} [{low:+.2f}, {high:+.2f}]  {row['p']:.3f}" if "p" in row else ""
        say(f"{name.ljust(24)} names {row['names']:.2f} things of the interest{apart}")
    for name, aspects in judged["comparisons"].items():
        say(f"\n{name.ljust(28)} one  other                  difference      p  turned  tied")
        for aspect, row in aspects.items():
            low, high = row["ci95"]
            apart = f"{row['difference']:+.2f} [{low:+.2f}, {high:+.2f}]".rjust(26)
            means = f"{row['one']:7.2f}{row['other']:7.2f}"
            say(f"{aspect.ljust(24)} {means}  {apart}  {row['p']:.3f}    {row['turned']:.2f}  {row['tied']:.2f}")
