"""What the page looks for in its lists is looked for without holding others up."""

import asyncio
from typing import Any

import httpx2
import pytest

from yorisoi.language import normal_form
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
