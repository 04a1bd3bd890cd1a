"""A folder in BEIR layout is read whole, or refused in one line that says what and where."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from yorisoi.errors import DataSetError
from yorisoi.evaluation.beir import load

HEADER = "query-id\tcorpus-id\tscore\n"
CORPUS = [{"_id": "d1", "title": "休暇", "text": "二十日です。"}, {"_id": "d2", "text": "九時からです。"}]
QUERIES = [{"_id": "q1", "text": "休みは何日"}, {"_id": "q2", "text": "始業は"}]
Write = Callable[..., Path]


def lines(*rows: object) -> str:
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def files(**contents: str | bytes) -> Path:
        """The data set with some of its files written otherwise; `qrels/x.tsv` as `x`."""
        folder = tmp_path / "set"
        (folder / "qrels").mkdir(parents=True)
        given: dict[str, str | bytes] = {"corpus": lines(*CORPUS), "queries": lines(*QUERIES), **contents}
        if not set(given) - {"corpus", "queries"}:
            given["test"] = HEADER + "q1\td1\t2\nq2\td2\t1\n"
        places = {"corpus": "corpus.jsonl", "queries": "queries.jsonl", "beside": "qrels.tsv"}
        for name, content in given.items():
            path = folder / places.get(name, f"qrels/{name}.tsv")
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return files


def test_corpus_queries_and_grades_are_read(write: Write) -> None:
    data = load(write())
    assert (data.name, data.split) == ("set", "test")
    assert data.corpus["d1"].title == "休暇"
    assert data.corpus["d2"].title == ""
    assert [(query.id, query.text, dict(query.relevance)) for query in data.queries] == [
        ("q1", "休みは何日", {"d1": 2.0}),
        ("q2", "始業は", {"d2": 1.0}),
    ]


def test_ids_that_are_numbers_and_a_byte_order_mark_are_taken(write: Write) -> None:
    folder = write(
        corpus=b"\xef\xbb\xbf" + lines({"_id": 1, "title": None, "text": "x"}).encode(),
        queries=lines({"_id": 7, "text": "y"}),
        test=HEADER + "7\t1\t1\r\n\n",
    )
    assert dict(load(folder).queries[0].relevance) == {"1": 1.0}


def test_queries_to_which_nothing_is_relevant_are_left_out_and_counted(write: Write) -> None:
    data = load(write(test=HEADER + "q1\td1\t1\nq2\td1\t0\nq2\td2\t-1\n"))
    assert [query.id for query in data.queries] == ["q1"]
    assert data.without_relevant == 1


def test_queries_without_text_are_left_out_and_counted(write: Write) -> None:
    data = load(write(queries=lines({"_id": "q1", "text": " "}, QUERIES[1])))
    assert [query.id for query in data.queries] == ["q2"]
    assert (data.without_relevant, data.empty_queries) == (0, 1)


@pytest.mark.parametrize(
    ("there", "wanted", "taken"),
    [
        (["train", "dev", "test"], None, "test"),
        (["train", "dev"], None, "dev"),
        (["train"], None, "train"),
        (["train", "test"], "train", "train"),
        (["beside"], None, ""),
        (["beside", "train"], None, ""),
        (["beside", "test"], None, "test"),
    ],
)
def test_a_split_is_taken(write: Write, there: list[str], wanted: str | None, taken: str) -> None:
    assert load(write(**dict.fromkeys(there, HEADER + "q1\td1\t1\n")), wanted).split == taken


@pytest.mark.parametrize(
    ("there", "wanted", "said"),
    [
        (["train", "validation"], None, ["--split", "train, validation"]),
        (["train"], "test", ["no split 'test'", "train"]),
        (["beside"], "test", ["no split 'test'"]),
    ],
)
def test_a_split_that_is_not_clear_is_refused(
    write: Write, there: list[str], wanted: str | None, said: list[str]
) -> None:
    folder = write(**dict.fromkeys(there, HEADER + "q1\td1\t1\n"))
    with pytest.raises(DataSetError) as refused:
        load(folder, wanted)
    assert all(words in str(refused.value) for words in said)


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"corpus": ""}, ["corpus.jsonl", "empty"]),
        ({"corpus": lines(*CORPUS) + "{broken\n"}, ["corpus.jsonl line 3", "JSON"]),
        ({"corpus": "[" * 5000}, ["corpus.jsonl line 1", "nested too deeply"]),
        ({"corpus": lines(*CORPUS, ["d3"])}, ["line 3", "object"]),
        ({"corpus": lines(*CORPUS, {"text": "x"})}, ["line 3", "_id"]),
        ({"corpus": lines(*CORPUS, {"_id": "", "text": "x"})}, ["line 3", "_id", "empty"]),
        ({"corpus": lines(*CORPUS) + '{"_id": "d3", "text": "\\ud83d"}\n'}, ["line 3", '"text"', "half a character"]),
        ({"corpus": lines(*CORPUS, {"_id": "d3"})}, ["line 3", '"text"']),
        ({"corpus": lines(*CORPUS, {"_id": "d3", "title": 1, "text": "x"})}, ["line 3", '"title"']),
        ({"corpus": lines(*CORPUS, CORPUS[0])}, ["line 3", "'d1'", "line 1"]),
        ({"corpus": lines(*CORPUS).encode() + "休暇".encode("euc-jp")}, ["line 3", "UTF-8"]),
        ({"queries": lines(*QUERIES, QUERIES[1])}, ["queries.jsonl line 3", "'q2'"]),
        ({"test": HEADER}, ["test.tsv", "no judgements"]),
        ({"test": ""}, ["test.tsv", "no judgements"]),
        ({"test": HEADER + "q1\td1\t0\n"}, ["test.tsv", "relevant"]),
        ({"test": HEADER + "q1\td1\n"}, ["test.tsv line 2", "2 columns"]),
        ({"test": HEADER + "q1 d1 1\n"}, ["test.tsv line 2", "tabs"]),
        ({"test": HEADER + "q1\td1\tmuch\n"}, ["line 2", "'much'"]),
        ({"test": HEADER + "q1\td1\t1\nq1\td1\t2\n"}, ["line 3", "'d1'", "'q1'"]),
        ({"test": HEADER + "q9\td1\t1\n"}, ["query 'q9'", "line 2"]),
        ({"test": HEADER + "".join(f"q1\td{n}\t1\n" for n in range(1, 10))}, ["document 'd3'", "and 4 more"]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_what_is_wrong_is_named_with_its_place(write: Write, files: dict[str, str], said: list[str]) -> None:
    folder = write(**files)
    with pytest.raises(DataSetError) as refused:
        load(folder)
    assert "\n" not in str(refused.value)
    assert [words for words in said if words not in str(refused.value)] == [], str(refused.value)


@pytest.mark.parametrize("name", ["corpus.jsonl", "queries.jsonl", "qrels/test.tsv"])
def test_a_missing_file_is_named(write: Write, name: str) -> None:
    folder = write()
    (folder / name).unlink()
    with pytest.raises(DataSetError, match=name.partition("/")[0]):
        load(folder)


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DataSetError, match="no such folder"):
        load(tmp_path / "nowhere")


def test_a_query_that_is_itself_a_document_is_known(write: Write) -> None:
    folder = write(
        queries=lines({"_id": "d1", "text": "休暇 二十日です。"}, QUERIES[1]), test=HEADER + "d1\td2\t1\nq2\td2\t1\n"
    )
    assert [query.in_corpus for query in load(folder).queries] == [True, False]
