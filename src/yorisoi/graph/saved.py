"""Vectors and unfinished trainings as files."""

import json
import zipfile
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from yorisoi.errors import StoreFailed
from yorisoi.graph.config import TrainConfig
from yorisoi.graph.training import Training
from yorisoi.graph.transe import TransE
from yorisoi.whole_file import whole_file


def write(path: Path, arrays: Mapping[str, Any], about: Mapping[str, Any]) -> None:
    """Arrays and a JSON object, all of it or nothing: a killed process leaves the old file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with whole_file(path, durable=True) as file:
            np.savez(
                file, about=np.frombuffer(json.dumps(dict(about), ensure_ascii=False).encode(), np.uint8), **arrays
            )
    except OSError as error:
        raise StoreFailed(str(path), f"the vectors cannot be written: {error.strerror}") from error


def read(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """(arrays, about).  Raises StoreFailed: no file of this kind."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        return arrays, json.loads(arrays.pop("about").tobytes())
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise StoreFailed(
            str(path), "these are no vectors that can be read; remove the file and train again"
        ) from error


def save_training(path: Path, training: Training, data: str) -> None:
    """`data` identifies the triples that are learnt."""
    arrays = {
        "entities": training.model.entities,
        "relations": training.model.relations,
        "entity_squares": training.entity_squares,
        "relation_squares": training.relation_squares,
    }
    write(path, arrays, {"config": asdict(training.config), "epoch": training.epoch, "data": data})


def load_training(path: Path, config: TrainConfig, data: str) -> Training | None:
    """The training as it was saved; None when there is none of this configuration on these triples."""
    if not path.is_file():
        return None
    arrays, about = read(path)
    if about.get("config") != asdict(config) or about.get("data") != data:
        return None
    model = TransE(entities=arrays["entities"], relations=arrays["relations"])
    return Training(
        config=config,
        model=model,
        entity_squares=arrays["entity_squares"],
        relation_squares=arrays["relation_squares"],
        epoch=about["epoch"],
    )
