"""Every override and cap, and the rules of the table as far as a conversation without a model leads to them.

All conversations are held once, one after the other, over one copy of the sample handbook; each test reads one of them.
"""

import asyncio
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from yorisoi.assistant import Assistant
from yorisoi.types import Reply, UserId

pytestmark = pytest.mark.slow

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


NEVER, ALWAYS = {"ask": 1.0}, {"ask": 0.0}
JOURNEYS = {
    # ① a consultation whose situation is unknown is drawn out
    "①-ja": talk("もう会社に行きたくない", rules="①"),
    "①-zh": talk("和同事关系不好，很苦恼", rules="①"),
    "①-en": talk("I feel burned out", rules="①"),
    # ② a question that lacks something
    "②-ja": talk("経費について", rules="②"),
    "②-zh": talk("关于报销", rules="②"),
    "②-en": talk("expenses", rules="②"),
    "②-en-2": talk("How do I apply?", rules="②"),
    # ④ a specific consultation that is documented
    "④-zh": talk("我心里很乱，不知道该怎么办，年假可以结转吗", rules="④", cites="zh/annual-leave.md"),
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
    "just-answer-en": talk("leave", "just answer", rules="② just-answer"),
    # "ask me first"
    "ask-first-ja": talk("育児休業の給付金はいくらですか。足りないことがあれば聞いてください", rules="②"),
    "ask-first-zh": talk("上海事务所的门禁卡丢了要付多少钱，缺什么信息先问我", rules="②"),
    "ask-first-en": talk("How early should I ask for visa support? Ask me first.", rules="②"),
    # most questions back in a row: turn.max_ask_backs
    "ask-cap-ja": talk(*["休暇について教えてください"] * 3, rules="② ② ask-cap"),
    "ask-cap-ja-0": talk("休暇について教えてください", rules="ask-cap", max_ask_backs=0),
    "ask-cap-zh": talk(*["关于报销"] * 2, rules="② ask-cap", max_ask_backs=1),
    "ask-cap-en": talk(*["I have a question about leave"] * 3, rules="② ② ask-cap"),
    # the threshold as an order: turn.thresholds.ask
    "never-ask-ja": talk("休暇について教えてください", rules="⑥", thresholds=NEVER),
    "never-ask-zh": talk("关于报销", rules="⑥", thresholds=NEVER),
    "never-ask-en": talk("expenses", rules="⑥", thresholds=NEVER),
    "always-ask-ja": talk("子どもの看護休暇は年に何日取れますか", rules="②", thresholds=ALWAYS),
    "always-ask-zh": talk("年假可以按小时休吗？", rules="②", thresholds=ALWAYS),
    "always-ask-en": talk("How early should I ask for visa support?", rules="②", thresholds=ALWAYS),
    # neither question nor consultation
    "small-talk-ja": talk("へぇ〜そうなんだ", rules="small-talk"),
    "small-talk-zh": talk("你好", rules="small-talk"),
    "small-talk-zh-2": talk("好的，谢谢", rules="small-talk"),
    "small-talk-en": talk("hello", rules="small-talk"),
    "small-talk-en-2": talk("OK, thank you", rules="small-talk"),
    # asked for what was said before
    "memory-ja": talk("会議室の予約方法を教えて", "最初に何聞いたっけ", rules="- memory"),
    "memory-zh": talk("我养了一只猫叫咪咪", NEW, "你还记得我养了什么吗", rules="- memory"),
    # answers to a question back
    "number-ja": talk("出張について", "1", rules="② choice"),
    "full-width-number-ja": talk("出張について", "２番でお願いします", rules="② choice"),
    "words-ja": talk("休暇について教えてください", "病気休暇です", rules="② choice", cites="leave/sick-leave.md"),
    "part-of-words-ja": talk(
        "休暇について教えてください", "裁判員の方です", rules="② choice", cites="volunteer-juror-leave.md"
    ),
    "own-words-ja": talk(
        "休暇について教えてください",
        "子どもが熱を出したときの看護休暇です",
        rules="② ⑥",
        cites="leave/nursing-care-of-child.md",
    ),
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
    "office-days-ja": talk("夏季休暇は何日ですか", "大阪です", rules="② choice", cites="leave/summer-leave-osaka.md"),
    "section-ja": talk("退職について", "1", rules="② choice", cites="hr/resignation.md"),
    "number-zh": talk("想了解一下休假", "2", rules="② choice"),
    "number-zh-2": talk("想了解一下休假", "我选第一个", rules="② choice", cites="zh/annual-leave.md"),
    "words-zh": talk("想了解一下休假", "年假吧", rules="② choice", cites="zh/annual-leave.md"),
    "none-of-these-zh": talk("想了解一下休假", "都不是", rules="② ②"),
    "number-en": talk("expenses", "the first one, please", rules="② choice", cites="expense-claims.md"),
    "words-en": talk("expenses", "Bank accounts", rules="② choice", cites="expense-claims.md"),
    "words-en-2": talk("expenses", "receipts in other languages please", rules="② choice", cites="expense-claims.md"),
    "none-of-these-en": talk("leave", "None of these.", rules="② ②"),
}


@pytest.fixture(scope="module")
def held(handbook: Path, tmp_path_factory: pytest.TempPathFactory, opened: Any) -> dict[str, list[Reply]]:
    """Journey -> the replies."""
    home = Path(shutil.copytree(handbook, tmp_path_factory.mktemp("every-rule") / "home"))
    return asyncio.run(_hold(home, opened))


async def _hold(home: Path, opened: Any) -> dict[str, list[Reply]]:
    """Journeys with the same settings share a workspace."""
    by_settings: dict[str, list[str]] = {}
    for name, journey in JOURNEYS.items():
        by_settings.setdefault(str(journey.turn), []).append(name)
    replies = {}
    for names in by_settings.values():
        async with opened(home, turn=dict(JOURNEYS[names[0]].turn)) as workspace:
            for name in names:
                replies[name] = await _replies(workspace.assistant, name)
    return replies


async def _replies(assistant: Assistant, name: str) -> list[Reply]:
    journey, replies, session = JOURNEYS[name], list[Reply](), f"{name}-1"
    for said in journey.says:
        if said == NEW:
            await assistant.close()  # what was said is an episode by now
            session = f"{name}-2"
            continue
        replies.append(await assistant.reply(said, user=UserId(name), session=session, **journey.given))
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
    for name, word in {"memory-ja": "会議室の予約方法", "memory-zh": "咪咪"}.items():
        assert word in held[name][-1].text
        assert held[name][-1].citations == ()


def test_a_choice_goes_on_with_what_was_asked(held: dict[str, list[Reply]]) -> None:
    asked, picked = held["number-ja"]
    assert asked.choices[0].text in picked.question
    assert picked.citations[0].source == asked.choices[0].source


def test_a_section_that_was_picked_is_shown_and_not_what_announces_it(held: dict[str, list[Reply]]) -> None:
    asked, picked = held["section-ja"]
    [cited] = picked.citations
    assert asked.choices[0].text.endswith(cited.section[-1])


def test_who_tells_the_office_gets_what_was_asked_for_and_not_what_announces_it(held: dict[str, list[Reply]]) -> None:
    *_, told = held["office-days-ja"]
    assert "4日" in told.citations[0].quote


def test_every_rule_that_asks_or_overrides_has_a_journey_in_every_language() -> None:
    per_language = {
        language: {rule for name, journey in JOURNEYS.items() if f"-{language}" in name for rule in journey.rules}
        for language in ("ja", "zh", "en")
    }
    for rule in ("①", "②", "⑥", "just-answer", "ask-cap", "choice", "small-talk"):
        assert all(rule in rules for rules in per_language.values()), rule
