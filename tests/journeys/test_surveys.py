"""What is all this about? Asked of pages in each language, by readers who may not read all of them."""

import json
from pathlib import Path
from typing import Any

import pytest

PAGES = {
    "ja": {
        "国内出張": "国内出張の申請と精算の決まりを説明します。\n\n宿泊費は一泊12,000円までです。",
        "海外出張": "「国内出張」と違い、海外出張には保険と承認が要ります。\n\n日当は国によって違います。",
        "給与の支払い": "給与は毎月25日に銀行口座へ振り込みます。\n\n明細は画面で確認します。",
        "給与の控除": "「給与の支払い」から引かれる税金と保険料を説明します。\n\n年末に調整します。",
    },
    "en": {
        "Domestic travel": "Domestic travel has to be approved before the trip begins.\n\nHotels cost 120 euros.",
        "Foreign travel": "Beside the rules of Domestic travel, foreign trips need insurance.\n\nAsk early.",
        "Payroll": "Salaries are paid on the last working day of every month.\n\nPayslips are shown on the portal.",
        "Deductions": "Taxes and fees are taken off by Payroll before a salary is paid.\n\nRefunds come in spring.",
    },
    "zh": {
        "国内出差": "国内出差必须在出发之前提交申请并获得批准。\n\n住宿费每晚不超过三百元。",
        "境外出差": "除《国内出差》的规定外，境外出差需要购买保险。\n\n津贴因国家而不同。",
        "工资发放": "工资在每个月的二十五日发放到员工的银行账户。\n\n工资单在网上查看。",
        "工资扣除": "本页说明从《工资发放》中扣除的税款和保险费。\n\n年底进行调整。",
    },
}
QUESTIONS = {
    "ja": "ここにはどんなことが書かれていますか",
    "en": "What are these documents about?",
    "zh": "这些文档讲了什么？",
}


def write(folder: Path, language: str, secret: str = "") -> None:
    folder.mkdir()
    for number, (title, text) in enumerate(PAGES[language].items()):
        (folder / f"{number}.md").write_text(f"# {title}\n\n{text}\n", encoding="utf-8")
    if secret:
        head = "---\ngroups: [役員]\n---\n\n"
        for part in ("募集", "条件"):
            text = f"{head}# {secret}の{part}\n\n「{secret}の募集」と「{secret}の条件」の決まりを説明します。\n"
            (folder / f"{part}.md").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("language", PAGES)
def test_a_broad_question_is_answered_theme_by_theme_with_citations_of_pages(
    at_once: Any, tmp_path: Path, language: str
) -> None:
    home, folder = tmp_path / "home", tmp_path / "pages"
    write(folder, language)
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    reply = at_once.say(home, QUESTIONS[language], "--embedding", "none")
    assert (reply["action"], reply["rule"]) == ("answer", "overview")
    cited = {each["title"] for each in reply["citations"]}
    travel, payroll = (set(list(PAGES[language])[at : at + 2]) for at in (0, 2))
    assert cited & travel
    assert cited & payroll
    assert "\n2. " in reply["text"]
    for each in reply["citations"]:
        assert f"[{each['number']}]" in reply["text"]
        assert each["quote"] in reply["text"]
        assert each["quote"] in PAGES[language][each["title"]]


def test_what_a_reader_may_not_read_is_in_no_theme_no_title_and_no_count(at_once: Any, tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "pages"
    write(folder, "ja", secret="早期退職")
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    options = ("--home", home, "--json")
    everyone = at_once("graph", "communities", *options)
    board = at_once("graph", "communities", "--group", "役員", *options)
    assert "早期退職" in board.out
    assert "早期退職" not in everyone.out
    passages = sum(each["passages"] for each in everyone.json["communities"])
    assert passages < sum(each["passages"] for each in board.json["communities"])
    said = at_once.say(home, QUESTIONS["ja"], "--embedding", "none")
    assert said["rule"] == "overview"
    assert "早期退職" not in json.dumps(said, ensure_ascii=False)
    assert "手元の4ページ" in said["text"]
    assert "早期退職" in at_once.say(home, QUESTIONS["ja"], "--embedding", "none", "--group", "役員")["text"]


def test_a_page_that_is_gone_is_in_no_answer(at_once: Any, tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "pages"
    write(folder, "ja")
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    assert "給与" in at_once.say(home, QUESTIONS["ja"], "--embedding", "none")["text"]
    for number in (2, 3):
        (folder / f"{number}.md").unlink()
    at_once("ingest", folder, "--home", home, "--embedding", "none", "--prune")
    assert "給与" not in at_once("graph", "communities", "--home", home, "--json").out
    assert (
        "給与"
        not in at_once("search", QUESTIONS["ja"], "--home", home, "--embedding", "none", "--strategy", "global").out
    )


def test_the_picture_and_the_cost_are_written(at_once: Any, tmp_path: Path) -> None:
    home, folder, picture = tmp_path / "home", tmp_path / "pages", tmp_path / "communities.html"
    write(folder, "ja")
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    at_once("graph", "communities", "--home", home, "--picture", picture)
    assert "国内出張" in picture.read_text(encoding="utf-8")
    estimate = at_once("graph", "communities", "--home", home, "--estimate", "--json").json["estimate"]
    assert estimate["reports"] >= 2
    assert estimate["prompt_tokens"] > 0
    refused = at_once("graph", "communities", "--home", home, "--picture", tmp_path / "picture.png")
    assert refused.status == 2
    assert "ends in .html or .json" in refused.err
