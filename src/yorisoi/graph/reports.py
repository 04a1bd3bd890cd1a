"""What a community is about: its report, without a model or by one; and what that would cost."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from pydantic import BaseModel, Field, ValidationError

from yorisoi.change_ports import Position
from yorisoi.errors import MalformedReply
from yorisoi.graph.building import Cost
from yorisoi.graph.extracts import extracts
from yorisoi.graph_ports import Community, Finding, Report
from yorisoi.language.packs import own_or_lent
from yorisoi.language.tokens import estimated_tokens
from yorisoi.ports import ChatModel, ChatRequest, DocumentStore, Message, PassageGraph, PassageIndex
from yorisoi.types import Filter, Language, Passage

READ = 24
"""Passages that a report is made of: the most central ones."""
PAGES = 6
"""Whose beginnings speak for it, without a model."""
FINDINGS = 5
MAX_TOKENS = 700
RULES = "rules"

AsTold = Callable[[Report, Sequence[Passage], Language], Awaitable[Report]]
"""What a model's report becomes that everybody may be told, given the passages that it was shown; raises
MalformedReply (`dialogue/answer/community_reports.py`)."""


class _Finding(BaseModel):
    text: str
    passages: list[int] = Field(max_length=READ)


class _Report(BaseModel):
    title: str
    summary: str
    findings: list[_Finding] = Field(max_length=FINDINGS)
    importance: int = Field(ge=1, le=10)


def by_rules(community: Community, beginnings: Sequence[Passage], largest: int) -> Report:
    """Central names, and the sentences that stand for its pages; how much matters is how much there is: of the
    `largest` community's passages."""
    return Report(
        title=community.title,
        summary="",
        findings=tuple(Finding(text=each.text, passages=(each.passage.id,)) for each in extracts(beginnings, FINDINGS)),
        importance=max(1, round(10 * len(community.passages) / max(1, largest))),
        by=RULES,
    )


async def introductions(store: DocumentStore, passages: Sequence[Passage]) -> list[Passage]:
    """The beginnings of the pages that most of these passages are of."""
    pages: dict[int, list[Passage]] = {}
    for passage in passages:
        pages.setdefault(passage.document.id, []).append(passage)
    by_share = sorted(pages.values(), key=lambda page: -len(page))[:PAGES]
    before = [await store.neighbours(page[0], page[0].position, 0) for page in by_share]
    return [beginning for beginning, *_ in filter(None, before)]


def request(passages: Sequence[Passage], budget: int) -> tuple[ChatRequest, list[Passage]]:
    """The call, and the passages that it holds, numbered from 1: the first ones, within a budget of tokens."""
    language = _language(passages)
    held: list[Passage] = []
    for passage in passages:
        budget -= round(estimated_tokens(passage.in_context))
        if held and budget < 0:
            break
        held.append(passage)
    told = "\n\n".join(f"[{number}] {passage.in_context.strip()}" for number, passage in enumerate(held, start=1))
    asked = ChatRequest(
        messages=(
            Message(role="system", content=own_or_lent(language, lambda pack: pack.retrieval.reporting)),
            Message(role="user", content=told),
        ),
        max_tokens=MAX_TOKENS,
        schema=_Report.model_json_schema(),
        schema_name="report",
    )
    return asked, held


async def by_model(model: ChatModel, passages: Sequence[Passage], as_told: AsTold) -> Report:
    """The model's report, as it may be told; what it says without naming a passage that it was shown is left out.

    Raises MalformedReply, and what the model raises.
    """
    asked, held = request(passages, model.context_tokens)
    completion = await model.complete(asked)
    try:
        said = _Report.model_validate_json(completion.text)
    except ValidationError as error:
        raise MalformedReply(f"{completion.model}: no report in the form asked for") from error
    findings = []
    for each in said.findings:
        rests = tuple(held[number - 1].id for number in dict.fromkeys(each.passages) if 0 < number <= len(held))
        if rests and each.text.strip():
            findings.append(Finding(text=each.text.strip(), passages=rests))
    if not findings or not said.title.strip():
        raise MalformedReply(f"{completion.model}: a report that rests on no passage")
    report = Report(
        title=said.title.strip(),
        summary=said.summary.strip(),
        findings=tuple(findings),
        importance=said.importance,
        by=completion.model,
    )
    return await as_told(report, held, _language(held))


def _language(passages: Sequence[Passage]) -> Language:
    languages = [passage.language for passage in passages]
    return max(languages, key=languages.count)


@dataclass(slots=True, kw_only=True)
class Written:
    """What came of it."""

    reports: int = 0
    failed: int = 0
    """Communities of which the model gave no usable report, or whose passages changed meanwhile; they are tried again
    the next time."""


class Reporter:
    """Reports on the communities of what some readers may read."""

    def __init__(
        self, store: DocumentStore, index: PassageIndex, graph: PassageGraph, readers: frozenset[str] = frozenset()
    ) -> None:
        self._store, self._index, self._graph = store, index, graph
        self._within = Filter(groups=readers)

    async def communities(self, levels: int) -> list[Community]:
        """Of the first so many levels, those of a level from the largest on."""
        every = await self._graph.communities(self._store, self._index, self._within.groups)
        return sorted((each for each in every if each.level < levels), key=lambda each: each.level)

    async def of(self, community: Community, largest: int) -> Report:
        """The model's where there is one, else by rules."""
        if community.report:
            return replace(community.report, title=community.title)
        return by_rules(community, await introductions(self._store, await self._read(community)), largest)

    async def cost(self, communities: Sequence[Community], context_tokens: int) -> Cost:
        """Of writing the reports that there are not yet."""
        calls = [request(await self._read(each), context_tokens)[0] for each in communities if not each.report]
        asked = sum(estimated_tokens(message.content) for call in calls for message in call.messages)
        return Cost(passages=len(calls), prompt_tokens=round(asked), completion_tokens=len(calls) * MAX_TOKENS)

    async def write(
        self,
        communities: Sequence[Community],
        model: ChatModel,
        as_told: AsTold,
        on_progress: Callable[[Written], None] | None = None,
    ) -> Written:
        """Have the reports written that there are not yet, each kept at once.

        Raises BackendUnavailable, BackendRefused; what was written is kept.
        """
        written = Written()
        for each in communities:
            if each.report:
                continue
            newest = await self._store.last_change()
            position = Position(newest, await self._store.mark(newest))
            try:
                report = await by_model(model, await self._read(each), as_told)
                kept = await self._graph.keep_report(self._store, each, report, position)
            except MalformedReply:
                kept = False
            written.reports += kept
            written.failed += not kept
            if on_progress:
                on_progress(written)
        return written

    async def _read(self, community: Community) -> list[Passage]:
        return await self._store.passages(community.passages[:READ], self._within)
