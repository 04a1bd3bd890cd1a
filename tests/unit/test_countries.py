"""A handbook with a page for each country: the country is asked for once, kept, and never asked again."""

from pathlib import Path

from tests.unit.house import document, house
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.types import UserId

HANA, KEN = UserId("hana"), UserId("ken")
PAGES = [
    document("ireland.md", "GitLab Ireland Ltd", "育児休暇は最大26週間です。無給です。"),
    document("korea.md", "GitLab Korea Limited", "育児休暇は最大52週間です。雇用保険から給付があります。"),
    document("germany.md", "GitLab GmbH（ドイツ）", "育児休暇は最大156週間です。州へ申請します。"),
    document("travel.md", "出張", "出張の申請は上長に行います。"),
]
LEAVE = "育児休暇は最大何週間ですか"


async def test_the_country_is_asked_for_with_its_names_as_choices(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, embedder=HashEmbedder()) as (assistant, _, _):
        asked = await assistant.reply(LEAVE, user=HANA)
        assert (asked.action, asked.rule) == ("ask", "②")
        assert {choice.text for choice in asked.choices} == {"アイルランド", "韓国", "ドイツ"}
        assert {choice.value for choice in asked.choices} == {"IE", "KR", "DE"}
        assert asked.evidence["differs_by"] == "country"
        assert "お住まいの国" in asked.text
        assert "お住まいの国" in asked.reason


async def test_it_is_kept_for_its_user_and_not_asked_again(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, embedder=HashEmbedder()) as (assistant, _, store):
        asked = await assistant.reply(LEAVE, user=HANA)
        answered = await assistant.reply("韓国です", user=HANA, session=asked.session)
        assert answered.action == "answer"
        assert answered.citations[0].source == "korea.md"
        assert (await store.profiles.attributes(HANA))["country"].value == "KR"
        again = await assistant.reply(LEAVE, user=HANA)
        assert (again.action, again.citations[0].source) == ("answer", "korea.md")
        assert (await assistant.reply(LEAVE, user=KEN)).action == "ask"


async def test_a_country_that_is_named_answers_at_once_and_is_not_kept(tmp_path: Path) -> None:
    async with house(tmp_path, PAGES, embedder=HashEmbedder()) as (assistant, _, store):
        answered = await assistant.reply(f"ドイツの{LEAVE}", user=HANA)
        assert (answered.action, answered.citations[0].source) == ("answer", "germany.md")
        assert "country" not in await store.profiles.attributes(HANA)
