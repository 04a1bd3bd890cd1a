"""What editors see of others' questions: what enough people said, what was shared, and nothing beyond their groups."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.log_ports import LoggedTurn
from yorisoi.server.identity import Caller, Role
from yorisoi.server.reviewing import Review, _within, reviewed
from yorisoi.tracing import plain
from yorisoi.types import Document, UserId

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
EDITOR = Caller(user=UserId("editor"), groups=frozenset({"hr"}), role=Role.EDITOR, by="key")
LEAVE, PLAN = (
    Document(id=number, source=source, title=source, language="ja")
    for number, source in enumerate(("leave.md", "plan.md"))
)
QUESTION = "育児休業は何年取れますか"


def turn(user: str, utterance: str = QUESTION, **more: Any) -> LoggedTurn:
    given: dict[str, Any] = {
        "trace_id": f"{user}-{utterance}",
        "session": user,
        "index": 0,
        "at": NOON,
        "groups": frozenset(),
        "rule": "③",
        "asked_back": False,
        "question": utterance,
        "text": "",
        "cited": (),
        "offered": (),
        "feedback": frozenset(),
        "shared": False,
        "picked": (),
        "made_from": frozenset(),
        "remembers": False,
        **more,
    }
    return LoggedTurn(user=UserId(user), utterance=utterance, **given)


def look(*turns: LoggedTurn, needed: int = 3, caller: Caller = EDITOR) -> Review:
    within = [each for each in turns if _within(each, caller)]
    return reviewed(within, [LEAVE, PLAN], caller, needed, NOON)


def test_what_enough_people_asked_in_vain_is_shown_in_their_words() -> None:
    found = look(*(turn(user) for user in "abc"), turn("a"))
    [row] = found.unanswered
    assert (row.words, row.people, row.times, dict(row.because)) == (QUESTION, 3, 4, {"not_found": 4})
    assert found.unanswered_unseen == 0


def test_words_that_one_of_them_added_are_not_shown() -> None:
    polite = [
        turn("a", "育児休業は何年取れますか"),
        turn("b", "育児休業、何年取れる？"),
        turn("c", "何年取れますか、育児休業"),
    ]
    [row] = look(*polite).unanswered
    assert row.people == 3
    assert row.words not in {each.utterance for each in polite}
    assert "育児休業" in row.words


def test_what_fewer_people_asked_is_only_counted() -> None:
    found = look(
        turn("a"), turn("b"), turn("a", asked_back=True), turn("b", feedback=frozenset({"down"}), cited=("leave.md",))
    )
    assert (found.unanswered, found.asked_back, found.wrong, found.wrong_pages) == ((), (), (), ())
    assert (found.unanswered_unseen, found.asked_back_unseen, found.wrong_unseen) == (3, 1, 1)


def test_what_one_asked_oneself_is_shown_and_what_others_added_is_not() -> None:
    found = look(turn("editor"), turn("a"))
    [row] = found.unanswered
    assert (row.people, row.times, found.unanswered_unseen) == (1, 1, 1)


def test_talk_and_answers_that_cite_are_not_without_an_answer() -> None:
    answered = turn("a", cited=("leave.md",))
    assert look(answered, turn("a", "おはよう", rule="small-talk"), needed=1).unanswered == ()
    rephrased = replace(answered, feedback=frozenset({"rephrased"}))
    assert dict(look(rephrased, needed=1).unanswered[0].because) == {"rephrased": 1}


def test_a_question_back_is_counted_with_the_pages_that_it_offered() -> None:
    asked = [turn(user, asked_back=True, offered=("leave.md", "gone.md")) for user in "abc"]
    [row] = look(*asked).asked_back
    assert (row.times, row.pages) == (3, ("leave.md",))


def test_what_was_found_for_one_of_them_is_not_named_beside_the_words_of_all() -> None:
    def named(*turns: LoggedTurn, needed: int = 3) -> tuple[str, ...]:
        [row] = look(*turns, needed=needed).asked_back
        return row.pages

    asked = [turn(user, "その申請方法を教えてください", asked_back=True) for user in "abc"]
    found = [replace(each, cited=("leave.md",), offered=("plan.md",)) for each in asked]
    assert named(*found) == ("leave.md", "plan.md")
    assert named(*asked[:2], found[2]) == ()
    for made in (replace(found[2], made_from=None), replace(found[2], remembers=True)):
        assert named(*found[:2], made) == ()
    assert named(*asked, replace(found[0], user=EDITOR.user, remembers=True)) == ("leave.md", "plan.md")
    assert named(replace(found[0], made_from=None), needed=1) == ()
    assert named(replace(found[0], remembers=True), needed=1) == ()


@pytest.mark.parametrize("groups", [None, frozenset({"board"}), frozenset({"hr", "board"})])
def test_of_people_who_may_read_more_nothing_is_seen(groups: frozenset[str] | None) -> None:
    theirs = [turn(user, groups=groups, shared=True, feedback=frozenset({"down"})) for user in "abcd"]
    found = look(*theirs, needed=1)
    assert (found.turns, found.unanswered, found.wrong, found.wrong_unseen) == (0, (), (), 0)
    assert look(*(replace(each, groups=frozenset({"hr"})) for each in theirs)).turns == 4


def test_a_shared_turn_is_opened_unless_it_quotes_what_the_editor_may_not_read() -> None:
    wrong = turn("a", feedback=frozenset({"down"}), cited=("leave.md",))
    shared = replace(wrong, shared=True)
    assert look(shared).wrong == (shared,)
    assert look(wrong).wrong == ()
    assert look(wrong, needed=1).wrong == (wrong,)
    for quotes in ({"cited": ("leave.md", "secret.md")}, {"offered": ("secret.md",)}):
        assert look(replace(shared, **quotes), needed=1).wrong == ()


def test_a_shared_turn_is_shown_as_it_was_said_not_with_what_was_said_before_it() -> None:
    asked = turn(
        "a", "それは誰に出しますか", question="うつ病で休職中です それは誰に出しますか", feedback=frozenset({"down"})
    )
    shared = replace(asked, shared=True)
    [seen] = look(shared).wrong
    assert (seen.utterance, seen.question) == (asked.utterance, asked.utterance)
    assert "うつ病" not in str(plain(look(shared)))
    answered = replace(asked, text="人事部です [1]。", cited=("leave.md",))
    assert look(answered, needed=1).wrong == (answered,)
    mine = replace(shared, user=EDITOR.user)
    assert look(mine).wrong == (mine,)


def test_a_reply_that_was_made_from_other_turns_is_not_shown_with_the_one_that_was_shared() -> None:
    text = "「うつ病」について、どの内容をお知りになりたいですか。"
    asked = turn("a", "手続きを教えて", text=text, offered=("leave.md",), feedback=frozenset({"down"}), shared=True)
    assert [seen.text for seen in look(asked).wrong] == [text]
    made_from = replace(asked, made_from=frozenset({0}), index=2)
    assert [seen.text for seen in look(made_from).wrong] == [""]
    mine = replace(made_from, user=EDITOR.user)
    assert look(mine).wrong == (mine,)


@pytest.mark.parametrize(
    "closed",
    [
        {"groups": frozenset({"board"})},
        {"cited": ("secret.md",)},
        {"offered": ("leave.md", "secret.md")},
        {"picked": ("secret.md",)},
        {"remembers": True},
        {"made_from": None},
        {"cited": (), "text": "近い内容のページ：秘密の計画"},
    ],
)
def test_where_everything_is_shown_a_turn_is_with_what_it_was_made_from_as_far_as_that_is(
    closed: dict[str, Any],
) -> None:
    first = turn("a", "秘密の計画の日当は", text="秘密の計画です [1]。", cited=("leave.md",))
    second = turn(
        "a",
        "それはいつ",
        question="秘密の計画の日当は それはいつ",
        text="秘密の計画の後です [1]。",
        cited=("leave.md",),
    )
    second = replace(second, index=2, made_from=frozenset({0, 1}))
    third = replace(second, trace_id="third", index=4, made_from=frozenset({3}), feedback=frozenset({"down"}))
    assert look(third, second, first, needed=1).wrong == (third,)
    for turns in ((third, second, replace(first, **closed)), (third, second), (third,)):
        [seen] = look(*turns, needed=1).wrong
        assert (seen.question, seen.text) == (third.utterance, "")


def test_the_name_of_a_page_that_is_closed_by_now_is_not_shown_where_a_button_said_it() -> None:
    pressed = [turn(user, "秘密の計画", rule="choice", picked=("plan.md",), text="はい。") for user in "abc"]
    wrong = [replace(each, feedback=frozenset({"down"}), shared=True) for each in pressed]
    [row] = look(*wrong).unanswered
    assert (row.words, len(look(*wrong).wrong)) == ("秘密の計画", 3)
    closed = [replace(each, picked=("secret.md",)) for each in wrong]
    for needed in (1, 3):
        found = look(*closed, needed=needed)
        assert (found.unanswered, found.unanswered_unseen, found.wrong, found.wrong_unseen) == ((), 3, (), 3)
    mine = [replace(each, user=EDITOR.user) for each in closed]
    assert len(look(*mine).wrong) == 3


def test_a_reply_that_found_nothing_does_not_name_pages_to_editors() -> None:
    text = "見つかりませんでした。\n近い内容のページ：秘密の計画"
    asked = turn("a", text=text, feedback=frozenset({"down"}), shared=True)
    for needed in (1, 3):
        assert [seen.text for seen in look(asked, needed=needed).wrong] == [""]
    thanks = replace(asked, rule="small-talk", text="どういたしまして。")
    assert [seen.text for seen in look(thanks).wrong] == ["どういたしまして。"]


def test_a_turn_that_was_answered_from_memory_is_opened_by_its_user_only() -> None:
    told = turn("a", "前に何を話した？", rule="memory", text="離婚調停", feedback=frozenset({"down"}), shared=True)
    remembers = replace(told, remembers=True)
    for needed in (1, 3):
        found = look(remembers, needed=needed)
        assert (found.wrong, found.wrong_unseen) == ((), 1)
        assert "離婚調停" not in str(plain(found))
    mine = replace(remembers, user=EDITOR.user)
    assert look(mine).wrong == (mine,)


def test_of_a_page_that_oneself_and_too_few_others_complained_of_only_oneself_is_counted() -> None:
    def complained(*users: str) -> list[tuple[str, int, int]]:
        turns = [turn(user, cited=("leave.md",), feedback=frozenset({"down"})) for user in users]
        return [(each.page.source, each.people, each.times) for each in look(*turns).wrong_pages]

    assert complained("editor", "a") == [("leave.md", 1, 1)]
    assert complained("editor", "a", "b", "b") == [("leave.md", 3, 4)]
    assert complained("a", "b") == []


def test_pages_that_too_few_were_shown_count_as_never_cited() -> None:
    def cited(*users: str, needed: int = 3) -> list[str]:
        turns = [turn(user, cited=("leave.md",)) for user in users]
        return [page.source for page in look(*turns, needed=needed).never_cited]

    assert cited() == ["leave.md", "plan.md"]
    assert cited("a", "b", "a") == ["leave.md", "plan.md"]
    assert cited("a", "b", "c") == ["plan.md"]
    assert cited("editor") == ["plan.md"]
    assert cited("a", needed=1) == ["plan.md"]


@given(
    st.lists(
        st.builds(
            turn,
            st.sampled_from("abcd"),
            st.integers(0, 3).map("カナリア{}の申請".format),
            asked_back=st.booleans(),
            feedback=st.sampled_from([frozenset(), frozenset({"down"})]),
            cited=st.sampled_from([(), ("leave.md",), ("plan.md",), ("leave.md", "plan.md")]),
            offered=st.sampled_from([(), ("leave.md",)]),
            made_from=st.sampled_from([frozenset(), frozenset({0}), None]),
            remembers=st.booleans(),
        ),
        max_size=30,
    ),
    st.integers(2, 4),
)
def test_no_canary_of_fewer_people_is_anywhere_in_what_is_shown(turns: list[LoggedTurn], needed: int) -> None:
    found = look(*turns, needed=needed)
    people = {
        said: {each.user for each in turns if each.utterance == said} for said in {each.utterance for each in turns}
    }
    told = str(plain(found))
    leaked = [words for words, users in people.items() if len(users) < needed and words.removesuffix("の申請") in told]
    assert leaked == []
    assert not {f"'{user}'" for user in "abcd" if f"'{user}'" in told}
    for row in (*found.unanswered, *found.asked_back):
        for page in row.pages:
            shown = {
                each.user
                for each in turns
                if each.utterance == row.words
                and page in (*each.cited, *each.offered)
                and not (each.from_others or each.remembers)
            }
            assert len(shown) >= needed
