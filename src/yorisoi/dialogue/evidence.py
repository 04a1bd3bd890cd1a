"""What the documents say about the clarity of an utterance: does one page answer it, or do several rival each other?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from yorisoi.dialogue.attributes import conflicts, unsettled
from yorisoi.dialogue.topics import about
from yorisoi.language import normal_form
from yorisoi.types import Document, Hit, Language

Verdict = Literal["clear", "vague", "open"]

_GENERIC: dict[Language, str] = {
    "ja": "制度 種類 内容 概要 全般 詳細 情報 規程 規定 規則 ルール 件 関連 関係 全体 一覧 説明 話 質問 基本 社内 会社",
    "zh": "制度 种类 内容 概要 情况 规定 相关 信息 事情 问题 公司 有关",
    "en": "information info detail details overview rule rules policy policies company question things stuff general",
}
GENERIC = frozenset(word for words in _GENERIC.values() for word in words.split())
"""Aspects that every page has: they narrow nothing down by themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceConfig:
    theme_pages: int = 3
    """A word in the titles of this many pages found is a theme, not a question: 休暇, 経費."""
    max_rivals: int = 5
    """Choices offered at most: more are not read."""
    rival_ratio: float = 0.75
    """Pages whose score reaches this share of the best one's compete with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a search says of an utterance."""

    verdict: Verdict
    """`clear`: search; `vague`: ask; `open`: the documents do not tell, leave it to the assessment."""
    found: int
    """Passages found."""
    coverage: float
    """Share of the utterance's key words on the page that holds most of them, 0..1."""
    keywords: tuple[str, ...]
    theme: str | None = None
    """The word that is all the utterance says and that several pages carry in their titles."""
    differs_by: str | None = None
    """The user attribute on which the answer depends and of which nothing is known."""
    rivals: tuple[Document, ...] = ()
    """Pages between which the utterance does not decide, best first."""


def weigh(
    text: str, language: Language, hits: Sequence[Hit], known: Mapping[str, str], config: EvidenceConfig
) -> Evidence:
    """Hold the utterance against the passages it found; `known` are the user's attributes.

    The order of questions: is it only a theme?  does the answer depend on who asks?  does one page hold its words?
    """
    keys = about(text, language)
    pages = [document for document in _pages(hits) if not conflicts(document, known)]
    facts = Evidence(verdict="open", found=len(hits), coverage=round(_coverage(keys, hits), 3), keywords=keys)
    told = [key for key in keys if key not in GENERIC]
    themes = {key: _with_title(key, pages) for key in told}

    if told and all(len(titled) >= config.theme_pages for titled in themes.values()):
        theme = min(themes, key=lambda key: len(themes[key]))  # of several themes the narrowest
        narrowed = [page for page in themes[theme] if all(page in titled for titled in themes.values())]
        if len(narrowed) >= config.theme_pages or len(told) == 1:
            rivals = tuple(_as_choices(narrowed or themes[theme], hits)[: 2 * config.max_rivals])
            return replace(facts, verdict="vague", theme=theme, rivals=rivals)
    contest = _contest(hits, known, config)
    if attribute := unsettled(contest, known):
        rivals = tuple(_one_per_value(contest, attribute)[: config.max_rivals])
        return replace(facts, verdict="vague", differs_by=attribute, rivals=rivals)
    if not told:
        return replace(facts, rivals=tuple(pages[: config.max_rivals]))
    verdict: Verdict = "clear" if facts.coverage >= 0.5 else "open"
    return replace(facts, verdict=verdict, rivals=tuple(contest[: config.max_rivals]))


def _pages(hits: Sequence[Hit]) -> list[Document]:
    return list({hit.passage.document.id: hit.passage.document for hit in hits}.values())


def _with_title(key: str, pages: Sequence[Document]) -> list[Document]:
    return [page for page in pages if key in normal_form(page.title)]


def _as_choices(pages: Sequence[Document], hits: Sequence[Hit]) -> list[Document]:
    """Pages before rows of a FAQ, which are questions themselves; then by meaning, since all hold the word."""
    nearest: dict[int, float] = {}
    for hit in hits:
        page, leg = hit.passage.document.id, hit.legs.get("vector")
        nearest[page] = max(nearest.get(page, -1.0), leg.score if leg else -1.0)
    return sorted(pages, key=lambda page: ("#" in page.source, -nearest[page.id]))


def _contest(hits: Sequence[Hit], known: Mapping[str, str], config: EvidenceConfig) -> list[Document]:
    """The pages close to the best one."""
    eligible = [hit for hit in hits if not conflicts(hit.passage.document, known)]
    if not eligible:
        return []
    bar = eligible[0].score * config.rival_ratio
    return _pages([hit for hit in eligible if hit.score >= bar])


def _one_per_value(pages: Sequence[Document], attribute: str) -> list[Document]:
    by_value: dict[str, Document] = {}
    for page in pages:
        if attribute in page.applies_to:
            by_value.setdefault(page.applies_to[attribute], page)
    return list(by_value.values())


def _coverage(keys: Sequence[str], hits: Sequence[Hit]) -> float:
    if not keys:
        return 0.0
    pages: dict[int, str] = {}
    for hit in hits[:10]:
        pages[hit.passage.document.id] = pages.get(hit.passage.document.id, "") + normal_form(hit.passage.in_context)
    return max((sum(key in text for key in keys) / len(keys) for text in pages.values()), default=0.0)
