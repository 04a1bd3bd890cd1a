"""What was found about the queries, as a sheet that people overrule, and as figures.

    query_id  faq_id  title  query  way  made_by  verdict  reasons  because  by  person  comment

A person writes `ok` or `no` into the column `person`, and a comment if there is something to say.  What people said is
kept in people.csv of the set's folder, and holds in later checks too, as long as the wording stays.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.evaluation import sheets
from yorisoi.evaluation.faq.reasons import REASONS, Verdict
from yorisoi.evaluation.faq.sets import Faq, Query

SHEETS = ("verdicts.xlsx", "verdicts.csv")
PEOPLE = "people.csv"
OK, NO = "ok", "no"

_COLUMNS = (
    *("query_id", "faq_id", "title", "query", "way", "made_by"),
    *("verdict", "reasons", "because", "by", "person", "comment"),
)
_KEPT = ("faq_id", "query", "person", "comment")

Key = tuple[str, str]
"""(ids of the FAQs, query)"""


@dataclass(frozen=True, slots=True)
class Overruling:
    person: str
    """OK or NO."""
    comment: str = ""


def write(folder: Path, verdicts: Sequence[Verdict], faqs: Mapping[str, Faq], people: Mapping[Key, Overruling]) -> None:
    """The sheet in both formats, with what people said before."""
    rows = []
    for verdict in verdicts:
        query, said = verdict.query, people.get(key_of(verdict.query))
        rows.append(
            (
                query.id,
                _ids(query),
                " / ".join(faqs[faq].title for faq in query.faqs),
                query.text,
                query.way,
                query.made_by,
                "accepted" if verdict.accepted else "rejected",
                ", ".join(verdict.reasons),
                ", ".join(dict.fromkeys(filter(None, verdict.reasons.values()))),
                verdict.by,
                said.person if said else "",
                said.comment if said else "",
            )
        )
    for name in SHEETS:
        sheets.write(folder / name, _COLUMNS, rows, choices={"person": (OK, NO)})


def read(path: Path) -> dict[Key, Overruling]:
    """What people wrote into a sheet.  Raises DataSetError: no such columns, neither `ok` nor `no`."""
    found: dict[Key, Overruling] = {}
    for number, row in enumerate(sheets.read(path), start=2):
        if missing := next((name for name in _KEPT[:3] if name not in row), None):
            raise DataSetError(f"{path} has no column {missing}: it is not a sheet of `yorisoi eval verify`")
        said = row["person"].casefold()
        if said not in ("", OK, NO):
            raise DataSetError(f"{path} line {number}: {row['person']!r} in the column person is neither ok nor no")
        if said:
            found[(row["faq_id"], row["query"])] = Overruling(said, row.get("comment", ""))
    return found


def load(folder: Path, queries: Iterable[Query]) -> list[Verdict]:
    """What was found about these queries when they were last checked.

    Raises DataSetError: never checked, or made anew since then.
    """
    path = folder / SHEETS[1]
    if not path.exists():
        raise DataSetError(f"{folder} was not verified yet: call `yorisoi eval verify {folder}` without a sheet first")
    checked = {(row.get("faq_id", ""), row.get("query", "")): row for row in sheets.read(path)}
    verdicts = []
    for query in queries:
        row = checked.get(key_of(query))
        if row is None:
            raise DataSetError(f"{path} does not know {query.text!r}: verify the set anew first")
        named = [name for name in REASONS if name in row.get("reasons", "").split(", ")]
        verdicts.append(
            Verdict(query=query, reasons=dict.fromkeys(named, row.get("because", "")), by=row.get("by", ""))
        )
    return verdicts


def people(folder: Path) -> dict[Key, Overruling]:
    """What people said of this set so far."""
    path = folder / PEOPLE
    return read(path) if path.exists() else {}


def keep(folder: Path, said: Mapping[Key, Overruling]) -> None:
    rows = [(ids, query, each.person, each.comment) for (ids, query), each in said.items()]
    sheets.write(folder / PEOPLE, _KEPT, rows)


def accepted(verdicts: Iterable[Verdict], said: Mapping[Key, Overruling]) -> tuple[Query, ...]:
    """The queries that are good, people having the last word."""
    return tuple(verdict.query for verdict in verdicts if _accepted(verdict, said))


def key_of(query: Query) -> Key:
    return _ids(query), query.text


def _ids(query: Query) -> str:
    return " ".join(query.faqs)


def _accepted(verdict: Verdict, said: Mapping[Key, Overruling]) -> bool:
    person = said.get(key_of(verdict.query))
    return person.person == OK if person else verdict.accepted


# ---------------------------------------------------------------- figures


def report(verdicts: Sequence[Verdict], said: Mapping[Key, Overruling]) -> dict[str, Any]:
    """`queries`, `accepted`, `rejected`, `rejection_rate`, each reason's share under `by_reason`, the same again under
    `by_way` and `by_maker`; `overruled` counts where people differ, of those of whom they said something."""
    judged = [verdict for verdict in verdicts if key_of(verdict.query) in said]
    return {
        **_figures(verdicts, said),
        "by_way": _by(verdicts, said, [verdict.query.way for verdict in verdicts]),
        "by_maker": _by(verdicts, said, [verdict.query.made_by for verdict in verdicts]),
        "people": {
            "judged": len(judged),
            "overruled": sum(verdict.accepted != _accepted(verdict, said) for verdict in judged),
            "made_ok": sum(not verdict.accepted and _accepted(verdict, said) for verdict in judged),
        },
    }


def _by(verdicts: Sequence[Verdict], said: Mapping[Key, Overruling], names: Sequence[str]) -> dict[str, dict[str, Any]]:
    return {
        name: _figures([verdict for verdict, of in zip(verdicts, names, strict=True) if of == name], said)
        for name in dict.fromkeys(filter(None, names))
    }


def _figures(verdicts: Sequence[Verdict], said: Mapping[Key, Overruling]) -> dict[str, Any]:
    rejected = [verdict for verdict in verdicts if not _accepted(verdict, said)]
    reasons = Counter(reason for verdict in verdicts for reason in verdict.reasons)
    return {
        "queries": len(verdicts),
        "accepted": len(verdicts) - len(rejected),
        "rejected": len(rejected),
        "rejection_rate": round(len(rejected) / len(verdicts), 4) if verdicts else 0.0,
        "by_reason": {name: round(reasons[name] / len(verdicts), 4) for name in REASONS if reasons[name]},
    }
