"""What an utterance may mean, and one ranking out of several searches."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.dialogue.conversations import answered, asked, hit, ja, said, wording

from yorisoi.dialogue.interpret.interpretations import (
    Interpretation,
    continuing,
    in_fewer_words,
    interpretations,
    mixture,
    near_page,
)
from yorisoi.dialogue.interpret.threads import threads
from yorisoi.dialogue.interpret.wording import Kind, Wording
from yorisoi.types import Choice, Hit

TRIP, DAYS, LEAVE = "出張の宿泊費はいくらまで？", "日当は？", "有給は何日もらえる？"
ABOUT_A_TRIP = threads([said(TRIP), answered(TRIP), said(DAYS), answered(f"{TRIP} {DAYS}")])
NEW = wording()


def test_with_nothing_said_before_it_stands_alone() -> None:
    [only] = interpretations(ja(TRIP), [], NEW)
    assert (only.how, only.question, only.queries) == ("alone", TRIP, (TRIP,))


def test_otherwise_it_may_go_on_and_is_searched_with_the_users_own_words() -> None:
    alone, goes_on = interpretations(ja("課長は？"), ABOUT_A_TRIP, NEW)
    assert (alone.how, alone.queries) == ("alone", ("課長は？",))
    assert goes_on.how == "goes-on"
    assert goes_on.question == f"{TRIP} {DAYS} 課長は？"
    assert goes_on.queries == ("課長は？", f"{DAYS} 課長は？", f"{TRIP} {DAYS} 課長は？")


def test_what_was_said_last_is_left_out_where_the_beginning_finds_the_same_first() -> None:
    _, goes_on = interpretations(ja("課長は？"), ABOUT_A_TRIP, NEW)
    without = f"{TRIP} 課長は？"
    trip, car, daily = (hit(number, title) for number, title in enumerate(("出張", "車", "日当"), 1))
    found = {goes_on.queries[-1]: [trip, car], without: [trip, daily]}
    shorter = in_fewer_words(goes_on, found)
    assert (shorter.question, shorter.words, shorter.carries) == (without, (TRIP,), (0,))
    assert in_fewer_words(goes_on, {**found, without: [daily, trip]}) is goes_on
    offered = in_fewer_words(goes_on.made_of(ABOUT_A_TRIP[-1]), found)
    assert offered.carries == (0, 2, 3), "what was offered there is in what was said"


def test_words_said_once_are_searched_once() -> None:
    _, goes_on = interpretations(ja("課長は？"), threads([said(TRIP), answered(TRIP)]), NEW)
    assert goes_on.queries == ("課長は？", f"{TRIP} 課長は？")


def test_after_a_question_of_ours_it_completes_what_was_asked() -> None:
    _, completes = interpretations(ja("大阪"), threads([said("夏休み"), asked("夏休み")]), NEW)
    assert (completes.how, completes.question) == ("completes", "夏休み 大阪")


def test_what_is_picked_is_made_of_the_reply_that_keeps_the_question_and_so_of_what_is_out_of_view() -> None:
    history = [replace(said("1"), index=24), replace(asked("鬱病の休暇 病気休暇"), index=25)]
    [picked] = interpretations(ja("2"), threads(history), NEW, Choice(text="大阪支社", source="o.md"))
    assert picked.question == "鬱病の休暇 病気休暇 大阪支社"
    assert picked.carries == (24, 25)


def test_a_choice_is_all_that_is_meant() -> None:
    open_topic = threads([said("休暇について"), asked("休暇について")])
    page = Choice(text="病気休暇", source="sick.md")
    [picked] = interpretations(ja("2"), open_topic, NEW, page)
    assert picked.how == "choice"
    assert picked.queries == ("休暇について 病気休暇", "病気休暇")
    [office] = interpretations(ja("1"), open_topic, NEW, Choice(text="大阪支社", source="o.md", attribute="勤務地"))
    assert office.question == "休暇について 大阪支社"
    assert office.queries == ("休暇について",), "which page holds for it, the pages tell"
    [row] = interpretations(ja("3"), open_topic, NEW, Choice(text="半休は取れますか", source="faq.csv#7"))
    assert row.question == "半休は取れますか", "a row of a FAQ is a question itself"


def test_a_correction_is_all_that_is_meant_when_the_wording_is_one() -> None:
    corrects = wording(Kind.CORRECTION)
    [only] = interpretations(ja("出張じゃなくて備品のほう"), threads([said(TRIP), answered(TRIP)]), corrects)
    assert only.how == "corrects"
    assert only.question == "備品の宿泊費はいくらまで？"
    assert only.queries == (only.question, "備品")
    assert len(interpretations(ja("そうじゃない"), ABOUT_A_TRIP, corrects)) == 2, "it names nothing that was meant"
    assert len(interpretations(ja("名刺の話じゃない、備品"), ABOUT_A_TRIP, NEW)) == 2, "the wording is none"
    [named] = interpretations(ja("出張の話じゃない、備品"), ABOUT_A_TRIP, NEW)
    assert named.how == "corrects", "what is not meant was spoken of"
    [plain] = interpretations(ja("名刺じゃなくて備品"), ABOUT_A_TRIP, NEW)
    assert plain.how == "corrects", "the words leave nothing else"


TWO_TOPICS = threads([said(LEAVE), answered(LEAVE), said(TRIP), answered(TRIP)])


def test_an_earlier_topic_is_returned_to_when_its_words_are_nearer() -> None:
    _, back = interpretations(ja("さっきの有給の話だけど、繰り越せる？"), TWO_TOPICS, wording(nearness=(0.0, 0.0)))
    assert (back.how, back.question) == ("returns", f"{LEAVE} さっきの有給の話だけど、繰り越せる？")
    _, by_meaning = interpretations(ja("さっきの休みの続き"), TWO_TOPICS, wording(nearness=(0.9, 0.2)))
    assert by_meaning.how == "returns"
    _, not_back = interpretations(ja("さっきの休みの続き"), TWO_TOPICS, wording(nearness=(0.2, 0.9)))
    assert not_back.how == "goes-on"
    _, unasked = interpretations(ja("有給は繰り越せる？"), TWO_TOPICS, wording(nearness=(0.9, 0.2)))
    assert unasked.how == "goes-on", "without a word of returning the last topic goes on"


def told(
    text: str = "課長は？",
    alone: list[Hit] | None = None,
    together: list[Hit] | None = None,
    before: list[Hit] | None = None,
    by: Wording = NEW,
    page: str | None = None,
) -> dict[str, float]:
    return continuing(ja(text), by, False, alone or [], together or [], before or [], page, page is not None)


def test_the_documents_speak_for_going_on_by_what_they_gain() -> None:
    gains = told(alone=[hit(1, "法人カード", score=1.0)], together=[hit(2, "国内出張", score=7.0)])
    assert gains["gain"] == pytest.approx(np.log(8) - np.log(2))
    assert gains["same_page"] == 0.0
    assert told(alone=[hit(1, "a")], together=[hit(9, "a", page=1)])["same_page"] == 1.0
    assert told()["gain"] == told()["same_page"] == told()["lead_alone"] == 0.0, "nothing was found"


def test_what_the_utterance_adds_to_what_its_topic_finds_counts_beside_what_the_topic_adds_to_it() -> None:
    canteen, green = [hit(1, "接待", score=1.0)], [hit(2, "グリーン車", score=7.0)]
    assert told(alone=canteen, together=green, before=green)["adds"] == 0.0, "all that is found is the topic's own"
    assert told(alone=canteen, together=green, before=canteen)["adds"] == pytest.approx(np.log(8) - np.log(2))


def test_how_far_the_page_of_the_topic_stands_behind_for_the_utterance_alone_counts() -> None:
    best, other, last = hit(1, "a", score=4.0, page=1), hit(2, "b", score=3.0, page=2), hit(3, "c", score=1.0, page=3)
    found = [best, other, last]
    behind = [
        told(alone=found, page=page)["page_behind"]
        for page in (best.passage.document.source, other.passage.document.source, "elsewhere.md", None)
    ]
    assert behind == [0.0, 0.25, 0.75, 0.0]


def test_the_lead_of_the_best_page_counts_against_the_next_page_not_its_own() -> None:
    own = [hit(1, "a", score=4.0, page=5), hit(2, "a", score=3.0, page=5), hit(3, "b", score=1.0)]
    assert told(alone=own)["lead_alone"] == 0.75


def test_whether_the_page_stays_the_same_counts() -> None:
    [found] = [hit(1, "出張", page=7)]
    stays = told(alone=[found], together=[found], page=found.passage.document.source)
    assert (stays["alone_on_page"], stays["together_on_page"], stays["has_page"]) == (1.0, 1.0, 1.0)
    leaves = told(alone=[found], together=[found], page="another.md")
    assert (leaves["alone_on_page"], leaves["together_on_page"], leaves["has_page"]) == (0.0, 0.0, 1.0)
    assert told(alone=[found])["has_page"] == 0.0


def test_a_topic_that_goes_on_stays_near_its_page_as_surely_as_it_goes_on() -> None:
    other, on_page = hit(1, "旅費", score=3.0, page=1), hit(2, "備品", score=2.5, page=2)
    page = on_page.passage.document.source
    meant = Interpretation(how="goes-on", question="", asked="", queries=(), page=page)
    assert near_page([other, on_page], meant, 0.9)[0].passage.id == 2
    assert near_page([other, on_page], meant, 0.2)[0].passage.id == 1
    assert near_page([other, on_page], replace(meant, page=None), 0.9) == [other, on_page]


def test_pages_about_what_was_said_not_to_be_meant_stand_back_as_long_as_the_topic_goes_on() -> None:
    history = [
        said("出張の申請は？"),
        answered("出張の申請は？"),
        said("海外じゃなくて国内ね"),
        answered("国内出張の申請は？"),
    ]
    _, goes_on = interpretations(ja("何日前まで？"), threads(history), NEW)
    assert goes_on.rejects == ("海外",)
    _, again = interpretations(ja("海外だと何日前まで？"), threads(history), NEW)
    assert again.rejects == (), "the user has come back to it"
    abroad, home = hit(1, "海外出張", score=3.0, page=1), hit(2, "国内出張", score=1.0, page=2)
    assert [each.passage.id for each in near_page([abroad, home], goes_on, 0.9)] == [2, 1]
    by_car = replace(goes_on, rejects=("車",))
    parked, driven = hit(1, "駐車場", score=3.0, page=1), hit(2, "車の貸し出し", score=4.0, page=2)
    assert [each.passage.id for each in near_page([driven, parked], by_car, 0.9)] == [1, 2], "no word of it is 車"


def test_what_was_just_quoted_and_refused_stands_back() -> None:
    [corrects] = interpretations(ja("乗っていいかじゃなくて、領収書をなくした話"), ABOUT_A_TRIP, NEW)
    assert corrects.refuses
    taxi = hit(1, "交通費", text="終電に間に合わないときに限って使えます。", score=3.0, page=1)
    lost = hit(2, "立替", text="再発行を頼みます。", score=1.0, page=2)
    reply = "次のように書かれています。\n終電に間に合わないときに限って使えます。 [1]\n- 立替 [2] 再発行を頼みます。"
    assert [each.passage.id for each in near_page([taxi, lost], corrects, 1.0, reply)] == [2, 1]
    assert [each.passage.id for each in near_page([taxi, lost], replace(corrects, refuses=False), 1.0, reply)] == [1, 2]


def test_a_table_with_the_row_that_was_not_meant_does_not_stand_back() -> None:
    asked = "おじいちゃんが亡くなりました。何日休めますか"
    [corrects] = interpretations(
        ja("やっぱり祖父じゃなくて妻の父です"), threads([said(asked), answered(asked, "| 祖父母 | 3日 | [1]")]), NEW
    )
    assert (corrects.rejects, corrects.refuses) == (("祖父",), True)
    table = hit(1, "休暇", text="| 事由 | 日数 |\n|-|-|\n| 祖父母 | 3日 |\n| 配偶者の父母 | 3日 |", score=3.0, page=1)
    other = hit(2, "介護", text="同居の要件はありません。", score=1.0, page=2)
    reply = "次のように書かれています。\n| 祖父母 | 3日 | [1]"
    assert [each.passage.id for each in near_page([table, other], corrects, 1.0, reply)] == [1, 2]


def test_another_thing_of_the_same_kind_is_searched_in_place_of_the_first() -> None:
    history = threads([said("有休は何日？"), answered("有休は何日？")])
    _, goes_on = interpretations(ja("産休は？"), history, wording(nearness=(0.0,)), another="産休は何日？")
    assert (goes_on.question, goes_on.queries) == ("産休は何日？", ("産休は？", "産休は何日？"))
    assert goes_on.asked == "産休は何日？", "of its page the section is looked for that was asked of the first one's"


def test_words_that_turn_away_return_and_point_back_are_noticed() -> None:
    assert told("ところで名刺の注文は")["turns_away"] == 1.0
    assert told("さっきの続きで")["returns"] == 1.0
    assert told("それは有給ですか")["points_back"] == 1.0
    assert told("名刺の注文方法を教えて")["turns_away"] == told("名刺の注文方法を教えて")["points_back"] == 0.0


# ---------------------------------------------------------------- mixture

SEARCHES = st.lists(
    st.dictionaries(st.integers(1, 9), st.floats(-5, 50), max_size=6).map(
        lambda scores: sorted((hit(n, str(n), score=s) for n, s in scores.items()), key=lambda h: -h.score)
    ),
    min_size=1,
    max_size=4,
)
WEIGHTS = st.lists(st.floats(0.05, 1), min_size=4, max_size=4)


def by_the_formula(found: list[list[Hit]], weights: list[float]) -> dict[int, float]:
    """S(d) = sum_i w_i S_i(d) / sum_i w_i, with the least of i for a d that i did not find; passage by passage."""
    tables = [{each.passage.id: each.score for each in hits} for hits in found]
    floors = [min(table.values()) if table else 0.0 for table in tables]
    every = {id_ for table in tables for id_ in table}
    return {
        id_: sum(w * table.get(id_, floor) for w, table, floor in zip(weights, tables, floors, strict=True))
        / sum(weights)
        for id_ in every
    }


@given(SEARCHES, WEIGHTS)
def test_a_mixture_is_the_weighted_mean_of_what_a_passage_is_worth_to_each(
    found: list[list[Hit]], weights: list[float]
) -> None:
    weights = weights[: len(found)]
    mixed = {each.passage.id: each.score for each in mixture(found, weights)}
    expected = by_the_formula(found, weights)
    assert mixed.keys() == expected.keys()
    assert all(mixed[id_] == pytest.approx(score, abs=1e-6) for id_, score in expected.items())


@given(SEARCHES, WEIGHTS)
def test_a_mixture_is_sorted_and_does_not_mind_the_order_of_its_searches(
    found: list[list[Hit]], weights: list[float]
) -> None:
    weights = weights[: len(found)]
    mixed = mixture(found, weights)
    assert [(-each.score, each.passage.id) for each in mixed] == sorted(
        (-each.score, each.passage.id) for each in mixed
    )
    assert len(mixed) == len({each.passage.id for hits in found for each in hits})
    turned = {each.passage.id: each.score for each in mixture(found[::-1], weights[::-1])}
    assert all(turned[each.passage.id] == pytest.approx(each.score, abs=1e-6) for each in mixed)


@given(SEARCHES)
def test_a_search_that_is_not_meant_changes_no_order(found: list[list[Hit]]) -> None:
    only = mixture(found, [1.0, *([0.0] * (len(found) - 1))])
    own = {each.passage.id: each.score for each in found[0]}
    floor = min(own.values(), default=0.0)
    assert all(each.score == pytest.approx(own.get(each.passage.id, floor), abs=1e-6) for each in only)


def test_what_names_a_thing_that_was_listed_is_made_of_the_turns_that_listed_it() -> None:
    thread = ABOUT_A_TRIP[-1]
    for each in interpretations(ja("病気休暇 いつまで？"), ABOUT_A_TRIP, NEW):
        assert set(each.made_of(thread).carries) == {*thread.asked_last, thread.last.understood_in, *each.carries}
