"""What `eval rewrite` counts: wording beside its baselines, pages, and harm to what stands alone."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from yorisoi.evaluation.followups import FollowUp
from yorisoi.evaluation.rewriting import Rewrite, Rewritten, of_one, rank, report, retrieval
from yorisoi.types import Language, Turn

AT = datetime(2026, 4, 1, tzinfo=UTC)
HISTORY = (
    Turn(speaker="user", text="夏季休暇は何日ですか", at=AT),
    Turn(speaker="assistant", text="3日です。", at=AT),
)


def item(query: str, **more: object) -> FollowUp:
    return FollowUp(history=HISTORY, query=query, language="ja", at=AT, **more)  # type: ignore[arg-type]


def done(query: str, question: str, **more: object) -> Rewritten:
    queries = tuple(dict.fromkeys((question, query)))
    return Rewritten(item=item(query, **more), rewrite=Rewrite(question=question, by="goes-on", queries=queries), ms=2)


def test_a_perfect_rewrite_beats_both_baselines() -> None:
    told = report(
        [done("申請方法は？", "夏季休暇の申請方法は？", reference="夏季休暇の申請方法は？", must=(("夏季休暇",),))]
    )
    assert (told["bleu"], told["rouge_l"], told["exact_match"], told["must_contain"]) == (pytest.approx(100), 1, 1, 1)
    for name in ("raw", "concat"):
        assert told["baselines"][name]["bleu"] < 100
        assert told["baselines"][name]["exact_match"] == 0
    assert told["baselines"]["raw"]["must_contain"] == 0
    assert told["baselines"]["concat"]["must_contain"] == 1
    assert told["by_language"]["ja"]["items"] == told["by_rewriter"]["goes-on"]["items"] == told["changed"] == 1


def test_what_nobody_labelled_is_no_zero() -> None:
    told = report([done("申請方法は？", "夏季休暇の申請方法は？", gold="a.md")])
    assert not {"bleu", "rouge_l", "exact_match", "must_contain"} & set(told)


PAGES = {"夏季": ["summer.md", "annual.md"], "方法": ["annual.md", "summer.md"]}


async def search(queries: Sequence[str], _language: Language) -> list[str]:
    found = [page for query in queries for word, pages in PAGES.items() if word in query for page in pages]
    return list(dict.fromkeys(found))


async def test_pages_are_ranked_raw_rewritten_and_fused() -> None:
    told = await retrieval([done("方法は？", "夏季休暇は？", gold="summer")], search)
    assert told["retrieval"]["raw"] == {"recall@1": 0, "recall@5": 1, "mrr": 0.5}
    assert told["retrieval"]["rewritten"]["recall@1"] == told["recall@1"] == 1
    assert "harmed" not in told


async def test_harm_is_other_pages_for_what_stands_alone() -> None:
    kept = done("方法", "方法", standalone=True)
    changed_without_harm = done("方法", "方法です", standalone=True)
    harmed = done("方法", "夏季休暇の方法", standalone=True)
    told = await retrieval([kept, changed_without_harm, harmed], search)
    assert told["standalone"] == {"items": 3, "changed": 2, "retrieval_changed": 1}
    assert told["harmed"] == pytest.approx(1 / 3, abs=1e-6)


def test_a_page_that_is_not_there_has_no_rank() -> None:
    assert rank(["leave/a.md", "leave/b.md"], "b.md") == 2
    assert rank(["leave/a.md"], "b.md") is None


async def test_a_rewrite_by_itself_has_the_figures_of_its_wording_and_of_its_page() -> None:
    one = done("方法は？", "夏季休暇の方法は？", gold="annual", reference="夏季休暇の方法は？")
    assert await of_one(one.item, one.rewrite, search) == {
        "rouge_l": 1,
        "exact_match": 1,
        "recall@1": 0,
        "recall@5": 1,
        "mrr": 0.5,
    }
    assert await of_one(one.item, one.rewrite, None) == {"rouge_l": 1, "exact_match": 1}
