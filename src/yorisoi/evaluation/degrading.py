"""Answers that came about without something that should have helped, such as a model that was dead or late."""

from collections.abc import Iterable, Mapping
from typing import Any

from yorisoi.evaluation.experiment import Row


def reasons(output: Any) -> tuple[str, ...]:
    """What an answer had to do without, each as `step: why`; of an `Answered`, also as it was kept."""
    found = output.get("degraded") if isinstance(output, Mapping) else getattr(output, "degraded", None)
    return tuple(found or ())


def degraded(rows: Iterable[Row]) -> dict[str, Any]:
    """`degraded`: how many answers are; `degraded_by`: a line for each step, how many and the first reason."""
    found = [each for row in rows if (each := reasons(row.output))]
    steps: dict[str, list[str]] = {}
    for each in found:
        for step, why in dict(reason.split(": ", 1) for reason in each).items():
            steps.setdefault(step, []).append(why)
    return {
        "degraded": len(found),
        "degraded_by": [f"{step} {len(whys)}, such as: {whys[0]}" for step, whys in steps.items()],
    }
