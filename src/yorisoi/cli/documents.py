"""What the commands that read a store have in common."""

from yorisoi.cli.output import aside
from yorisoi.errors import ConfigError
from yorisoi.graph.personal import EMPTY
from yorisoi.wiring import Workspace


async def need_documents(workspace: Workspace) -> None:
    """Raises ConfigError for an empty store: most often its name was mistyped.  One with triples alone will do."""
    if not await workspace.store.documents.last_change() and await workspace.store.graph.version() == EMPTY:
        raise ConfigError(
            f"no documents in {workspace.settings.home}; take some in first: yorisoi ingest PATH "
            "(or name another store with --home)"
        )


def foretold_of_passages(passages: int, prompt_tokens: int, completion_tokens: int) -> None:
    """Say on standard error what it takes to ask about each of so many passages."""
    aside.print(
        f"{passages} passages: about {prompt_tokens} tokens to read, {completion_tokens} to write at most", markup=False
    )
