"""What was learnt of the store's graph, as a file."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from yorisoi.graph.answers import Ids
from yorisoi.graph.network import Spellings
from yorisoi.graph.saved import read, write

Floats = NDArray[np.float32]
FILE = "vectors.npz"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """Vectors of a graph as it was when they were learnt."""

    entities: Floats
    relations: Floats
    """(2 relations + 2, dimension): the last of each half is the interest of users."""
    entity_squares: Floats
    relation_squares: Floats
    """How far each row has settled: Adagrad's sums, from which a further training goes on."""
    names: Sequence[str]
    """Of the entities, in normal form."""
    relation_names: Sequence[str]
    degrees: Ids
    """Edges that each entity had."""
    uses: Ids
    """Triples that each relation had, (relations + 1,): 0 for the interest of users."""
    l2: float
    """The regularisation of the training."""


def save(learnt: Learnt, folder: Path, version: str) -> None:
    """Keep the vectors; `version` is the graph's."""
    names, ends = Spellings.of(learnt.names).arrays()
    arrays = {
        "entities": learnt.entities,
        "relations": learnt.relations,
        "entity_squares": learnt.entity_squares,
        "relation_squares": learnt.relation_squares,
        "degrees": learnt.degrees,
        "uses": learnt.uses,
        "names": names,
        "ends": ends,
    }
    write(folder / FILE, arrays, {"version": version, "relations": list(learnt.relation_names), "l2": learnt.l2})


def load(folder: Path) -> tuple[Learnt, str] | None:
    """(the vectors, the version of the graph that they belong to); None when nothing was learnt yet."""
    if not (folder / FILE).is_file():
        return None
    arrays, about = read(folder / FILE)
    names = Spellings(arrays["names"], arrays["ends"])
    learnt = Learnt(
        entities=arrays["entities"],
        relations=arrays["relations"],
        entity_squares=arrays.get("entity_squares", np.zeros(len(arrays["entities"]), np.float32)),
        relation_squares=arrays.get("relation_squares", np.zeros(len(arrays["relations"]), np.float32)),
        names=names,
        relation_names=about["relations"],
        degrees=arrays.get("degrees", np.full(len(arrays["entities"]), -1)),
        uses=arrays.get("uses", np.full(len(arrays["relations"]) // 2, -1)),
        l2=about["l2"],
    )
    return learnt, about["version"]
