"""What the documents say about the clarity of an utterance: does one page answer it, or do several rival each other?"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from yorisoi.dialogue.attributes import conflicts, unsettled
from yorisoi.dialogue.fit import best_fitting
from yorisoi.dialogue.topics import about
from yorisoi.language import keywords, morphemes, normal_form, noun_phrases
from yorisoi.types import Document, Hit, Language

_FOR_SOME = re.compile(r"\s*[（(][^（()）]*[)）]\s*$")
Verdict = Literal["clear", "vague", "open"]

_GENERIC: dict[Language, str] = {
    "ja": "制度 種類 内容 概要 全般 詳細 情報 規程 規定 規則 ルール 件 関連 関係 全体 一覧 説明 話 質問 基本 社内 会社"
    " 申請 手続き 方法 手順 期限 やり方 仕方 相談 必要 利用 使い方 対応",
    "zh": "制度 种类 内容 概要 情况 规定 相关 信息 事情 问题 公司 有关 申请 手续 方法 流程 期限 办理",
    "en": "information info detail details overview rule rules policy policies company question things stuff general"
    " apply application procedure process deadline",
}
GENERIC = frozenset(word for words in _GENERIC.values() for word in words.split())
"""Aspects that any topic has: they narrow nothing down by themselves."""


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

    def as_json(self) -> dict[str, object]:
        """For replies and traces: pages by their titles."""
        return {
            "verdict": self.verdict,
            "found": self.found,
            "coverage": self.coverage,
            "keywords": list(self.keywords),
            "theme": self.theme,
            "differs_by": self.differs_by,
            "rivals": [page.title for page in self.rivals],
        }


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
    if theme := _theme(told, pages, hits, language, config, bare=len(told) == 1 and _is_bare(text, told, language)):
        rivals = tuple(_as_choices(theme[1], hits)[: 2 * config.max_rivals])
        return replace(facts, verdict="vague", theme=theme[0], rivals=rivals)
    contest = _contest(text, keys, hits, known, config)
    if attribute := unsettled(contest, known):
        rivals = tuple(_one_per_value(contest, attribute)[: config.max_rivals])
        return replace(facts, verdict="vague", differs_by=attribute, rivals=rivals)
    if keys and not told:
        return replace(facts, verdict="vague")
    verdict: Verdict = "clear" if facts.coverage >= 0.5 else "open"
    return replace(facts, verdict=verdict, rivals=tuple(contest[: config.max_rivals]))


def nothing_said(evidence: Evidence, hits: Sequence[Hit], language: Language) -> bool:
    """No page holds any of the key words.  Across languages words cannot tell, so the vectors are believed."""
    same_language = bool(hits) and hits[0].passage.language == language
    return not hits or (bool(evidence.keywords) and evidence.coverage == 0 and same_language)


def _theme(
    told: Sequence[str],
    pages: Sequence[Document],
    hits: Sequence[Hit],
    language: Language,
    config: EvidenceConfig,
    *,
    bare: bool,
) -> tuple[str, list[Document]] | None:
    """The theme that is all the utterance says, and the pages that share it."""
    titled = [page for page in pages if all(key in normal_form(page.title) for key in told)]
    if told and len({base_title(page) for page in titled}) >= config.theme_pages:
        return max(told, key=len), titled
    if len(told) != 1 or any(_names(page.title, told[0], language) for page in pages):
        return None
    # one word that no page is about: 経費, when the pages are about 立替払い and 法人カード
    holding = {hit.passage.document.id for hit in hits if told[0] in normal_form(hit.passage.in_context)}
    if len(holding) >= config.theme_pages:
        return told[0], [page for page in pages if page.id in holding]
    return (told[0], list(pages)) if bare else None


def _is_bare(text: str, told: Sequence[str], language: Language) -> bool:
    """Nothing but one simple noun: 「経費について教えて」, not 「社員食堂」 nor 「ペットを連れてきてもよいですか」."""
    return (
        language in ("ja", "zh")
        and set(keywords(text, language)) - GENERIC == set(told)
        and len([word for word in morphemes(told[0], language) if word.content]) == 1
    )


def _names(title: str, key: str, language: Language) -> bool:
    """The title names the thing itself, not a compound that ends with it: システム does not name 会議システム."""
    if language not in ("ja", "zh"):
        return key in normal_form(title)
    return any(normal_form(phrase.text) == key for phrase in noun_phrases(title, language))


def _pages(hits: Sequence[Hit]) -> list[Document]:
    return list({hit.passage.document.id: hit.passage.document for hit in hits}.values())


def base_title(page: Document) -> str:
    """The title without the office or the employment that it is for: 夏季休暇（大阪支社） -> 夏季休暇."""
    return (_FOR_SOME.sub("", page.title) or page.title) if page.applies_to else page.title


def _as_choices(pages: Sequence[Document], hits: Sequence[Hit]) -> list[Document]:
    """Pages before rows of a FAQ, which are questions themselves; then by meaning, since all hold the word."""
    nearest: dict[int, float] = {}
    for hit in hits:
        page, leg = hit.passage.document.id, hit.legs.get("vector")
        nearest[page] = max(nearest.get(page, -1.0), leg.score if leg else -1.0)
    return sorted(pages, key=lambda page: ("#" in page.source, -nearest[page.id]))


def _contest(
    text: str, keys: Sequence[str], hits: Sequence[Hit], known: Mapping[str, str], config: EvidenceConfig
) -> list[Document]:
    """The pages that fit nearly as well as the best one."""
    ranked = best_fitting(text, keys, [hit for hit in hits if not conflicts(hit.passage.document, known)])
    if not ranked:
        return []
    bar = ranked[0][0] * config.rival_ratio
    return _pages([hit for strength, hit in ranked if strength >= bar])


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
