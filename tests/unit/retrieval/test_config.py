"""What a search refuses to be set to."""

import pytest

from yorisoi.retrieval.config import SearchConfig


@pytest.mark.parametrize(
    "name", ["k", "vector_weight", "coverage", "bm25_per_nat", "lexical_power", "hubness", "duplicates"]
)
@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0])
def test_weights_are_numbers_and_not_negative(name: str, value: float) -> None:
    with pytest.raises(ValueError, match=name):
        SearchConfig(**{name: value})  # type: ignore[arg-type]
