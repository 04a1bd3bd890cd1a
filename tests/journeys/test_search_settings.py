"""What a person sets about searching changes what the command line shows, and never whose conversations it shows."""

import math
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from yorisoi.retrieval.config import SearchConfig

LONG = "社外から社内のシステムを使うときは、次の手順のとおりに端末を準備し、情報システム部の確認を受けてください。" * 6
PAGES = {
    "vpn.md": "---\ndate: 2024-04-01\n---\n# VPNの手順\n"
    + "".join(f"\n## 手順{number}\n\n{what}。{LONG}\n" for number, what in enumerate(("申請", "VPNの設定", "接続"), 1)),
    "nursing.md": "---\ndate: 2020-04-01\n---\n# 看護休暇\n\n看護休暇の日数は年5日です。申請は人事部へ。\n",
    "annual.md": "---\ndate: 2026-04-01\n---\n# 年次休暇\n\n年次休暇の日数は10日です。\n",
    "rest.md": "# 休憩\n\n休暇とは別に、休憩の時間を60分とります。\n",
    "expense.md": "---\ndate: 2023-04-01\n---\n# 経費精算\n\n経費精算は領収書を添えて月末までに申請します。\n",
    "copy/expense.md": "---\ndate: 2022-04-01\n---\n# 経費精算\n\n経費精算は、領収書を添えて月末までに申請します。\n",
    "asking.md": "# 言葉\n\n誰かに「教えてください」と言うときの言葉です。\n",
    "secret.md": "---\ngroups: [人事部]\n---\n# 懲戒\n\n懲戒の手続きと休暇の扱いです。\n",
}
NO_MODEL = {"YORISOI_CHAT": "none", "YORISOI_EMBEDDING": "none"}


@pytest.fixture(scope="module")
def wiki(yorisoi: Any, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a small wiki without vectors, to be read only."""
    folder = tmp_path_factory.mktemp("wiki")
    for name, text in PAGES.items():
        (folder / "pages" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pages" / name).write_text(text, encoding="utf-8")
    report = yorisoi("ingest", folder / "pages", "--home", folder / "home", "--json", env=NO_MODEL).json
    assert (report["documents"], report["skipped"]) == (len(PAGES), [])
    return folder / "home"


@pytest.fixture
def talked(at_once: Any, wiki: Path, tmp_path: Path) -> Path:
    """A copy of the wiki's home, in which two people have asked something, one of them twice."""
    home = Path(shutil.copytree(wiki, tmp_path / "home"))
    for user, text in (
        ("花子", "経費精算の領収書をなくしました"),
        ("太郎", "経費精算は秘密の出張の分もできますか"),
        ("花子", "看護休暇の日数は何日ですか"),
    ):
        at_once("chat", "-m", text, "--user", user, "--home", home, "--json", env=NO_MODEL).json  # noqa: B018 it went well
    return home


@pytest.fixture
def find(at_once: Any, wiki: Path, tmp_path: Path) -> Any:
    """`find(query, *words, fusion="rank")`: what is printed with these settings of `search`, or with this file."""

    def run(query: str, *words: str | Path, toml: str = "", env: Mapping[str, str] | None = None, **search: Any) -> Any:
        if toml:
            (tmp_path / "yorisoi.toml").write_text(toml, encoding="utf-8")
        settings = {f"YORISOI_SEARCH__{name.upper()}": str(value) for name, value in search.items()}
        given = {**NO_MODEL, **settings, **(env or {})}
        return at_once(
            "search", query, "--home", wiki, "--json", *words, env=given, folder=tmp_path if toml else None
        ).json

    return run


def names(found: Any) -> list[str]:
    return [hit["source"].partition("pages/")[2] for hit in found["hits"]]


def worth(bm25: float, of: Any) -> float:
    """Of points in this search, in nats."""
    best = max(hit["legs"]["lexical"]["score"] for hit in of["hits"])
    return bm25 / SearchConfig().bm25_per_nat * math.sqrt(best / 60)


# ---------------------------------------------------------------- how hits are found


def test_fusion_by_rank_adds_up_places_and_by_score_what_scores_are_worth(find: Any) -> None:
    by_rank = find("看護休暇の日数", toml='[search]\nfusion = "rank"\nk = 10\n')
    assert by_rank["hits"][0]["score"] == pytest.approx(2 / 11), "first by words, and first by coverage"
    for hit in by_rank["hits"]:
        assert hit["score"] == pytest.approx(sum(1 / (10 + leg["rank"]) for leg in hit["legs"].values()))
    by_score = find("看護休暇の日数")
    assert names(by_score)[0] == names(by_rank)[0] == "nursing.md"
    legs = by_score["hits"][0]["legs"]
    assert by_score["hits"][0]["score"] == pytest.approx(
        worth(legs["lexical"]["score"], of=by_score) * (1 + 6 * legs["coverage"]["score"]) / 3
    )


def test_the_environment_goes_before_the_file(find: Any) -> None:
    toml = '[search]\nfusion = "rank"\nlimit = 2\n'
    found = find("休暇の日数", toml=toml, limit=1)
    assert len(found["hits"]) == 1
    assert found["hits"][0]["score"] == pytest.approx(2 / 61)


def test_key_words_by_rules_leave_out_how_it_was_asked(find: Any) -> None:
    chatty = "すみません、申請の前に知りたいのですが、休憩について教えてください"
    plain = find(chatty)
    by_rules = find(chatty, keywords="rules")
    assert by_rules["query"] == chatty
    assert "asking.md" in names(plain)
    assert "asking.md" not in names(by_rules)
    assert names(by_rules)[0] == "rest.md"


@pytest.mark.parametrize("asked", [{"keywords": "model"}, {"variants": 2}], ids=str)
def test_without_a_model_to_word_the_question_anew_the_search_works_and_says_so(find: Any, asked: Any) -> None:
    found = find("看護休暇の日数", **asked)
    assert names(found)[0] == "nursing.md"
    assert [leg["step"] for leg in found["dropped"]] == ["search.wording"]


def test_without_a_reranker_there_is_no_coverage(find: Any) -> None:
    usual = find("看護休暇の日数")
    assert all(set(hit["legs"]) == {"lexical", "coverage"} for hit in usual["hits"])
    without = find("看護休暇の日数", env={"YORISOI_RERANKER": "none"})
    assert all(set(hit["legs"]) == {"lexical"} for hit in without["hits"])
    assert [hit["score"] for hit in without["hits"]] == pytest.approx(
        [worth(hit["legs"]["lexical"]["score"], of=without) for hit in without["hits"]]
    )
    assert {hit["passage_id"] for hit in without["hits"]} == {hit["passage_id"] for hit in usual["hits"]}


def test_a_reranker_that_cannot_be_reached_is_named_and_the_order_before_it_stays(find: Any) -> None:
    usual = find("看護休暇の日数")
    env = {"YORISOI_RERANKER": "rerank:any", "YORISOI_RERANK__BASE_URL": "http://127.0.0.1:9/v1"}
    found = find("看護休暇の日数", env=env)
    assert found["hits"] == usual["hits"]
    assert [leg["step"] for leg in found["dropped"]] == ["search.rerank"]


def test_a_question_gets_the_same_scores_in_every_process(find: Any) -> None:
    one, other = (find("看護休暇の日数", env={"PYTHONHASHSEED": seed})["hits"] for seed in ("1", "3"))
    assert len(one) >= 3
    assert one == other


# ---------------------------------------------------------------- how hits are shown


def test_newest_shows_the_newest_page_first_and_those_without_a_date_last(find: Any) -> None:
    best_first = find("看護休暇の日数")
    newest_first = find("看護休暇の日数", order="newest")
    dates = [hit["updated"] or "" for hit in newest_first["hits"]]
    assert len(set(dates)) > 2
    assert dates == sorted(dates, reverse=True)
    assert dates[-1] == ""
    assert names(newest_first) != names(best_first)
    by_id = {hit["passage_id"]: hit for hit in best_first["hits"]}
    assert all(hit == by_id[hit["passage_id"]] for hit in newest_first["hits"]), "only the order is another"
    assert len(newest_first["hits"]) == len(best_first["hits"])


def test_at_the_ends_stand_the_best(find: Any) -> None:
    best_first = names(find("休暇の日数"))
    assert len(best_first) >= 3
    assert names(find("休暇の日数", order="ends")) == [*best_first[0::2], *reversed(best_first[1::2])]


def test_neighbours_go_along_with_a_hit(find: Any) -> None:
    (bare,) = find("VPNの設定", "--limit", "1")["hits"]
    assert bare["section"] == ["手順2"]
    assert "申請。" not in bare["text"]
    (before,) = find("VPNの設定", "--limit", "1", neighbours_before=1)["hits"]
    assert before["text"].startswith("申請。")
    assert before["text"].endswith(bare["text"].strip())
    (both,) = find("VPNの設定", "--limit", "1", toml="[search]\nneighbours_before = 1\nneighbours_after = 1\n")["hits"]
    assert [both["text"].index(each) for each in ("申請。", "VPNの設定。", "接続。")] == sorted(
        both["text"].index(each) for each in ("申請。", "VPNの設定。", "接続。")
    )
    assert (both["passage_id"], both["score"], both["section"]) == (bare["passage_id"], bare["score"], bare["section"])


def test_a_copied_page_is_one_hit_that_names_the_copy_unless_every_passage_is_asked_for(find: Any) -> None:
    best = find("経費精算の領収書")["hits"][0]
    assert len(best["also"]) == 1
    everything = find("経費精算の領収書", duplicates=0)
    assert set(names(everything)[:2]) == {"expense.md", "copy/expense.md"}
    assert {hit["source"] for hit in everything["hits"][:2]} == {best["source"], *best["also"]}
    assert all(hit["also"] == [] for hit in everything["hits"])


# ---------------------------------------------------------------- what cannot be set


@pytest.mark.parametrize(
    ("variable", "value", "named"),
    [
        ("YORISOI_SEARCH__FUSION", "votes", "search.fusion"),
        ("YORISOI_SEARCH__ORDER", "oldest", "search.order"),
        ("YORISOI_SEARCH__VARIANTS", "9", "variants"),
        ("YORISOI_RERANKER", "magic", "magic"),
    ],
)
def test_a_value_that_is_not_known_is_one_line(at_once: Any, wiki: Path, variable: str, value: str, named: str) -> None:
    ran = at_once("search", "休暇", "--home", wiki, "--json", env={**NO_MODEL, variable: value})
    assert (ran.status, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1, ran.err
    assert ran.err.startswith("yorisoi: ")
    assert named in ran.err


def test_a_value_of_the_file_that_is_not_known_is_one_line(at_once: Any, wiki: Path, tmp_path: Path) -> None:
    for line, named in (('order = "oldest"', "search.order"), ('ordr = "newest"', "ordr")):
        (tmp_path / "yorisoi.toml").write_text(f"[search]\n{line}\n", encoding="utf-8")
        ran = at_once("search", "休暇", "--home", wiki, env=NO_MODEL, folder=tmp_path)
        assert (ran.status, ran.out, len(ran.err.splitlines())) == (2, "", 1), ran.err
        assert named in ran.err


# ---------------------------------------------------------------- earlier conversations


def test_a_search_for_a_user_lists_what_that_user_said_and_never_what_another_did(at_once: Any, talked: Path) -> None:
    def said(*words: str, **search: str) -> list[str]:
        env = {**NO_MODEL, **{f"YORISOI_SEARCH__{name.upper()}": value for name, value in search.items()}}
        ran = at_once("search", "経費精算の領収書", "--home", talked, "--json", *words, env=env)
        assert ("秘密" in ran.out) == ("太郎" in words)
        return [each["text"] for each in ran.json["conversations"]]

    assert said("--user", "花子") == ["経費精算の領収書をなくしました"]
    assert said("--user", "太郎") == ["経費精算は秘密の出張の分もできますか"]
    assert said("--user", "花子", conversations="5") == ["経費精算の領収書をなくしました"]
    for nobody in ("次郎", "花", "花子 ", "%", "' OR '1'='1"):
        assert said("--user", nobody) == []
    assert said() == []
    assert said(conversations="5") == [], "no user is named, so nobody's are searched"

    readable = at_once("search", "経費精算の領収書", "--user", "花子", "--home", talked, env=NO_MODEL)
    assert "領収書をなくしました" in readable.out
    assert "秘密" not in readable.out + readable.err


def test_what_has_nothing_to_do_with_the_query_is_not_listed(at_once: Any, talked: Path) -> None:
    found = at_once("search", "休憩", "--user", "花子", "--home", talked, "--json", env=NO_MODEL).json
    assert found["hits"]
    assert found["conversations"] == []


def test_a_turn_lists_what_its_user_said_in_other_conversations(at_once: Any, talked: Path) -> None:
    def turn(user: str, conversations: str) -> Any:
        env = {**NO_MODEL, "YORISOI_SEARCH__CONVERSATIONS": conversations}
        words = ("chat", "-m", "経費精算の領収書はいつまでに出しますか", "--user", user, "--home", talked, "--json")
        return at_once(*words, env=env).json

    assert turn("三郎", "2")["episodes"] == []
    reply = turn("花子", "2")
    assert [each["text"] for each in reply["episodes"]] == ["経費精算の領収書をなくしました"]
    asked_again = [each["text"] for each in turn("花子", "0")["episodes"]]
    assert asked_again == ["経費精算の領収書はいつまでに出しますか", "経費精算の領収書をなくしました"], (
        "it comes to mind by itself"
    )
    (own,) = turn("太郎", "1")["episodes"]
    assert own["text"] == "経費精算は秘密の出張の分もできますか"
    later = turn("花子", "1")["episodes"]
    assert [each["text"] for each in later].count("経費精算の領収書はいつまでに出しますか") == 1, "those alike are one"
