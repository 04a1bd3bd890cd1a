"""What `from yorisoi import ...` gives."""

from importlib.resources import files

import pytest

import yorisoi


def test_every_public_name_is_there_and_documented() -> None:
    for name in yorisoi.__all__:
        thing = getattr(yorisoi, name)
        assert name == "__version__" or name == "UserId" or thing.__doc__, name


def test_nothing_else_is() -> None:
    with pytest.raises(AttributeError, match="Mind"):
        yorisoi.Mind  # noqa: B018


def test_its_types_are_for_others_to_check_against() -> None:
    assert files("yorisoi").joinpath("py.typed").is_file()
