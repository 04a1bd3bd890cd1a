"""An utterance less the talk around it, by how likely each of its parts is talk."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from yorisoi.dialogue.interpret.aside import begins_anew, parts, without_mood, without_talk, without_turn
from yorisoi.language import Utterance
from yorisoi.types import Language


@pytest.mark.parametrize(
    ("language", "text", "cut"),
    [
        ("ja", "ふーん。車で通ってもいい？", ["ふーん。", "車で通ってもいい？"]),
        ("ja", "助かった〜じゃあ残業代は", ["助かった〜", "じゃあ残業代は"]),
        ("ja", "こんにちは〜。ジムはある？", ["こんにちは〜。", "ジムはある？"]),
        ("ja", "やばい、パソコンなくしたかも", ["やばい、", "パソコンなくしたかも"]),
        ("ja", "9時〜17時の勤務です", ["9時〜17時の勤務です"]),
        ("zh", "对了，门卡丢了", ["对了，", "门卡丢了"]),
        ("en", "ok, what about parking", ["ok, ", "what about parking"]),
        ("en", "up to 1,000 yen", ["up to 1,000 yen"]),
    ],
)
def test_an_utterance_is_cut_at_sentences_and_where_one_draws_breath(
    language: Language, text: str, cut: list[str]
) -> None:
    assert parts(text, language) == cut


@given(text=st.text(max_size=60), language=st.sampled_from(["ja", "zh", "en"]))
def test_the_parts_make_up_the_text(text: str, language: Language) -> None:
    assert "".join(parts(text, language)) == text


@pytest.mark.parametrize(
    ("language", "text", "bare"),
    [
        ("ja", "領収書なくした…泣", "領収書なくした…"),
        ("ja", "領収書なくした(笑)", "領収書なくした"),
        ("ja", "領収書なくしたｗｗ", "領収書なくした"),
        ("ja", "領収書なくした😭", "領収書なくした"),
        ("ja", "笑", "笑"),
        ("ja", "😭", "😭"),
        ("ja", "有給は何日？", "有給は何日？"),
        ("zh", "门卡丢了哈哈", "门卡丢了"),
        ("en", "I lost my pc lol", "I lost my pc"),
        ("en", "which one :)", "which one"),
    ],
)
def test_marks_of_mood_at_the_end_say_nothing_unless_they_are_all_that_is_said(
    language: Language, text: str, bare: str
) -> None:
    assert without_mood(Utterance(text, language)).text == bare


def test_talk_before_and_behind_a_question_is_left_out() -> None:
    found = ["お疲れ様です。", "今日は暑いですね。", "駐車場は使えますか。", "よろしく。"]
    assert without_talk(found, [0.9, 0.9, 0.1, 0.9], "ja") == "駐車場は使えますか。"


def test_what_names_something_before_a_breath_is_talk_if_its_sentence_goes_on_as_talk() -> None:
    question = "乾電池ってどこに捨てるの"
    assert without_talk(["便利だね、", "さんきゅー。", question], [0.9, 0.9, 0.1], "ja") == question
    assert without_talk(["財布落とした、", question], [0.9, 0.1], "ja") == f"財布落とした、{question}"


def test_talk_between_two_questions_stays_with_them() -> None:
    found = ["駐車場は使えますか。", "助かります。", "自転車は？"]
    assert without_talk(found, [0.1, 0.9, 0.1], "ja") == "".join(found)


def test_where_all_is_talk_all_is_left() -> None:
    assert without_talk(["ありがとう。", "助かりました。"], [0.9, 0.9], "ja") == "ありがとう。助かりました。"


def test_what_names_something_is_left_out_only_as_a_whole_sentence_that_is_surely_talk() -> None:
    assert without_talk(["有給、", "いつもらえるの"], [0.9, 0.1], "ja") == "有給、いつもらえるの"
    assert without_talk(["頭痛い。", "有給とりたい"], [0.7, 0.1], "ja") == "頭痛い。有給とりたい"
    assert without_talk(["やばい、", "有給とりたい"], [0.7, 0.1], "ja") == "有給とりたい"
    assert without_talk(["5日、", "休みたい"], [0.9, 0.1], "ja") == "5日、休みたい"


def test_what_asks_turns_away_or_returns_is_no_talk_however_it_reads() -> None:
    assert without_talk(["ところで、", "駐車場は使える"], [0.9, 0.1], "ja") == "ところで、駐車場は使える"
    assert without_talk(["そうなんだ。", "じゃあ大阪は？"], [0.9, 0.9], "ja") == "じゃあ大阪は？"


@pytest.mark.parametrize(
    ("language", "text", "rest"),
    [
        ("ja", "そういえば、社食あったっけ？", "社食あったっけ?"),
        ("ja", "それはそうと組合って入るの", "組合って入るの"),
        ("zh", "对了，门卡丢了", "门卡丢了"),
        ("en", "That reminds me, is there parking?", "is there parking?"),
        ("ja", "ところで", "ところで"),
        ("ja", "駐車場は、ところで", "駐車場は、ところで"),
    ],
)
def test_what_another_topic_is_begun_with_is_left_out_where_something_follows(
    language: Language, text: str, rest: str
) -> None:
    assert without_turn(Utterance(text, language)) == rest


@pytest.mark.parametrize(
    ("language", "lead", "rest"),
    [
        ("ja", "別件で、", "有給って何日？"),
        ("ja", "ところで", "出張の宿泊費は？"),
        ("ja", "そういえば", "がん検診って"),
        ("ja", "なるほど、話は変わりますが、", "社食ってある？"),
        ("ja", "全然別の話なんだけど、", "健診いつ？"),
        ("ja", "", "ところで、それって課長も？"),
        ("ja", "", "ところでいつまで？"),
        ("ja", "", "別件でさっきの宿泊費"),
        ("ja", "", "別件のデータはどこ？"),
        ("ja", "", "あとVPNも"),
        ("ja", "あと", "部屋のことでも聞きたくて"),
        ("ja", "それと、", "休みの件なんですけど"),
        ("ja", "で、", "送迎の話。一人でもいい？"),
        ("ja", "", "でも送迎の話は聞いてない"),
        ("ja", "", "あとその駐車場のことも"),
        ("zh", "还有", "押金的事想问一下"),
        ("zh", "对了，", "停车怎么收费"),
        ("zh", "", "对了，这个怎么报销"),
        ("en", "oh by the way, ", "is there parking?"),
        ("en", "", "by the way, does that cost extra?"),
        ("en", "", "she's 13 by the way"),
    ],
)
def test_another_topic_that_is_named_is_begun_in_so_many_words(language: Language, lead: str, rest: str) -> None:
    assert begins_anew(Utterance(lead + rest, language)) == lead


def test_white_space_without_end_is_read_in_one_pass() -> None:
    begun = process_time()
    assert without_mood(Utterance("dog" + "\n" * 8_000 + "dog", "en")).text.endswith("dog")
    assert process_time() - begun < 0.5


def test_what_only_says_again_what_we_said_is_left_out_before_a_question() -> None:
    question = "お金に替えてもらえる？"
    reply = "退職日の1か月前までに退職届を出します。"
    assert without_talk(["1か月前ね。", question], [0.2, 0.0], "ja", reply) == question
    assert without_talk(["2か月前ね。", question], [0.2, 0.0], "ja", reply) == f"2か月前ね。{question}"
    assert without_talk(["退職届？", question], [0.2, 0.0], "ja", reply) == f"退職届？{question}"
    assert without_talk(["1か月前ね。", question], [0.2, 0.0], "ja") == f"1か月前ね。{question}"
    online = "電話とオンラインで対応します。"
    assert without_talk(["オンラインか、", "ありがとう!", question], [0.2, 1.0, 0.0], "ja", online) == question
    assert without_talk(["オンラインか。", question], [0.2, 0.0], "ja", online) == f"オンラインか。{question}"
