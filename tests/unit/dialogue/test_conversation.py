"""What was said before, as numbers."""

from datetime import UTC, datetime

from yorisoi.dialogue.conversation import conversation_signals
from yorisoi.dialogue.conversation_words import Conversation, asked_in_a_row

from yorisoi.dialogue.clarify.attributes import told_before
from yorisoi.types import Action, Document, Hit, Passage, Turn

AT = datetime(2026, 1, 1, tzinfo=UTC)
OFFICES = {"office": ("大阪支社", "東京本社")}


def user(text: str) -> Turn:
    return Turn(speaker="user", text=text, at=AT)


def assistant(text: str, action: Action = Action.SEARCH) -> Turn:
    return Turn(speaker="assistant", text=text, at=AT, action=action)


def hit(number: int, title: str, text: str) -> Hit:
    page = Document(id=number, source=f"{number}.md", title=title, language="ja")
    return Hit(
        passage=Passage(id=number, document=page, position=0, section=(), text=text, language="ja"), score=1.0, legs={}
    )


def said(text: str, *history: Turn) -> Conversation:
    return Conversation(text=text, language="ja", history=history, standalone=True, resolved=False)


HITS = [hit(1, "出張", "宿泊の上限は1万円です"), hit(2, "育児休業", "育児休業は配偶者も対象です")]
LEAVE = (user("育児休業は何日ですか"), assistant("1年です"))


def test_nothing_was_said_before() -> None:
    assert set(conversation_signals(None, HITS).values()) == {0.0}
    assert conversation_signals(said("休暇は何日ですか"), HITS) == conversation_signals(None, HITS)


def test_a_page_that_holds_the_topic_and_what_is_asked_of_it_is_noticed_with_its_rank() -> None:
    signals = conversation_signals(said("配偶者も対象になりますか", *LEAVE), HITS)
    assert signals["best_on_topic"] == 0.0
    assert signals["found_on_topic"] == signals["holds_both"] == 1.0
    assert signals["rank_with_both"] == 0.5
    assert signals["new_words"] == 1.0
    other = conversation_signals(said("配偶者も対象になりますか", user("出張の宿泊は"), assistant("1万円です")), HITS)
    assert other["best_on_topic"] == 1.0
    assert other["rank_with_both"] == 0.0


def test_an_answer_to_our_question_a_nod_a_correction_and_a_new_topic_are_told_apart() -> None:
    asked = (user("休暇について"), assistant("どの休暇ですか。", Action.ASK))
    assert conversation_signals(said("うーん、どっちでもいいです", *asked), [])["says_nothing"] == 1.0
    assert conversation_signals(said("そうじゃなくて欠勤です", *asked), [])["corrects"] == 1.0
    assert conversation_signals(said("ありがとうございます。ところで経費は", *LEAVE), [])["thanks"] == 1.0
    assert conversation_signals(said("ありがとうございます。ところで経費は", *LEAVE), [])["changes_topic"] == 1.0
    plain = conversation_signals(said("慶弔休暇です", *asked), [])
    assert plain["answers_us"] == 1.0
    assert plain["says_nothing"] == plain["corrects"] == plain["thanks"] == plain["changes_topic"] == 0.0


def test_questions_of_ours_are_counted_back_to_the_last_answer() -> None:
    asked = assistant("どれですか。", Action.ASK)
    assert len(asked_in_a_row([])) == 0
    assert len(asked_in_a_row([user("休暇"), asked, user("さあ"), asked])) == 2
    assert len(asked_in_a_row([user("休暇"), asked, *LEAVE])) == 0


def test_what_the_user_told_of_oneself_in_a_conversation_holds_on() -> None:
    told = told_before([user("大阪支社の者です。会議室は"), assistant("3階です")], OFFICES)
    assert told == {"office": "大阪支社"}
    answered = told_before([user("休暇は"), assistant("どちらの勤務地ですか。", Action.ASK), user("東京本社")], OFFICES)
    assert answered == {"office": "東京本社"}
    assert told_before([user("大阪支社の電話番号は"), assistant("06です")], OFFICES) == {}


def test_what_the_user_asked_before_is_read_as_one_and_how_it_was_answered_is_noticed() -> None:
    clear = (user("育児休業は何日ですか"), assistant("はい、365日です"))
    vague = (user("休みのこと"), assistant("国によって違います"))
    settled = conversation_signals(said("申請はいつまで", *clear), [])
    left_open = conversation_signals(said("申請はいつまで", *vague), [])
    names = ("asked_before", "before_figure", "figure_told", "agreed", "it_depended")
    assert [settled[name] for name in names] == [1.0, 1.0, 1.0, 1.0, 0.0]
    assert [left_open[name] for name in names] == [0.0, 0.0, 0.0, 0.0, 1.0]
    assert left_open["before_hedges"] > settled["before_hedges"] == 0.0
    assert settled["length_before"] > left_open["length_before"] > 0.0
    assert conversation_signals(said("もっと教えて", *clear), [])["wants_more"] == 1.0


def test_after_an_utterance_that_nobody_answered_no_answer_is_looked_at() -> None:
    signals = conversation_signals(said("申請はいつまで", user("国によって違いますか。3日ですか")), [])
    assert signals["it_depended"] == signals["figure_told"] == 0.0
