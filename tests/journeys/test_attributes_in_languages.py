"""Office, employment, role and country of a user, in three languages, over a small company's pages.

Attributes and their values are named by the pages themselves; countries are read off headings.  Whoever is asked and
answers is not asked again; whoever says it first, in a sentence or within the question, is not asked at all.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest

from yorisoi.documents.ingest import ingest
from yorisoi.settings import load_settings
from yorisoi.types import Reply, UserId
from yorisoi.wiring import open_workspace

pytestmark = pytest.mark.slow

COUNTRY = "country"


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Pages that differ by one attribute, and what people say about it."""

    attribute: str
    subject: str
    facts: dict[str, str]
    """Value of the attribute, or country -> what holds there."""
    question: str
    tells: str
    """A sentence of oneself that tells the second value."""
    names: str
    """The question with the second value in it."""


TOPICS = {
    "office-ja": Topic(
        attribute="勤務地",
        subject="社員食堂",
        facts={"札幌支店": "社員食堂は11時に開きます。", "那覇支店": "社員食堂は12時に開きます。"},
        question="社員食堂は何時に開きますか",
        tells="私は那覇支店で働いています",
        names="那覇支店の社員食堂は何時に開きますか",
    ),
    "employment-ja": Topic(
        attribute="雇用区分",
        subject="賞与",
        facts={"正社員": "賞与は年に2回支払います。", "アルバイト": "賞与は年に1回、寸志として支払います。"},
        question="賞与は年に何回ですか",
        tells="私はアルバイトとして働いています",
        names="アルバイトの賞与は年に何回ですか",
    ),
    "role-ja": Topic(
        attribute="役職",
        subject="接待の上限",
        facts={"管理職": "接待の上限は1回3万円です。", "一般社員": "接待の上限は1回5千円です。"},
        question="接待の上限はいくらですか",
        tells="私は一般社員として働いています",
        names="一般社員の接待の上限はいくらですか",
    ),
    "country-ja": Topic(
        attribute=COUNTRY,
        subject="出産休暇",
        facts={"アイルランド": "出産休暇は26週間です。", "ドイツ": "出産休暇は14週間です。"},
        question="出産休暇は何週間ですか",
        tells="私はドイツで働いています",
        names="ドイツの出産休暇は何週間ですか",
    ),
    "office-zh": Topic(
        attribute="办公地点",
        subject="班车",
        facts={"北京办公室": "班车早上8点发车。", "广州办公室": "班车早上9点发车。"},
        question="班车几点发车",
        tells="我在广州办公室工作",
        names="广州办公室的班车几点发车",
    ),
    "employment-zh": Topic(
        attribute="用工形式",
        subject="奖金",
        facts={"正式员工": "奖金每年发放两次。", "兼职员工": "奖金每年发放一次。"},
        question="奖金每年发放几次",
        tells="我是兼职员工",
        names="兼职员工的奖金每年发放几次",
    ),
    "role-zh": Topic(
        attribute="职务",
        subject="招待费上限",
        facts={"部门经理": "招待费上限为每次2000元。", "普通职员": "招待费上限为每次500元。"},
        question="招待费上限是多少",
        tells="我是普通职员",
        names="普通职员的招待费上限是多少",
    ),
    "country-zh": Topic(
        attribute=COUNTRY,
        subject="陪产假",
        facts={"法国": "陪产假有28天。", "意大利": "陪产假有10天。"},
        question="陪产假有几天",
        tells="我在意大利工作",
        names="意大利的陪产假有几天",
    ),
    "office-en": Topic(
        attribute="office",
        subject="Bicycle parking",
        facts={"Leeds office": "Bicycle parking opens at 7.", "Porto office": "Bicycle parking opens at 9."},
        question="When does the bicycle parking open?",
        tells="I work at the Porto office",
        names="When does the bicycle parking of the Porto office open?",
    ),
    "employment-en": Topic(
        attribute="employment",
        subject="Bonus payment",
        facts={"permanent staff": "The bonus is paid in June.", "temporary staff": "The bonus is paid in December."},
        question="When is the bonus payment?",
        tells="I am temporary staff",
        names="When is the bonus payment of temporary staff?",
    ),
    "role-en": Topic(
        attribute="role",
        subject="Taxi allowance",
        facts={"engineers": "The taxi allowance is 50 dollars.", "managers": "The taxi allowance is 90 dollars."},
        question="How much is the taxi allowance?",
        tells="We are managers",
        names="How much is the taxi allowance of managers?",
    ),
    "country-en": Topic(
        attribute=COUNTRY,
        subject="Jury duty",
        facts={"Canada": "Jury duty is paid for 5 days.", "Spain": "Jury duty is paid for 8 days."},
        question="What are the rules for jury duty?",
        tells="I work in Spain",
        names="What are the rules for jury duty in Spain?",
    ),
}
WAYS = ("asked", "told", "named")
HELD = [(name, way) for name, topic in TOPICS.items() for way in WAYS if topic.attribute != COUNTRY or way == "named"]
"""A country that headings name is a hint: whoever names one is answered for it, and nobody has to be asked."""


def write(folder: Path) -> None:
    """The company's pages, one for each value; a country is named by the title alone."""
    for name, topic in TOPICS.items():
        for number, (value, fact) in enumerate(topic.facts.items(), start=1):
            title = f"{topic.subject}（{value}）"
            reader = "" if topic.attribute == COUNTRY else f"applies_to:\n  {topic.attribute}: {value}\n"
            page = f"---\ntitle: {title}\n{reader}---\n\n# {title}\n\n{fact}\n"
            (folder / f"{name}-{number}.md").write_text(page, encoding="utf-8")


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[Reply]]:
    """(topic, way) -> the replies."""
    folder = tmp_path_factory.mktemp("company")
    (folder / "pages").mkdir()
    write(folder / "pages")
    return asyncio.run(_hold(folder))


async def _hold(folder: Path) -> dict[tuple[str, str], list[Reply]]:
    held = {}
    async with open_workspace(load_settings(home=folder / "home", chat="none")) as workspace:
        await ingest([folder / "pages"], store=workspace.store.documents, embedder=workspace.embedder)
        reply = workspace.assistant.reply
        for name, way in HELD:
            topic, user = TOPICS[name], UserId(f"{name}-{way}")
            if way == "named":
                held[name, way] = [await reply(topic.names, user=user)]
                continue
            first = await reply(topic.question if way == "asked" else topic.tells, user=user)
            said = [first]
            if way == "asked":
                picked = [at for at, each in enumerate(first.choices, start=1) if each.text == list(topic.facts)[1]]
                said += [await reply(str(number), user=user, session=first.session) for number in picked]
            said.append(await reply(topic.question, user=user, just_answer=True))  # in a new conversation
            held[name, way] = said
    return held


@pytest.mark.parametrize(("name", "way"), HELD)
def test_an_attribute_is_asked_once_and_only_where_it_was_not_told(
    held: dict[tuple[str, str], list[Reply]], name: str, way: str
) -> None:
    topic, replies = TOPICS[name], held[name, way]
    if way == "asked":
        asked, *replies = replies
        assert (asked.action, asked.rule) == ("ask", "②")
        assert {choice.text for choice in asked.choices} == set(topic.facts)
        assert {choice.attribute for choice in asked.choices} == {topic.attribute}
    fact = list(topic.facts.values())[1]
    answers = replies[1:] if way == "told" else replies
    assert len(answers) == (2 if way == "asked" else 1)
    for said in answers:
        assert said.action == "answer"
        assert fact in said.text
        assert next(iter(topic.facts.values())) not in said.text
        assert topic.attribute in said.attributes
        assert said.evidence["differs_by"] is None, "there is nothing left to ask"
        assert said.language == name.rpartition("-")[2]
