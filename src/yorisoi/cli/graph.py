"""yorisoi graph ...: the commands of the graph under one name."""

import typer

from yorisoi.cli.graph_train import train

graph = typer.Typer(help="The graph: triples, vectors, related topics.", no_args_is_help=True, rich_markup_mode=None)
graph.command("train")(train)
