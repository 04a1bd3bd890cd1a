"""Answers beside the expected ones: facts, pages, citations, "not found", with and without a judge."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from yorisoi.errors import DataSetError, MalformedReply
from yorisoi.evaluation import Case, Scored
from yorisoi.evaluation.answer_judge import judging
from yorisoi.evaluation.answer_measures import citing, facts, found, nearness, pages
from yorisoi.evaluation.answers import Answered, Cited, Expected, load, on_page
from yorisoi.evaluation.claims import claims, passages_of, supports
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.testing.scripted_chat import ScriptedChat

SUMMER = Cited(
    number=1,
    source="leave/summer.md",
    title="夏季休暇",
    passage="大阪支社では合計5日です。9月末までに取ります。",
)
CARE = Cited(
    number=2,
    source="leave/care.md",
    title="看護休暇",
    passage="子どもが1人なら年に5日、2人以上なら10日です。",
)
ANSWER = Answered(
    text="「夏季休暇」に次のように書かれています。\n大阪支社では合計5日です。9月末までに取ります。 [1]\n"
    "関連する記載：\n- 看護休暇 [2] 子どもが3人以上なら15日です。",
    language="ja",
    citations=(SUMMER, CARE),
)


def case(question: str = "夏季休暇は何日ですか", **expected: Any) -> Case:
    return Case(id="a", input={"question": question, "attributes": {}}, expected=Expected(**expected))


def test_claims_are_what_the_answer_adds_and_take_the_next_mark() -> None:
    assert [(claim.text, claim.cites) for claim in claims(ANSWER, "夏季休暇は何日ですか")] == [
        ("大阪支社では合計5日です。", (1,)),
        ("9月末までに取ります。", (1,)),
    ]


def test_a_mark_behind_the_full_stop_belongs_to_the_sentence_before_it() -> None:
    answer = replace(ANSWER, text="大阪支社では合計5日です。[1] 子どもが2人以上なら10日です。[2][1]")
    assert [claim.cites for claim in claims(answer, "何日ですか")] == [(1,), (2, 1)]


@pytest.mark.parametrize(
    ("claim", "is_said"),
    [
        ("子どもが2人以上なら年に10日です。", True),
        ("子どもが2人以上なら年に20日です。", False),
        ("申請は前月の20日までに総務部へ出します。", False),
    ],
)
def test_a_passage_supports_what_it_says_and_nothing_else(claim: str, is_said: bool) -> None:
    assert supports(passages_of([CARE], "ja"), claim, "看護休暇は何日ですか", "ja") is is_said
    assert not supports([], claim, "看護休暇は何日ですか", "ja")


def test_facts_are_found_in_any_spelling_and_figures_whole() -> None:
    said = facts(ANSWER, case(facts=(("5日", "五日"), ("9月末",), ("10月",))))
    assert said == Scored(scores={"facts": 2 / 3}, why={"facts_absent": ["10月"]})
    fifteen = replace(ANSWER, text="合計15日です。")
    absent = Scored(scores={"facts": 0.0}, why={"facts_absent": ["5日"]})
    assert facts(fifteen, case(facts=(("5日",),))) == absent
    assert facts(replace(ANSWER, text="5月から15日です。"), case(facts=(("5日",),))) == absent


def test_without_listed_facts_the_sentences_of_the_expected_answer_are_looked_for() -> None:
    said = facts(ANSWER, case(answer="大阪支社は合計5日です。申請は前月の20日までに出します。"))
    assert said == Scored(scores={"facts": 0.5}, why={"facts_absent": ["申請は前月の20日までに出します。"]})
    assert facts(ANSWER, case(pages=("summer",))) is None


def test_which_pages_carried_the_answer_is_told_by_what_it_claims() -> None:
    said = pages(ANSWER, case(pages=("leave/summer", "leave/care")))
    assert said == Scored(
        scores={"page_recall": 0.5, "page_precision": 1.0},
        why={"pages": ["leave/summer.md"], "pages_missing": ["leave/care"], "pages_beside": []},
    )


async def test_a_citation_that_does_not_say_it_costs_recall_and_precision() -> None:
    wrong = replace(ANSWER, text="大阪支社では合計5日です。[1] 福岡支社では10月31日までに取ります。[2]")
    citations = citing(None)
    said = await citations(wrong, case())
    assert said == Scored(
        scores={"citation_recall": 0.5, "citation_precision": 0.5},
        why={"unsupported": ["福岡支社では10月31日までに取ります。"]},
    )
    assert await citations(replace(ANSWER, did="none", citations=()), case()) is None


async def test_an_uncited_claim_costs_recall_alone() -> None:
    uncited = replace(ANSWER, text="大阪支社では合計5日です。[1] 申請は前月の20日までに出します。")
    said = await citing(None)(uncited, case())
    assert said
    assert said.scores == {"citation_recall": 0.5, "citation_precision": 1.0}


async def test_what_an_embedding_model_reads_decides_what_words_leave_open_and_each_pair_is_read_once() -> None:
    class Reads:
        """Reads that nothing is said, or everything, as it is told."""

        def __init__(self, odds: float) -> None:
            self.odds, self.read = odds, list[tuple[str, str]]()

        async def supporting(self, pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
            self.read += pairs
            return np.full(len(pairs), self.odds, dtype=np.float32)

    yes, no = Reads(8.0), Reads(-8.0)
    other_words = replace(ANSWER, text="大阪の人は五日休めます。[1]", citations=(SUMMER,))
    told = {reader: await citing(reader)(other_words, case()) for reader in (yes, no)}
    assert told[yes].scores == {"citation_recall": 1.0, "citation_precision": 1.0}
    assert told[no].scores == {"citation_recall": 0.0, "citation_precision": 0.0}
    assert [claim for claim, _ in yes.read] == ["大阪の人は五日休めます。"]


def test_not_found_is_right_where_nothing_is_there_and_only_there() -> None:
    nothing = replace(ANSWER, did="none", citations=())
    assert found(nothing, case(found=False)) == {"answered": None, "not_found": True, "asked": False}
    assert found(ANSWER, case(found=False)) == {"answered": None, "not_found": False, "asked": False}
    assert found(nothing, case()) == {"answered": False, "not_found": None, "asked": False}


async def test_the_cosine_stands_beside_that_of_other_questions() -> None:
    one = case(answer="大阪支社では合計5日です。9月末までに取ります。")
    two = Case(id="b", input={"question": "駐車場"}, expected=Expected(answer="建物の裏に10台分の駐車場があります。"))
    cosine: Any = await nearness(HashEmbedder(), [one, two])
    bare = replace(ANSWER, text="大阪支社では合計5日です。[1] 9月末までに取ります。[1]")
    said = await cosine(bare, one)
    assert said["cosine"] > 0.9 > said["cosine_others"]
    assert said["nearest"] is True
    assert (await cosine(bare, two))["nearest"] is False
    assert await cosine(replace(bare, did="ask"), one) is None
    again = Case(id="c", input={"question": "夏の休みは"}, expected=one.expected)
    with_the_same: Any = await nearness(HashEmbedder(), [one, two, again])
    assert await with_the_same(bare, one) == said, "what expects the same is no other answer"


# ---------------------------------------------------------------- with a judge


async def test_a_judge_says_which_facts_are_there_and_which_are_said_otherwise() -> None:
    verdicts = [{"fact": 1, "verdict": "present"}, {"fact": 2, "verdict": "contradicted"}]
    model = ScriptedChat([json.dumps({"facts": verdicts})])
    judged: Any = judging(model)["judged_facts"]
    said = await judged(ANSWER, case(facts=(("5日", "五日"), ("10月末",))))
    assert said.scores == {"judged_facts": 0.5, "contradicted": 0.5}
    assert said.why == {"judged_facts": {"5日 / 五日": "present", "10月末": "contradicted"}}
    assert "[1]" not in model.requests[0].messages[-1].content


async def test_a_judge_says_which_passages_support_which_claims() -> None:
    pairs = [{"pair": 1, "supports": "full"}, {"pair": 2, "supports": "no"}]
    judged: Any = judging(ScriptedChat([json.dumps({"pairs": pairs})]))["judged_citations"]
    said = await judged(ANSWER, case())
    assert said.scores == {"judged_citation_recall": 0.5, "judged_citation_precision": 0.5}
    assert said.why == {"judged_unsupported": ["[1] 9月末までに取ります。"]}


async def test_a_judge_that_passes_over_a_fact_has_not_judged() -> None:
    judged: Any = judging(ScriptedChat([json.dumps({"facts": [{"fact": 1, "verdict": "present"}]})]))["judged_facts"]
    with pytest.raises(MalformedReply, match="no verdict on number 2"):
        await judged(ANSWER, case(facts=(("5日",), ("10日",))))


# ---------------------------------------------------------------- sets


def test_a_set_is_read_by_its_own_names_and_by_those_of_the_sample_questions(tmp_path: Path) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(
        '{"question": "夏季休暇は何日", "answer": "5日です。", "pages": ["summer"], "id": "x",'
        ' "attributes": {"勤務地": "大阪"}}\n'
        '{"text": "看護休暇", "must": [["5日", "五日"]], "page": "care", "kind": "clear"}\n'
        '{"text": "休暇", "must": [], "page": null}\n'
        '{"question": "社長の誕生日", "found": false}\n',
        encoding="utf-8",
    )
    data = load(path)
    assert [each.id for each in data.cases] == ["x", "0002", "0004"]
    assert data.passed_over == 1
    assert data.cases[0].input == {"question": "夏季休暇は何日", "attributes": {"勤務地": "大阪"}}
    assert data.cases[1].expected == Expected(facts=(("5日", "五日"),), pages=("care",))
    assert data.cases[1].labels == {"kind": "clear", "language": "ja"}
    assert len(load(path, all_questions=True).cases) == 4


def test_a_table_does_as_well(tmp_path: Path) -> None:
    path = tmp_path / "set.csv"
    path.write_text(
        "question,answer,facts,pages,found\n夏季休暇は何日,5日です。,5日/五日|9月末,summer|care,\n社長は,,,,false\n",
        "utf-8",
    )
    one, two = load(path).cases
    assert one.expected == Expected(answer="5日です。", facts=(("5日", "五日"), ("9月末",)), pages=("summer", "care"))
    assert two.expected == Expected(found=False)


def test_a_folder_of_faqs_and_queries_is_a_set(tmp_path: Path) -> None:
    (tmp_path / "target_faq.csv").write_text(
        "id,title,body\nf1,看護休暇,年に5日です。\nf12,給料日,毎月25日です。\n", "utf-8"
    )
    (tmp_path / "queries_test.csv").write_text("id,query\nf1,子どもが熱を出した\n", "utf-8")
    [one] = load(tmp_path).cases
    assert one.input["question"] == "子どもが熱を出した"
    assert one.expected == Expected(answer="年に5日です。", pages=("#f1",))
    assert on_page(Cited(number=1, source="examples/faq.csv#f1"), "#f1")
    assert not on_page(Cited(number=1, source="examples/faq.csv#f12"), "#f1")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "is empty"),
        ('{"question": " "}', 'line 1: "question" is'),
        ('{"answer": "a"}', '"question" is missing'),
        ('{"question": "a", "facts": "5日"}', '"facts" is not a list'),
        ('{"question": "a", "found": "no"}', "neither true nor false"),
        ('{"question": "a"}', "no question with something expected"),
        ('{"question": "a", "answer": "b", "id": "1"}\n{"question": "c", "answer": "d", "id": "1"}', "stands twice"),
    ],
)
def test_a_bad_set_is_refused_in_one_line(tmp_path: Path, line: str, said: str) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(DataSetError, match=said):
        load(path)
