"""A conversation becomes one question; what stands alone is not touched."""

from datetime import UTC, datetime

import pytest
from yorisoi.dialogue.gate import gate
from yorisoi.dialogue.rewriting import is_faithful, rewrite

from yorisoi.types import Action, Choice, Language, Turn

AT = datetime(2026, 4, 1, tzinfo=UTC)


def asked_back(question: str) -> list[Turn]:
    return [
        Turn(speaker="user", text=question, at=AT),
        Turn(speaker="assistant", text="どの内容ですか。", at=AT, action=Action.ASK, question=question),
    ]


def answered(question: str) -> list[Turn]:
    return [
        Turn(speaker="user", text=question, at=AT),
        Turn(speaker="assistant", text="年に5日です。", at=AT, action=Action.SEARCH, question=question),
    ]


def rewritten(text: str, language: Language, history: list[Turn], **more: object) -> str:
    return rewrite(text, language, gate(text, language), history, **more).question  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["通勤手当はいくらまで出ますか", "子どもの看護休暇は取れるでしょうか", "VPNがつながらないときの連絡先は？"]
)
def test_a_question_that_stands_alone_is_searched_exactly_as_asked(text: str) -> None:
    history = answered("在宅勤務の申請方法を教えて")
    result = rewrite(text, "ja", gate(text, "ja"), history)
    if gate(text, "ja").standalone:
        assert (result.question, result.by, result.queries) == (text, "unchanged", (text,))


def test_a_full_question_about_the_pending_topic_needs_nothing_from_it() -> None:
    history = asked_back("休暇について教えてください")
    assert rewritten("子どもの看護休暇は取れるでしょうか", "ja", history) == "子どもの看護休暇は取れるでしょうか"


def test_the_theme_gives_way_to_the_choice() -> None:
    history = asked_back("休暇について教えてください")
    choice = Choice(text="子の看護休暇", source="x.md")
    assert rewritten("2", "ja", history, choice=choice) == "子の看護休暇について教えてください"


def test_a_short_reply_completes_the_pending_question() -> None:
    history = asked_back("夏季休暇は何日ですか")
    question = rewritten("大阪です", "ja", history)
    assert "夏季休暇" in question
    assert "大阪" in question


def test_the_raw_reply_is_searched_beside_the_rewrite() -> None:
    history = asked_back("案件で社外ユーザーと利用する会議システムは何がよいですか")
    text = "zoomやteamsなどを考えていますが、社内利用を推奨されているものがあれば教えてください"
    result = rewrite(text, "ja", gate(text, "ja"), history)
    assert result.queries[1] == text
    assert "会議システム" in result.question
    assert "zoom" in result.question


@pytest.mark.parametrize(
    ("language", "pending", "text"),
    [
        ("en", "裁判員休暇は何日前までに申請しますか", "How do I claim travel expenses?"),
        ("zh", "休暇について教えてください", "怎么报销出差费用？"),
        ("ja", "How do I apply for leave?", "パスワードを忘れたらどうすればいいですか"),
    ],
)
def test_a_whole_question_in_another_language_is_not_taken_for_a_reply(
    language: Language, pending: str, text: str
) -> None:
    result = rewrite(text, language, gate(text, language), asked_back(pending))
    assert (result.by, result.queries) == ("unchanged", (text,))


@pytest.mark.parametrize(
    ("language", "before", "text", "must"),
    [
        ("ja", "子の看護休暇は取れますか", "それは何日ですか", "看護休暇"),
        ("ja", "子の看護休暇は取れますか", "その申請方法は？", "看護休暇"),
        ("ja", "子の看護休暇は取れますか", "いつまでですか", "看護休暇"),
        ("zh", "年假怎么申请", "它有几天", "年假"),
        ("en", "How do I claim travel expenses?", "When is it due?", "travel expenses"),
    ],
)
def test_what_was_left_out_is_restored(language: Language, before: str, text: str, must: str) -> None:
    assert must in rewritten(text, language, answered(before))


def test_a_models_proposal_is_taken_when_it_keeps_to_what_was_said() -> None:
    history = answered("子の看護休暇は取れますか")
    proposal = ("子の看護休暇の申請方法は？", "llama:x")
    result = rewrite("その申請方法は？", "ja", gate("その申請方法は？", "ja"), history, proposal=proposal)
    assert (result.question, result.by) == proposal


@pytest.mark.parametrize("question", ["", "海外出張の日当はいくらですか", "あ" * 400, "東京本社の看護休暇の給与は？"])
def test_a_models_invention_is_refused(question: str) -> None:
    assert not is_faithful(question, "その申請方法は？", answered("子の看護休暇は取れますか"), "ja")


@pytest.mark.parametrize(
    ("before", "text", "question"),
    [
        ("夏季休暇は何日ですか（大阪です）", "年次有給休暇は？", "年次有給休暇は何日ですか"),
        ("夏季休暇は何日ですか", "大阪の場合は？", "夏季休暇は何日ですか（大阪の場合）"),
        ("夏季休暇は何日ですか", "申請方法は？", "夏季休暇の申請方法は？"),
        ("夏季休暇は何日ですか", "その申請方法は？", "夏季休暇の申請方法は？"),
        ("夏季休暇は何日ですか", "通勤手当は？", "通勤手当は？"),
    ],
)
def test_a_short_question_takes_from_the_one_before_what_it_leaves_out(before: str, text: str, question: str) -> None:
    assert rewritten(text, "ja", answered(before)) == question


def test_an_order_to_just_answer_means_the_pending_question() -> None:
    history = asked_back("出張の日当を知りたい")
    assert rewritten("とにかく答えて", "ja", history) == "出張の日当を知りたい"


@pytest.mark.parametrize(
    ("language", "before", "text", "question", "faithful"),
    [
        ("ja", "子の看護休暇は取れますか", "その申請方法は？", "子の看護休暇の申請方法を教えてください", True),
        ("zh", "你知道姚明吗", "他多高", "姚明多高", True),
        ("en", "How do I claim travel expenses?", "When is it due?", "When are travel expenses due?", False),
        ("en", "How do I claim travel expenses?", "Who approves it?", "Who approves travel expenses?", True),
        ("en", "Who was Zappa?", "When did he leave the band?", "When did he leave the band?", False),
        ("en", "Who was Zappa?", "When did he die?", "Who was Zappa? When did Zappa die?", False),
        ("zh", "挪威的森林好看吗", "怎么样", "挪威的森林", False),
    ],
)
def test_a_restatement_keeps_the_wording_is_one_sentence_and_stands_alone(
    language: Language, before: str, text: str, question: str, faithful: bool
) -> None:
    assert is_faithful(question, text, answered(before), language) is faithful
