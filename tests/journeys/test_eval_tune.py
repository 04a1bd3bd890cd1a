"""`yorisoi eval tune`: a better setting is found, tested on questions held out, and written to a file that works."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.conftest import EXAMPLES
from tests.journeys.test_bad_input import assert_one_line

from yorisoi.evaluation import run_file

pytestmark = pytest.mark.slow

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


def test_a_setting_that_is_better_by_more_than_luck_is_written_and_the_file_is_set_from(
    at_once: Any, home: Path, questions: Path, tmp_path: Path
) -> None:
    """Set now is a search that counts no words, and there are no vectors: hardly anything is found."""
    with questions.open("a", encoding="utf-8") as file:
        file.write((EXAMPLES / "answers.jsonl").read_text("utf-8"))
    tuned, shared = tmp_path / "tuned.toml", ("--home", home, "--chat", "none", "--json")
    words = ("eval", "tune", questions, *shared, "--embedding", "none", "--metric", "answered", "--held-out", "0.6")
    bad = {"YORISOI_SEARCH__LEXICAL_WEIGHT": "0"}
    told = at_once(*words, "--try", "search.lexical_weight=2", "--write", tuned, env=bad).json
    assert (told["candidates"], told["best"]) == (2, {"search.lexical_weight": "2"})
    assert told["answered"] > told["now"]
    assert told["test"]["p"] < 0.05
    assert (told["better"], told["written"]) == (True, str(tuned))
    assert tomllib.loads(tuned.read_text()) == {"embedding": "none", "search": {"lexical_weight": 2.0}}

    env = {"YORISOI_CONFIG": str(tuned)}
    answered = at_once("eval", "answers", questions, *shared, "--at-least", "answered=0.8", env=env).json
    of = run_file.load(Path(answered["run"])).about["of"]
    assert (of["search.lexical_weight"], of["embedding"]) == (2.0, "none")


def test_floors_are_for_the_best_and_for_what_is_set_now(at_once: Any, home: Path, questions: Path) -> None:
    words = ("eval", "tune", questions, "--home", home, "--chat", "none", "--embedding", "none", "--metric", "answered")
    words = (*words, "--try", "search.k=59,60")
    assert at_once(*words, "--at-least", "answered=0.5", "--at-least", "now=0.5").status == 0
    low = at_once(*words, "--at-least", "answered=1.5")
    assert low.status == 1
    assert "< 1.5" in low.err
    assert_one_line(at_once(*words, "--at-least", "facts=0.5"), "no such figure", "answered, now")


@pytest.mark.slow
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
    for secret in ("openai.api_key=k3y,b", "server.oidc.client_secret=k3y"):
        refused = at_once(*words, "--try", secret)
        assert_one_line(refused, secret.partition("=")[0], "cannot be tried")
        assert "k3y" not in refused.err
    for tried in ("home=a,b", "embedding=none", "rerank.base_url=http://a", "server.port=1,2", "documents.maximum=99"):
        assert_one_line(at_once(*words, "--try", tried), tried.partition("=")[0], "cannot be tried")
    assert_one_line(at_once(*words, "--metric", "nope"), "nope", "no such figure", "page_recall")
    other = ("eval", "tune", EXAMPLES / "answers.jsonl", *words[3:], "--embedding", "none", "--metric", "nearest")
    assert_one_line(at_once(*other), "nearest", "embedding model")
    assert_one_line(at_once(*words, "--write", questions), "new file")
    questions.write_text('{"question": "給料日", "pages": ["faq_018"]}\n')
    assert_one_line(at_once(*words), "too few")
    assert set(home.glob("evaluations/*")) == kept
