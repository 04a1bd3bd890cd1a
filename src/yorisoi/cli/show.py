"""yorisoi show PASSAGE: open what a citation points to."""

import asyncio
from typing import Annotated

import typer

from yorisoi.cli.documents import need_documents
from yorisoi.cli.options import Groups, Home, Json, settings
from yorisoi.cli.output import console, print_json
from yorisoi.errors import ConfigError
from yorisoi.language.plain import in_one_line
from yorisoi.settings import Settings
from yorisoi.types import Filter, Passage
from yorisoi.wiring import open_workspace


def show(
    passage: Annotated[int, typer.Argument(help="The passage_id of a citation or a hit.")],
    home: Home = None,
    group: Groups = None,
    as_json: Json = False,
) -> None:
    """Open a cited passage with the ones around it."""
    around = asyncio.run(_around(passage, settings(home, "none", "none"), Filter(groups=frozenset(group or ()))))
    page = around[0].document
    if as_json:
        print_json({"source": page.source, "title": page.title, "owner": page.owner, "passages": around})
        return
    console.print(f"{page.title}   {in_one_line(page.source)}", style="bold", markup=False)
    console.print(f"owner: {page.owner or '-'}   updated: {page.updated or '-'}", style="dim", markup=False)
    for each in around:
        heading = " > ".join(each.section)
        console.print(f"\n[{each.id}] {heading}", style="bold" if each.id == passage else "dim", markup=False)
        console.print(each.text.strip(), style="none" if each.id == passage else "dim", markup=False)
        if each.asked:
            console.print(f"found by: {' / '.join(each.asked)}", style="dim", markup=False)


async def _around(passage_id: int, chosen: Settings, within: Filter) -> list[Passage]:
    async with open_workspace(chosen, new=False) as workspace:
        await need_documents(workspace)
        documents = workspace.store.documents
        found = await documents.passages([passage_id], within)
        if not found:
            raise ConfigError(f"there is no passage {passage_id} here (or it is not open to these groups)")
        return await documents.neighbours(found[0], 1, 1)
