"""Numbers that are set are numbers, and lie in a range that stands beside each field of a config dataclass.

@dataclass(frozen=True, slots=True, kw_only=True)
class RecallConfig:
    limit: int = within(3, 1, 100)

    def __post_init__(self) -> None:
        check_ranges(self)
"""

from dataclasses import field, fields
from math import isfinite
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_RANGE = "yorisoi.range"
Number = TypeVar("Number", bound=int | float | str)
"""A number, or the word `auto` in its place."""


def within(default: Number, low: float, high: float) -> Number:
    """A field of a dataclass that lies in low..high, both included."""
    made: Any = field(default=default, metadata={_RANGE: (low, high)})
    found: Number = made
    return found


def check_ranges(config: "DataclassInstance") -> None:
    """Raises ValueError, with one line that names the field: a number outside its range, nan, or infinite."""
    for name, (low, high) in ranges(type(config)).items():
        value = getattr(config, name)
        if isinstance(value, (int, float)) and not low <= value <= high:  # which nan never does
            raise ValueError(f"{name} must lie in {low:,g}..{high:,g}, not {value}")
    for each in fields(config):
        value = getattr(config, each.name)
        if isinstance(value, float) and not isfinite(value):
            raise ValueError(f"{each.name} must be a number, not {value}")


def ranges(config: "type[DataclassInstance]") -> dict[str, tuple[float, float]]:
    """The fields that have a range, and the range."""
    return {each.name: each.metadata[_RANGE] for each in fields(config) if _RANGE in each.metadata}
