"""The rewriting sets as files for `yorisoi eval rewrite`, in two halves that share no conversation.

    python benchmarks/rewriting_sets.py SET [--half dev|held-out] [--sample 200] [--seed 11] > FILE

`dev` is what rules may be looked up in; figures are reported on `held-out`.  Of a set with several collections (ASDC) a
sample takes as many from each, as far as they have them.
"""

import argparse
import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

from datasets import asdc, canard, tencent_rewrite, trec_cast

Half = Literal["dev", "held-out"]
Row = dict[str, object]
SETS: dict[str, Callable[[Path], Iterator[tuple[str, str, Row]]]] = {
    "asdc": asdc.rows,
    "canard": canard.rows,
    "trec_cast": trec_cast.rows,
    "tencent_rewrite": tencent_rewrite.rows,
}
SHARED = Path(__file__).parents[2] / "shared" / "data"
SEED = 11


def half(conversation: str) -> Half:
    """Which half a conversation belongs to, by a hash of its id."""
    return "dev" if hashlib.sha256(conversation.encode()).digest()[0] % 2 else "held-out"


def sample(name: str, which: Half, most: int | None, seed: int = SEED, shared: Path = SHARED) -> list[Row]:
    """Rows of one half, in a drawn order; all of them for `most` = None."""
    collections: dict[str, list[Row]] = defaultdict(list)
    for collection, conversation, row in SETS[name](shared / name):
        if half(f"{name} {conversation}") == which:
            collections[collection].append(row)
    rng = random.Random(seed)
    for rows in collections.values():
        rng.shuffle(rows)
    taken: list[Row] = []
    queues = list(collections.values())
    while any(queues) and (most is None or len(taken) < most):
        for queue in queues:
            if queue and (most is None or len(taken) < most):
                taken.append(queue.pop())
    return taken


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", choices=SETS)
    parser.add_argument("--half", choices=("dev", "held-out"), default="held-out")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=SEED)
    chosen = parser.parse_args()
    for row in sample(chosen.set, chosen.half, chosen.sample, chosen.seed):
        print(json.dumps(row, ensure_ascii=False))


if __name__ == "__main__":
    main()
