"""Every rule, override and cap in Japanese, and two conversations each in Chinese and in English: docs/journeys.md.

All conversations are held once, one after the other, over one copy of the sample handbook; each test reads one of them.
"""

import asyncio
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from yorisoi.assistant import Assistant
from yorisoi.dialogue.clarify.policy import Thresholds
from yorisoi.memory.settling import Settler
from yorisoi.settings import load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import open_workspace

NEW = "(in a new conversation)"
ANY = "-"
"""In place of a rule that does not matter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Journey:
    """What a user says, by which rules it is taken, and the end of the path of the page cited last."""

    says: tuple[str, ...]
    rules: tuple[str, ...]
    cites: str = ""
    given: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of `Assistant.reply`."""
    turn: Mapping[str, Any] = field(default_factory=dict)
    """Settings of the turn."""


def talk(*says: str, rules: str, cites: str = "", given: Mapping[str, Any] | None = None, **turn: Any) -> Journey:
    return Journey(says=says, rules=tuple(rules.split()), cites=cites, given=given or {}, turn=turn)


NEVER, ALWAYS = Thresholds(ask=1.0), Thresholds(ask=0.0)
JOURNEYS = {
    # ① a consultation whose situation is unknown is drawn out
    "①-ja": talk("仕事がつらいです", rules="①"),
    "①-zh": talk("最近工作压力很大", rules="①"),
    "①-zh-2": talk("和同事关系不好，很苦恼", rules="①"),
    "①-en": talk("I am struggling at work.", rules="①"),
    "①-en-2": talk("I'm worried about my career", rules="①"),
    # ② a question that lacks something
    "②-ja": talk("経費について", rules="②"),
    "②-zh": talk("关于报销", rules="②"),
    "②-zh-2": talk("停车", rules="②"),
    "②-en": talk("expenses", rules="②"),
    "②-en-2": talk("How do I apply?", rules="②"),
    # ③ still vague, but nothing more to ask: a consultation is drawn out once
    "③-ja": talk("仕事がつらいです", "よくわからないけどしんどいです", rules="① ③"),
    "③-zh": talk("最近工作压力很大", "说不清楚", rules="① ③"),
    "③-zh-2": talk("和同事关系不好，很苦恼", "说不清楚", rules="① ③"),
    "③-en": talk("I am struggling at work.", "I don't know, everything", rules="① ③"),
    "③-en-2": talk("I'm worried about my career", "hard to say", rules="① ③"),
    # ④ a specific consultation that is documented
    "④-ja": talk(
        "育児休業を6か月取りたいのですが、給付金がいくらになるか不安です", rules="④", cites="care/childcare-leave.md"
    ),
    "④-zh": talk("我很苦恼，年假没休完可以结转吗", rules="④", cites="zh/annual-leave.md"),
    "④-zh-2": talk("担心丢了门禁卡，上海事务所补办要多少钱，怎么办", rules="④", cites="zh/office-access.md"),
    "④-en": talk(
        "I am worried about permanent residence: does the company pay the lawyer's fee?",
        rules="④",
        cites="en/visa-support.md",
    ),
    "④-en-2": talk(
        "I am stressed about renewing my residence status, when should I send the form?",
        rules="④",
        cites="en/visa-support.md",
    ),
    # ⑤ a specific consultation that is not documented
    "⑤-ja": talk("隣の家の犬が夜中に吠えて眠れず、3か月前から体調が悪くて困っています", rules="⑤"),
    "⑤-zh": talk("想请10天年假，但担心领导不批准，怎么办", rules="⑤"),
    "⑤-zh-2": talk("想请15天年假去旅行，但担心客户那边没人接手，怎么办", rules="⑤"),
    "⑤-en": talk("I lost the receipt of a 5,000 yen taxi and I am worried: can I still claim it?", rules="⑤"),
    "⑤-en-2": talk("My neighbour's dog has barked every night for 3 months and I can't sleep in Osaka", rules="⑤"),
    # ⑥ a clear question
    "⑥-ja": talk("子どもの看護休暇は年に何日取れますか", rules="⑥", cites="leave/nursing-care-of-child.md"),
    "⑥-zh": talk("上海事务所的门禁卡丢了要付多少钱", rules="⑥", cites="zh/office-access.md"),
    "⑥-zh-2": talk("年假可以按小时休吗？", rules="⑥", cites="zh/annual-leave.md"),
    "⑥-en": talk("How early should I ask for visa support?", rules="⑥", cites="en/visa-support.md"),
    "⑥-en-2": talk("Whom do I call in an emergency at night?", rules="⑥", cites="en/emergency-contacts.md"),
    # "just answer", in so many words or as an argument
    "just-answer-ja": talk("休暇について教えてください", "とりあえず検索して", rules="② just-answer"),
    "just-answer-ja-2": talk("休暇について教えてください", rules="just-answer", given={"just_answer": True}),
    "just-answer-zh": talk("想了解一下休假", "直接告诉我", rules="② just-answer"),
    "just-answer-zh-2": talk("关于报销", "别问了，先查一下再说", rules="② just-answer", cites="zh/travel-expense.md"),
    "just-answer-en": talk("leave", "just answer", rules="② just-answer"),
    "just-answer-en-2": talk(
        "expenses", "Stop asking, just tell me.", rules="② just-answer", cites="expense-claims.md"
    ),
    # "ask me first"
    "ask-first-ja": talk("育児休業の給付金はいくらですか。足りないことがあれば聞いてください", rules="②"),
    "ask-first-zh": talk("年假可以按小时休吗？有不清楚的请问我", rules="②"),
    "ask-first-zh-2": talk("上海事务所的门禁卡丢了要付多少钱，缺什么信息先问我", rules="②"),
    "ask-first-en": talk("How early should I ask for visa support? Ask me first.", rules="②"),
    "ask-first-en-2": talk("What number do I call in an emergency? Ask me what you need.", rules="②"),
    # most questions back in a row: turn.max_ask_backs
    "ask-cap-ja": talk(*["休暇について教えてください"] * 3, rules="② ② ask-cap"),
    "ask-cap-ja-0": talk("休暇について教えてください", rules="ask-cap", max_ask_backs=0),
    "ask-cap-zh": talk(*["停车"] * 3, rules="② ② ask-cap"),
    "ask-cap-zh-1": talk(*["关于报销"] * 2, rules="② ask-cap", max_ask_backs=1),
    "ask-cap-en": talk(*["I have a question about expenses"] * 3, rules="② ② ask-cap"),
    "ask-cap-en-1": talk(*["How do I apply?"] * 2, rules="② ask-cap", max_ask_backs=1),
    # the threshold as an order: turn.thresholds.ask
    "never-ask-ja": talk("休暇について教えてください", rules="⑥", thresholds=NEVER),
    "never-ask-zh": talk("关于报销", rules="⑥", thresholds=NEVER),
    "never-ask-zh-2": talk("停车", rules="⑥", thresholds=NEVER),
    "never-ask-en": talk("expenses", rules="⑥", thresholds=NEVER),
    "never-ask-en-2": talk("leave", rules="⑥", thresholds=NEVER),
    "always-ask-ja": talk("子どもの看護休暇は年に何日取れますか", rules="②", thresholds=ALWAYS),
    "always-ask-zh": talk("年假可以按小时休吗？", rules="②", thresholds=ALWAYS),
    "always-ask-zh-2": talk("上海事务所的门禁卡丢了要付多少钱", rules="②", thresholds=ALWAYS),
    "always-ask-en": talk("How early should I ask for visa support?", rules="②", thresholds=ALWAYS),
    "always-ask-en-2": talk("What number do I call in an emergency?", rules="②", thresholds=ALWAYS),
    # neither question nor consultation
    "small-talk-ja": talk("ありがとうございます", rules="small-talk"),
    "small-talk-zh": talk("你好", rules="small-talk"),
    "small-talk-zh-2": talk("好的，谢谢", rules="small-talk"),
    "small-talk-en": talk("hello", rules="small-talk"),
    "small-talk-en-2": talk("OK, thank you", rules="small-talk"),
    # asked for what was said before
    "memory-ja": talk("来月、札幌へ引っ越します", NEW, "引っ越しについて前に何と言いましたか", rules="- memory"),
    "memory-zh": talk("我养了一只猫叫咪咪", NEW, "我以前说过我养的猫叫什么吗", rules="- memory"),
    "memory-zh-2": talk("我打算明年去北海道滑雪", NEW, "我之前说过去哪里滑雪？", rules="- memory"),
    "memory-en": talk("I am training for a marathon", NEW, "What did I say about the marathon?", rules="- memory"),
    "memory-en-2": talk("My cat is called Momo", NEW, "What did I tell you about my cat?", rules="- memory"),
    # answers to a question back
    "number-ja": talk("出張について", "1", rules="② choice"),
    "full-width-number-ja": talk("出張について", "２番でお願いします", rules="② choice"),
    "words-ja": talk("休暇について教えてください", "病気休暇です", rules="② choice", cites="leave/sick-leave.md"),
    "part-of-words-ja": talk(
        "休暇について教えてください", "裁判員の方です", rules="② choice", cites="volunteer-juror-leave.md"
    ),
    "own-words-ja": talk("休暇について教えてください", "子どもが熱を出したときの看護休暇です", rules="② ⑥"),
    "own-topic-ja": talk(
        "経費について", "立替払いの精算のことです", "期限は？", rules="② - ⑥", cites="expense/reimbursement.md"
    ),
    "ignored-ja": talk(
        "休暇について教えてください",
        "Google共有ドライブにメンバーを追加する方法を教えて",
        rules="② ⑥",
        cites="it/google-drive.md",
    ),
    "none-of-these-ja": talk("休暇について教えてください", "どれでもない", rules="② ②"),
    "no-office-of-these-ja": talk(
        "夏季休暇は何日ですか", "どれでもないです", rules="② ⑥", cites="leave/summer-leave-tokyo.md"
    ),
    "number-zh": talk("想了解一下休假", "2", rules="② choice"),
    "number-zh-2": talk("想了解一下休假", "我选第一个", rules="② choice", cites="zh/annual-leave.md"),
    "words-zh": talk("想了解一下休假", "年假吧", rules="② choice", cites="zh/annual-leave.md"),
    "words-zh-2": talk("会议", "会议系统的选择", rules="② choice", cites="zh/meeting-system.md"),
    "none-of-these-zh": talk("想了解一下休假", "都不是", rules="② ②"),
    "none-of-these-zh-2": talk("会议", "其他的", rules="② ②"),
    "number-en": talk("leave", "2", rules="② choice"),
    "number-en-2": talk("expenses", "the first one, please", rules="② choice", cites="expense-claims.md"),
    "words-en": talk("expenses", "Expense claims for international staff", rules="② choice", cites="expense-claims.md"),
    "words-en-2": talk("leave", "remote work please", rules="② choice", cites="remote-work-abroad.md"),
    "none-of-these-en": talk("leave", "None of these.", rules="② ②"),
    "none-of-these-en-2": talk("expenses", "something else", rules="② ②"),
}


@pytest.fixture(scope="module")
def held(handbook: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Reply]]:
    """Journey -> the replies."""
    home = Path(shutil.copytree(handbook, tmp_path_factory.mktemp("every-rule") / "home"))
    return asyncio.run(_hold(home))


async def _hold(home: Path) -> dict[str, list[Reply]]:
    async with open_workspace(load_settings(home=home, chat="none")) as workspace:
        return {name: await _replies(workspace.assistant, name, journey) for name, journey in JOURNEYS.items()}


async def _replies(usual: Assistant, name: str, journey: Journey) -> list[Reply]:
    assistant = Assistant(usual.store, usual.searcher, None, replace(usual.config, **journey.turn))
    if "memory" not in journey.rules:  # then nothing that was said needs to be embedded, which takes most of the time
        assistant._settler = Settler(usual.store.episodes, usual.store.persona, None)
    replies: list[Reply] = []
    session = None
    for said in journey.says:
        if said == NEW:
            await assistant.close()  # what was said is an episode by now
            session = None
            continue
        replies.append(await assistant.reply(said, user=UserId(name), session=session, **journey.given))
        session = replies[-1].session
    await assistant.close()
    return replies


@pytest.mark.parametrize("name", JOURNEYS)
def test_the_journey_takes_these_rules(held: dict[str, list[Reply]], name: str) -> None:
    journey, replies = JOURNEYS[name], held[name]
    taken = [reply.rule for reply in replies]
    assert taken == [rule if rule != ANY else took for rule, took in zip(journey.rules, taken, strict=True)]
    language = next(part for part in name.split("-") if part in ("ja", "zh", "en"))
    assert {reply.language for reply in replies} == {language}
    for reply in replies:
        assert (reply.action == "ask") == (reply.rule in ("①", "②", "⑤"))
        assert reply.reason
        assert reply.degraded == ()
        assert (bool(reply.citations)) <= (reply.action == "answer")
    if journey.cites:
        assert replies[-1].citations[0].source.endswith(journey.cites)


@pytest.mark.parametrize("name", [name for name in JOURNEYS if name.startswith("none-of-these-")])
def test_what_none_of_was_wanted_is_not_offered_again(held: dict[str, list[Reply]], name: str) -> None:
    first, second = held[name]
    assert first.choices
    assert second.text.splitlines()[0] != first.text.splitlines()[0]
    assert not {choice.text for choice in first.choices} & {choice.text for choice in second.choices}


def test_a_memory_is_told_and_nothing_of_it_is_cited(held: dict[str, list[Reply]]) -> None:
    told = {
        "memory-ja": "札幌",
        "memory-zh": "咪咪",
        "memory-zh-2": "北海道",
        "memory-en": "marathon",
        "memory-en-2": "Momo",
    }
    for name, word in told.items():
        assert word in held[name][-1].text
        assert held[name][-1].citations == ()


def test_every_rule_has_a_journey_in_japanese_and_two_each_in_chinese_and_english() -> None:
    per_language = {
        language: [rule for name, journey in JOURNEYS.items() if f"-{language}" in name for rule in set(journey.rules)]
        for language in ("ja", "zh", "en")
    }
    for rule in ("①", "②", "③", "④", "⑤", "⑥", "just-answer", "ask-cap", "choice", "small-talk", "memory"):
        assert per_language["ja"].count(rule) >= 1, rule
        assert per_language["zh"].count(rule) >= 2, rule
        assert per_language["en"].count(rule) >= 2, rule
