"""How good an answer is beside the expected one, without a judge: near it, its facts, its citations, its pages.

Each is a measure of `evaluate`; `output` is an `Answered`, `case.expected` an `Expected`.
"""

import json
import re
from collections.abc import Mapping, Sequence

from yorisoi.dialogue.answer.claim_reading import read_claims
from yorisoi.dialogue.answer.support import numbers
from yorisoi.evaluation.answers import Answered, Cited, Expected, on_page
from yorisoi.evaluation.claims import (
    Claim,
    as_passage,
    carried_by,
    cited_by,
    claims,
    passages_of,
    supports,
    without_marks,
)
from yorisoi.evaluation.experiment import Case, Measure, Scored
from yorisoi.language import normal_form, sentences
from yorisoi.ports import Embedder, Vectors


def found(output: Answered, case: Case) -> Mapping[str, bool | None]:
    """`answered`: it is answered where the documents hold an answer; `not_found`: that nothing is found is said where
    they do not."""
    there = case.expected.found
    return {
        "answered": output.did == "answer" if there else None,
        "not_found": output.did == "none" if not there else None,
        "asked": output.did == "ask",
    }


def facts(output: Answered, case: Case) -> Scored | None:
    """`facts`: the share of the expected facts that stand in the answer, as one of their spellings; figures whole.

    Where no facts are listed, the sentences of the expected answer are, and one stands in the answer when the answer
    supports it as a passage would (`claims.supports`, by words alone: no model was tried at reading answers so).
    """
    expected: Expected = case.expected
    if not expected.found or not (expected.facts or expected.answer):
        return None
    if expected.facts:
        present = {spellings[0]: any(_stands(each, output.text) for each in spellings) for spellings in expected.facts}
    else:
        given = [as_passage(without_marks(output.text), output.language)]
        present = {
            said.strip(): supports(given, said, case.input["question"], output.language)
            for said in sentences(expected.answer, output.language)
            if said.strip()
        }
    return Scored(
        scores={"facts": sum(present.values()) / len(present)},
        why={"facts_absent": [fact for fact, is_there in present.items() if not is_there]},
    )


def _stands(fact: str, text: str) -> bool:
    """5日 stands in 年5日 and not in 15日, whatever else the text has."""
    spelt = normal_form(fact)
    begins = r"(?<!\d)(?<!\d[.,])" if spelt[:1].isdigit() else ""
    ends = r"(?![.,]?\d)" if spelt[-1:].isdigit() else ""
    whole = re.search(f"{begins}{re.escape(spelt)}{ends}", normal_form(text))
    return whole is not None and numbers(fact) <= numbers(text)


def pages(output: Answered, case: Case) -> Scored | None:
    """Which pages carried the answer, cited by what it claims: `page_recall`, of those expected, how many did;
    `page_precision`, of those that did, how many are expected (an answer that cites nothing has none)."""
    expected: Expected = case.expected
    if not expected.found or not expected.pages or output.did == "ask":
        return None
    carried = carried_by(output, case.input["question"])
    sources = tuple(dict.fromkeys(cite.source for cite in carried))
    missing = [page for page in expected.pages if not any(on_page(cite, page) for cite in carried)]
    right = {cite.source for cite in carried if any(on_page(cite, page) for page in expected.pages)}
    return Scored(
        scores={
            "page_recall": 1 - len(missing) / len(expected.pages),
            "page_precision": len(right) / len(sources) if sources else None,
        },
        why={
            "pages": list(sources),
            "pages_missing": missing,
            "pages_beside": [source for source in sources if source not in right],
        },
    )


def citing(reader: object) -> Measure:
    """The measure `citations`: `citation_recall`, of the answer's claims, the share that the passages they cite support
    (`claims.supports`); `citation_precision`, of the (claim, citation) pairs, the share in which the passage alone
    supports the claim, or the claim is supported only with it.

    `reader` is the embedding model, which reads claims beside passages where it can (`ClaimReader`).
    Source: Gao et al., Enabling Large Language Models to Generate Text with Citations, EMNLP 2023.
    """

    async def citations(output: Answered, case: Case) -> Scored | None:
        question, language = case.input["question"], output.language
        made = claims(output, question) if output.did == "answer" else []
        if not made:
            return None
        known: dict[tuple[str, tuple[int, ...]], bool] = {}

        async def holds(claim: Claim, cited: Sequence[Cited]) -> bool:
            key = (claim.text, tuple(cite.number for cite in cited))
            if key not in known:
                passages = passages_of(cited, language)
                read = await read_claims([claim.text], passages, language, reader)
                known[key] = supports(passages, claim.text, question, language, read.get(claim.text))
            return known[key]

        unsupported, pairs, needed = list[str](), 0, 0
        for claim in made:
            cited = cited_by(claim, output.citations)
            whole = await holds(claim, cited)
            if not whole:
                unsupported.append(claim.text)
            for cite in cited:
                pairs += 1
                others = [each for each in cited if each is not cite]
                needed += await holds(claim, [cite]) or (whole and not await holds(claim, others))
        return Scored(
            scores={
                "citation_recall": 1 - len(unsupported) / len(made),
                "citation_precision": needed / pairs if pairs else None,
            },
            why={"unsupported": unsupported},
        )

    return citations


async def nearness(embedder: Embedder, cases: Sequence[Case]) -> Measure:
    """The measure `cosine`: of the answer's embedding and the expected answer's, as source 003 has it; beside it
    `cosine_others`, the mean cosine with the other expected answers of the set, since what an answer to anything
    has is no merit, and `nearest`: no other expected answer is nearer.  Other questions may expect the same answer.

    Both texts are embedded as queries, marks left out.
    """
    with_answer = [case for case in cases if case.expected.answer and case.expected.found]
    rows = {_asked(case): row for row, case in enumerate(with_answer)}
    vectors: Vectors | None = None
    if with_answer:
        vectors = await embedder.embed_queries([case.expected.answer for case in with_answer])

    async def cosine(output: Answered, case: Case) -> Mapping[str, float | None] | None:
        if vectors is None or _asked(case) not in rows or output.did == "ask":
            return None
        [own] = await embedder.embed_queries([without_marks(output.text)])
        near = vectors @ own
        row = rows[_asked(case)]
        others = near[[each.expected.answer != case.expected.answer for each in with_answer]]
        return {
            "cosine": float(near[row]),
            "cosine_others": float(others.mean()) if len(others) else None,
            "nearest": bool(near[row] >= others.max()) if len(others) else None,
        }

    return cosine


def _asked(case: Case) -> str:
    return json.dumps(case.input, sort_keys=True)


WITHOUT_MODEL: Sequence[Measure] = (found, facts, pages)
FIGURES = (
    *("answered", "not_found", "asked", "facts", "page_recall", "page_precision"),
    *("citation_recall", "citation_precision", "cosine", "cosine_others", "nearest"),
)
"""All that these, `citing` and `nearness` can tell."""
