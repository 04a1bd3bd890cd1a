from datetime import date

from yorisoi.tracing import Trace
from yorisoi.types import LegRank


def test_a_note_keeps_a_list_as_it_was_then() -> None:
    trace, dropped = Trace(), ["vector"]
    with trace.step("search") as step:
        step.note(dropped=dropped, by={"leg": 1})
    dropped.append("lexical")
    [read] = trace.as_json()["steps"]
    assert read["dropped"] == ["vector"]
    assert read["by"] == {"leg": 1}


def test_a_trace_is_plain_json_when_it_is_read() -> None:
    trace = Trace()
    with trace.step("search") as step:
        step.note(legs={"vector": [(1, 0.5)]}, rank=LegRank(rank=1, score=0.5), day=date(2026, 5, 1), of={"b", "a"})
    [read] = trace.as_json()["steps"]
    assert read["legs"] == {"vector": [[1, 0.5]]}
    assert read["rank"] == {"rank": 1, "score": 0.5}
    assert (read["day"], read["of"]) == ("2026-05-01", ["a", "b"])


def test_a_note_that_takes_work_is_made_when_the_trace_is_read() -> None:
    made: list[str] = []

    def hits() -> list[LegRank]:
        made.append("hits")
        return [LegRank(rank=1, score=0.5)]

    trace = Trace()
    with trace.step("rerank") as step:
        step.note(hits=hits)
    assert not made
    [read] = trace.as_json()["steps"]
    assert read["hits"] == [{"rank": 1, "score": 0.5}]
