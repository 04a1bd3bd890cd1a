"""What is looked for in lists, and what reads all that is kept of a user, does not hold others up."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2
import pytest

from yorisoi.language import normal_form
from yorisoi.server.api import memory
from yorisoi.server.page import conversation, documents, finding

ENDLESS = "休暇 " * 3_000


def test_words_that_are_looked_for_are_looked_for_once() -> None:
    assert finding.words_of("休暇 育児  休暇 ＡＢＣ abc") == ["休暇", "育児", "abc"]


@pytest.mark.parametrize("path", ["/documents", "/sessions"])
def test_what_is_looked_for_has_an_end(shared_url: str, path: str) -> None:
    found = httpx2.get(f"{shared_url}{path}", params={"find": ENDLESS}, timeout=60)
    assert found.status_code == 200
    assert f'value="{ENDLESS[:200]}"' in found.text
    assert ENDLESS[:201] not in found.text


@pytest.mark.parametrize(("path", "module"), [("/documents", documents), ("/sessions", conversation)])
def test_the_lists_are_compared_in_a_thread(
    shared_url: str, path: str, module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[bool] = []

    def noted(text: str) -> str:
        compared.append(asyncio._get_running_loop() is None)
        return normal_form(text)

    said = httpx2.post(f"{shared_url}/api/chat", json={"text": "休暇について教えてください"}, timeout=60)
    assert said.status_code == 200
    monkeypatch.setattr(module, "normal_form", noted)
    found = httpx2.get(f"{shared_url}{path}", params={"find": "休暇"}, timeout=60)
    assert "休暇" in found.text.replace('value="休暇"', "")
    assert compared
    assert all(compared)


def test_all_that_is_kept_of_a_user_is_read_one_at_a_time(shared_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, under_way, most = memory.kept, 0, 0

    async def slow(*given: Any, **more: Any) -> Any:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.1)
        under_way -= 1
        return await kept(*given, **more)

    monkeypatch.setattr(memory, "kept", slow)
    paths = [f"{shared_url}/api/memory", f"{shared_url}/api/memory/export"] * 2
    with ThreadPoolExecutor() as several:
        assert {answer.status_code for answer in several.map(lambda path: httpx2.get(path, timeout=60), paths)} == {200}
    assert most == 1
