"""What people wrote into the sheet of a comparison: verdicts counted with a sign test, comments kept."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from yorisoi.errors import DataSetError
from yorisoi.evaluation.comparing import VERDICTS, swapped
from yorisoi.evaluation.experiment import Row, Run
from yorisoi.evaluation.page import by_name, words
from yorisoi.evaluation.significance import sign_test
from yorisoi.language import normal_form

_SWAPPED = {"a": "b", "b": "a"}
_COLUMNS = ("id", "verdict", "comment", "comparison")


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment:
    """What one person made of one question."""

    case: str
    verdict: str = ""
    """`a`, `b`, `same`, `neither`, or nothing."""
    comment: str = ""
    swapped: bool = False
    """What the sheet shows as A is B's answer, and the comment speaks of it as A's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A sheet that came back."""

    comparison: str
    comments: tuple[Comment, ...]
    """Of questions on which something was said, as the sheet shows the sides."""
    unread: tuple[str, ...] = ()
    """Verdicts that are none, with their question."""


def filled(rows: Sequence[Mapping[str, str]]) -> Filled:
    """The sheet's rows, whatever language its columns and verdicts are in.

    Raises DataSetError: a column is missing, it holds rows of two comparisons, or nothing was written into it.
    """
    named = by_name(rows, _COLUMNS)
    if not named or any(not {"id", "verdict", "comment", "comparison"} <= row.keys() for row in named):
        raise DataSetError(
            "this is not the sheet of a comparison: its columns of ID, verdict, comment and comparison are gone "
            "(a sheet of eval verify is read by `yorisoi eval verify FOLDER --sheet FILE`)"
        )
    of = {row["comparison"] for row in named if row["comparison"]}
    if len(of) != 1:
        raise DataSetError(f"the sheet holds rows of {len(of)} comparisons; one is read at a time")
    found, unread = [], []
    for row in named:
        verdict = _verdict(row["verdict"])
        if verdict is None:
            unread.append(f"{row['id']}: {row['verdict']}")
        if verdict or row["comment"]:
            found.append(Comment(case=row["id"], verdict=verdict or "", comment=row["comment"]))
    if not found and not unread:
        raise DataSetError("there is no verdict and no comment in this sheet yet")
    return Filled(comparison=of.pop(), comments=tuple(found), unread=tuple(unread))


def _verdict(written: str) -> str | None:
    """The verdict meant: a choice in any language, or its bare letter; "" for none, None for what is no verdict."""
    if not (said := normal_form(written).strip()):
        return ""
    meant = {normal_form(spoken[f"is_{verdict}"]): verdict for spoken in words().values() for verdict in VERDICTS}
    return meant.get(said) or {"a": "a", "b": "b", "=": "same"}.get(said)


def unblinded(sheet: Filled, *, blind: bool) -> list[Comment]:
    """The comments with the true sides in their verdicts; what people wrote stays as it is."""
    return [
        replace(each, verdict=_SWAPPED.get(each.verdict, each.verdict), swapped=True)
        if blind and swapped(sheet.comparison, each.case)
        else each
        for each in sheet.comments
    ]


def agreed(comments: Sequence[Comment]) -> list[Comment]:
    """Each question once, with the verdict that most people gave it; with none (`split`) where as many gave another."""
    votes: dict[str, Counter[str]] = {}
    for each in comments:
        if each.verdict:
            votes.setdefault(each.case, Counter())[each.verdict] += 1
    found = []
    for case, counts in votes.items():
        (first, most), *others = counts.most_common()
        found.append(Comment(case=case, verdict="split" if others and others[0][1] == most else first))
    return found


def counted(comments: Sequence[Comment], compared: Run) -> dict[str, Any]:
    """`a`, `b`, `same`, `neither` (how often), `p` of the sign test of b against a, the same `by_kind`, and with
    which figures people agree: of the questions on which both chose a side, the share on the same one."""
    rows = {row.case.id: row for row in compared.rows}
    said = [(each, rows[each.case]) for each in comments if each.verdict]
    kinds = dict.fromkeys(row.case.labels.get("kind", "") for _, row in said)
    return {
        **_counts([each for each, _ in said]),
        "comments": sum(bool(each.comment) for each in comments),
        "by_kind": {
            kind: _counts([each for each, row in said if row.case.labels.get("kind", "") == kind]) for kind in kinds
        },
        "agrees_with": _agreement(said),
    }


def _counts(comments: Sequence[Comment]) -> dict[str, float | int]:
    votes = Counter(each.verdict for each in comments)
    return {**{verdict: votes[verdict] for verdict in VERDICTS}, "p": sign_test(votes["b"], votes["a"])}


def _agreement(said: Sequence[tuple[Comment, Row]]) -> dict[str, dict[str, float | int]]:
    found: dict[str, dict[str, float | int]] = {}
    for figure in dict.fromkeys(name for _, row in said for name in row.scores):
        chosen = [
            (each.verdict == "b") == (row.scores[figure] > 0)
            for each, row in said
            if each.verdict in _SWAPPED and row.scores.get(figure)
        ]
        if chosen:
            found[figure.removesuffix(" b-a")] = {
                "share": round(sum(chosen) / len(chosen), 4),
                "questions": len(chosen),
            }
    return found
