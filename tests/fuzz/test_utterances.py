"""Whatever is said, there is a reply or one line that says why not; and what is kept can be read, and erased."""

import asyncio
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.unit.house import document, house

from yorisoi.errors import YorisoiError
from yorisoi.types import UserId

USER = UserId("u")
PAGES = (
    document("leave.md", "夏季休暇", "夏季休暇は3日です。", owner="人事部", applies_to={"勤務地": "大阪支社"}),
    document("leave-t.md", "夏季休暇（東京）", "東京本社の夏季休暇は5日です。", applies_to={"勤務地": "東京本社"}),
    document("odd.md", "\x1b[2J奇妙", "[[[[{{{{ \u202e 休暇 \x9b"),
)
USUAL = [
    "休暇",
    "大阪です",
    "2番で",
    "さっきの",
    "はい",
    "[" * 50,
    "\x1b[2J",
    "ｱｲｳ",
    "𠮟る",
    "？" * 40,
    "\u202e",
    "\u202a",
]
ANY = st.text(st.characters(exclude_categories=()), max_size=30)
SAID = st.lists(ANY | st.sampled_from(USUAL), min_size=1, max_size=3).map("".join)


@settings(max_examples=max(10, settings().max_examples // 10), suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(SAID, min_size=1, max_size=4))
def test_any_conversation_is_replied_to_kept_and_erased(said: list[str]) -> None:
    asyncio.run(_converse(said))


async def _converse(said: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), PAGES) as (assistant, _, store):
            for text in said:
                try:
                    said_back = (await assistant.reply(text, user=USER, session="s")).text
                except YorisoiError as error:
                    said_back = str(error)
                assert said_back.strip()
            await assistant.close()
            while kept := (await store.episodes.all(USER))[0]:
                await store.erasure.items(USER, episodes=[kept[0].id])
            assert await store.traces.newest(USER) == []
