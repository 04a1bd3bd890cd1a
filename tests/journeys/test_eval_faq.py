"""From a FAQ in CSV to a verified set, to a score, as a user does it: without a model."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

from yorisoi.evaluation import sheets
from yorisoi.evaluation.faq import verdicts

FAQ = Path(__file__).parents[2] / "examples" / "faq.csv"
RECORDED = Path(__file__).parent / "recordings" / "faq_by_hand" / "replies.jsonl"
"""What a careful reader wrote who saw the requests alone, in many forms of lists."""
SPOILT = """faq_001,社員証はお持ちですか,hard,user,openai:hand,q0101
faq_003,パスワードはどこに書き留めておけば安全ですか,medium,answer,openai:hand,q0102
faq_002,急ぐときはどこに連絡しますか,medium,answer,openai:hand,q0103
"""
"""As a less careful model makes them."""


@pytest.fixture
def made(at_once: Any, tmp_path: Path) -> Path:
    folder = tmp_path / "faq-set"
    told = at_once("eval", "generate", FAQ, "--out", folder, "--limit", "12", "--json").json
    assert told["faqs"] == 12
    assert set(told["by_way"]) == {"title", "answer", "user"}
    return folder


def verified(at_once: Any, folder: Path, *words: str | Path) -> Any:
    return at_once("eval", "verify", folder, "--embedding", "none", "--json", *words).json


def test_a_faq_becomes_a_verified_set_and_a_score(at_once: Any, made: Path, tmp_path: Path) -> None:
    checked = verified(at_once, made)
    assert 0 < checked["accepted"] < checked["queries"]
    assert checked["rejection_rate"] == pytest.approx(checked["rejected"] / checked["queries"], abs=1e-4)
    assert sum(way["queries"] for way in checked["by_way"].values()) == checked["queries"]
    run = tmp_path / "run.jsonl"
    scored = at_once(
        "eval", "faq", made, "--embedding", "none", "--out", run, "--home", tmp_path / "home", "--json"
    ).json
    assert scored["cases"] == checked["accepted"]
    assert 0.5 < scored["recall@1"] <= scored["recall@5"] <= 1
    assert sum(part["cases"] for part in scored["by_difficulty"].values()) == scored["cases"]
    rows = [json.loads(line) for line in run.read_text().splitlines()]
    found = {row["id"]: row for row in rows if "trace" in row}
    assert len(found) == scored["cases"]
    assert rows[0]["about"]["store"]["home"] == str(made / "target_faq.csv"), "a store of its own"
    for miss in scored["misses"]:
        assert next(iter(miss["faqs"])) in found[miss["query_id"]]["why"]["wanted"][0]
        assert miss["rank"] != 1
        assert not miss["faqs"].keys() & miss["in_front"].keys()


def test_the_set_goes_on_to_a_comparison_and_comes_back_with_comments(at_once: Any, made: Path, tmp_path: Path) -> None:
    assert verified(at_once, made)["accepted"]
    sheet, home = tmp_path / "comparison.xlsx", tmp_path / "home"
    offline = ("--home", home, "--embedding", "none")
    assert at_once("ingest", made / "target_faq.csv", *offline, "--json").json["documents"] == 12
    sides = [tmp_path / f"{fusion}.toml" for fusion in ("score", "rank")]
    for side in sides:
        side.write_text(f'[search]\nfusion = "{side.stem}"\n')
    written = ("--sheet", sheet, "--html", tmp_path / "comparison.html")
    compared = at_once(
        "eval", "compare", *sides, made, *offline, "--chat", "none", "--limit", "4", *written, "--json"
    ).json
    assert compared["cases"] == 4
    assert compared["figures"]["page_recall"]["a"] > 0.5, "the FAQ that a query was made from is the page expected"
    assert sheet.stat().st_mode & 0o077 == 0, "it quotes what not everyone may read"
    assert_one_line(at_once("eval", "comments", sheet, "--home", home), "no verdict and no comment")
    assert_one_line(at_once("eval", "comments", made / "verdicts.xlsx", "--home", home), "eval verify FOLDER --sheet")
    assert_one_line(at_once("eval", "verify", made, "--sheet", sheet), "eval comments")
    rows = sheets.read(sheet)
    rows[0]["判定"] = "ａ"
    sheets.write(sheet, list(rows[0]), [list(row.values()) for row in rows])
    assert at_once("eval", "comments", sheet, "--home", home, "--json").json["a"] == 1


def test_a_capable_model_makes_and_judges_a_set(at_once: Any, tmp_path: Path) -> None:
    """Replayed: nothing is asked that was asked before, so that no server is needed."""
    folder = tmp_path / "by-hand"
    folder.mkdir()
    shutil.copy(RECORDED, folder)
    by_hand = ("--chat", "openai:hand", "--embedding", "none", "--json")
    key = {"OPENAI_API_KEY": "none"}
    generated = ("eval", "generate", FAQ, "--out", folder, "--limit", "4", "--two", "2", *by_hand)
    told = at_once(*generated, env=key).json
    assert told["cost"]["calls"] == 0
    assert told["cost"]["known"] == 14
    assert told["by_way"] == {"title": 12, "answer": 12, "two": 4, "user": 12}
    with (folder / "queries_generated.csv").open("a", encoding="utf-8") as file:
        file.write(SPOILT)
    checked = at_once("eval", "verify", folder, *by_hand, env=key).json
    assert checked["failed"] == {}
    reasons = {row["query"]: row["reasons"] for row in verdicts.rows_of(folder / "verdicts.csv") if row["reasons"]}
    assert reasons == {
        "社員証はお持ちですか": "viewpoint",
        "パスワードはどこに書き留めておけば安全ですか": "inconsistency",
        "急ぐときはどこに連絡しますか": "not_alone",
        "ロック 今すぐ解除したい": "not_alone",
        "機種変更で古いスマホを手放したあとにパスワードを忘れた。再設定するには何をすればいい？": "one_is_enough",
    }
    scored = at_once("eval", "faq", folder, "--embedding", "none", "--home", tmp_path / "home", "--json").json
    assert scored["by_way"]["two"]["cases"] == 3
    assert scored["by_way"]["two"]["recall@1"] <= 0.5, "one FAQ in front is half of what is needed"


def test_a_small_model_does_not_judge(at_once: Any, made: Path) -> None:
    small = {"OPENAI_API_KEY": "none", "YORISOI_OPENAI__CAPABLE": "false"}
    ran = at_once("eval", "verify", made, "--chat", "openai:small", "--embedding", "none", "--json", env=small)
    assert ran.json["accepted"] == verified(at_once, made)["accepted"]
    assert "openai:small is too small to judge" in ran.err
    assert {row["by"] for row in verdicts.rows_of(made / "verdicts.csv")} == {"rules"}


def test_faqs_without_a_title_or_a_body_are_named(at_once: Any, tmp_path: Path) -> None:
    holes = tmp_path / "holes.csv"
    holes.write_text("id,title,body\na,夏季休暇,3日取れます。\nb,社員証,\nc,,総務に電話します。\n", encoding="utf-8")
    ran = at_once("eval", "generate", holes, "--out", tmp_path / "set", "--json")
    assert "2 FAQs have no title or no body: b, c" in ran.err


def test_the_set_is_measured_by_eval_retrieval_as_well(at_once: Any, made: Path) -> None:
    found = at_once("eval", "retrieval", made, "--split", "generated", "--embedding", "none", "--json").json
    assert found["documents"] == 12
    assert found["recall@10"] > 0.5


def test_what_people_write_into_the_sheet_holds_from_then_on(at_once: Any, made: Path) -> None:
    before = verified(at_once, made)
    rows = verdicts.rows_of(made / "verdicts.csv")
    heads = sheets.read(made / "verdicts.xlsx")[0].keys()
    assert {"人の判定", "題名", "本文"} <= heads, "in the language of the queries"
    wrong = next(row for row in rows if row["verdict"] == "rejected")
    right = next(row for row in rows if row["verdict"] == "accepted")
    wrong["person"], right["person"], right["comment"] = "ＯＫ", "No", "誰もこう聞かない"
    filled = made / "filled.xlsx"
    sheets.write(filled, list(rows[0]), [list(row.values()) for row in rows])

    after = verified(at_once, made, "--sheet", filled)
    assert after["people"] == {"judged": 2, "overruled": 2, "made_ok": 1}
    assert after["accepted"] == before["accepted"]
    kept = (made / "queries_verified.csv").read_text("utf-8")
    assert wrong["query_id"] in kept
    assert right["query_id"] not in kept
    assert after["by_reason"]["person"] == pytest.approx(1 / after["queries"], abs=1e-4)
    assert verified(at_once, made)["people"]["overruled"] == 2, "also when it is checked anew"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("generate", "nothing.csv", "--out", "{set}"), "cannot be read"),
        (("generate", FAQ, "--out", "{set}"), "holds a set made from other FAQs"),
        (("generate", FAQ, "--out", "elsewhere", "--way", "verse"), "there is title, answer, user"),
        (("generate", FAQ, "--out", "elsewhere", "--dry-run"), "name one with --chat"),
        (("verify", "nowhere"), "holds no target_faq.csv"),
        (("verify", "{set}", "--sheet", "{set}/queries_generated.csv"), "is not a sheet of"),
        (("verify", "{set}", "--sheet", "{set}/target_faq.txt"), "a sheet is a file in"),
        (("faq", "{set}", "--split", "verified"), "there is generated"),
        (("faq", "nowhere"), "holds no target_faq.csv"),
        (("faq", FAQ), "is a file, and a set a folder"),
        (("faq", "{set}", "--at-least", "recall@2=0.9"), "there are recall@1, recall@3"),
        (("generate", FAQ.parent / "answers.jsonl", "--out", "elsewhere"), ".csv or .tsv"),
    ],
)
def test_bad_input_is_one_line_and_leaves_nothing(
    at_once: Any, made: Path, words: tuple[str | Path, ...], said: str
) -> None:
    there = sorted(made.iterdir())
    assert_one_line(at_once("eval", *(str(word).replace("{set}", str(made)) for word in words)), said)
    assert sorted(made.iterdir()) == there


SECRET = "ミナトフーズの買収は四月十日です。"


def test_no_command_shows_rows_of_a_faq_that_the_readers_groups_do_not_open(at_once: Any, tmp_path: Path) -> None:
    faq, folder, home = tmp_path / "f.csv", tmp_path / "set", tmp_path / "home"
    faq.write_text(
        f"id,title,body,groups\n1,名刺の注文方法は,総務ポータルから注文します。,\n2,買収はいつ,{SECRET},board\n"
    )
    offline = ("--home", home, "--embedding", "none")
    at_once("ingest", faq, *offline)

    def written() -> set[str]:
        return {path.name for path in tmp_path.rglob("*") if path.suffix in (".jsonl", ".html", ".csv", ".xlsx")} - {
            path.name for path in tmp_path.rglob("*") if path.is_file() and SECRET.encode() not in path.read_bytes()
        }

    told = at_once("eval", "generate", faq, "--out", folder, *offline)
    assert "1 FAQs are left out" in told.err
    assert written() == {"f.csv"}
    shutil.rmtree(folder)
    at_once("eval", "generate", faq, "--out", folder, "--group", "board", *offline)
    whole = written()
    assert whole == {"f.csv", "target_faq.csv"}

    for words in (
        ("eval", "verify", folder, *offline),
        ("eval", "answers", folder, "--chat", "none", "--out", tmp_path / "open.jsonl", *offline),
        ("eval", "faq", folder, "--keep", tmp_path / "kept", "--out", tmp_path / "faq.jsonl", *offline),
        ("eval", "retrieval", folder, "--out", tmp_path / "retrieval.jsonl", *offline),
        ("eval", "compare", tmp_path / "a.toml", tmp_path / "a.toml", folder, "--chat", "none", *offline,
         "--html", tmp_path / "c.html", "--sheet", tmp_path / "c.csv"),
    ):  # fmt: skip
        (tmp_path / "a.toml").touch()
        assert "1 FAQs are left out" in at_once(*words).err, words
        assert written() == whole, words

    (folder / "queries_verified.csv").unlink()  # which holds those alone that were verified just now
    board = ("--group", "board", "--out", tmp_path / "board.jsonl")
    answered = at_once("eval", "answers", folder, "--chat", "none", *board, *offline)
    assert answered.status == 0, answered.err
    assert written() == {*whole, "board.jsonl"}
    both = (tmp_path / "open.jsonl", tmp_path / "board.jsonl")
    assert_one_line(at_once("eval", "compare", *both, "--home", home), "--group")
    assert_one_line(at_once("eval", "report", tmp_path / "board.jsonl", "--home", home), "--group")
    at_once(
        "eval", "report", tmp_path / "board.jsonl", "--group", "board", "--html", tmp_path / "r.html", "--home", home
    )
    assert SECRET in (tmp_path / "r.html").read_text()
