"""FAQ sets in the published format."""

import csv
from dataclasses import replace
from pathlib import Path
from stat import S_IMODE

import pytest

from yorisoi.backends.store import open_store
from yorisoi.documents import DocumentsConfig
from yorisoi.errors import DataSetError
from yorisoi.evaluation import answers
from yorisoi.evaluation.corpus import take_in
from yorisoi.evaluation.faq import sets
from yorisoi.evaluation.faq.sets import Faq, Query
from yorisoi.types import Filter

FAQS = [
    Faq("f1", "退会したい", "設定の「退会」を押します。\n元には戻せません。"),
    Faq("f2", "=タグ", 'HTMLの"書式"です'),
]
QUERIES = (
    Query(id="q0001", text="やめたい, すぐに", faqs=("f1",), way="user", difficulty="hard", made_by="rules:short"),
    Query(id="q0002", text="退会とタグ", faqs=("f1", "f2"), way="two", difficulty="easy", made_by="rules:both"),
)


def test_a_set_that_is_written_is_read_back(tmp_path: Path) -> None:
    sets.write_faqs(tmp_path, FAQS)
    sets.write_queries(tmp_path, QUERIES, "verified")
    found = sets.load(tmp_path)
    assert list(found.faqs.values()) == FAQS
    assert found.queries == QUERIES
    assert found.split == "verified"
    data = found.as_data_set()
    assert data.queries[1].relevance == {"f1": 1.0, "f2": 1.0}


def test_who_may_read_a_faq_goes_with_it_into_the_set(tmp_path: Path) -> None:
    given = [Faq("f1", "賞与の決め方", "部長が決めます。", frozenset(("hr", "legal"))), Faq("f2", "食堂", "昼です。")]
    sets.write_faqs(tmp_path, given)
    assert list(sets.load_faqs([tmp_path / "target_faq.csv"]).values()) == given


def test_the_published_files_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "target_faq.csv").write_text("ID,Title,Content\nfaq_1,ログインできない,設定を見直す\n", "utf-8")
    for split in ("train", "validation", "test"):
        text = f"ID,Query,difficulty\nfaq_1,{split} でログインに失敗する,medium\n"
        (tmp_path / f"queries_{split}.csv").write_text(text, "utf-8")
    assert sets.load(tmp_path).queries[0].text == "test でログインに失敗する"
    [query] = sets.load(tmp_path, "train").queries
    assert (query.faqs, query.difficulty, query.id) == (("faq_1",), "medium", "q0001")


@pytest.mark.parametrize(
    ("faqs", "queries", "said"),
    [
        (None, "id,query\n", "holds no target_faq.csv"),
        ("id,title,body\nf1,t,b\n", None, "holds no queries"),
        ("名前,値段\nりんご,100\n", "id,query\nf1,x\n", "is not a FAQ"),
        ("id,title,body\nf1,t,b\n", "id,text\nf1,x\n", "has no column query"),
        ("id,title,body\nf1,t,b\n", "id,query\nf1,\n", "line 2: a row needs"),
        ("id,title,body\nf1,t,b\n", "id,query\nf9,何\n", "1 queries name FAQs that are not in"),
        ("id,title,body\nf1,t,b\n", "id,query\n", "holds no queries"),
        ("id,title,body\nf1,t,b\nf1,t,b\n", "id,query\nf1,x\n", "more than once"),
    ],
)
def test_what_is_wrong_with_a_set_is_said_in_one_line(
    tmp_path: Path, faqs: str | None, queries: str | None, said: str
) -> None:
    for name, text in (("target_faq.csv", faqs), ("queries_test.csv", queries)):
        if text is not None:
            (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(DataSetError, match=said) as error:
        sets.load(tmp_path)
    assert "\n" not in str(error.value)


def test_no_cell_of_a_set_is_a_formula_and_all_is_read_back(tmp_path: Path) -> None:
    faq = Faq("-1", '=HYPERLINK("http://evil.example")', "@SUM(A1)")
    sets.write_faqs(tmp_path, [faq])
    query = Query(id="+q", text="=1+1", faqs=("-1",), difficulty="easy", way="=w", made_by="@m")
    path = sets.write_queries(tmp_path, [query], "verified")
    for file in (tmp_path / "target_faq.csv", path):
        for row in csv.reader(file.read_text(encoding="utf-8").splitlines()):
            assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@"))]
        assert S_IMODE(file.stat().st_mode) == 0o600
    assert list(sets.load_faqs([tmp_path / "target_faq.csv"]).values()) == [faq]
    assert sets.load(tmp_path).queries == (query,)


CLOSED = "ミナトフーズの買収は四月十日です。"


@pytest.fixture
def with_closed(tmp_path: Path) -> Path:
    faqs = [Faq("1", "休暇", "三日前までに。"), Faq("2", "買収", CLOSED, frozenset({"board"}))]
    queries = [Query(id=f"q{each.id}", text=each.title, faqs=(each.id,)) for each in faqs]
    both = Query(id="both", text="休暇と買収", faqs=("1", "2"))
    sets.write_faqs(tmp_path, faqs)
    sets.write_queries(tmp_path, [*queries, both], "test")
    return tmp_path


def test_what_the_readers_groups_do_not_open_is_no_part_of_a_set(with_closed: Path) -> None:
    given = sets.load(with_closed)
    assert (given.faqs.keys(), [query.id for query in given.queries], given.closed) == ({"1"}, ["q1"], 1)
    asked = answers.load(with_closed)
    assert ([case.id for case in asked.cases], asked.closed) == (["q1"], 1)
    board = frozenset({"board", "hr"})
    assert (sets.load(with_closed, groups=board).closed, len(answers.load(with_closed, groups=board).cases)) == (0, 3)


async def test_a_store_of_a_faq_is_open_to_those_who_may_read_its_rows(with_closed: Path, tmp_path: Path) -> None:
    data = sets.load(with_closed, groups=frozenset({"board"})).as_data_set()
    assert data.within == Filter(groups=frozenset({"board"}))
    async with open_store(tmp_path) as store:
        documents = store.documents
        await take_in(data, store=documents, embedder=None, config=DocumentsConfig())
        assert [page.title for page in await documents.listed(Filter())] == ["休暇"]
        assert len(await documents.listed(data.within)) == 2
        again = replace(data, corpus={id_: replace(each, groups=frozenset()) for id_, each in data.corpus.items()})
        assert await take_in(again, store=documents, embedder=None, config=DocumentsConfig()) == 1
        assert len(await documents.listed(Filter())) == 2
