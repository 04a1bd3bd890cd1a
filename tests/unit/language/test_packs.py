"""Each language is a pack, found in its folder; one that is added there is known everywhere."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import yorisoi
from yorisoi.dialogue.patterns import patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.prompts import prompts
from yorisoi.language import detect_language, morphemes
from yorisoi.language.packs import own_or_lent, pack_of, packs
from yorisoi.types import UNDETERMINED

SOURCE = Path(yorisoi.__file__).parent
ESPERANTO = Path(__file__).with_name("esperanto.py")
PAGES = {
    "biblioteko.md": "# La biblioteko\n\nLa biblioteko estas malfermita ĝis la sesa. Vi povas prunti kvin librojn.\n",
    "ferioj.md": "# La ferioj\n\nLa ferioj daŭras dudek tagojn. Bonvolu peti ilin kun la estro.\n",
    "library.md": "# The library\n\nThe library is open until six. You can borrow five books.\n",
}
WITH_ESPERANTO = Path(__file__).with_name("with_esperanto.py")
KOREAN = """
from yorisoi.language.detection import of_letters
from yorisoi.language.pack import LanguagePack

PACK = LanguagePack(code="ko", detection=of_letters("hangul", "가-힣"))
"""
TEXTS = {
    "Kie estas la biblioteko?": "eo",
    "ĝis ŝi": "eo",
    "Where is the library?": "en",
    "VPN": "en",
    "¿Cómo solicito vacaciones?": "und",
    "図書館はどこですか": "ja",
    "图书馆在哪里？": "zh",
    "도서관은 어디에 있나요": "ko",
    "Где библиотека?": "und",
}


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What a copy of the house says in whose folder of packs more files lie: a full one, and the least possible."""
    folder = tmp_path_factory.mktemp("esperanto")
    shutil.copytree(SOURCE, folder / "yorisoi", ignore=shutil.ignore_patterns("__pycache__"))
    packs_there = folder / "yorisoi" / "language" / "packs"
    shutil.copy(ESPERANTO, packs_there / "eo.py")
    (packs_there / "ko.py").write_text(KOREAN, encoding="utf-8")
    (folder / "pages").mkdir()
    for name, text in PAGES.items():
        (folder / "pages" / name).write_text(text, encoding="utf-8")
    home = {"YORISOI_HOME": str(folder / "home"), "YORISOI_EMBEDDING": "none", "YORISOI_CHAT": "none"}
    home["YORISOI_TURN__THRESHOLDS__ASK"] = "1.01"  # what nothing reads may be clear or not: it is answered here
    done = subprocess.run(
        [sys.executable, str(WITH_ESPERANTO), str(folder / "pages"), *TEXTS],
        env=os.environ | home | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def test_a_language_added_as_one_file_is_told_from_the_others(known: Any) -> None:
    assert known["detected"] == TEXTS


def test_it_is_analysed_as_its_pack_says(known: Any) -> None:
    assert known["keywords"] == ["libroj", "prunti"]
    assert "libro" in known["terms"]
    assert known["places"] == [["DE", "JP"], "Germanujo"]


def test_it_is_searched(known: Any) -> None:
    assert known["hits"][0] == ["pages/biblioteko.md", "eo"]
    assert {language for _, language in known["hits"]} == {"eo"}


def test_it_is_remembered(known: Any) -> None:
    assert known["facts"] == [["home", "Kioto"], ["likes", "teon"]]
    assert known["cue"] == [True, ["home"]]
    assert known["focus"] == [["teon", "likes"]]


def test_its_times_are_resolved(known: Any) -> None:
    assert known["dates"] == [["hieraŭ", 14]]
    assert known["with_dates"] == "Kio okazos venontsemajne (2026-04-20 to 2026-04-26)?"


def test_a_turn_in_it_is_answered_from_its_pages_in_english_phrases(known: Any) -> None:
    reply = known["reply"]
    assert (reply["action"], reply["language"], reply["degraded"]) == ("answer", "eo", [])
    assert [cite["source"] for cite in reply["citations"]] == ["pages/biblioteko.md"]
    said = phrases("en")  # without a model that reads it need not be sure
    begins = tuple(
        words.format(title="La biblioteko") for words in (said.according_to, said.of_what_was_shown, said.comes_nearest)
    )
    assert reply["text"].startswith(begins)
    assert "kvin librojn" in reply["text"]
    assert reply["reason"] == phrases("en").reasons[reply["rule"]]


def test_without_its_file_it_is_unknown() -> None:
    assert {"eo", "ko"}.isdisjoint(packs())
    assert detect_language("ĝis ŝi") == UNDETERMINED


def test_a_language_without_a_pack_takes_the_neutral_one() -> None:
    assert pack_of("xx") is pack_of(UNDETERMINED)
    assert [word.normal for word in morphemes("Dobrý deň!", "xx")] == ["dobrý", "deň"]


@pytest.mark.parametrize("code", sorted(packs()))
def test_every_prompt_of_the_rooms_below_exists_or_is_lent(code: str) -> None:
    assert "because" in own_or_lent(code, lambda pack: pack.memory.reflecting)
    assert "importance" in own_or_lent(code, lambda pack: pack.memory.weighing)
    assert "keywords" in own_or_lent(code, lambda pack: pack.retrieval.wording)
    assert "head" in own_or_lent(code, lambda pack: pack.graph.extracting)
    assert set(own_or_lent(code, lambda pack: pack.graph.relations)) >= {"part", "mentions", "beside"}


def test_what_the_dialogue_says_is_of_one_language_as_a_whole() -> None:
    for code in ("xx", UNDETERMINED):
        assert (phrases(code), prompts(code), patterns(code)) == (phrases("en"), prompts("en"), patterns("en"))
    for others in ("ja", "zh"):
        assert phrases(others).reasons.keys() == phrases("en").reasons.keys()
        assert phrases(others).talk.keys() == phrases("en").talk.keys() > patterns(others).talk_kinds.keys()
        assert prompts(others).functions.keys() == prompts("en").functions.keys()


def test_the_code_of_a_pack_is_the_name_of_its_module() -> None:
    folder = Path(__file__).parents[3] / "src" / "yorisoi" / "language" / "packs"
    modules = {path.stem for path in folder.iterdir() if path.name not in ("__init__.py", "__pycache__")}
    assert set(packs()) == modules
