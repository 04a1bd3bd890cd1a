"""A folder in BEIR layout: corpus.jsonl, queries.jsonl, qrels.

    corpus.jsonl        {"_id": "d1", "title": "...", "text": "..."}      a document a line; title may be missing
    queries.jsonl       {"_id": "q1", "text": "..."}
    qrels/test.tsv      query-id <TAB> corpus-id <TAB> score, with a header; one file a split, or qrels.tsv beside them

Source: Thakur et al., NeurIPS 2021 Datasets and Benchmarks.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from yorisoi.errors import DataSetError
from yorisoi.json_values import loads
from yorisoi.types import Filter

PREFERRED_SPLITS = ("test", "dev")
_NAMED = 3
"""Unknown ids that a message names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A document of the corpus."""

    id: str
    title: str
    text: str
    groups: frozenset[str] = field(default=frozenset(), repr=False)
    """Who may read it; empty: everyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A query and the grades of the documents that were judged for it."""

    id: str
    text: str
    relevance: Mapping[str, float]
    """At least one grade is above 0."""
    in_corpus: bool = False
    """It is itself a document: one of its id and text stands in the corpus, and was not judged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    name: str
    """Of the folder."""
    split: str
    """Of the judgements, such as `test`; empty for a qrels.tsv beside the corpus."""
    corpus: Mapping[str, Entry]
    queries: tuple[Judged, ...]
    """Those with a relevant document, in the order of their file."""
    without_relevant: int
    """Judged queries left out because nothing is relevant to them."""
    empty_queries: int = 0
    """Judged queries left out because they hold no text."""

    @property
    def within(self) -> Filter:
        """A reader who may read all of it."""
        return Filter(groups=frozenset().union(*(entry.groups for entry in self.corpus.values())))


def load(folder: Path, split: str | None = None) -> DataSet:
    """The data set, read whole and checked.

    Without `split`: the only file of judgements, else `test`, else `dev`.  Judged queries to which nothing is relevant
    and those without text are left out and counted; queries without judgements are left out.
    Raises DataSetError with one line that names file, line and what is wrong: not there, not UTF-8, not JSON, a field
    missing, an id twice, a judgement of an unknown id, no judgements.
    """
    if not folder.is_dir():
        raise DataSetError(f"{folder}: no such folder; name one that holds corpus.jsonl, queries.jsonl and qrels/")
    for name in ("corpus.jsonl", "queries.jsonl"):
        if not (folder / name).is_file():
            raise DataSetError(
                f"{folder} holds no {name}: a data set in BEIR layout has corpus.jsonl, queries.jsonl "
                "and qrels/SPLIT.tsv"
            )
    judgements, name = _judgements(folder, split)
    corpus = _corpus(folder / "corpus.jsonl")
    queries = {id_: _string(row, "text", where) for id_, row, where in _rows(folder / "queries.jsonl")}
    relevance = _relevance(judgements, queries, corpus)
    wanted = {id_ for id_, grades in relevance.items() if any(grade > 0 for grade in grades.values())}
    judged = tuple(
        Judged(id=id_, text=text, relevance=relevance[id_], in_corpus=_is_document(id_, text, corpus, relevance[id_]))
        for id_, text in queries.items()
        if id_ in wanted and text.strip()
    )
    if not judged:
        raise DataSetError(
            f"{judgements}: no query has a relevant document (a score above 0), so nothing can be measured"
        )
    return DataSet(
        name=folder.resolve().name,
        split=name,
        corpus=corpus,
        queries=judged,
        without_relevant=len(relevance) - len(wanted),
        empty_queries=len(wanted) - len(judged),
    )


def _is_document(id_: str, text: str, corpus: Mapping[str, Entry], relevance: Mapping[str, float]) -> bool:
    entry = corpus.get(id_)
    if entry is None or id_ in relevance:
        return False
    return text.split() in (entry.text.split(), f"{entry.title} {entry.text}".split())


def _judgements(folder: Path, split: str | None) -> tuple[Path, str]:
    """The file of judgements and the name of its split."""
    files = {path.stem: path for path in sorted((folder / "qrels").glob("*.tsv"))}
    if (folder / "qrels.tsv").is_file():
        files.setdefault("", folder / "qrels.tsv")
    if not files:
        raise DataSetError(f"{folder} holds no judgements: put them into qrels/test.tsv (query-id, corpus-id, score)")
    there = ", ".join(name for name in files if name) or "only qrels.tsv"
    if split is not None:
        if split not in files or not split:
            raise DataSetError(f"{folder} has no split {split!r}; there is {there}")
        return files[split], split
    if len(files) == 1:
        name = next(iter(files))
        return files[name], name
    for name in (*PREFERRED_SPLITS, ""):
        if name in files:
            return files[name], name
    raise DataSetError(f"{folder} has several splits; name one with --split: {there}")


def _corpus(path: Path) -> dict[str, Entry]:
    entries = {
        id_: Entry(id=id_, title=_string(row, "title", where, missing=""), text=_string(row, "text", where))
        for id_, row, where in _rows(path)
    }
    if not entries:
        raise DataSetError(f"{path} is empty")
    return entries


def _rows(path: Path) -> Iterator[tuple[str, dict[str, object], str]]:
    """(id, object, where it stands) of every line that is not blank."""
    seen: dict[str, int] = {}
    for number, line in _lines(path):
        where = f"{path} line {number}"
        try:
            row = loads(line)
        except ValueError as error:
            raise DataSetError(f"{where} is not JSON: {error}") from error
        if not isinstance(row, dict):
            raise DataSetError(f"{where} is not a JSON object")
        number_or_text = row.get("_id")
        if type(number_or_text) is int:
            row["_id"] = str(number_or_text)
        id_ = _string(row, "_id", where)
        if not id_:
            raise DataSetError(f'{where}: "_id" is empty')
        if id_ in seen:
            raise DataSetError(f"{where}: the id {id_!r} stands in line {seen[id_]} already")
        seen[id_] = number
        yield id_, row, where


def _string(row: Mapping[str, object], name: str, where: str, missing: str | None = None) -> str:
    value = row.get(name, missing)
    if value is None and name in row and missing is not None:  # "title": null
        return missing
    if not isinstance(value, str):
        raise DataSetError(f'{where}: "{name}" is missing or not a text')
    try:
        value.encode()
    except UnicodeEncodeError as error:  # JSON may hold the half of a character as an escape
        raise DataSetError(f'{where}: "{name}" holds half a character, {value[error.start]!r}') from error
    return value


def _relevance(path: Path, queries: Mapping[str, str], corpus: Mapping[str, Entry]) -> dict[str, dict[str, float]]:
    """Grades by query and document."""
    graded: dict[str, dict[str, float]] = {}
    unknown: list[str] = []
    for row, (number, line) in enumerate(_lines(path)):
        where = f"{path} line {number}"
        cells = line.rstrip("\r\n").split("\t")
        if len(cells) != 3:
            raise DataSetError(f"{where} has {len(cells)} columns, not 3: query-id, corpus-id, score, parted by tabs")
        query, document, score = cells
        grade = _number(score)
        if grade is None and row == 0:  # the header, by whatever names
            continue
        if grade is None:
            raise DataSetError(f"{where}: the score {score!r} is not a number")
        if query not in queries:
            unknown.append(f"query {query!r} (line {number})")
        elif document not in corpus:
            unknown.append(f"document {document!r} (line {number})")
        elif document in graded.setdefault(query, {}):
            raise DataSetError(f"{where}: document {document!r} has a score for query {query!r} already")
        else:
            graded[query][document] = grade
    if unknown:
        more = f" and {len(unknown) - _NAMED} more" if len(unknown) > _NAMED else ""
        raise DataSetError(f"{path} names ids that are not in the data: {', '.join(unknown[:_NAMED])}{more}")
    if not graded:
        raise DataSetError(f"{path} holds no judgements")
    return graded


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, with their numbers from 1."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                try:
                    text = line.decode("utf-8-sig" if number == 1 else "utf-8")
                except UnicodeDecodeError as error:
                    raise DataSetError(f"{path} line {number} is not UTF-8") from error
                if text.strip():
                    yield number, text
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error
