"""Was it right to ask back?  Labelled utterances through the decision: JSON Lines.

    {"history": [...], "text": "...", "label": "ask" | "search", "kind": "question" | "consultation",
     "gold": "leave/annual.md"}

`history` is as in `followups.py`; an assistant's turn that is a question counts as one that asked back.  `kind` and
`gold` (part of the right page's path) may be left out or null.
"""

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from yorisoi.errors import DataSetError
from yorisoi.evaluation.experiment import Case, Scored
from yorisoi.evaluation.followups import history_of, rows, text_of
from yorisoi.evaluation.rewriting import at_ranks, rank
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST
from yorisoi.types import UNDETERMINED, Action, Choice, Language, Turn

BINS = 10
"""Of the calibration error."""
_ASKS_BACK = re.compile(r"[?？]\s*$|(?:か|ください)[。.]?\s*$")
_OFFERED = re.compile(r"(?:^|[\s。?？])\d[.．)、]\s*(\S.*?)(?=\s+\d[.．)、]|\s*$)", re.M)


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One utterance with what ought to be done about it."""

    history: tuple[Turn, ...]
    text: str
    language: Language
    ask: bool
    kind: Literal["question", "consultation"] | None = None
    gold: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What was decided."""

    ask: bool
    probability: float
    """Probability that something has to be asked for."""
    rule: str
    kind: str
    """`question`, `consultation`."""
    pages: tuple[str, ...]
    """Sources found, best first."""
    choices: tuple[Choice, ...] = ()
    """What was offered."""
    ms: float = 0.0
    """Of the decision, without search and without a model."""


AfterChoice = Callable[[Utterance, Judged, str], Awaitable[Sequence[str]]]
"""(utterance, what was decided, the choice picked) -> sources found then, best first."""


def load(path: Path) -> list[Utterance]:
    """The utterances of a file, read whole and checked.

    Raises DataSetError with one line that names file and line and says what is wrong.
    """
    found = [_utterance(row, where) for row, where in rows(path)]
    if not found:
        raise DataSetError(f"{path} is empty: one JSON object a line, with text and label")
    return found


def _utterance(row: Mapping[str, Any], where: str) -> Utterance:
    text = text_of(row.get("text"), f'{where}: "text"').strip()
    label, kind = row.get("label"), row.get("kind")
    if not text:
        raise DataSetError(f'{where}: "text" is empty')
    if label not in ("ask", "search"):
        raise DataSetError(f'{where}: "label" is neither "ask" nor "search"')
    if kind not in ("question", "consultation", None):
        raise DataSetError(f'{where}: "kind" is neither "question" nor "consultation"')
    history = asked_back(history_of(row.get("history") or (), where))
    spoken = detect_language(history[-1].text) if history else UNDETERMINED
    return Utterance(
        history=history,
        text=text,
        language=detect_language(text, spoken if spoken != UNDETERMINED else FIRST),
        ask=label == "ask",
        kind=kind,
        gold=text_of(row["gold"], f'{where}: "gold"') if row.get("gold") else None,
    )


def asked_back(history: Sequence[Turn]) -> tuple[Turn, ...]:
    """The history with what the assistant did.

    A turn that ends as a question asked about the user's turn before it; what it numbers are choices.
    """
    done: list[Turn] = []
    for turn in history:
        if turn.speaker == "assistant" and turn.action is None:
            said = next((before.text for before in reversed(done) if before.speaker == "user"), None)
            offered = tuple(Choice(text=each.strip(), source="") for each in _OFFERED.findall(turn.text))
            asks = len(offered) > 1 or _ASKS_BACK.search(turn.text)
            turn = replace(turn, action=Action.ASK if asks else Action.SEARCH, question=said, choices=offered)
        done.append(turn)
    return tuple(done)


def cases(utterances: Sequence[Utterance]) -> list[Case]:
    """A case an utterance, numbered from 1 as in its file."""
    return [
        Case(
            id=str(number),
            input={"number": number, "question": item.text, "history": [turn.text for turn in item.history]},
            expected="ask" if item.ask else "search",
            labels={"language": item.language, "kind": _kind(item)},
        )
        for number, item in enumerate(utterances, start=1)
    ]


# ---------------------------------------------------------------- figures


def right(judged: Judged, case: Case) -> Scored:
    """What one decision adds to the figures: means over these are accuracy, precision and recall of asking, and Brier's
    score.  Precision has only what was asked, recall only what was to be."""
    ask = case.expected == "ask"
    scores = {
        "accuracy": judged.ask == ask,
        "ask_precision": ask if judged.ask else None,
        "ask_recall": judged.ask if ask else None,
        "brier": (judged.probability - ask) ** 2,
    }
    return Scored(scores=scores, why={"expected": case.expected, "rule": judged.rule})


def report(utterances: Sequence[Utterance], judged: Sequence[Judged]) -> dict[str, Any]:
    """The figures of all, and of each language, kind and rule.

    accuracy; ask_precision, ask_recall and ask_f1 of asking back; auc: the chance that an utterance to be asked about
    has a greater probability than one that is not; brier: its mean squared error; ece: mean distance between it and
    share of questions to be asked in ten bins of equal width, weighted by their sizes.
    """
    pairs = list(zip(utterances, judged, strict=True))
    told: dict[str, Any] = {"items": len(pairs), **figures(pairs)}
    for name, key in (("by_language", _language), ("by_kind", _kind)):
        groups = Counter(key(item) for item, _ in pairs)
        told[name] = {
            group: {"items": count, **figures([pair for pair in pairs if key(pair[0]) == group])}
            for group, count in groups.most_common()
        }
    told["by_rule"] = dict(Counter(one.rule for one in judged).most_common())
    told["p50_ms"] = round(float(np.median([one.ms for one in judged])), 2)
    return told


def _language(item: Utterance) -> str:
    return item.language


def _kind(item: Utterance) -> str:
    return item.kind or "unlabelled"


def figures(pairs: Sequence[tuple[Utterance, Judged]]) -> dict[str, float | None]:
    """Figures without their breakdown; None where a figure has nothing to be measured on."""
    asks = np.array([item.ask for item, _ in pairs])
    asked = np.array([one.ask for _, one in pairs])
    probability = np.array([one.probability for _, one in pairs])
    right = int((asks & asked).sum())
    precision = right / int(asked.sum()) if asked.any() else None
    recall = right / int(asks.sum()) if asks.any() else None
    both = (precision or 0) + (recall or 0)
    found = {
        "accuracy": float((asks == asked).mean()),
        "ask_precision": precision,
        "ask_recall": recall,
        "ask_f1": 2 * (precision or 0) * (recall or 0) / both if both else None,
        "auc": auc(probability, asks),
        "brier": float(((probability - asks) ** 2).mean()),
        "ece": calibration_error(probability, asks),
    }
    return {name: None if value is None else round(value, 4) for name, value in found.items()}


def auc(scores: NDArray[np.float64], positive: NDArray[np.bool_]) -> float | None:
    """Area under the ROC curve: P(score of a positive > of a negative), ties count half."""
    if positive.all() or not positive.any():
        return None
    difference = scores[positive][:, None] - scores[~positive][None, :]
    return float((difference > 0).mean() + (difference == 0).mean() / 2)


def calibration_error(probability: NDArray[np.float64], positive: NDArray[np.bool_]) -> float:
    """Expected calibration error: sum_b n_b / n * |mean probability - share of positives| over ten bins."""
    bins = np.minimum((probability * BINS).astype(int), BINS - 1)
    return float(
        sum(
            (bins == each).mean() * abs(probability[bins == each].mean() - positive[bins == each].mean())
            for each in np.unique(bins)
        )
    )


async def gain(utterances: Sequence[Utterance], judged: Sequence[Judged], after: AfterChoice) -> dict[str, Any] | None:
    """What asking brought, for the utterances that were asked about, were to be, and whose right page is known.

    The user is played: of the choices offered, the one that leads to the right page is picked, and none where there is
    none; then everything stays as it was.
    """
    before, then, offered = [], [], 0
    for item, one in zip(utterances, judged, strict=True):
        if not (item.ask and one.ask and item.gold):
            continue
        picked = next((choice.text for choice in one.choices if item.gold in choice.source), None)
        offered += picked is not None
        before.append(rank(one.pages, item.gold))
        then.append(rank(await after(item, one, picked), item.gold) if picked else before[-1])
    if not before:
        return None
    return {
        "items": len(before),
        "right_page_offered": round(offered / len(before), 4),
        "before": {name: round(value, 4) for name, value in at_ranks(before).items()},
        "after": {name: round(value, 4) for name, value in at_ranks(then).items()},
    }
