"""Triples from files, in every format; what is wrong is named with its line."""

import os
from pathlib import Path

import pytest

from yorisoi.errors import DataSetError
from yorisoi.graph.triple_files import read_triples
from yorisoi.types import Triple

OTARU = Triple(head="小樽市", relation="所在", tail="北海道")


@pytest.mark.parametrize(
    ("name", "text", "confidence"),
    [
        ("a.tsv", "小樽市\t所在\t北海道\n", 1.0),
        ("a.tsv", "head\trelation\ttail\tconfidence\n小樽市\t所在\t北海道\t0.5\n", 0.5),
        ("a.txt", "\ufeff小樽市\t所在\t北海道\r\n\r\n", 1.0),
        ("a.csv", '主語,述語,目的語\n"小樽市",所在,"北海道"\n', 1.0),
        ("a.jsonl", '{"head": "小樽市", "relation": "所在", "tail": "北海道", "confidence": 0.25}\n', 0.25),
        ("a.jsonl", '{"subject": "小樽市", "predicate": "所在", "object": "北海道"}\n\n', 1.0),
        ("a.nt", '# 町\n<http://ja.dbpedia.org/resource/小樽市> <http://e.org/o#所在> "北海道"@ja .\n', 1.0),
        ("a.nt", '<http://e.org/小樽市> <http://e.org/所在> "北海道\\u0000" .\n', 1.0),
        ("a.nt", '<http://e.org/%E5%B0%8F%E6%A8%BD%E5%B8%82> <http://e.org/所在/> "\\u5317海道" .\n', 1.0),
    ],
)
def test_every_format_gives_the_triple(tmp_path: Path, name: str, text: str, confidence: float) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    [found] = read_triples(tmp_path / name)
    assert (found.head, found.relation, found.tail) == (OTARU.head, OTARU.relation, OTARU.tail)
    assert found.confidence == confidence


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.tsv", "小樽市\t所在\t北海道\n小樽市\t所在\n"),
        ("a.tsv", "小樽市\t所在\t北海道\n小樽市\t\t北海道\n"),
        ("a.csv", "小樽市,所在,北海道\n小樽市,所在,北海道,2\n"),
        ("a.jsonl", '{"head": "小樽市", "relation": "所在", "tail": "北海道"}\n{"head": 1}\n'),
        ("a.jsonl", "\n" + "[" * 5000),
        ("a.jsonl", f'\n{{"head": "a", "relation": "b", "tail": "c", "confidence": {"9" * 400}}}\n'),
        ("a.nt", '\n<http://e.org/a> <http://e.org/b> "\\u0000" .\n'),
        ("a.nt", '\n<http://e.org/a> <http://e.org/b> "\\uD83D" .\n'),
        ("a.jsonl", '\n{"head": "小樽市", "relation": "所在", "tail": "\\ud83d"}\n'),
        ("a.jsonl", '{"head": "小樽市", "relation": "所在", "tail": "北海道"}\n小樽市\n'),
        ("a.nt", "<http://e.org/a> <http://e.org/b> <http://e.org/c> .\n<http://e.org/a> <http://e.org/b>\n"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataSetError, match=rf"{name}:2"):
        list(read_triples(tmp_path / name))


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes("小樽市\t所在\t北海道".encode("cp932"))
    for name, said in (("a.tsv", "UTF-8"), ("a.rdf", r"\.nt"), ("b.tsv", "read")):
        with pytest.raises(DataSetError, match=said):
            list(read_triples(tmp_path / name))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.tsv")
    with pytest.raises(DataSetError, match="no file"):
        list(read_triples(tmp_path / "x.tsv"))


def test_what_is_no_character_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "a.nt").write_text(
        '<http://e.org/小樽市> <http://e.org/所在> "北海道\\UFFFFFFFF" .\n', encoding="utf-8"
    )
    [found] = read_triples(tmp_path / "a.nt")
    assert found.tail == "北海道\ufffd"
