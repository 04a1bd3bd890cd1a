"""What the commands besides `chat` print."""

import re
from pathlib import Path
from typing import Any

import yorisoi


def test_search_shows_every_hit_with_the_ranks_and_scores_of_its_legs(at_once: Any, handbook: Path) -> None:
    found = at_once("search", "子の看護休暇は何日", "--home", handbook, "--json", "--limit", "5").json
    assert set(found) == {"query", "hits", "conversations", "dropped"}
    assert found["query"] == "子の看護休暇は何日"
    assert found["dropped"] == []
    assert len(found["hits"]) == 5
    best = found["hits"][0]
    assert set(best) == {
        *(
            "passage_id",
            "score",
            "legs",
            "source",
            "title",
            "section",
            "text",
            "language",
            "owner",
            "updated",
            "also",
            "path",
        ),
    }
    assert best["source"].endswith("leave/nursing-care-of-child.md")
    assert set(best["legs"]) == {"lexical", "vector", "coverage", "walk"}
    assert all(leg["rank"] >= 1 for leg in best["legs"].values())
    scores = [hit["score"] for hit in found["hits"]]
    assert scores == sorted(scores, reverse=True)


def test_search_is_narrowed_by_language_source_and_section(at_once: Any, handbook: Path) -> None:
    words = ("search", "休暇", "--home", handbook, "--embedding", "none", "--json", "--limit", "50")
    leave = at_once(*words, "--source", "handbook/leave").json["hits"]
    assert leave
    assert {Path(hit["source"]).parent.name for hit in leave} == {"leave"}
    english = at_once("search", "leave", *words[2:], "--language", "en").json["hits"]
    assert english
    assert {hit["language"] for hit in english} == {"en"}
    section = leave[0]["section"][0]
    below = at_once(*words, "--section", section).json["hits"]
    assert below
    assert all(section in hit["section"] for hit in below)
    nothing = at_once(*words, "--source", "handbook/no-such-folder")
    assert nothing.json["hits"] == []


def test_show_opens_a_passage_among_its_neighbours(at_once: Any, handbook: Path) -> None:
    hit = at_once("search", "VPN", "--home", handbook, "--embedding", "none", "--json").json["hits"][0]
    opened = at_once("show", str(hit["passage_id"]), "--home", handbook, "--json").json
    assert set(opened) == {"source", "title", "owner", "passages"}
    assert hit["text"] in [passage["text"] for passage in opened["passages"]]
    for_people = at_once("show", str(hit["passage_id"]), "--home", handbook)
    assert hit["source"] in for_people.out
    assert f"[{hit['passage_id']}]" in for_people.out


def test_the_version_is_said(at_once: Any) -> None:
    assert at_once("--version").out == f"yorisoi {yorisoi.__version__}\n"


def test_settings_and_models_are_listed(at_once: Any, tmp_path: Path) -> None:
    shown = at_once(
        *("config", "show", "--home", tmp_path / "told", "--json"),
        env={"YORISOI_SEARCH__K": "12", "YORISOI_HOME": "elsewhere", "YORISOI_OPENAI__API_KEY": "sk-hidden"},
    )
    values = shown.json
    assert values["home"] == str(tmp_path / "told"), "an argument goes before the environment"
    assert values["search.k"] == 12
    assert values["turn.max_ask_backs"] == 2
    assert "sk-hidden" not in shown.out
    (tmp_path / "yorisoi.toml").write_text('chat = "none"\n[search]\nk = 7\n', encoding="utf-8")
    from_file = at_once("config", "show", "--json", folder=tmp_path).json
    assert (from_file["chat"], from_file["search.k"]) == ("none", 7)

    listed = at_once("models", "list", "--json", env={"YORISOI_LLAMA__MODELS_DIR": str(tmp_path / "none")}).json
    assert set(listed) == {"models", "folder"}
    assert {"llama:qwen2.5-coder-0.5b", "llama:qwen2.5-coder-1.5b"} <= {row["name"] for row in listed["models"]}
    assert not any(row["installed"] for row in listed["models"])
    assert sum(row["default"] for row in listed["models"]) == 1


def test_a_conversation_can_be_piped_in(at_once: Any, home: Path) -> None:
    talk = "休暇について教えてください\n1\n/why\n/open 1\n/quit\n"
    ran = at_once("chat", "--chat", "none", "--home", home, stdin=talk)
    assert ran.status == 0, ran.err
    assert "Traceback" not in ran.err
    lines = ran.out.splitlines()
    asked = next(number for number, line in enumerate(lines) if line.startswith("よりそい > 「休暇」について"))
    assert lines[asked + 1].startswith("1. ")
    choice = lines[asked + 1].removeprefix("1. ")
    answered = next(number for number, line in enumerate(lines) if line.startswith(f"よりそい > 「{choice}"))
    assert any(line.startswith("  [1] ") and ".md" in line for line in lines[answered:]), "the citation"
    assert any(line.startswith("choice  ") for line in lines[answered:]), "why"
    opened = next(line for line in lines[answered:] if line.startswith("yorisoi show "))
    assert opened.endswith(f"--home {home}"), "as it has to be typed"
    assert re.search(rf"yorisoi chat --session \w+ --home {re.escape(str(home))} --chat none", lines[-1])
