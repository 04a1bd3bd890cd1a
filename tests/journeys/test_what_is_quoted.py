"""What is quoted says what its page does: rows that are meant, code as it is, under all of its headings."""

import json
from pathlib import Path
from typing import Any

import pytest

STAFF = """# 内線番号

| 氏名 | 部署 | 入社 | 内線 | 担当 |
|---|---|---|---|---|
| 瀬川 誠 | 営業部 | 2015年 | 1201 | 東日本の販売店 |
| 真鍋 直子 | 経理部 | 2012年 | 1305 | 支払いと経費の精算 |
| 大久保 亮 | 総務部 | 2018年 | 1402 | 備品と郵便 |
| 柿本 早紀 | 経理部 | 2020年 | 1306 | 請求書の発行 |
| 羽鳥 健 | 営業部 | 2009年 | 1203 | 西日本の販売店 |
| 小田島 優 | 開発部 | 2021年 | 1501 | 検査装置 |
| 尾形 翔 | 開発部 | 2016年 | 1502 | 組立装置 |
"""
LOGS = """# 古い記録の削除

記録を消すときは、次のコマンドを実行します。

```sh
# 本番では実行しない
rm -rf <記録の場所>/*
```
"""
LUGGAGE = """# 手荷物

## 持ち込めるもの

### 機内

- カメラ
- 折りたたみ傘

## 持ち込めないもの

### 機内

- はさみ
- カッターナイフ
"""
GYMS = """# 体育館の休館日

## 西体育館

休館日は火曜日です。

## 東体育館

休館日は月曜日です。
"""
OTHERS = {
    "削除": LOGS,
    "手荷物": LUGGAGE,
    "体育館": GYMS,
    "駐車場": "# 駐車場\n\n来客用は正面に4台分あります。社員は裏の月極を使います。\n",
    "郵便": "# 郵便\n\n14時までに総務部の棚へ置いてください。\n",
}


def rows(quote: str) -> str:
    """Whose they are; … stands for those that are left out."""
    lines = [line.strip("| ").split(" | ")[0] for line in quote.splitlines() if line.startswith("|")]
    return " ".join(each[0] for each in lines[1:])


@pytest.fixture
def home(at_once: Any, tmp_path: Path) -> Path:
    (tmp_path / "docs").mkdir()
    for name, page in {"内線": STAFF, **OTHERS}.items():
        (tmp_path / f"docs/{name}.md").write_text(page, encoding="utf-8")
    at_once("ingest", tmp_path / "docs", "--home", tmp_path / "home")
    return tmp_path / "home"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("瀬川 誠と柿本 早紀の内線は？", "瀬 … 柿 …"),
        ("経理部の内線は何番ですか", "… 真 … 柿 …"),
        ("2015年より前に入社した人の内線は？", "瀬 真 大 柿 羽 小 尾"),
        ("営業部ではない人の内線は？", "瀬 真 大 柿 羽 小 尾"),
        ("内線番号をすべて教えて", "瀬 真 大 柿 羽 小 尾"),
    ],
)
def test_rows_are_told_that_answer_and_what_is_left_out_is_marked(
    at_once: Any, home: Path, said: str, told: str
) -> None:
    reply = json.loads(at_once("chat", "-m", said, "--home", home, "--json").out)
    assert rows(reply["citations"][0]["quote"]) == told


def test_code_is_told_as_it_is_and_what_stands_in_angle_brackets(at_once: Any, home: Path) -> None:
    told = at_once("chat", "-m", "古い記録を消すコマンドは？", "--home", home).out
    assert "# 本番では実行しない\nrm -rf <記録の場所>/*" in told


def test_what_may_not_be_taken_along_is_told_under_all_of_its_headings(at_once: Any, home: Path) -> None:
    words = ("chat", "--home", home, "--session", "s", "-m")
    told = at_once(*words, "機内に持ち込めるものは？").out
    assert "「手荷物 > 持ち込めるもの > 機内」" in told
    number = next(line for line in told.splitlines() if line.startswith("- 手荷物 > 持ち込めないもの > 機内")).split(
        "["
    )[1][0]
    assert "はさみ" in at_once(*words, number).out


@pytest.mark.parametrize("said", ["西体育館じゃない体育館の休館日は？", "火曜日以外に休みの体育館は？"])
def test_nobody_is_sure_of_what_was_left_out(at_once: Any, home: Path, said: str) -> None:
    sure = at_once("chat", "-m", "西体育館の休館日は？", "--home", home).out
    assert "に次のように書かれています" in sure
    assert "に次のように書かれています" not in at_once("chat", "-m", said, "--home", home).out
