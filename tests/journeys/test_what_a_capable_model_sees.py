"""What goes to a capable model: whole tables, what day it is, and what it says of what is not there."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from yorisoi.language.dates import today
from yorisoi.testing.fake_openai import said, serving

ROOMS = ("会議室A", "会議室B", "会議室C", "和室", "調理室", "音楽室", "ホール", "展示室", "工作室", "視聴覚室")
ROWS = "\n".join(
    f"| {room} | {10 + 2 * at}人 | {900 - 50 * at}円 | {1200 - 40 * at}円 |" for at, room in enumerate(ROOMS)
)
TABLE = f"| 部屋 | 定員 | 午前 | 午後 |\n|-|-|-|-|\n{ROWS}\n"
PAGES = {
    "料金": f"# 部屋の料金\n\n{TABLE}",
    "申し込み": "# 部屋の申し込み\n\n使う日の二か月前から窓口で申し込みます。\n",
    "休み": "# 休館日\n\n毎週月曜は休みます。\n",
}
SCALES = {"clarity": 1, "is_question": 1, "is_consultation": 5, "in_internal_docs": 1, "ask_person": 5}


def judged(question: str, action: str, say: str = "") -> str:
    return json.dumps({"question": question, "action": action, "say": say, "choices": [], **SCALES}, ensure_ascii=False)


def asked(at_once: Any, folder: Path, text: str, judgement: str, answer: str) -> tuple[dict[str, Any], list[str]]:
    """The reply, and what the model was shown for it."""
    (folder / "docs").mkdir()
    for name, page in PAGES.items():
        (folder / f"docs/{name}.md").write_text(page, encoding="utf-8")
    at_once("ingest", folder / "docs", "--home", folder / "home")
    shown: list[str] = []

    def reply(body: dict[str, Any]) -> Any:
        shown.append(body["messages"][-1]["content"])
        return said(judgement if "response_format" in body else answer)

    with serving(reply) as (url, _):
        env = {"OPENAI_API_KEY": "any", "YORISOI_OPENAI__BASE_URL": url, "YORISOI_OPENAI__CONTEXT_TOKENS": "6000"}
        words = ("chat", "--chat", "openai:m", "-m", text, "--home", folder / "home", "--json")
        done = at_once(*words, env=env)
    assert done.status == 0, done.err
    return json.loads(done.out), shown


def test_a_table_of_which_a_row_is_found_is_shown_whole(at_once: Any, tmp_path: Path) -> None:
    question = "展示室の午前はいくらですか"
    _, shown = asked(at_once, tmp_path, question, judged(question, "answer"), "展示室の午前は550円です[1]。")
    judging, answering = shown[:2]
    assert answering.count(ROWS.splitlines()[0]) == 1
    assert ROWS in answering
    assert answering.count("| 部屋 | 定員 |") == 1
    assert all("today: " in each for each in (judging, answering))


def test_what_day_it_is_is_no_made_up_figure(at_once: Any, tmp_path: Path) -> None:
    question, day = "今日は開いていますか", today("ja", datetime.now().astimezone())
    answer = f"毎週月曜は休みます[1]。今日は{day}です。"
    reply, shown = asked(at_once, tmp_path, question, judged(question, "answer"), answer)
    assert f"user: 今日（{day}）は開いていますか" in shown[0]
    assert "※" not in reply["text"]
    assert day in reply["text"]


def test_beside_what_is_not_there_stands_what_the_model_says(at_once: Any, tmp_path: Path) -> None:
    kind = "お食事でしたら、調理室をお使いいただけます。"
    reply, _ = asked(at_once, tmp_path, "近くに食堂はある？", judged("近くに食堂はあるか", "not_found", kind), "")
    assert reply["text"].splitlines()[1:] == [kind]
    assert reply["citations"] == []
