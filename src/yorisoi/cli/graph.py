"""yorisoi graph ...: the commands of the graph under one name."""

import typer

from yorisoi.cli.graph_build import build
from yorisoi.cli.graph_communities import communities
from yorisoi.cli.graph_export import export
from yorisoi.cli.graph_import import import_triples
from yorisoi.cli.graph_show import stats, topics
from yorisoi.cli.graph_train import train

graph = typer.Typer(
    help="The graph: triples, vectors, topics, communities.", no_args_is_help=True, rich_markup_mode=None
)
graph.command("import")(import_triples)
graph.command("build")(build)
graph.command("communities")(communities)
graph.command("train")(train)
graph.command("topics")(topics)
graph.command("stats")(stats)
graph.command("export")(export)
