"""What was found about the queries, as a sheet that people overrule, and as figures.

    query_id  faq_id  title  body  query  way  made_by  verdict  reasons  because  by  person  comment

headed in the language that most queries are in.  A person writes `ok` or `no` into the column `person`, `-` to take
back what stood there, and a comment if there is something to say; an empty cell leaves what was said before, since
several people may fill in a sheet each.  What people said is kept in people.csv of the set's folder, and holds in
later checks too, as long as the wording stays.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.evaluation import sheets
from yorisoi.evaluation.comparing import language_of, spoken
from yorisoi.evaluation.faq.reasons import REASONS, Verdict
from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.evaluation.page import by_name
from yorisoi.language import normal_form

SHEETS = ("verdicts.xlsx", "verdicts.csv")
PEOPLE = "people.csv"
OK, NO, TAKEN_BACK = "ok", "no", "-"
PERSON = "person"
"""As a reason: people rejected what was accepted."""

_COLUMNS = (
    *("query_id", "faq_id", "title", "body", "query", "way", "made_by"),
    *("verdict", "reasons", "because", "by", "person", "comment"),
)
_KEPT = ("faq_id", "query", "person", "comment")

Key = tuple[str, str]
"""(ids of the FAQs, query)"""


@dataclass(frozen=True, slots=True)
class Overruling:
    person: str = ""
    """OK, NO, or nothing, where there is but a comment; in a sheet also TAKEN_BACK."""
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
                "\n\n".join(faqs[faq].body for faq in query.faqs),
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
    heads = spoken(language_of(verdict.query.text for verdict in verdicts))
    columns = [heads[name] for name in _COLUMNS]
    for name in SHEETS:
        sheets.write(folder / name, columns, rows, choices={heads["person"]: (OK, NO, TAKEN_BACK)})


def read(path: Path) -> dict[Key, Overruling]:
    """What people wrote into a sheet.  Raises DataSetError: no such columns, or neither `ok` nor `no` nor `-`."""
    found: dict[Key, Overruling] = {}
    unread = []
    for number, row in enumerate(rows_of(path), start=2):
        if missing := next((name for name in _KEPT[:3] if name not in row), None):
            raise DataSetError(
                f"{path} has no column {missing}: it is not a sheet of `yorisoi eval verify` (one of "
                "eval compare is read by `yorisoi eval comments FILE`)"
            )
        said = normal_form(row["person"]).strip()
        if said not in ("", OK, NO, TAKEN_BACK):
            unread.append(f"{row['person']!r} in line {number}")
        elif said or row.get("comment"):
            found[(row["faq_id"], row["query"])] = Overruling(said, row.get("comment", ""))
    if unread:
        raise DataSetError(f"{path}: in the column of people stands neither ok nor no nor -: {', '.join(unread)}")
    return found


def rows_of(path: Path) -> list[dict[str, str]]:
    """The rows of a sheet by the names above, whatever language its head is in."""
    return by_name(sheets.read(path), _COLUMNS)


def together(before: Mapping[Key, Overruling], said: Mapping[Key, Overruling]) -> dict[Key, Overruling]:
    """What people said so far, with what a sheet says now; a comment alone leaves the verdict."""
    found = dict(before)
    for key, each in said.items():
        old = found.pop(key, Overruling())
        person = "" if each.person == TAKEN_BACK else each.person or old.person
        if person or each.comment:
            found[key] = Overruling(person, each.comment)
    return found


def load(folder: Path, queries: Iterable[Query]) -> list[Verdict]:
    """What was found about these queries when they were last checked.

    Raises DataSetError: never checked, or made anew since then.
    """
    path = folder / SHEETS[1]
    if not path.exists():
        raise DataSetError(f"{folder} was not verified yet: call `yorisoi eval verify {folder}` without a sheet first")
    checked = {(row.get("faq_id", ""), row.get("query", "")): row for row in rows_of(path)}
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
    person = said.get(key_of(verdict.query), Overruling()).person
    return person == OK if person else verdict.accepted


# ---------------------------------------------------------------- figures


def report(verdicts: Sequence[Verdict], said: Mapping[Key, Overruling]) -> dict[str, Any]:
    """`queries`, `accepted`, `rejected`, `rejection_rate`, under `by_reason` the share of the queries that each reason
    rejects (`person`: people alone do), the same again under `by_way` and `by_maker`; people have the last word in all
    of them.  `overruled` counts where people differ, of those that they judged."""
    judged = [verdict for verdict in verdicts if said.get(key_of(verdict.query), Overruling()).person]
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
    reasons = Counter(reason for verdict in rejected for reason in verdict.reasons or (PERSON,))
    return {
        "queries": len(verdicts),
        "accepted": len(verdicts) - len(rejected),
        "rejected": len(rejected),
        "rejection_rate": round(len(rejected) / len(verdicts), 4) if verdicts else 0.0,
        "by_reason": {name: round(reasons[name] / len(verdicts), 4) for name in (*REASONS, PERSON) if reasons[name]},
    }
