"""yorisoi questions: pages are found by what people would ask, and by it no longer once that is forgotten."""

import json
from pathlib import Path
from typing import Any

import pytest

from yorisoi.testing.fake_openai import Reply, refused, said, serving

ASKED = {
    "浴室": "お風呂を新しくしたいんだけど何か出すの",
    "鍵": "家に入れなくなっちゃった",
    "総会": "集まりに出られないときは",
}
PAGES = {
    "浴室": "ユニットバスの交換は、工事の三週間前までに申請書を出して承認を受けます。",
    "鍵": "紛失したときは管理室へ届け出てください。",
    "総会": "欠席する区分所有者は委任状を提出します。",
}
SAID = "お風呂を新しくしたい"
WRITTEN = "何か出すの"
"""Of a question, and of nothing else."""


@pytest.fixture
def home(at_once: Any, tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name, text in PAGES.items():
        (tmp_path / f"docs/{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    at_once("ingest", tmp_path / "docs", "--embedding", "none", "--home", tmp_path / "home")
    return tmp_path / "home"


def _write(at_once: Any, home: Path, *more: str, reply: Reply | None = None, capable: str = "true") -> Any:
    def answer(body: dict[str, Any]) -> Reply:
        title = body["messages"][1]["content"].partition("\n")[0]
        return reply or said(json.dumps({"questions": [ASKED[title]]}, ensure_ascii=False))

    with serving(answer) as (url, seen):
        env = {"OPENAI_API_KEY": "any", "YORISOI_OPENAI__BASE_URL": url, "YORISOI_OPENAI__CAPABLE": capable}
        models = ("--chat", "openai:m", "--home", home, "--json")
        done = at_once("questions", *models, *more, env={**env, "YORISOI_EMBEDDING": "none"})
    return done, seen


def _found(at_once: Any, home: Path, *more: str) -> list[str]:
    done = at_once("search", SAID, "--embedding", "none", "--home", home, "--json", *more)
    return [hit["source"] for hit in json.loads(done.out)["hits"]]


def test_a_page_is_found_by_questions_until_they_are_forgotten_and_none_is_quoted(at_once: Any, home: Path) -> None:
    assert "docs/浴室.md" not in _found(at_once, home)
    done, seen = _write(at_once, home)
    assert done.status == 0, done.err
    assert json.loads(done.out)["questions"] == len(seen) == 3
    assert _found(at_once, home)[0] == "docs/浴室.md"
    reply = at_once("chat", "--just-answer", "-m", SAID, "--chat", "none", "--embedding", "none", "--home", home)
    assert "三週間前までに申請書" in reply.out
    assert WRITTEN not in reply.out
    assert _write(at_once, home)[1] == [], "nothing is asked twice"
    assert json.loads(_write(at_once, home, "--forget")[0].out) == {"forgotten": 3}
    assert "docs/浴室.md" not in _found(at_once, home)
    assert not any(WRITTEN.encode() in each.read_bytes() for each in home.rglob("*") if each.is_file())


def test_questions_go_with_their_page(at_once: Any, home: Path, tmp_path: Path) -> None:
    _write(at_once, home)
    (tmp_path / "docs/浴室.md").unlink()
    at_once("ingest", tmp_path / "docs", "--prune", "--embedding", "none", "--home", home)
    assert "docs/浴室.md" not in _found(at_once, home)
    assert not any(WRITTEN.encode() in each.read_bytes() for each in home.rglob("*") if each.is_file())


def test_questions_of_a_page_find_it_for_its_readers_alone(at_once: Any, home: Path, tmp_path: Path) -> None:
    closed = tmp_path / "docs/浴室.md"
    closed.write_text(f"---\ngroups: [理事会]\n---\n{closed.read_text(encoding='utf-8')}", encoding="utf-8")
    at_once("ingest", tmp_path / "docs", "--embedding", "none", "--home", home)
    _write(at_once, home)
    assert "docs/浴室.md" not in _found(at_once, home)
    assert _found(at_once, home, "--group", "理事会")[0] == "docs/浴室.md"


@pytest.mark.parametrize(
    ("more", "reply", "capable", "told"),
    [
        (("--limit", "1"), refused(401, "no such key"), "true", "check the API key"),
        ((), None, "false", "capable"),
        (("--limit", "0"), None, "true", "limit"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    at_once: Any, home: Path, more: tuple[str, ...], reply: Reply | None, capable: str, told: str
) -> None:
    done, _ = _write(at_once, home, *more, reply=reply, capable=capable)
    assert done.status == 2
    assert told in done.err
    assert "Traceback" not in done.err


def test_an_estimate_asks_nothing(at_once: Any, home: Path) -> None:
    done, seen = _write(at_once, home, "--estimate")
    assert json.loads(done.out)["estimate"]["passages"] == 3
    assert seen == []
