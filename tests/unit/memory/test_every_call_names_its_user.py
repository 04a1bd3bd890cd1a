"""A call to a person's memory without that person does not type-check: the user is part of every signature."""

import inspect
from typing import get_type_hints

import pytest

from yorisoi.memory.recollection import Recollection
from yorisoi.memory_ports import EpisodeStore, Erasure, PersonaStore
from yorisoi.types import UserId

ACROSS_USERS = {EpisodeStore.waiting}
"""Tells who has something to be settled, and nothing of what."""
CALLS = [
    call
    for room in (EpisodeStore, PersonaStore, Erasure, Recollection)
    for name, call in vars(room).items()
    if inspect.iscoroutinefunction(call) and not name.startswith("_") and call not in ACROSS_USERS
]


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__qualname__)
def test_the_user_is_asked_for_first_and_has_no_default(call: object) -> None:
    assert callable(call)
    _, user, *_ = inspect.signature(call).parameters.values()
    assert (user.name, user.default) == ("user", inspect.Parameter.empty)
    assert get_type_hints(call)["user"] is UserId


def test_there_are_calls_to_look_at() -> None:
    assert len(CALLS) >= 18
