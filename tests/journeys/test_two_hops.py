"""A question that two pages answer together, in each language, through the real wiring."""

import json
from pathlib import Path
from typing import Any

import pytest

PAGES = {
    "ja": {
        "在宅勤務規程": "在宅勤務をする人は、前日までに「ネットワーク登録申請」を出します。",
        "ネットワーク登録申請": "この申請は情報システム部が受け付けます。",
        "情報システム部": "3階にあり、内線は4410です。",
    },
    "en": {
        "Remote work policy": "Whoever works from home files a Network Access Form the day before.",
        "Network Access Form": "Forms are handled by the Helpdesk of Building Seven.",
        "Helpdesk of Building Seven": "Third floor, extension 4410.",
    },
    "zh": {
        "居家办公规定": "居家办公的员工须提前一天提交《网络登记申请表》。",
        "网络登记申请表": "该表由信息技术部受理。",
        "信息技术部": "位于三楼，分机号4410。",
    },
}
QUESTIONS = {
    "ja": "在宅勤務をするときの申請はどこが受け付けますか",
    "en": "Who handles what one files to work from home?",
    "zh": "居家办公要提交的申请由谁受理？",
}
OTHERS = {"ja": "社員食堂", "en": "Canteen", "zh": "员工食堂"}


def write(folder: Path, language: str, **heads: str) -> None:
    folder.mkdir(exist_ok=True)
    pages = {**PAGES[language], OTHERS[language]: f"{OTHERS[language]} 11:30-14:00"}
    for number, (title, text) in enumerate(pages.items()):
        head = heads.get(f"page_{number}", "")
        (folder / f"{number}.md").write_text(f"{head}# {title}\n\n{text}\n", encoding="utf-8")


def search(at_once: Any, language: str, home: Path, *more: str) -> Any:
    options = ("--embedding", "none", "--json", *more)
    return at_once("search", QUESTIONS[language], "--home", home, *options).json


def paths(found: Any) -> list[list[str]]:
    return [hit["path"] for hit in found["hits"] if hit["path"]]


@pytest.mark.parametrize("language", PAGES)
def test_the_page_that_shares_no_word_with_the_question_is_found_over_names(
    at_once: Any, tmp_path: Path, language: str
) -> None:
    home, folder = tmp_path / "home", tmp_path / "pages"
    write(folder, language)
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    first, form, office = PAGES[language]
    found = search(at_once, language, home)
    assert office in [hit["title"] for hit in found["hits"]]
    [path] = [hit["path"] for hit in found["hits"] if hit["title"] == office]
    assert path[-2:] == [form, office] or path == [form, office]
    assert OTHERS[language] not in [hit["title"] for hit in found["hits"]]
    assert paths(search(at_once, language, home, "--strategy", "hybrid")) == []
    (folder / "1.md").unlink()
    at_once("ingest", folder, "--home", home, "--embedding", "none", "--prune")
    after = search(at_once, language, home)
    assert [hit["title"] for hit in after["hits"]] == [first]
    assert paths(after) == []


@pytest.mark.parametrize("language", PAGES)
def test_a_restricted_page_on_the_path_is_walked_through_by_its_readers_only(
    at_once: Any, tmp_path: Path, language: str
) -> None:
    home, folder = tmp_path / "home", tmp_path / "pages"
    write(folder, language, page_1="---\ngroups: [人事部]\n---\n\n")
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    _, form, office = PAGES[language]
    everyone, member = (search(at_once, language, home, *more) for more in ((), ("--group", "人事部")))
    assert office in [hit["title"] for hit in member["hits"]]
    assert office not in [hit["title"] for hit in everyone["hits"]]
    assert form not in json.dumps(paths(everyone), ensure_ascii=False)


@pytest.mark.parametrize("language", PAGES)
def test_a_reply_tells_the_path_to_the_page_that_the_question_does_not_name(
    at_once: Any, tmp_path: Path, language: str
) -> None:
    home, folder = tmp_path / "home", tmp_path / "pages"
    write(folder, language)
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    words = ("chat", "-m", QUESTIONS[language], "--home", home, "--chat", "none", "--embedding", "none", "--json")
    _, form, office = PAGES[language]
    told = at_once(*words, "--just-answer", env={"YORISOI_SEARCH__STRATEGY": "walk"}).json
    [cited] = [each for each in told["citations"] if each["title"] == office]
    assert cited["path"][-2:] == [form, office]
    assert " → ".join(cited["path"]) in told["text"]
    plain = at_once(*words, "--just-answer").json
    assert office not in [each["title"] for each in plain["citations"]]
    assert told["citations"][0]["title"] == plain["citations"][0]["title"]


def test_an_imported_triple_is_a_step_of_the_way(at_once: Any, tmp_path: Path) -> None:
    home, folder = tmp_path / "home", tmp_path / "pages"
    write(folder, "ja")
    (folder / "1.md").unlink()  # no page says which office has the form
    at_once("ingest", folder, "--home", home, "--embedding", "none")
    office = "情報システム部"
    assert office not in [hit["title"] for hit in search(at_once, "ja", home)["hits"]]
    triples = tmp_path / "forms.tsv"
    triples.write_text(f"ネットワーク登録申請\t受付\t{office}\n", encoding="utf-8")
    at_once("graph", "import", triples, "--home", home)
    assert ["在宅勤務規程", "ネットワーク登録申請", office] in paths(search(at_once, "ja", home))


def test_a_strategy_that_there_is_not_is_said_in_one_line(at_once: Any, tmp_path: Path) -> None:
    refused = at_once("search", "休暇", "--home", tmp_path, "--strategy", "psychic")
    assert refused.status == 2
    assert "use auto, hybrid, walk" in refused.err
