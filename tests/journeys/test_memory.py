"""Told today, found next week; changed; corrected; erased; never another's."""

import asyncio
import json
import random
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.held import files_holding

from yorisoi.assistant import Assistant
from yorisoi.backends.store import open_store
from yorisoi.cli.main import main
from yorisoi.dialogue.phrases import phrases
from yorisoi.errors import StoreError
from yorisoi.language import detect_language
from yorisoi.memory.keeping import event
from yorisoi.types import Fact, Turn, UserId

HANAKO, TARO = UserId("花子"), UserId("太郎")
AT = datetime(2026, 4, 1, 9, tzinfo=UTC)
NO_MODEL = {"YORISOI_CHAT": "none", "YORISOI_EMBEDDING": "none"}


@pytest.fixture
async def assistant(converse: Any, home: Path) -> AsyncIterator[Assistant]:
    async with converse(home) as workspace:
        yield workspace.assistant


async def say(assistant: Assistant, text: str, user: UserId = HANAKO, *, later: timedelta = timedelta(0)) -> Any:
    """In a conversation of its own, and everything that follows from it worked out."""
    now: datetime = AT + later
    assistant.clock = lambda: now
    reply = await assistant.reply(text, user=user)
    await assistant.close()
    return reply


async def test_what_was_told_today_is_found_next_week(assistant: Assistant) -> None:
    await say(assistant, "私は草津温泉が大好きです")
    await say(assistant, "経費精算の締め切りはいつですか")
    reply = await say(assistant, "先週話した私の好きな温泉はどこでしたっけ", later=timedelta(days=7))
    assert reply.episodes[0].episode.text == "私は草津温泉が大好きです"
    assert {each.partition(":")[0] for each in reply.episodes[0].why} >= {"words", "time"}


async def test_what_is_recalled_is_told_with_its_day(assistant: Assistant) -> None:
    await say(assistant, "我养了一只猫叫咪咪")
    reply = await say(assistant, "你还记得我养了什么吗", later=timedelta(days=7))
    assert reply.rule == "memory"
    assert "咪咪" in reply.text
    assert "2026-04-01" in reply.text
    assert reply.citations == ()


async def test_what_was_told_beside_a_question_is_told_again_whatever_it_is_called(assistant: Assistant) -> None:
    await say(assistant, "経理の田中です。経費精算の締め切りはいつですか")
    await say(assistant, "娘はさくらで5歳です")
    for text, told in (
        ("私の名前覚えてる？", "経理の田中です"),
        ("娘いくつって言ったっけ", "5歳"),
        ("私どこの部署だっけ", "経理"),
    ):
        for _ in range(2):  # the second time what was asked the first time is no answer
            reply = await say(assistant, text, later=timedelta(days=7))
            assert reply.rule == "memory"
            assert told in reply.text
            assert text not in reply.text
        assert told not in (await say(assistant, text, TARO, later=timedelta(days=7))).text


async def test_what_was_put_right_in_another_conversation_is_told_with_what_it_puts_right(assistant: Assistant) -> None:
    for text in ("私の組合員番号は20418です", "組合員番号は？", "あ、番号間違えた、20481です"):
        await assistant.reply(text, user=HANAKO, session="s")
    await assistant.close()
    reply = await say(assistant, "私の組合員番号は？")
    assert reply.rule == "memory"
    assert reply.text.index("20418") < reply.text.index("20481")
    assert {each.episode.text for each in reply.episodes} >= {
        "私の組合員番号は20418です",
        "あ、番号間違えた、20481です",
    }
    reply = await assistant.reply("組合員番号なんだっけ", user=HANAKO, session="s")
    assert reply.text.index("20418") < reply.text.index("20481")


@pytest.mark.parametrize("right", ["違います、4522です", "あ、間違えた、4522番でした", "やっぱり4522です"])
async def test_a_number_that_is_put_right_is_looked_up_nowhere(assistant: Assistant, right: str) -> None:
    await assistant.reply("私の内線番号は4521です。", user=HANAKO, session="s")
    reply = await assistant.reply(right, user=HANAKO, session="s")
    assert (reply.rule, reply.citations) == ("small-talk", ())
    reply = await assistant.reply("私の内線番号は何番でしたっけ", user=HANAKO, session="s")
    assert reply.text.index("4521") < reply.text.index("4522")


async def test_what_was_told_on_the_way_to_a_question_is_told_again_next_week(assistant: Assistant) -> None:
    await say(assistant, "うちの娘が小3なんですけど、看護休暇って取れますか")
    reply = await say(assistant, "うちの娘、何年生って話しましたっけ", later=timedelta(days=7))
    assert "「うちの娘が小3なんですけど」" in reply.text


async def test_what_names_what_it_puts_right_gets_a_word(assistant: Assistant) -> None:
    for text in ("娘は小3です", "夏季休暇は何日ですか"):
        await assistant.reply(text, user=HANAKO, session="s")
    reply = await assistant.reply("ごめん、小3じゃなくて小4でした", user=HANAKO, session="s")
    assert (reply.rule, reply.citations) == ("small-talk", ())


@pytest.mark.parametrize(
    ("said", "right", "recalls"),
    [
        (
            ("娘が小3なんですけど、看護休暇は取れますか", "夏季休暇は何日ですか"),
            "あ、ごめん、小4になったんだった",
            "娘は何年生でしたっけ",
        ),
        (
            ("契約社員の森です。お祝い金はいくらですか", "会議室の予約方法は？"),
            "間違えた、契約社員じゃなくて正社員だった",
            "私って何社員だっけ",
        ),
        (
            ("We're a team of 6, can we book a meeting room?", "How do I get a new laptop?"),
            "Sorry, we're 8, not 6",
            "How many did I say we are?",
        ),
        (("我们组有6个人，怎么订会议室？", "出差补贴是多少？"), "说错了，不是6个，是8个", "我说过我们组有几个人？"),
    ],
)
async def test_what_puts_right_what_was_told_before_the_last_question_gets_a_word(
    assistant: Assistant, said: tuple[str, ...], right: str, recalls: str
) -> None:
    for text in said:
        await assistant.reply(text, user=HANAKO, session="s")
    reply = await assistant.reply(right, user=HANAKO, session="s")
    assert (reply.rule, reply.citations) == ("small-talk", ())
    assert reply.text == phrases(reply.language).talk["told"]
    reply = await assistant.reply(recalls, user=HANAKO, session="s")
    assert (reply.rule, right in reply.text) == ("memory", True)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("PCが2台あるんですけど、持ち出しはできますか", "ごめん、PCを1台なくしました"),
        ("子どもが2人いるんですけど、手当はありますか", "すみません、子どもが1人けがをしました"),
        ("8人で会議室を使うんですけど、予約は？", "すみません、8時の会議室もお願いします"),
        ("I have 3 kids, is there an allowance?", "Sorry, 2 children visas"),
        ("我有3个孩子，有补贴吗？", "不好意思，3张出租车发票报销"),
    ],
)
async def test_what_names_anything_else_puts_nothing_right(assistant: Assistant, told: str, said: str) -> None:
    asked = {"en": "How do I get a laptop?", "zh": "会议室怎么订？", "ja": "夏季休暇は？"}
    for text in (told, asked[detect_language(told)]):
        await assistant.reply(text, user=HANAKO, session="s")
    assert (await assistant.reply(said, user=HANAKO, session="s")).rule != "small-talk"


async def test_a_broad_question_for_what_one_said_is_none_to_the_documents(assistant: Assistant) -> None:
    await assistant.reply("I have a dog, may I bring it?", user=HANAKO, session="s")
    reply = await assistant.reply("What kind of pet did I mention?", user=HANAKO, session="s")
    assert (reply.rule, "I have a dog" in reply.text) == ("memory", True)


async def test_what_was_not_told_and_is_not_about_oneself_is_looked_up(assistant: Assistant) -> None:
    await assistant.reply("私は経理の田中です。", user=HANAKO, session="s")
    reply = await assistant.reply("夏季休暇は何日でしたっけ", user=HANAKO, session="s")
    assert reply.rule != "memory"
    reply = await assistant.reply("私の社員番号は何番でしたっけ", user=HANAKO, session="s")
    assert (reply.rule, reply.citations) == ("memory", ())


async def test_a_turn_that_needs_no_memory_gets_none(assistant: Assistant) -> None:
    await say(assistant, "私は草津温泉が大好きです")
    for text in ("ありがとうございます", "年次有給休暇は何日付与されますか"):
        assert (await say(assistant, text)).episodes == ()


async def test_what_changed_supersedes_what_was_and_keeps_the_history(assistant: Assistant) -> None:
    await say(assistant, "大阪に住んでいます")
    await say(assistant, "大阪に住んでいます", later=timedelta(days=1))
    [home] = await assistant.store.persona.facts(HANAKO)
    assert (home.kind, home.topic, home.confirmations) == ("home", "大阪", 2)
    assert home.last_confirmed == AT + timedelta(days=1)
    assert home.text == "大阪に住んでいます"
    await say(assistant, "先月、福岡に引っ越しました", later=timedelta(days=2))
    [now] = await assistant.store.persona.facts(HANAKO)
    old, _ = await assistant.store.persona.facts(HANAKO, superseded=True)
    assert (now.topic, old.superseded_by) == ("福岡", now.id)
    reply = await say(assistant, "私が住んでいるのは大阪でしたっけ", later=timedelta(days=3))
    assert reply.episodes[0].episode.text == "先月、福岡に引っ越しました"
    assert f"in place of: e{old.episode}" in reply.episodes[0].why


@pytest.mark.parametrize(
    ("told", "asked"),
    [
        ("福岡に引っ越しました", "私はどこに住んでいますか"),
        ("我搬到上海了", "我住在哪里？"),
        ("I moved to Osaka last month", "Where do I live?"),
        ("エビが苦手です", "私の苦手な食べ物は何ですか"),
    ],
)
async def test_a_fact_is_found_by_its_kind_whatever_its_words(assistant: Assistant, told: str, asked: str) -> None:
    await say(assistant, told)
    reply = await say(assistant, asked)
    assert reply.episodes[0].episode.text == told
    assert "fact" in reply.episodes[0].why


async def test_a_correction_takes_effect_and_an_erasure_leaves_nothing(assistant: Assistant) -> None:
    await say(assistant, "猫を飼っています")
    [fact] = await assistant.store.persona.facts(HANAKO)
    await assistant.store.episodes.correct(HANAKO, fact.episode, "犬を飼っています")
    await assistant.settle(HANAKO)
    assert [each.topic for each in await assistant.store.persona.facts(HANAKO)] == ["犬"]
    reply = await say(assistant, "私が飼っているのは何でしたっけ")
    assert [each.episode.text for each in reply.episodes] == ["犬を飼っています"]
    await assistant.store.erasure.everything(HANAKO)
    reply = await say(assistant, "私が飼っているのは何でしたっけ")
    assert reply.episodes == ()
    assert "犬" not in reply.text


@pytest.mark.parametrize(
    "told", ["私の社員番号は4521です。", "私の口座番号は1111です。", "私の車のナンバーは12-34です"]
)
async def test_who_tells_something_is_not_told_that_nothing_is_known(assistant: Assistant, told: str) -> None:
    reply = await say(assistant, told)
    assert (reply.rule, reply.citations) == ("small-talk", ())
    reply = await assistant.reply(told.replace("です", "でしたっけ"), user=HANAKO)
    assert told in reply.text


@pytest.mark.parametrize("topic", ["育休のことです", "違います、経費の締め切りです", "聞きたいのは経費の締め切りです"])
async def test_what_names_a_topic_behind_an_introduction_is_looked_up(assistant: Assistant, topic: str) -> None:
    await assistant.reply("経理の田中です。", user=HANAKO, session="s")
    reply = await assistant.reply(topic, user=HANAKO, session="s")
    assert reply.rule != "small-talk"


async def test_a_question_that_sounds_like_recall_is_looked_up_where_nothing_was_told(assistant: Assistant) -> None:
    for greeted in ("", "こんにちは"):
        if greeted:
            await assistant.reply(greeted, user=TARO, session="s")
        reply = await assistant.reply("日当はいくらでしたっけ", user=TARO, session="s" if greeted else None)
        assert reply.citations


async def test_what_was_told_elsewhere_is_told_before_a_page_that_has_no_more_of_its_words(
    assistant: Assistant,
) -> None:
    told = "私は7月に夏季休暇を2日取りました。"
    await say(assistant, told)
    reply = await say(assistant, "私は夏季休暇を何日取ったと言いましたっけ", later=timedelta(days=1))
    assert told in reply.text
    assert reply.citations == ()


async def test_what_puts_a_fact_right_is_told_in_its_place(assistant: Assistant) -> None:
    await say(assistant, "福岡に住んでいます")
    [old] = await assistant.store.persona.facts(HANAKO)
    right = await assistant.store.persona.correct(HANAKO, old.id, event(HANAKO, "今は大阪に住んでいます。", AT))
    await assistant.settle(HANAKO)
    assert [each.id for each in await assistant.store.persona.facts(HANAKO)] == [right.id]
    reply = await say(assistant, "私はどこに住んでいると言いましたっけ", later=timedelta(days=1))
    assert "大阪" in reply.text
    assert "福岡" not in reply.text
    await assistant.store.erasure.items(HANAKO, episodes=[right.episode])
    assert [each.id for each in await assistant.store.persona.facts(HANAKO)] == [old.id]


async def corrected(assistant: Assistant, fact: int, text: str) -> Fact:
    right = await assistant.store.persona.correct(HANAKO, fact, event(HANAKO, text, AT))
    await assistant.settle(HANAKO)
    return right


async def holding(assistant: Assistant) -> list[str]:
    return [each.text for each in await assistant.store.persona.facts(HANAKO)]


async def test_what_put_a_fact_right_can_be_put_right_itself(assistant: Assistant) -> None:
    await say(assistant, "卵アレルギーがあります")
    [old] = await assistant.store.persona.facts(HANAKO)
    right = await corrected(assistant, old.id, "蕎麦アレルギーがありまs")
    await assistant.correct(HANAKO, right.episode, "蕎麦アレルギーがあります")
    await assistant.settle(HANAKO)
    assert await holding(assistant) == ["蕎麦アレルギーがあります"]


async def test_what_was_put_right_twice_holds_once(assistant: Assistant) -> None:
    await say(assistant, "福岡に住んでいます")
    [old] = await assistant.store.persona.facts(HANAKO)
    await asyncio.gather(*(corrected(assistant, old.id, f"{place}に住んでいます") for place in ("大阪", "京都")))
    assert len(await holding(assistant)) == 1


async def test_what_was_put_right_is_about_something_else(assistant: Assistant) -> None:
    await say(assistant, "コーヒーが好きです")
    [old] = await assistant.store.persona.facts(HANAKO)
    await corrected(assistant, old.id, "紅茶が好きです")
    await say(assistant, "コーヒーは嫌いです")
    assert await holding(assistant) == ["紅茶が好きです", "コーヒーは嫌いです"]


async def test_what_was_put_right_twice_at_once_is_no_fact_any_more(assistant: Assistant) -> None:
    await say(assistant, "コーヒーが好きです")
    [old] = await assistant.store.persona.facts(HANAKO)
    for text in ("紅茶が好きです", "緑茶が好きです"):  # before anything is settled
        await assistant.store.persona.correct(HANAKO, old.id, event(HANAKO, text, AT))
    await assistant.settle(HANAKO)
    assert await holding(assistant) == ["緑茶が好きです"]


async def test_what_put_a_fact_right_goes_with_it(assistant: Assistant) -> None:
    await say(assistant, "コーヒーが好きです")
    [old] = await assistant.store.persona.facts(HANAKO)
    right = await assistant.store.persona.correct(HANAKO, old.id, event(HANAKO, "紅茶が好きです", AT))
    gone = await assistant.store.erasure.items(HANAKO, facts=[right.id])
    assert {each.id for each in gone.items} >= {f"f{right.id}", f"e{right.episode}"}
    await assistant.settle(HANAKO)
    assert await holding(assistant) == ["コーヒーが好きです"]


async def test_who_erases_what_was_put_right_is_told_what_it_was_put_right_to(assistant: Assistant) -> None:
    await say(assistant, "ゼブラ市に住んでいます")
    [old] = await assistant.store.persona.facts(HANAKO)
    right = await corrected(assistant, old.id, "北区に住んでいます")
    gone = await assistant.store.erasure.items(HANAKO, episodes=[old.episode])
    assert [each.id for each in gone.said_again] == [f"e{right.episode}"]


async def test_of_three_homes_the_first_does_not_hold_again_when_the_second_goes(assistant: Assistant) -> None:
    for place in ("札幌", "名古屋", "福岡"):
        await say(assistant, f"私は{place}に住んでいます。")
    _, second, newest = await assistant.store.persona.facts(HANAKO, superseded=True)
    await assistant.store.erasure.items(HANAKO, episodes=[second.episode])
    assert [each.id for each in await assistant.store.persona.facts(HANAKO)] == [newest.id]
    await assistant.store.erasure.items(HANAKO, facts=[newest.id])
    assert await holding(assistant) == ["私は札幌に住んでいます。"]


async def test_of_three_homes_the_first_does_not_hold_again_when_the_second_is_put_right(assistant: Assistant) -> None:
    for day, place in enumerate(("札幌", "名古屋", "福岡")):
        await say(assistant, f"私は{place}に住んでいます。", later=timedelta(days=day))
    _, second, newest = await assistant.store.persona.facts(HANAKO, superseded=True)
    await assistant.correct(HANAKO, second.episode, "私は大津に住んでいます。")
    assert [each.id for each in await assistant.store.persona.facts(HANAKO)] == [newest.id]
    await assistant.settle(HANAKO)
    assert [each.id for each in await assistant.store.persona.facts(HANAKO)] == [newest.id]


async def test_what_was_put_right_is_not_said_again_by_a_word_of_it(assistant: Assistant) -> None:
    await say(assistant, "札幌に住んでいます")
    [old] = await assistant.store.persona.facts(HANAKO)
    await corrected(assistant, old.id, "もう札幌には住んでいません")
    await say(assistant, "札幌に住んでいます")
    assert await holding(assistant) == ["札幌に住んでいます"]


async def test_a_reply_of_ours_is_not_told_again_as_what_the_user_said(assistant: Assistant) -> None:
    told = await say(assistant, "日当はいくらですか")
    assert told.citations
    for text in ("昨日教えてもらった日当の話", "日当はいくらと教えてくれましたっけ"):
        assert "以前、次のように話していました" not in (await say(assistant, text, later=timedelta(days=1))).text


async def test_one_home_holds_when_the_newest_goes_that_two_had_given_way_to(assistant: Assistant) -> None:
    for day, place in enumerate(("札幌", "名古屋", "福岡")):
        await say(assistant, f"私は{place}に住んでいます。", later=timedelta(days=day))
    _, second, newest = await assistant.store.persona.facts(HANAKO, superseded=True)
    await assistant.correct(HANAKO, second.episode, "私は京都に住んでいます。")
    await assistant.settle(HANAKO)
    await assistant.store.erasure.items(HANAKO, episodes=[newest.episode])
    assert await holding(assistant) == ["私は京都に住んでいます。"]


@pytest.mark.parametrize(
    ("right", "again", "held"),
    [
        ("紅茶が好きです", "紅茶が好きです", ["紅茶が好きです"]),
        ("コーヒーは嫌いです", "コーヒーが好きです", ["コーヒーが好きです"]),
    ],
)
async def test_what_was_put_right_is_said_again_as_the_rules_read_it(
    assistant: Assistant, right: str, again: str, held: list[str]
) -> None:
    await say(assistant, "コーヒーが好きです")
    [old] = await assistant.store.persona.facts(HANAKO)
    await corrected(assistant, old.id, right)
    await say(assistant, again, later=timedelta(days=1))
    assert await holding(assistant) == held


async def test_a_fact_that_is_not_there_is_not_put_right_and_nothing_is_kept(assistant: Assistant) -> None:
    with pytest.raises(StoreError, match="no fact f9"):
        await assistant.store.persona.correct(HANAKO, 9, event(HANAKO, "大阪に住んでいます", AT))
    assert (await assistant.store.episodes.all(HANAKO))[0] == []


async def test_nothing_is_learnt_from_the_assistant_or_from_questions(assistant: Assistant) -> None:
    await say(assistant, "経費精算の締め切りが好きですか")
    await say(assistant, "年次有給休暇は何日付与されますか")
    assert await assistant.store.persona.facts(HANAKO) == []


async def test_two_users_at_random_never_meet(assistant: Assistant) -> None:
    """Canaries: each user's words hold the user's own name; whatever one is told holds no other's."""
    chance = random.Random(13)
    users = [HANAKO, TARO, UserId("花")]
    topics = ["温泉", "寿司", "登山", "映画"]
    for _ in range(18):
        user = chance.choice(users)
        await say(assistant, f"私は{chance.choice(topics)}が好きです。合言葉は〈{user}〉です", user)
        if chance.random() < 0.15:
            await assistant.store.erasure.everything(user)
        asker = chance.choice(users)
        reply = await say(assistant, f"私の好きな{chance.choice(topics)}の合言葉は何でしたっけ", asker)
        trace = json.dumps(await assistant.store.traces.load(reply.trace_id, asker), ensure_ascii=False)
        seen = " ".join([reply.text, trace, *(each.episode.text for each in reply.episodes)])
        seen += " ".join(fact.text for fact in await assistant.store.persona.facts(asker))
        for other in users:
            assert other == asker or f"〈{other}〉" not in seen


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """`yorisoi memory ...` of 花子, within this process: (status, output, errors)."""
    monkeypatch.chdir(tmp_path)
    for name, value in NO_MODEL.items():
        monkeypatch.setenv(name, value)

    def run(*words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["memory", *words, "--user", "花子", "--home", str(tmp_path / "home")])
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out, captured.err

    return run


def test_a_person_sees_corrects_takes_along_and_erases_what_is_kept(memory: Any, tmp_path: Path) -> None:
    def told(*words: str) -> Any:
        status, out, err = memory(*words, "--json")
        assert status == 0, err
        return json.loads(out)

    canary = "私は秘密の草津温泉が大好きです"
    asyncio.run(_spoken(tmp_path / "home", canary))
    recorded = told("record", "有馬温泉に旅行した", "--at", "2026-03-01")
    shown = told("list")
    [fact] = shown["facts"]
    assert (fact["kind"], fact["text"]) == ("likes", canary)
    assert recorded["id"] in {each["id"] for each in shown["episodes"]}
    assert told("show", fact["id"])["evidence"][0]["text"] == canary
    assert memory("correct", fact["id"], "温" * 10_001)[0] == 2
    corrected = told("correct", fact["id"], "私は箱根温泉が大好きです")
    exported = told("export")
    assert [each["superseded_by"] for each in exported["facts"]] == [corrected["id"], None]
    assert exported["sessions"][0]["turns"][0]["text"] == canary
    assert told("audit")["without_evidence"] == []
    erased = told("erase")["erased"]
    assert (erased["facts"], erased["sessions"]) == (2, 1)
    assert told("list")["episodes"] == []
    assert files_holding(tmp_path / "home", canary.encode()) == []


def test_what_is_kept_is_listed_with_the_day_that_it_was_where_this_runs(
    memory: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    time.tzset()
    try:
        memory("record", "有馬温泉に旅行した", "--at", "2026-11-29T08:30")
        assert "2026-11-29" in memory("list")[1]
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [("Asia/Tokyo", "9999-12-31T23:59:59Z", "9999-12-31"), ("America/New_York", "0001-01-01T00:00Z", "-01-01  event")],
)
def test_the_first_and_the_last_day_are_listed_in_any_time_zone(
    memory: Any, monkeypatch: pytest.MonkeyPatch, zone: str, at: str, day: str
) -> None:
    def here(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    here("UTC")
    try:
        [item, *_] = memory("record", "有馬温泉に旅行した", "--at", at)[1].split()
        here(zone)
        assert day in memory("list")[1]
        assert day in memory("show", item)[1]
    finally:
        monkeypatch.undo()
        time.tzset()


async def _spoken(home: Path, text: str) -> None:
    async with open_store(home) as store:
        await store.sessions.append(HANAKO, "s", [Turn(speaker="user", text=text, at=AT)])


@pytest.mark.parametrize(
    "words",
    [
        ("show", "x1"),
        ("show", "e999"),
        ("erase", "f999"),
        ("erase", "e1", "--all"),
        ("correct", "r1", "違います"),
        ("correct", "e999", "違います"),
        ("record", " "),
        ("record", "旅" * 10_001),
        ("record", "ﷺ" * 1_000),
        ("record", "旅行", "--at", "昨日"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(memory: Any, words: tuple[str, ...]) -> None:
    status, _, err = memory(*words)
    assert status == 2
    assert err.startswith("yorisoi: ")
    assert len(err.splitlines()) == 1


async def test_a_name_given_before_a_question_is_known_and_not_looked_up(assistant: Assistant) -> None:
    reply = await say(assistant, "大石と申します。子どもの看護休暇は年に何日ですか")
    assert (reply.rule, reply.question) == ("⑥", "子どもの看護休暇は年に何日ですか")
    reply = await say(assistant, "私の名前は？", later=timedelta(days=7))
    assert (reply.rule, "「大石と申します。」" in reply.text) == ("memory", True)


@pytest.mark.parametrize(
    ("told", "right"),
    [
        ("区画はB-07です", "あ、区画はB-07じゃなくてB-17の間違いでした"),
        ("息子の名前はそうたで、7歳です", "あ、名前そうたじゃなくてそうすけだ、書き間違えた"),
        ("来週の土曜に行こうと思ってます", "やっぱり土曜じゃなくて日曜に行くことにしました"),
        ("来月の10日に娘の運動会があるんですよ", "あ、さっきの運動会、10日じゃなくて17日でした"),
        ("夏季休暇は何日ですか、ちなみに母は71歳です", "母はもう72になりました"),
    ],
)
async def test_what_was_told_in_another_conversation_is_put_right_with_a_word(
    assistant: Assistant, told: str, right: str
) -> None:
    await say(assistant, told)
    await assistant.reply("経費精算の締め切りはいつですか", user=HANAKO, session="s")
    reply = await assistant.reply(right, user=HANAKO, session="s")
    assert (reply.rule, reply.text, reply.citations) == ("small-talk", phrases("ja").talk["told"], ())


@pytest.mark.parametrize(
    ("asked", "right", "meant"),
    [
        ("うちの娘が小3なんですけど、看護休暇って取れますか", "すみません、小3じゃなくて小4でした", "小4"),
        ("8人で会議室を使います。予約はどうやりますか", "間違えた、9人でした", "9人"),
        ("国内出張の日当は？", "国内じゃなくて海外のほうです", "海外"),
    ],
)
async def test_what_is_put_right_of_what_was_asked_is_looked_up_with_a_word(
    assistant: Assistant, asked: str, right: str, meant: str
) -> None:
    await assistant.reply(asked, user=HANAKO, session="s")
    reply = await assistant.reply(right, user=HANAKO, session="s")
    assert reply.text.startswith(phrases("ja").put_right)
    assert meant in reply.question
    assert reply.citations


async def test_what_was_put_right_in_a_later_conversation_stands_behind_what_it_was(assistant: Assistant) -> None:
    await say(assistant, "区画はB-07です")
    await say(assistant, "区画はB-07じゃなくてB-17の間違いでした", later=timedelta(days=1))
    reply = await say(assistant, "私の区画はどこって言いましたっけ", later=timedelta(days=7))
    first, last = reply.text.splitlines()[1:]
    assert ("B-07" in first, "→" in last, "B-17" in last) == (True, True, True)


async def test_of_whom_nobody_spoke_nothing_is_told_as_known(assistant: Assistant) -> None:
    await say(assistant, "娘の名前はひなたです")
    reply = await say(assistant, "息子の名前覚えてる？", later=timedelta(days=7))
    assert reply.text.startswith(phrases("ja").perhaps_remembered)


async def test_what_one_has_told_and_no_page_has_is_told(assistant: Assistant) -> None:
    for told in ("来月の10日に娘の発表会があるんですよ", "嫁の名前は真理子です", "健太は小4です"):
        await say(assistant, told)
    for text, told in (
        ("発表会はいつ？", "来月の10日"),
        ("発表会っていつでしたっけ", "来月の10日"),
        ("嫁さんの名前は？", "真理子"),
        ("健太は何年生？", "小4"),
    ):
        reply = await say(assistant, text, later=timedelta(days=7))
        assert (reply.rule, told in reply.text) == ("memory", True)
        assert (await say(assistant, text, TARO)).rule != "memory"
    for text in ("有給休暇は何日もらえる？", "宿泊費はいくらまで？"):
        assert (await say(assistant, text)).rule != "memory"


async def test_what_one_only_wants_is_nothing_that_one_has_told(assistant: Assistant) -> None:
    await say(assistant, "3人でバーベキューをしたいんですけど")
    assert (await say(assistant, "バーベキューは？")).rule != "memory"


@pytest.mark.parametrize("text", ["村瀬です。先月から通ってます", "こんにちは、村瀬です。資料はいつも6枚刷っています"])
async def test_who_gives_a_name_and_wants_nothing_is_greeted(assistant: Assistant, text: str) -> None:
    assert (await say(assistant, text)).text == phrases("ja").talk["introduced"]
    assert (await say(assistant, "村瀬です。社員証をなくしました")).citations


@pytest.mark.parametrize(
    ("told", "wanted"),
    [
        ("私は総務部です", "総務部じゃなくて人事部の問い合わせ先が知りたい"),
        ("私はパートです", "パートじゃなくて社員の有給を教えてほしい"),
        ("昨日電車で来ました", "電車ではなく車の交通費"),
        ("有給は5日残っています", "有給が3日しか付いていません"),
        ("母は71歳です", "母が72歳になったので介護休暇を取りたい"),
        ("I want a holiday", "I do not want a holiday, I want overtime pay"),
    ],
)
async def test_what_is_wanted_in_place_of_what_was_told_is_looked_up(
    assistant: Assistant, told: str, wanted: str
) -> None:
    await say(assistant, told)
    assert (await say(assistant, wanted)).rule != "small-talk"


@pytest.mark.parametrize("text", ["福島です。看護休暇は何日ですか", "テレワークといいますが、何日できますか"])
async def test_what_may_be_no_name_is_searched(assistant: Assistant, text: str) -> None:
    assert (await say(assistant, text)).question == text
