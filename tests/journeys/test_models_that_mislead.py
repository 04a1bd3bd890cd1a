"""What a model makes up, and what is cut off, is said to be so: through the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from yorisoi.testing.fake_openai import Reply, completion, said, serving

PAGES = {
    "summer": "# 夏季休暇\n\n夏季休暇は有給で4日です。取得の申請は上司に出します。\n",
    "travel": "# 出張\n\n宿泊費の上限は1泊12,000円です。精算は経理部に出します。\n",
    "card": "# 入館証\n\n入館証をなくしたときは総務部に電話してください。\n",
    "vpn": "# VPN\n\n自宅からは VPN で社内の回線につなぎます。\n",
}
QUESTION = "夏季休暇は何日ですか"
SCALES = {"clarity": 1, "is_question": 1, "is_consultation": 5, "in_internal_docs": 1, "ask_person": 5}
JUDGED = json.dumps({"question": QUESTION, "action": "answer", "say": "", "choices": [], **SCALES}, ensure_ascii=False)


def stream(*pieces: str, finish: str | None) -> Reply:
    chunks = [{"index": 0, "delta": {"content": piece}, "finish_reason": None} for piece in pieces]
    if finish:
        chunks.append({"index": 0, "delta": {}, "finish_reason": finish})
    told = [{**completion([chunk]), "object": "chat.completion.chunk"} for chunk in chunks]
    return 200, "".join(f"data: {json.dumps(each)}\n\n" for each in told) + "data: [DONE]\n\n"


@pytest.fixture
def told(at_once: Any, tmp_path: Path) -> Any:
    """What the command prints, where a server answers so: `told(reply, stream)`."""
    (tmp_path / "docs").mkdir()
    for name, page in PAGES.items():
        (tmp_path / f"docs/{name}.md").write_text(page, encoding="utf-8")
    home = tmp_path / "home"
    at_once("ingest", tmp_path / "docs", "--embedding", "none", "--home", home)

    def ask(reply: Reply, *words: str) -> str:
        def answer(body: dict[str, Any]) -> Reply:
            return said(JUDGED) if "response_format" in body else reply

        with serving(answer) as (url, _):
            models = ("--chat", "openai:m", "--embedding", "none")
            env = {"OPENAI_API_KEY": "any", "YORISOI_OPENAI__BASE_URL": url, "YORISOI_OPENAI__CAPABLE": "false"}
            done = at_once("chat", *models, "-m", QUESTION, "--just-answer", "--home", home, *words, env=env)
        assert done.status == 0, done.err
        return str(done.out)

    return ask


def test_a_made_up_claim_beside_a_supported_one_is_marked_and_named(told: Any) -> None:
    made_up = "退職者は年度末まで社内の金庫の鍵を自由に使えます[1]。"
    reply = json.loads(told(stream(f"{made_up}有給で4日です[1]。", finish="stop"), "--json"))
    assert "自由に使えます※。" in reply["text"]
    assert "4日です[1]。" in reply["text"]
    assert "金庫の鍵" in str(reply["degraded"])
    assert [cite["source"] for cite in reply["citations"]] == ["docs/summer.md"]


def test_an_answer_of_nothing_but_strays_gives_way_to_the_page_and_says_so(told: Any) -> None:
    strays = "極秘の買収は四月です[99]。給与は全員二倍になります[1]。[-1][0][１]"
    reply = json.loads(told(stream(strays, finish="stop"), "--json"))
    assert "有給で4日です" in reply["text"]
    assert "買収" not in reply["text"]
    assert "二倍" not in reply["text"]
    assert all(cite["quote"] in reply["text"] for cite in reply["citations"][:1])
    assert "[99]" not in reply["text"]
    assert "[-1]" not in reply["text"]
    assert "no sentence is supported" in str(reply["degraded"])


CUT = "（回答が途中で切れました。）"


@pytest.mark.parametrize(("finish", "cut"), [(None, True), ("length", True), ("stop", False)])
@pytest.mark.parametrize("words", [(), ("--json",)], ids=["for people", "for programs"])
def test_an_answer_that_was_cut_off_is_said_to_be(told: Any, finish: str | None, cut: bool, words: Any) -> None:
    shown = told(stream("夏季休暇は有給で", "4日です[1]。", finish=finish), *words)
    assert (CUT in shown) is cut
