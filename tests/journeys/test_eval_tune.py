"""`yorisoi eval tune`: a better setting is found, tested on questions held out, and written to a file that works."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

PAGES = (
    ("慶弔見舞金の申請期限", "condolence-money"),
    ("給料日はいつでしょうか", "faq_018"),
    ("パスワード管理ツールは何を使えますか", "security/password"),
    ("ヨーロッパへ出張するときの1日あたりの手当", "travel/overseas"),
    ("福岡支社の夏休みはいつまでに取ればよいですか", "summer-leave-fukuoka"),
    ("社用スマホを盗まれました。どこに電話すればよいですか", "pc-loss"),
    ("骨髄ドナーになる場合の休み", "volunteer-juror"),
)


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    rows = [{"question": question, "pages": [page]} for question, page in PAGES]
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_setting_that_finds_nothing_is_left_for_one_that_does(
    at_once: Any, home: Path, questions: Path, tmp_path: Path
) -> None:
    """Set now is fusion by rank, whose scores say less: unread, some questions are taken for unanswered."""
    bad = {"YORISOI_SEARCH__FUSION": "rank", "YORISOI_TURN__READS": "0", "YORISOI_TURN__ANSWER__QUOTE_CHARACTERS": "20"}
    words = ("eval", "tune", questions, "--home", home, "--chat", "none", "--metric", "answered")
    tried = ("--try", "search.fusion=score", "--held-out", "0.6", "--write", tmp_path / "tuned.toml", "--json")
    told = at_once(*words, *tried, env=bad).json
    assert told["candidates"] == 2
    assert told["tuned_on"] + told["held_out"] == len(PAGES)
    assert told["best"] == {"search.fusion": "score"}
    assert told["answered"] > told["now"]
    assert told["test"]["better"] > 0
    written = tomllib.loads((tmp_path / "tuned.toml").read_text()) if told["better"] else None
    assert told["better"] is (told["test"]["p"] < 0.05)
    assert written in (None, {"chat": "none", "turn": {"reads": 0, "answer": {"quote_characters": 20}}})


def test_what_may_be_luck_is_not_written(at_once: Any, home: Path, questions: Path, tmp_path: Path) -> None:
    words = ("eval", "tune", questions, "--home", home, "--chat", "none", "--metric", "answered")
    told = at_once(*words, "--try", "search.k=59,60", "--write", tmp_path / "tuned.toml", "--json").json
    assert (told["better"], told["written"]) == (False, None)
    assert not (tmp_path / "tuned.toml").exists()


def test_what_cannot_be_tuned_is_one_line(at_once: Any, home: Path, questions: Path) -> None:
    words = ("eval", "tune", questions, "--home", home, "--chat", "none")
    kept = set(home.glob("evaluations/*"))  # of a home that others measured
    assert_one_line(at_once(*words, "--try", "search.kk=1"), "search.kk", "config show")
    assert_one_line(at_once(*words, "--try", "search.k=many"), "search.k")
    assert_one_line(at_once(*words, "--write", questions), "new file")
    questions.write_text('{"question": "給料日", "pages": ["faq_018"]}\n')
    assert_one_line(at_once(*words), "too few")
    assert set(home.glob("evaluations/*")) == kept
