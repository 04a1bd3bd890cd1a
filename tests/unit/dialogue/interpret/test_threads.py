"""What a conversation was about so far."""

from dataclasses import replace

from tests.unit.dialogue.conversations import answered, asked, said

from yorisoi.dialogue.interpret.threads import asked_in_a_row, threads

TRIP, DAYS, HEAD, PC = "出張の宿泊費はいくらまで？", "日当は？", "課長は？", "パソコンが壊れた"


def texts(found: object) -> list[list[str]]:
    return [[each.text for each in thread.asked] for thread in found]  # type: ignore[attr-defined]


def test_nothing_said_is_no_thread() -> None:
    assert threads([]) == []


def test_what_carries_the_words_of_a_topic_goes_on_about_it_and_what_does_not_begins_another() -> None:
    history = [said(TRIP), answered(TRIP), said(DAYS), answered(f"{TRIP} {DAYS}"), said(PC), answered(PC)]
    assert texts(threads(history)) == [[TRIP, DAYS], [PC]]


def test_what_carries_all_of_a_topic_but_a_value_goes_on_about_it() -> None:
    saturday, wednesday = "土曜の練習はどこでやるんですか", "あ、水曜でした"
    question = f"水曜の練習はどこでやるんですか {wednesday}"
    history = [said(saturday), answered(saturday), said(wednesday), answered(question)]
    assert texts(threads(history)) == [[saturday, wednesday]]
    assert threads(history)[-1].words == [question], "that of Saturday is not carried on"


def test_a_topic_that_is_returned_to_is_the_last_one_again() -> None:
    history = [said(TRIP), answered(TRIP), said(PC), answered(PC), said(HEAD), answered(f"{TRIP} {HEAD}")]
    assert texts(threads(history)) == [[PC], [TRIP, HEAD]]
    assert threads(history)[-1].last.turn == 4


def test_a_question_that_was_restated_goes_on_about_the_one_that_it_restates() -> None:
    history = [said(TRIP), answered("出張の宿泊費の上限"), said(DAYS), answered("出張の宿泊費の上限 日当")]
    assert texts(threads(history)) == [[TRIP, DAYS]]


def test_what_completed_our_question_belongs_to_how_the_topic_began_and_is_carried_on() -> None:
    vague, fever, line = "シフトのことなんですが", "朝から熱がある。休むときは？", "LINEじゃだめ？"
    history = [said(vague), asked(vague), said(fever), answered(f"{vague} {fever}")]
    history += [said(line), answered(f"{vague} {fever} {line}"), said(HEAD), answered(f"{vague} {fever} {line} {HEAD}")]
    [thread] = threads(history)
    assert thread.words == [vague, fever, HEAD]
    assert thread.first_words == [vague, fever]
    assert (thread.carried, thread.first_carried) == ((0, 2, 6), (0, 2))
    assert thread.asked_last == (0, 2, 4, 6)


def test_where_we_asked_back_later_only_the_last_is_carried_beside_the_beginning() -> None:
    history = [
        said(TRIP),
        answered(TRIP),
        said(DAYS),
        asked(f"{TRIP} {DAYS}"),
        said(HEAD),
        answered(f"{TRIP} {DAYS} {HEAD}"),
    ]
    assert threads(history)[-1].words == [TRIP, HEAD]


def test_what_one_told_of_oneself_is_no_topic_that_goes_on() -> None:
    who = "大阪支社の契約社員です"
    history = [said(who), answered(None), said(TRIP), answered(f"{who} {TRIP}"), said(PC), answered(f"{who} {PC}")]
    assert texts(threads(history)) == [[TRIP], [PC]]


def test_a_topic_knows_the_page_that_it_was_last_answered_from() -> None:
    first, asked_back = replace(answered(TRIP), pages=("travel.md", "cards.md")), answered(f"{TRIP} {DAYS}")
    assert threads([said(TRIP), first, said(DAYS), asked_back])[-1].page == "travel.md"
    assert threads([said(TRIP), answered(TRIP)])[-1].page is None


def test_talk_belongs_to_no_thread() -> None:
    history = [
        said("おはようございます"),
        answered(None),
        said(TRIP),
        answered(TRIP),
        said("助かりました"),
        answered(None),
    ]
    assert texts(threads(history)) == [[TRIP]]


def test_what_is_carried_on_is_how_the_topic_began_and_the_last_of_it() -> None:
    history = [
        *(said(TRIP), answered(TRIP), said(DAYS), answered(f"{TRIP} {DAYS}")),
        *(said(HEAD), answered(f"{TRIP} {DAYS} {HEAD}")),
    ]
    [thread] = threads(history)
    assert thread.words == [TRIP, HEAD]
    assert threads(history[:2])[0].words == [TRIP], "a topic of one utterance is said once"


def test_a_question_that_was_corrected_stands_for_all_that_went_before() -> None:
    meant = "備品の手配はどうするの"
    history = [
        said("出張の手配はどうするの"),
        answered("出張の手配はどうするの"),
        said("出張じゃなくて備品"),
        answered(meant),
    ]
    [thread] = threads(history)
    assert thread.words == [meant], "what was not meant is not carried on"
    [later] = threads([*history, said(DAYS), answered(f"{meant} {DAYS}")])
    assert later.words == [meant, DAYS]


def test_a_topic_is_open_while_our_question_stands() -> None:
    assert threads([said("出張"), asked("出張")])[-1].last.is_open
    assert not threads([said(TRIP), answered(TRIP)])[-1].last.is_open
    assert not threads([said(TRIP)])[-1].last.is_open, "nobody has replied"


def test_turns_are_counted_in_the_session_not_in_what_is_looked_back_at() -> None:
    kept = [said("こんにちは"), answered(None), said(TRIP), answered(TRIP), said(DAYS), answered(f"{TRIP} {DAYS}")]
    with_a_gap = [replace(turn, index=index) for turn, index in zip(kept, (30, 31, 34, 35, 38, 39), strict=True)]
    [thread] = threads(with_a_gap)
    assert thread.asked_last == (34, 38)


def test_a_question_that_stands_for_what_is_out_of_view_is_made_of_the_reply_that_keeps_it() -> None:
    """And by that of all that went into it."""
    chosen = [replace(said("1"), index=24), replace(answered("鬱病の休暇 病気休暇"), index=25)]
    [thread] = threads(chosen)
    assert thread.words == ["鬱病の休暇 病気休暇"]
    assert thread.carried == (24, 25)


def test_questions_of_ours_are_counted_back_to_the_last_answer() -> None:
    assert asked_in_a_row([]) == []
    assert len(asked_in_a_row([said("出張"), asked("出張"), said("さあ"), asked("出張 さあ")])) == 2
    assert asked_in_a_row([said("出張"), asked("出張"), said(TRIP), answered(TRIP)]) == []


def test_what_is_carried_on_does_not_grow_with_the_conversation() -> None:
    long = "土曜の練習は" * 10_000
    assert sum(map(len, threads([said(TRIP), answered(long)])[-1].words)) < 5_000


def test_a_question_that_was_corrected_carries_the_turn_that_corrected_it_on() -> None:
    corrected = "備品の宿泊費はいくらまで？"
    history = [said(TRIP), answered(TRIP), said("出張じゃなくて備品"), answered(corrected)]
    history += [said(DAYS), answered(f"{corrected} {DAYS}"), said(HEAD), answered(f"{corrected} {DAYS} {HEAD}")]
    [thread] = threads(history)
    assert thread.words == [corrected, HEAD]
    assert thread.carried == (0, 2, 3, 6)
    assert thread.asked_last == (0, 2, 3, 4, 6)


def test_of_a_topic_that_goes_on_the_turns_between_are_not_carried_on() -> None:
    history = [said(TRIP), answered(TRIP), said(DAYS), answered(f"{TRIP} {DAYS}")]
    [thread] = threads([*history, said(HEAD), answered(f"{TRIP} {DAYS} {HEAD}")])
    assert thread.carried == (0, 4)
