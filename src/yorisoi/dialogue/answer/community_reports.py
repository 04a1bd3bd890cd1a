"""A model's report of a community, as everybody may be told it: kept for good, it is held against its passages first.

What is said of each part stands in one line, of so many characters, without images, addresses that no passage has, and
marks; a sentence that the passages do not seem to say is left out.
"""

from collections.abc import Sequence
from dataclasses import replace

from yorisoi.dialogue.answer.claim_reading import read_claims
from yorisoi.dialogue.answer.grounding import claims, supported
from yorisoi.errors import MalformedReply
from yorisoi.graph_ports import Finding, Report
from yorisoi.language.addresses import addresses, as_kept, without_strange_addresses
from yorisoi.language.plain import as_line
from yorisoi.types import Language, Passage

_TITLE, _SUMMARY, _FINDING = 100, 800, 400
"""Characters; of a text that is longer the beginning is told."""


async def as_told(report: Report, passages: Sequence[Passage], language: Language, reader: object = None) -> Report:
    """The report as far as the passages that it was made of say it; the title is empty where they do not.

    `reader` may read claims beside passages (`ClaimReader`).  Raises MalformedReply: no finding is left.
    """
    by_id = {passage.id: passage for passage in passages}
    known = addresses("\n".join(passage.in_context for passage in passages))

    async def told(text: str, most: int, rests_on: Sequence[Passage]) -> str:
        line = as_kept(text, most, known)
        claimed = dict.fromkeys(claims(line, len(rests_on), language), tuple(range(1, len(rests_on) + 1)))
        read = await read_claims(list(claimed), rests_on, language, reader, claimed)
        return without_strange_addresses(as_line(supported(line, rests_on, language, read)), known).strip()

    findings = [
        Finding(text=text, passages=each.passages)
        for each in report.findings
        if (text := await told(each.text, _FINDING, [by_id[i] for i in each.passages]))
    ]
    if not findings:
        raise MalformedReply(f"{report.by}: a report that its passages do not say")
    title, summary = await told(report.title, _TITLE, passages), await told(report.summary, _SUMMARY, passages)
    return replace(report, title=title, summary=summary, findings=tuple(findings))
