"""Two runs side by side: differences, figures, a page from which nothing escapes, a sheet that people fill in."""

import json
import re
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from yorisoi.errors import DataSetError
from yorisoi.evaluation import Case, Row, Run, sheets
from yorisoi.evaluation.answers import Answered, Cited, Expected
from yorisoi.evaluation.comments import Comment, agreed, counted, filled, unblinded
from yorisoi.evaluation.comparing import (
    differences,
    figures,
    language_of,
    page_data,
    pairs,
    question_of,
    sheet,
    swapped,
)
from yorisoi.evaluation.page import page, words
from yorisoi.evaluation.significance import sign_test

SUMMER = Cited(number=1, source="leave/summer.md", title="夏季休暇", section=("日数",), rank=2, legs={"vector": 1})
CARE = Cited(number=1, source="leave/care.md", title="看護休暇")


def row(number: int, text: str, cited: Cited, facts: float, *, failed: bool = False) -> Row:
    case = Case(
        id=f"q{number}",
        input={"question": f"夏季休暇は何日ですか（その{number}）", "attributes": {}},
        expected=Expected(answer="3日です。"),
        labels={"kind": "odd" if number % 2 else "even"},
    )
    if failed:
        return Row(case=case, failures={"system": "BackendUnavailable: down"})
    output = asdict(Answered(text=text, citations=(cited,)))  # as it comes back from a file
    trace = {"steps": [{"name": "search", "seconds": 0.1, "query": text}]}
    return Row(case=case, output=output, scores={"facts": facts}, trace=trace)


A = Run(rows=tuple(row(n, "休暇は3日です。", SUMMER, 1.0) for n in range(1, 9)))
B = Run(rows=(row(1, "休暇は3日です。", SUMMER, 1.0), *(row(n, "休暇は5日です。", CARE, 0.0) for n in range(2, 9))))


def readable(trace: Any) -> list[str]:
    return [step["query"] for step in trace["steps"]]


def test_only_questions_that_both_runs_hold_are_compared() -> None:
    other = Run(rows=(replace(B.rows[0], case=replace(B.rows[0].case, input={"question": "別の質問"})), *B.rows[1:3]))
    assert [pair.a.case.id for pair in pairs(A, other)] == ["q2", "q3"]


def test_the_figures_tell_both_means_and_how_sure_the_difference_is() -> None:
    told = figures(pairs(A, B))["facts"]
    assert (told["a"], told["b"], told["difference"]) == (1.0, 0.125, -0.875)
    assert (told["better"], told["worse"], told["equal"]) == (0, 7, 1)
    assert told["p"] == round(2 / 2**7, 4)


@pytest.mark.parametrize(
    ("one", "other", "marked"),
    [
        ("休暇は3日です。", "休暇は5日です。", (["3"], ["5"])),
        ("合計 12 days", "合計 15 days", (["12"], ["15"])),
        ("同じ", "同じ", ([], [])),
        ("", "休暇は5日です。", ([], ["休暇は5日です。"])),
        ("建物の裏に駐車場", "XYZ", (["建物の裏に駐車場"], ["XYZ"])),
    ],
)
def test_what_differs_is_marked_on_both_sides(one: str, other: str, marked: tuple[list[str], list[str]]) -> None:
    mine, theirs = differences(one, other)
    assert ("".join(text for _, text in mine), "".join(text for _, text in theirs)) == (one, other)
    assert tuple([text for differs, text in side if differs and text] for side in (mine, theirs)) == marked


# ---------------------------------------------------------------- the page

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\u2028"


def shown(run: Run = B) -> dict[str, Any]:
    compared = pairs(A, run)
    about = {"names": {"a": "a.toml", "b": "b.toml"}, "set": "set.jsonl", "id": "1", "at": "", "settings": []}
    return page_data(compared, readable, figures=figures(compared), **about)


def test_the_page_holds_every_row_with_its_differences_citations_and_traces() -> None:
    data = shown()
    assert len(data["rows"]) == 8
    second = data["rows"][1]
    assert (second["same_text"], second["same_pages"]) == (False, False)
    assert second["a"]["citations"] == [
        {
            "number": 1,
            "title": "夏季休暇",
            "section": ("日数",),
            "source": "leave/summer.md",
            "rank": 2,
            "legs": "vector #1",
            "only": True,
        }
    ]
    assert second["a"]["trace"] != second["b"]["trace"]


def test_a_side_that_failed_says_so() -> None:
    broken = Run(rows=(row(1, "", SUMMER, 0.0, failed=True), *B.rows[1:]))
    first = shown(broken)["rows"][0]
    assert first["b"]["failure"] == "system: BackendUnavailable: down"
    assert (first["same_text"], first["same_pages"]) == (False, False)


def test_no_text_becomes_a_part_of_the_page() -> None:
    hostile = Run(rows=(row(1, HOSTILE, replace(CARE, title=HOSTILE), 0.0), *B.rows[1:]))
    text = page("comparison", shown(hostile), "ja")
    [held] = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    assert not set("<>&\u2028") & set(held)
    assert json.loads(held)["rows"][0]["b"]["citations"][0]["title"] == HOSTILE
    assert text.count("<script") == 2


def test_the_page_asks_nobody_for_anything() -> None:
    text = page("comparison", shown(), "ja")
    assert "default-src 'none'" in text
    assert not re.search(r"https?://|//cdn|src=|@import|url\(", text)
    assert '<html lang="ja">' in text
    assert '<html lang="en">' in page("comparison", shown(), "ko")


def test_every_language_of_the_pages_has_every_word() -> None:
    said = words()
    assert {language: set(of) ^ set(said["en"]) for language, of in said.items()} == {
        "ja": set(),
        "zh": set(),
        "en": set(),
    }


# ---------------------------------------------------------------- the sheet and what people wrote


def written(tmp_path: Path, verdicts: dict[str, tuple[str, str]], *, blind: bool = False, name: str = "s.xlsx") -> Any:
    columns, rows, choices = sheet(pairs(A, B), "c0ffee", "ja", blind=blind)
    for each in rows:
        each[8:10] = verdicts.get(each[0], ("", ""))
    sheets.write(tmp_path / name, columns, rows, choices=choices)
    return filled(sheets.read(tmp_path / name))


@pytest.mark.parametrize("name", ["s.xlsx", "s.csv"])
def test_what_people_wrote_comes_back(tmp_path: Path, name: str) -> None:
    said = {
        "q1": ("同じ", ""),
        "q2": ("Aがよい", "Bは看護休暇の話"),
        "q3": ("B is better", ""),
        "q4": ("?", "わからない"),
    }
    read = written(tmp_path, said, name=name)
    assert read.comparison == "c0ffee"
    assert read.comments == (
        Comment(case="q1", verdict="same"),
        Comment(case="q2", verdict="a", comment="Bは看護休暇の話"),
        Comment(case="q3", verdict="b"),
        Comment(case="q4", comment="わからない"),
    )
    assert read.unread == ("q4: ?",)


def test_a_blind_sheet_shows_the_sides_as_drawn_and_is_read_back_with_the_true_ones(tmp_path: Path) -> None:
    _, rows, _ = sheet(pairs(A, B), "c0ffee", "ja", blind=True)
    turned = {each[0] for each in rows if swapped("c0ffee", each[0])}
    assert turned
    assert turned != {each[0] for each in rows}
    assert {each[0] for each in rows[1:] if "5日" in each[4]} == turned - {"q1"}
    read = written(tmp_path, {each[0]: ("Aがよい", "") for each in rows}, blind=True)
    true = unblinded(read, blind=True)
    assert {each.case: each.verdict for each in true} == {each[0]: "b" if each[0] in turned else "a" for each in rows}
    assert {each.case for each in true if each.swapped} == turned, "where a comment speaks of the drawn sides"


def test_verdicts_are_counted_with_a_sign_test_and_held_against_the_figures() -> None:
    said = [Comment(case=f"q{n}", verdict="a") for n in range(2, 8)] + [Comment(case="q8", verdict="b", comment="短い")]
    compared = Run(
        rows=tuple(replace(pair.a, scores={"facts b-a": pair.b.scores["facts"] - 1.0}) for pair in pairs(A, B))
    )
    told = counted(said, compared)
    assert (told["a"], told["b"], told["same"], told["comments"]) == (6, 1, 0, 1)
    assert told["p"] == 0.125
    assert told["by_kind"]["odd"]["a"] == 3
    assert told["agrees_with"] == {"facts": {"share": round(6 / 7, 4), "questions": 7}}


def test_of_several_people_each_question_counts_once() -> None:
    def says(**verdicts: str) -> list[Comment]:
        return [Comment(case=case, verdict=verdict) for case, verdict in verdicts.items()]

    one = says(q1="a", q2="a", q3="same")
    assert agreed(one * 3) == one, "a sheet that is given three times is no more questions"
    told = agreed([*one, *says(q1="b", q2="a", q3=""), *says(q2="b", q4="neither")])
    assert {each.case: each.verdict for each in told} == {"q1": "split", "q2": "a", "q3": "same", "q4": "neither"}


def test_the_sign_test_is_that_of_the_binomial_distribution() -> None:
    assert sign_test(0, 0) == 1.0
    assert sign_test(5, 5) == 1.0
    assert sign_test(10, 0) == pytest.approx(2 / 1024)
    assert sign_test(15, 5) == pytest.approx(0.041389, abs=1e-6)
    assert 1e-6 < sign_test(900, 1100) < 1e-4


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([], "not the sheet of a comparison"),
        ([{"番号": "q1", "判定": "A"}], "not the sheet of a comparison"),
        (
            [{"番号": "q1", "判定": "", "コメント": "", "比較": each} for each in ("one", "two")],
            "rows of 2 comparisons",
        ),
    ],
)
def test_another_sheet_is_refused_in_one_line(rows: list[dict[str, str]], said: str) -> None:
    with pytest.raises(DataSetError, match=said):
        filled(rows)


def test_the_language_is_that_of_most_questions() -> None:
    asked = [question_of(row) for row in A.rows]
    assert language_of(asked) == "ja"
    assert language_of([*asked, *["How many days of leave?"] * 9]) == "en"


def test_runs_of_any_system_can_be_laid_side_by_side() -> None:
    def ranked(*faqs: str) -> Run:
        case = Case(id="1", input="パスワードを忘れた", expected=["faq_001"])
        return Run(rows=(Row(case=case, output=list(faqs), scores={"mrr@10": 1.0}),))

    [shown_row] = page_data(pairs(ranked("faq_001", "faq_002"), ranked("faq_002")), readable)["rows"]
    assert "".join(text for _, text in shown_row["a"]["text"]) == "faq_001\nfaq_002"
    assert (shown_row["question"], shown_row["expected"], shown_row["a"]["did"]) == (
        "パスワードを忘れた",
        "faq_001",
        "",
    )
