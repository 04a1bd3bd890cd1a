"""One user's haste is not another's wait."""

import asyncio
from types import SimpleNamespace

import pytest
from starlette.requests import HTTPConnection

from yorisoi.server.api.accounts import Failures
from yorisoi.server.errors import Refused
from yorisoi.server.identity import Caller, Role
from yorisoi.server.limits import Limits, admit, let_go
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


def test_of_logins_that_fail_without_end_the_audit_log_is_told_so_many() -> None:
    failures = Failures()
    told = [failures.for_the_audit() for _ in range(1000)]
    assert told == [{}] * 100 + [None] * 900
    failures._noted.clear()  # as when the time is over
    assert failures.for_the_audit() == {"not_noted_before": 900}


def test_one_request_holds_one_place_however_often_it_is_admitted() -> None:
    limits = Limits(600, 1, Seconds())

    async def identify(_: object) -> Caller:
        return Caller(user=ME, groups=frozenset(), role=Role.USER, by="key")

    app = SimpleNamespace(state=SimpleNamespace(limits=limits, identify=identify))
    first, second = (HTTPConnection({"type": "http", "headers": [], "app": app}) for _ in range(2))

    async def asked() -> None:
        await admit(first)
        await admit(first)
        with pytest.raises(Refused, match="too_many"):
            await admit(second)
        let_go(second)
        let_go(first)
        let_go(first)
        await admit(second)

    asyncio.run(asked())
