"""One user's haste is not another's wait."""

import pytest

from yorisoi.server.errors import Refused
from yorisoi.server.limits import Limits
from yorisoi.types import UserId

ME, OTHER = UserId("me"), UserId("other")


class Seconds:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_others_are_not_held_up() -> None:
    limits = Limits(600, 2, Seconds())
    limits.enter(ME)
    limits.enter(ME)
    with pytest.raises(Refused):
        limits.enter(ME)
    limits.enter(OTHER)
    limits.leave(ME)
    limits.enter(ME)


def test_so_many_a_minute_a_tenth_of_them_at_one_go() -> None:
    clock = Seconds()
    limits = Limits(60, 100, clock)

    def taken() -> int:
        for count in range(100):
            try:
                limits.enter(ME)
            except Refused:
                return count
            limits.leave(ME)
        raise AssertionError("there is no limit")

    assert taken() == 6
    clock.now += 3
    assert taken() == 3
    clock.now += 1000
    assert taken() == 6
    with pytest.raises(Refused) as refused:
        limits.enter(ME)
    assert refused.value.retry_after_s == 1
