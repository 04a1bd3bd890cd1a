"""Administrators measure the answers from where they are."""

import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

pytestmark = pytest.mark.slow

ADMINISTRATOR = {"X-Name": "root", "X-Forwarded-Groups": "yorisoi-administrators"}
DIALOGUE = {
    "id": "d1",
    "kind": "follow-up",
    "turns": [{"say": "会社のカードを落としたときはどうすればいいですか", "action": "answer", "page": ["card"]}],
}


def sent(data: bytes, kind: str = "dialogue", **more: Any) -> dict[str, Any]:
    return {"data": {"kind": kind}, "files": {"file": ("d.jsonl", data)}, "timeout": 120, **more}


def test_an_evaluation_is_started_followed_and_found_again(serve: Any, home: Path) -> None:
    data = json.dumps(DIALOGUE, ensure_ascii=False).encode()
    with (
        serve(home, server={"proxy_header": "X-Name"}) as url,
        httpx2.Client(base_url=url, headers=ADMINISTRATOR) as api,
    ):
        assert api.get("/api/evaluations").json() == {"evaluations": []}
        said = api.post("/api/evaluations", **sent(data, headers={"Accept": "text/event-stream"})).text
        names = [line.removeprefix("event: ") for line in said.splitlines() if line.startswith("event: ")]
        report = json.loads(said.strip().rpartition("data: ")[2])
        [run] = api.get("/api/evaluations").json()["evaluations"]
        kept = api.get(f"/api/evaluations/{run['name']}").json()
        entries = api.get("/api/admin/audit").json()["audit"]
    assert set(names) == {"working", "report"}
    assert (report["turns"], report["conversations"]) == (1, 1)
    assert (run["command"], run["rows"], run["finished"]) == ("eval dialogue", 1, True)
    assert run["figures"]["turns_right"] == kept["report"]["turns_right"] == report["turns_right"]
    assert "evaluation" in [entry["did"] for entry in entries]


def test_what_is_wrong_with_the_file_is_one_line_and_nothing_is_kept(serve: Any, home: Path) -> None:
    with serve(home) as url, httpx2.Client(base_url=url) as api:
        wrong = api.post("/api/evaluations", **sent(b"no json"))
        unknown = api.post("/api/evaluations", **sent(b"{}", kind="everything"))
        elsewhere = api.get("/api/evaluations/..%2Fyorisoi")
        assert api.get("/api/evaluations").json() == {"evaluations": []}
    assert (wrong.status_code, unknown.status_code, elsewhere.status_code) == (400, 400, 404)
    assert "line 1" in wrong.json()["error"]["message"]
    assert "\n" not in wrong.json()["error"]["message"]


def test_evaluations_are_for_administrators(serve: Any, home: Path) -> None:
    with serve(home, server={"proxy_header": "X-Name"}) as url:
        editor = {"X-Name": "ed", "X-Forwarded-Groups": "yorisoi-editors"}
        assert httpx2.get(f"{url}/api/evaluations", headers=editor).status_code == 403
        assert httpx2.post(f"{url}/api/evaluations", headers=editor, **sent(b"{}")).status_code == 403


def test_access_groups_decide_what_is_seen_of_a_run(serve: Any, home: Path) -> None:
    """Also of one that was made before a page was closed."""
    turn = {"say": "洗濯補助は月額いくらですか", "action": "ask"}
    wrong = json.dumps({"id": "d1", "kind": "clear", "turns": [turn]}, ensure_ascii=False).encode()
    board = {**ADMINISTRATOR, "X-Forwarded-Groups": "yorisoi-administrators,board"}

    def bring(head: str) -> None:
        page = f"{head}# 洗濯補助\n洗濯補助は月額4000円です。\n".encode()
        files = [("files", ("wash.md", page, "text/markdown"))]
        api.post("/api/documents", files=files, headers=board).raise_for_status()

    with (
        serve(home, server={"proxy_header": "X-Name"}) as url,
        httpx2.Client(base_url=url, headers=ADMINISTRATOR) as api,
    ):
        bring("")
        [told] = api.post("/api/evaluations", **sent(wrong)).json()["wrong"]
        assert "月額4000円" in told["text"]
        [run] = api.get("/api/evaluations").json()["evaluations"]
        address = f"/api/evaluations/{run['name']}"
        assert api.get(address).json()["report"]["wrong"] == [told]
        bring("---\ngroups: [board]\n---\n")
        assert "月額" not in api.get(address).text
        assert api.get(address, headers=board).json()["report"]["wrong"] == [told]
