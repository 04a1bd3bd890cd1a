"""PyKEEN's TransE: processor seconds until the validation part is ranked so well, and of an evaluation of all of it.

    python run.py FOLDER '{"dimension": 64, "negatives": 32, "batch": 1024, "rate": 0.002, "norm": 1,
                           "optimizer": "Adam", "loss": "nssa", "loss_kwargs": {"margin": 9},
                           "goal": 0.28, "limit_s": 900}'

Reciprocal relations, no constraint on the vectors.  `norm` 1 or 2 is the distance, squared with "squared": true;
`loss` is a name of PyKEEN's, with its `loss_kwargs`.  {"norm": 2, "squared": true, "loss": "crossentropy",
"optimizer": "Adagrad"} is the model that ours is.  One line of JSON an epoch, with the MRR over some triples of the
validation part (measuring does not count), and a last one for the evaluation of the whole part.
"""

import contextlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import torch
from pykeen.evaluation import RankBasedEvaluator
from pykeen.models import TransE
from pykeen.nn.init import xavier_normal_
from pykeen.training import SLCWATrainingLoop
from pykeen.training.callbacks import TrainingCallback
from pykeen.triples import TriplesFactory

LOOKED_AT = 1_000
"""Triples of the validation part that are ranked after an epoch."""


def tell(**found: Any) -> None:
    print(json.dumps(found), flush=True)


def mrr(model: TransE, triples: torch.Tensor, known: torch.Tensor) -> float:
    found = RankBasedEvaluator(filtered=True).evaluate(
        model, triples, additional_filter_triples=[known], batch_size=32, use_tqdm=False
    )
    return float(found.get_metric("both.realistic.inverse_harmonic_mean_rank"))


class Watch(TrainingCallback):
    """Ranks after each epoch, and stops at the goal or at the limit; its own time is taken off."""

    def __init__(self, part: torch.Tensor, train: torch.Tensor, goal: float, limit_s: float) -> None:
        super().__init__()
        self.part, self.train, self.goal, self.limit_s = part, train, goal, limit_s
        self.began, self.apart = time.process_time(), 0.0

    def post_epoch(self, epoch: int, epoch_loss: float, **_: Any) -> None:
        taken = time.process_time() - self.began - self.apart
        started = time.process_time()
        reached = mrr(self.model, self.part, self.train)
        self.apart += time.process_time() - started
        tell(epoch=epoch, loss=round(epoch_loss, 4), mrr=round(reached, 4), cpu_s=round(taken, 1))
        if reached >= self.goal or taken >= self.limit_s:
            raise StopIteration


def main(folder: Path, given: dict[str, Any]) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(13)
    train = TriplesFactory.from_path(folder / "train.txt", create_inverse_triples=True)
    valid = TriplesFactory.from_path(
        folder / "valid.txt", entity_to_id=train.entity_to_id, relation_to_id=train.relation_to_id
    ).mapped_triples
    model = TransE(
        triples_factory=train,
        embedding_dim=given["dimension"],
        scoring_fct_norm=given["norm"],
        power_norm=given.get("squared", False),
        entity_initializer=xavier_normal_,
        entity_constrainer=None,
        relation_initializer=xavier_normal_,
        loss=given["loss"],
        loss_kwargs=given.get("loss_kwargs"),
        random_seed=13,
    )
    loop = SLCWATrainingLoop(
        model=model,
        triples_factory=train,
        optimizer=getattr(torch.optim, given["optimizer"])(model.parameters(), lr=given["rate"]),
        negative_sampler="basic",
        negative_sampler_kwargs={"num_negs_per_pos": given["negatives"], "corruption_scheme": ["tail"]},
    )
    some = valid[torch.randperm(len(valid), generator=torch.Generator().manual_seed(13))[:LOOKED_AT]]
    watch = Watch(some, train.mapped_triples, given["goal"], given["limit_s"])
    with contextlib.suppress(StopIteration):
        loop.train(train, num_epochs=1000, batch_size=given["batch"], callbacks=watch, use_tqdm=False)
    started, clock = time.process_time(), time.perf_counter()
    reached = mrr(model, valid, train.mapped_triples)
    tell(
        evaluated=len(valid),
        mrr=round(reached, 4),
        eval_cpu_s=round(time.process_time() - started, 1),
        eval_s=round(time.perf_counter() - clock, 1),
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), json.loads(sys.argv[2]))
