"""FAQs and queries in the published format, read and written.

    target_faq.csv         id, title, body (published: ID, Title, Content)
    queries_SPLIT.csv      id, query, difficulty, way, made_by, query_id (published: ID, Query, difficulty)

`id` is that of the FAQ which answers.  A query that needs two FAQs stands in two rows with one `query_id`; without that
column rows of the same query are one query.  Columns may be named as in any language that Yorisoi knows.
Source: huggingface.co/datasets/ai-shift/ameba_faq_search.
"""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from pydantic import TypeAdapter

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.faq import load_csv
from yorisoi.documents.read import decode
from yorisoi.errors import DataSetError, DocumentError
from yorisoi.evaluation.beir import DataSet, Entry, Judged
from yorisoi.evaluation.sheets import harmless, meant
from yorisoi.json_values import loads
from yorisoi.language import detect_language
from yorisoi.language.packs import packs
from yorisoi.types import Language, group_names
from yorisoi.whole_file import whole_file

FAQS = "target_faq.csv"
MADE = "made.json"
GENERATED, VERIFIED = "generated", "verified"
"""Splits: as they were made, and those that were accepted."""
WAYS = ("title", "answer", "user", "two")
"""How a query was made: title in other words, question out of the answer, refined instruction, for two FAQs."""

_PREFERRED = (VERIFIED, "test", "validation", "dev", "")
_QUERY = ("query", "question", "クエリ", "質問", "查询", "问题")
_NAMED = 3
_TABLES = (".csv", ".tsv")


@dataclass(frozen=True)
class Faq:
    id: str
    title: str
    body: str
    groups: frozenset[str] = frozenset()
    """Who may read it, where the file says so; a set says the same."""

    @cached_property
    def language(self) -> Language:
        return detect_language(f"{self.title}\n{self.body}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    id: str
    text: str
    faqs: tuple[str, ...]
    """Ids of the FAQs that are needed for the answer: one, or two."""
    way: str = ""
    """One of WAYS; empty when the set does not say."""
    difficulty: str = ""
    made_by: str = ""
    """The model, or `rules:` and the rule."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FaqSet:
    name: str
    path: Path
    """Of the queries."""
    split: str
    faqs: Mapping[str, Faq]
    queries: tuple[Query, ...]
    closed: int = 0
    """FAQs that are left out with their queries, since the reader may not read them."""

    def as_data_set(self) -> DataSet:
        """As the search is measured: a FAQ is a document, and every FAQ that a query needs is relevant."""
        return DataSet(
            name=self.name,
            split=self.split,
            corpus={
                faq.id: Entry(id=faq.id, title=faq.title, text=faq.body, groups=faq.groups)
                for faq in self.faqs.values()
            },
            queries=tuple(Judged(id=q.id, text=q.text, relevance=dict.fromkeys(q.faqs, 1.0)) for q in self.queries),
            without_relevant=0,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """How the queries of a set were made: what is needed to make them again, and to go on with the conversation."""

    chat: str = "none"
    ways: tuple[str, ...] = ()
    per_faq: int = 0
    two: int = 0
    seed: int = 0
    phrases: tuple[str, ...] = ()


# ---------------------------------------------------------------- reading


def load_faqs(paths: Iterable[Path]) -> dict[str, Faq]:
    """The FAQs of CSV files by id.  Raises DataSetError: not there, not a FAQ, an id twice."""
    faqs: dict[str, Faq] = {}
    for path in paths:
        for faq in _faqs_of(path):
            if faq.id in faqs:
                raise DataSetError(f"{path}: the FAQ id {faq.id!r} stands in another file already")
            faqs[faq.id] = faq
    return faqs


def _faqs_of(path: Path) -> list[Faq]:
    if path.suffix.lower() not in _TABLES:
        raise DataSetError(f"{path}: FAQs are read from files in {' or '.join(_TABLES)}")
    try:
        found = load_csv(path.name, _bytes_of(path), DocumentsConfig())
    except DocumentError as error:
        raise DataSetError(f"{path} {error}") from error
    if not all(document.fragment for document in found):
        raise DataSetError(f"{path} is not a FAQ: its header needs a title and a body (id, title, body)")
    return [Faq(meant(str(each.fragment)), meant(each.title), meant(each.text), each.groups) for each in found]


def is_set(folder: Path) -> bool:
    """Whether the folder holds FAQs and queries in the published format."""
    return (folder / FAQS).is_file()


def opened(faqs: Mapping[str, Faq], groups: frozenset[str]) -> dict[str, Faq]:
    """Those that a reader with these access groups may read."""
    names = group_names(groups)
    return {id_: faq for id_, faq in faqs.items() if not faq.groups or faq.groups & names}


def load(folder: Path, split: str | None = None, groups: frozenset[str] = frozenset()) -> FaqSet:
    """The set as a reader with these access groups may read it: what it makes is shown to others.

    Without `split`: the verified queries, else `test`, `validation`, `dev`, queries.csv, the only one.

    Raises DataSetError with one line that says what is missing or wrong, and where.
    """
    if folder.is_file():
        raise DataSetError(f"{folder} is a file, and a set a folder: `yorisoi eval generate {folder} --out SET`")
    if not is_set(folder):
        raise DataSetError(f"{folder} holds no {FAQS}: `yorisoi eval generate FAQ.csv --out {folder}` makes one")
    faqs = load_faqs([folder / FAQS])
    path, name = _queries_in(folder, split)
    queries = read_queries(path)
    if unknown := [q for q in queries if not set(q.faqs) <= faqs.keys()]:
        named = ", ".join(repr(q.text) for q in unknown[:_NAMED])
        raise DataSetError(f"{path}: {len(unknown)} queries name FAQs that are not in {FAQS}: {named}")
    if not queries:
        raise DataSetError(f"{path} holds no queries")
    open_ = opened(faqs, groups)
    queries = tuple(query for query in queries if set(query.faqs) <= open_.keys())
    if not queries:
        raise DataSetError(f"{path} holds no queries about FAQs that the reader may read: see --group")
    closed = len(faqs) - len(open_)
    return FaqSet(name=folder.resolve().name, path=path, split=name, faqs=open_, queries=queries, closed=closed)


def _queries_in(folder: Path, split: str | None) -> tuple[Path, str]:
    files = {path.stem.removeprefix("queries").lstrip("_-"): path for path in sorted(folder.glob("queries*.csv"))}
    if not files:
        raise DataSetError(f"{folder} holds no queries: put them into queries_test.csv (id, query)")
    there = ", ".join(name or "queries.csv" for name in files)
    if split is not None and split not in files:
        raise DataSetError(f"{folder} has no split {split!r}; there is {there}")
    for name in (split,) if split is not None else (*_PREFERRED, *(files if len(files) == 1 else ())):
        if name in files:
            return files[name], name
    raise DataSetError(f"{folder} has several splits; name one with --split: {there}")


def read_queries(path: Path) -> tuple[Query, ...]:
    """The queries of a file in its order, rows of one query put together."""
    rows = _table(path)
    header = [name.strip().casefold() for name in rows[0]] if rows else []
    faq_id = _position(header, _spelt("id"), path, "id (of the FAQ)")
    text = _position(header, _QUERY, path, "query")
    more = {name: header.index(name) for name in ("query_id", "difficulty", "way", "made_by") if name in header}
    queries: dict[str, Query] = {}
    for number, row in enumerate(rows[1:], start=2):
        row = [cell.strip() for cell in (*row, *[""] * (len(header) - len(row)))]
        if not row[text] or not row[faq_id]:
            raise DataSetError(f"{path} line {number}: a row needs the id of a FAQ and a query")
        said = {name: row[at] for name, at in more.items()}
        key = said.pop("query_id", "") or row[text]
        known = queries.get(key)
        if known and known.text != row[text]:
            raise DataSetError(f"{path} line {number}: query_id {key!r} stands at another query already")
        needed = dict.fromkeys((*(known.faqs if known else ()), row[faq_id]))
        id_ = known.id if known else key if "query_id" in more and key != row[text] else f"q{len(queries) + 1:04}"
        queries[key] = Query(id=id_, text=row[text], faqs=tuple(needed), **said)
    return tuple(queries.values())


def made(folder: Path) -> Made:
    """How the set was made; of one from elsewhere nothing is known.  Raises DataSetError: a file that says it not."""
    path = folder / MADE
    if not path.exists():
        return Made()
    try:
        return TypeAdapter(Made).validate_python(loads(_bytes_of(path)))
    except ValueError as error:
        raise DataSetError(
            f"{path} does not say how the set was made; remove it if the set is from elsewhere"
        ) from error


def _table(path: Path) -> list[list[str]]:
    try:
        text = decode(_bytes_of(path), DocumentsConfig())
        separator = max(",;\t", key=text.partition("\n")[0].count)
        rows = csv.reader(io.StringIO(text), delimiter=separator, strict=True)
        return [[meant(cell) for cell in row] for row in rows if any(row)]
    except (DocumentError, csv.Error) as error:
        raise DataSetError(f"{path} is not a readable table: {error}") from error


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataSetError(f"{path} cannot be read: {error.strerror}") from error


def _spelt(column: str) -> tuple[str, ...]:
    return tuple(name for pack in packs().values() for name in pack.documents.columns.get(column, ()))


def _position(header: Sequence[str], names: Sequence[str], path: Path, wanted: str) -> int:
    at = next((header.index(name) for name in names if name in header), None)
    if at is None:
        raise DataSetError(f"{path} has no column {wanted}")
    return at


# ---------------------------------------------------------------- writing


def write_faqs(folder: Path, faqs: Iterable[Faq]) -> None:
    """As `target_faq.csv`, with a column of groups where not everyone may read all of them."""
    rows = [(faq.id, faq.title, faq.body, ", ".join(sorted(faq.groups))) for faq in faqs]
    width = 4 if any(groups for *_, groups in rows) else 3
    _write(folder / FAQS, ("id", "title", "body", "groups")[:width], [row[:width] for row in rows])


def write_queries(folder: Path, queries: Iterable[Query], split: str) -> Path:
    """The queries as `queries_SPLIT.csv`, a row for each FAQ that one needs; whole or not at all."""
    columns = ("id", "query", "difficulty", "way", "made_by", "query_id")
    rows = [(faq, q.text, q.difficulty, q.way, q.made_by, q.id) for q in queries for faq in q.faqs]
    path = folder / f"queries_{split}.csv"
    _write(path, columns, rows)
    return path


def write_made(folder: Path, how: Made) -> None:
    _replace(folder / MADE, json.dumps(asdict(how), ensure_ascii=False, indent=1) + "\n")


def _write(path: Path, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows([[harmless(cell) for cell in row] for row in (columns, *rows)])
    _replace(path, out.getvalue())


def _replace(path: Path, text: str) -> None:
    with whole_file(path) as file:
        file.write(text.encode())
