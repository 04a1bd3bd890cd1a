"""What the documents say of a question, as numbers."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import hit, ja, wording

from yorisoi.dialogue.clarify.audience import Dependence
from yorisoi.dialogue.clarify.evidence import Evidence, features, says_the_same, sections_for, was_read
from yorisoi.dialogue.interpret.wording import Kind
from yorisoi.types import Hit, LegRank


def told(
    text: str, *hits: Hit, question: str | None = None, known: dict[str, str] | None = None, **more: object
) -> dict[str, float]:
    state = {"passages": 100, "in_conversation": False, "asked_back": 0, "goes_on": 0.0, **more}
    found, _ = features(ja(text), ja(question or text), wording(), hits, known or {}, **state)  # type: ignore[arg-type]
    return found


def test_of_an_empty_search_no_word_stands_anywhere() -> None:
    found = told("社員食堂の営業時間")
    assert "best" not in found
    assert found["in_best"] == found["in_first"] == found["heading_is_said"] == 0.0
    assert found["nowhere"] == 1.0
    assert found["any_unseen"] == 1.0


def test_words_are_looked_for_in_the_best_passage_anywhere_and_in_titles() -> None:
    page, other = hit(1, "国内出張", text="宿泊費は1万円まで"), hit(2, "日当", text="課長の日当は2千円")
    found = told("課長の宿泊費", page, other)
    assert found["in_best"] == found["in_first"] == 0.5
    assert found["nowhere"] == 0.0
    assert told("出張", hit(1, "出張"), hit(2, "出張"), hit(3, "名刺"))["titled_pages"] == 0.4


def test_a_heading_that_says_the_same_as_the_utterance_is_noticed() -> None:
    row, section = hit(1, "パスワードの再設定", source="faq.csv#1"), hit(2, "名刺", "注文の締め切り")
    assert told("パスワードの再設定をしたいです", row)["heading_is_said"] == 1.0
    assert told("注文の締め切りはいつですか", section)["heading_is_said"] == 1.0, "the innermost heading"
    assert told("名刺を作りたい", row)["heading_is_said"] == 0.0


def test_a_question_that_is_put_just_as_a_heading_is_says_the_same_however_few_words_it_has() -> None:
    found = [hit(1, "退職の手続き"), hit(2, "退職したいときはいつまでに言えばよいですか")]
    assert says_the_same(ja("退職したいときは、いつまでに言えばよいですか？"), found) == (2, True)
    below = [hit(1, "駐車場料金表"), hit(2, "駐車場料金表", "駐車場の料金")]
    assert says_the_same(ja("駐車場の料金"), below) == (2, False), "no title"
    assert says_the_same(ja("退職"), [hit(1, "退職")])[0] is None, "a bare topic asks for nothing yet"


def test_what_was_understood_counts_beside_what_was_said() -> None:
    page = hit(1, "国内出張", text="宿泊費は1万円まで。")
    found = told("課長は？", page, question="国内出張の宿泊費 課長は？")
    assert found["in_best"] == 0.0
    assert found["question_in_best"] > 0.5


def test_what_was_read_says_whether_it_answers_and_whether_another_page_does() -> None:
    def read(page: int, log_odds: float) -> Hit:
        found = hit(page, "出張")
        return replace(found, legs={**found.legs, "reading": LegRank(rank=1, score=log_odds)})

    found = told("宿泊費は？", read(1, 1.0), read(1, 2.0), read(2, -1.0), hit(3, "名刺"))
    assert (found["answers"], found["answers_first"], found["answers_ahead"]) == (0.5, 0.25, 0.5)
    assert told("宿泊費は？", read(1, 9.0))["answers"] == 1.0
    assert was_read(found)
    assert not was_read(told("宿泊費は？", hit(1, "出張")))


def test_a_thing_that_stands_nowhere_in_what_was_found_is_unseen() -> None:
    pages = [hit(n, "会議", text="会議室の予約") for n in range(1, 4)]
    assert told("会議室の社食", *pages)["unseen"] == pytest.approx(0.5)
    deep = told("会議室の予約", hit(7, "名刺"), hit(8, "印鑑"), hit(9, "封筒"), *pages)
    assert (deep["any_unseen"], deep["any_unmet"]) == (0.0, 1.0), "in what was found, but not near the top"


def test_nearness_in_meaning_is_read_off_the_vector_leg_and_missing_where_there_is_none() -> None:
    near = told("休暇", hit(1, "a", cosine=0.9), hit(2, "b", cosine=0.85))
    assert near["cosine"] == pytest.approx(1.0)
    assert 0 < near["cosine_stands_out"] <= 1
    assert told("休暇", hit(1, "a"))["cosine"] == told("休暇", hit(1, "a"))["cosine_stands_out"] == 0.0


def test_one_page_ahead_of_the_others_has_the_lead_and_equals_are_close() -> None:
    ahead = told("休暇", hit(1, "a", score=10), hit(2, "b", score=1))
    even = told("休暇", hit(1, "a", score=10), hit(2, "b", score=10))
    assert ahead["lead"] > even["lead"] == 0.0
    assert even["close_pages"] > ahead["close_pages"]
    assert told("休暇", hit(1, "a", page=7), hit(2, "a", page=7))["best_page"] == 0.2


def test_a_larger_store_expects_higher_scores() -> None:
    small, large = (told("休暇", hit(1, "a", score=5), passages=size) for size in (100, 100_000))
    assert small["best"] > large["best"]


def test_the_state_of_the_conversation_is_among_the_numbers() -> None:
    found = told("大阪", hit(1, "a"), in_conversation=True, asked_back=5, goes_on=0.7)
    assert (found["in_conversation"], found["asked_back"], found["goes_on"]) == (1.0, 1.0, 0.7)
    assert {f"is_{kind}" for kind in Kind} <= set(found)


OFFICES = (hit(1, "夏季休暇（東京本社）", 勤務地="東京本社"), hit(2, "夏季休暇（大阪支社）", 勤務地="大阪支社"))


def test_pages_that_hold_for_different_readers_are_noticed_until_the_reader_is_known() -> None:
    assert told("夏季休暇", *OFFICES)["depends"] == 1.0
    assert told("夏季休暇", *OFFICES, known={"勤務地": "大阪支社"})["depends"] == 0.0


@given(
    st.text(max_size=60),
    st.lists(st.tuples(st.text(max_size=20), st.floats(-5, 60), st.floats(-1, 1)), max_size=12),
    st.integers(0, 10**6),
)
def test_numbers_are_finite_whatever_was_said_and_found(
    text: str, found: list[tuple[str, float, float]], passages: int
) -> None:
    hits = [hit(n, title, score=score, cosine=cosine) for n, (title, score, cosine) in enumerate(found, start=1)]
    hits.sort(key=lambda each: -each.score)
    numbers = told(text, *hits, passages=passages)
    assert all(abs(value) < 1000 for value in numbers.values()), numbers


def evidence(**actions: float) -> Evidence:
    given_ = {"answer": 0.0, "ask": 0.0, "none": 0.0, "talk": 0.0, **actions}
    return Evidence(features={}, actions=given_, because={"lead": 0.123}, keywords=("休暇", "手続き"), found=2)


def test_the_probability_to_ask_is_that_of_asking_against_answering() -> None:
    assert evidence(ask=0.3, answer=0.1, talk=0.6).clarification_probability == pytest.approx(0.75)
    assert evidence(talk=1.0).clarification_probability == 0.0


def test_the_topic_is_without_what_any_topic_has_unless_there_is_nothing_else() -> None:
    assert evidence().topic == ("休暇",)
    bare = Evidence(features={}, actions={}, because={}, keywords=("手続き",), found=0)
    assert bare.topic == ("手続き",)


def test_the_answer_differs_only_by_what_the_best_hit_depends_on() -> None:
    first = Dependence(attribute="勤務地", first=True)
    assert Evidence(features={}, actions={}, because={}, keywords=(), found=0, depends=first).differs_by == "勤務地"
    below = Dependence(attribute="勤務地", first=False)
    assert Evidence(features={}, actions={}, because={}, keywords=(), found=0, depends=below).differs_by is None


def test_evidence_can_be_written_down() -> None:
    assert json.loads(json.dumps(evidence(ask=0.5, answer=0.5).as_json()))["clarification_probability"] == 0.5


def test_pages_for_other_readers_are_not_offered() -> None:
    offered = sections_for(OFFICES, {"勤務地": "大阪支社"})
    assert [each.passage.document.title for each in offered] == ["夏季休暇（大阪支社）"]
