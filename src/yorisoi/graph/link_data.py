"""A data set for link prediction: train.txt, valid.txt, test.txt with one triple a line, parted by tabs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from yorisoi.errors import DataSetError
from yorisoi.graph.answers import Ids

PARTS = ("train", "valid", "test")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkData:
    """Triples as numbers, shape (n, 3) each: head, relation, tail."""

    name: str
    entities: Sequence[str]
    relations: Sequence[str]
    parts: Mapping[str, Ids]
    """`train`, and of `valid` and `test` what there is."""

    @property
    def train(self) -> Ids:
        return self.parts["train"]

    @property
    def evaluated(self) -> str:
        """The part to measure on: `test`, else `valid`."""
        return next((part for part in ("test", "valid") if part in self.parts), "")

    @property
    def all(self) -> Ids:
        return np.concatenate(list(self.parts.values()))


class Numbering:
    """Names to numbers, in the order in which they are met."""

    def __init__(self, names: Sequence[str] = ()) -> None:
        self._numbers = {name: number for number, name in enumerate(names)}

    def of(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    @property
    def names(self) -> list[str]:
        return list(self._numbers)


def read_link_data(folder: Path) -> LinkData:
    """The data set of a folder, or of the only folder inside it that has a train.txt.

    Raises DataSetError: no train.txt, an empty one, a line without three parts, text that is not UTF-8.
    """
    folder = _with_train(folder)
    entities, relations = Numbering(), Numbering()
    parts: dict[str, Ids] = {}
    for part in PARTS:
        path = folder / f"{part}.txt"
        if not path.is_file():
            continue
        rows = [(entities.of(h), relations.of(r), entities.of(t)) for h, r, t in _lines(path)]
        if rows:
            parts[part] = np.array(rows, dtype=np.int64)
    if "train" not in parts:
        raise DataSetError(f"{folder / 'train.txt'} holds no triples")
    return LinkData(name=folder.name, entities=entities.names, relations=relations.names, parts=parts)


def _with_train(folder: Path) -> Path:
    if not folder.is_dir():
        raise DataSetError(f"{folder} is not a folder")
    if (folder / "train.txt").is_file():
        return folder
    inner = sorted(path.parent for path in folder.glob("*/train.txt"))
    if len(inner) != 1:
        found = f"; name one of {', '.join(path.name for path in inner)}" if inner else ""
        raise DataSetError(f"{folder} holds no train.txt (head, relation and tail a line, parted by tabs){found}")
    return inner[0]


def _lines(path: Path) -> Iterator[tuple[str, str, str]]:
    try:
        with path.open(encoding="utf-8-sig") as file:
            for number, line in enumerate(file, start=1):
                if not line.strip():
                    continue
                cells = [cell.strip() for cell in line.rstrip("\r\n").split("\t")]
                if len(cells) != 3 or not all(cells):
                    raise DataSetError(f"{path}:{number}: not a head, a relation and a tail parted by tabs")
                yield cells[0], cells[1], cells[2]
    except UnicodeDecodeError as error:
        raise DataSetError(f"{path} is not UTF-8 text: {error.reason}") from error
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
