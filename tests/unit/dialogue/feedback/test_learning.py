"""What feedback does to a user's threshold: direction, limits, replay."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.dialogue.feedback.learning import LearningConfig, learn, pull
from yorisoi.dialogue.odds import logistic, logit
from yorisoi.types import Feedback

AT = datetime(2026, 5, 1, tzinfo=UTC)
CONFIG = LearningConfig()
RULES = ("①", "②", "③", "④", "⑤", "⑥", "choice", "just-answer", "ask-cap", None)

probabilities = st.none() | st.floats(0, 1)
events = st.builds(
    Feedback,
    kind=st.sampled_from(["up", "down", "needless", "missed", "rephrased", "ignored_choice"]),
    at=st.just(AT),
    trace_id=st.none() | st.sampled_from("abcdefgh"),
    rule=st.sampled_from(RULES),
    clarification_probability=probabilities,
)
resets = st.just(Feedback(kind="reset", at=AT))
logs = st.lists(events | resets, max_size=60)
bases = st.floats(0.05, 0.95)


def event(kind: str, rule: str = "②", probability: float | None = None, trace: str | None = None) -> Feedback:
    return Feedback(kind=kind, at=AT, rule=rule, clarification_probability=probability, trace_id=trace)  # type: ignore[arg-type]


def after(*log: Feedback, base: float = 0.5, config: LearningConfig = CONFIG) -> float:
    return learn(base, log, config).ask


@given(logs, bases)
def test_the_threshold_stays_within_its_band_around_the_one_that_is_set(log: list[Feedback], base: float) -> None:
    learnt = learn(base, log, CONFIG)
    for ask in (learnt.ask, *(lesson.after for lesson in learnt.lessons)):
        assert abs(logit(ask) - logit(base)) <= CONFIG.band + 1e-9


@given(logs, bases)
def test_the_log_replayed_gives_the_same_and_each_lesson_goes_on_from_the_one_before(
    log: list[Feedback], base: float
) -> None:
    learnt = learn(base, log, CONFIG)
    assert learn(base, list(log), CONFIG) == learnt
    assert [lesson.event for lesson in learnt.lessons] == log
    now = base
    for lesson in learnt.lessons:
        assert lesson.before == now
        now = lesson.after
    assert learnt.ask == now


@given(logs, bases)
def test_a_step_goes_the_way_its_event_says_and_is_never_larger_than_the_first(
    log: list[Feedback], base: float
) -> None:
    for lesson in learn(base, log, CONFIG).lessons:
        assert lesson.step * lesson.pull >= 0
        assert abs(lesson.step) <= CONFIG.step + 1e-9
        assert (lesson.why == "moved") == (lesson.step != 0)


@given(logs, logs)
def test_a_reset_makes_what_went_before_as_if_it_had_not_been(before: list[Feedback], since: list[Feedback]) -> None:
    unrelated = [replace(each, trace_id=None) for each in before]
    reset = Feedback(kind="reset", at=AT)
    assert after(*unrelated, reset, *since) == after(reset, *since)


@given(st.lists(st.floats(0.02, 0.98), min_size=2, max_size=2), bases, st.sampled_from(["needless", "missed"]))
def test_the_further_beyond_the_threshold_the_less_an_event_counts(two: list[float], base: float, kind: str) -> None:
    def gap(probability: float) -> float:
        ahead = logit(probability) - logit(base)
        return ahead if kind == "needless" else -ahead

    near, far = sorted(two, key=gap)
    near_step, far_step = (learn(base, [event(kind, probability=each)], CONFIG).lessons[0].step for each in (near, far))
    if gap(near) >= 0:
        assert abs(near_step) >= abs(far_step) > 0
    if gap(near) < -CONFIG.margin - 1e-9:
        assert near_step == 0


def test_at_the_reach_an_event_counts_half() -> None:
    full, half = (
        learn(0.5, [event("needless", probability=logistic(gap))], CONFIG).lessons[0].step
        for gap in (0.0, CONFIG.reach)
    )
    assert full == pytest.approx(CONFIG.step)
    assert half == pytest.approx(CONFIG.step / 2)


def test_steps_become_smaller_so_that_contradictions_settle() -> None:
    back_and_forth = [event("needless"), event("missed", "⑥")] * 50
    steps = [abs(lesson.step) for lesson in learn(0.5, back_and_forth, CONFIG).lessons]
    assert steps == sorted(steps, reverse=True)
    assert steps[CONFIG.half_after] == pytest.approx(steps[0] / 2)
    assert steps[-1] < 0.1 * steps[0]


def test_either_end_of_the_band_can_be_reached_and_is_not_passed() -> None:
    much = learn(0.5, [event("needless")] * 200, CONFIG)
    assert logit(much.ask) == pytest.approx(CONFIG.band)
    assert much.lessons[-1].why == "at-the-edge"
    assert logit(after(*[event("missed", "⑥")] * 200)) == pytest.approx(-CONFIG.band)


@pytest.mark.parametrize(
    ("kind", "rule", "probability", "direction"),
    [
        ("needless", "②", 0.9, 1),
        ("ignored_choice", "②", 0.9, 1),
        ("missed", "⑥", 0.3, -1),
        ("rephrased", "⑥", 0.3, -1),
        ("up", "②", 0.7, -1),  # the question was welcome
        ("up", "⑥", 0.3, 1),  # so was the answer without one
        ("down", "②", 0.7, 1),
        ("down", "⑥", 0.3, -1),
        ("up", "choice", 0.3, 0),  # decided by the user's pick, not by the threshold
        ("down", "just-answer", 0.9, 0),
        ("down", "⑥", 0.0, 0),  # a bad answer to a clear question is the search's fault
        ("reset", None, None, 0),
    ],
)
def test_what_an_event_means_depends_on_what_was_done(kind: str, rule: str, probability: float, direction: int) -> None:
    pulled = pull(event(kind, rule, probability))
    assert (pulled > 0) - (pulled < 0) == direction
    assert abs(pulled) <= 1


def test_of_several_words_on_one_turn_the_last_said_counts() -> None:
    said = learn(0.5, [event("up", trace="t"), event("down", trace="t")], CONFIG)
    assert [lesson.why for lesson in said.lessons] == ["corrected", "moved"]
    assert said.ask == after(event("down", trace="t"))
    noticed = learn(0.5, [event("needless", trace="t"), event("ignored_choice", trace="t")], CONFIG)
    assert [lesson.why for lesson in noticed.lessons] == ["moved", "corrected"]


@pytest.mark.parametrize("base", [-0.1, 0.0, 1.0, 1.1])
def test_always_and_never_are_orders(base: float) -> None:
    assert after(event("needless"), event("missed", "⑥"), base=base) == base


def test_learning_can_be_switched_off() -> None:
    off = learn(0.5, [event("needless")], LearningConfig(enabled=False))
    assert (off.ask, off.lessons[0].why) == (0.5, "nothing-learnt")


@pytest.mark.parametrize("wrong", [{"step": -1.0}, {"band": -0.1}, {"margin": -1.0}, {"half_after": 0}, {"reach": 0}])
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must lie in"):
        LearningConfig(**wrong)  # type: ignore[arg-type]
