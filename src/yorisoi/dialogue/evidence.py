"""What the documents say about an utterance: is one page on top, do several rival, does it depend on who asks?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from yorisoi.dialogue.audience import Dependence, base_title, dependence, holding_for
from yorisoi.dialogue.candidates import Candidate, candidates
from yorisoi.dialogue.conversation import conversation_signals
from yorisoi.dialogue.conversation_words import Conversation
from yorisoi.dialogue.fit import best_fitting
from yorisoi.dialogue.need import Need, need
from yorisoi.dialogue.reading import Reading
from yorisoi.dialogue.signals import search_signals
from yorisoi.dialogue.topics import GENERIC, about, holds
from yorisoi.dialogue.wording import wording_signals
from yorisoi.language import keywords, normal_form
from yorisoi.types import Document, Hit, Language

Verdict = Literal["clear", "vague", "open"]
_CLEAR, _VAGUE = 0.3, 0.7


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

    need: Need
    """How much has to be asked for."""
    signals: Mapping[str, float] = field(default_factory=dict, repr=False)
    """What the need was worked out from."""
    found: int
    """Passages found."""
    coverage: float
    """Share of the utterance's key words on the page that holds most of them, 0..1."""
    keywords: tuple[str, ...]
    theme: str | None = None
    """The word that all the utterance says is about, and that several pages carry in their titles."""
    depends: Dependence = field(default_factory=Dependence)
    """Whether the answer depends on who asks."""
    rivals: tuple[Document, ...] = ()
    """Pages between which the utterance does not decide, best first."""
    candidates: tuple[Candidate, ...] = ()
    """Pages that a question back may offer, as the search ranked them."""

    @property
    def topic(self) -> tuple[str, ...]:
        """The key words without aspects that any topic has; all of them where it names nothing else."""
        return tuple(key for key in self.keywords if key not in GENERIC) or self.keywords

    @property
    def verdict(self) -> Verdict:
        """`clear`: search; `vague`: ask; `open`: the documents do not tell, leave it to a model where there is one."""
        probability = self.need.probability
        return "clear" if probability < _CLEAR else "vague" if probability >= _VAGUE else "open"

    @property
    def differs_by(self) -> str | None:
        """The user attribute on which the best answer depends and of which nothing is known."""
        return self.depends.attribute if self.depends.first else None

    def as_json(self) -> dict[str, object]:
        """For replies and traces: pages by their titles."""
        return {
            "verdict": self.verdict,
            "need": round(self.need.probability, 3),
            "because": dict(self.need.because),
            "found": self.found,
            "coverage": self.coverage,
            "keywords": list(self.keywords),
            "theme": self.theme,
            "differs_by": self.differs_by,
            "rivals": [page.title for page in self.rivals],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """An utterance as it was understood, with what is known of its speaker, the conversation and the store."""

    text: str
    language: Language
    known: Mapping[str, str] = field(default_factory=dict)
    """The user's attributes."""
    reading: Reading | None = None
    """Of the utterance as it was spoken."""
    conversation: Conversation | None = None
    """What was said before."""
    passages: int = 0
    """How many the store holds."""

    @property
    def spoken(self) -> str:
        """What the user said; what was searched for may say more."""
        return self.conversation.text if self.conversation else self.text


def weigh(asked: Asked, hits: Sequence[Hit], config: EvidenceConfig) -> Evidence:
    """Hold the utterance against the passages it found."""
    keys = about(asked.text, asked.language)
    told = [key for key in keys if key not in GENERIC]
    fitting = holding_for(hits, asked.known)
    depends = dependence(hits, asked.known)
    coverage = _coverage(keys, hits)
    if not coverage and asked.language == "zh":  # a noun that was cut badly must not hide what the verbs find
        coverage = _coverage(keywords(asked.text, asked.language), hits)
    signals = {**wording_signals(asked.text, asked.language), **conversation_signals(asked.conversation, hits)}
    if not _is_beside_the_point(keys, coverage, hits, asked.language):
        passages = max(asked.passages, len(hits))
        signals |= search_signals(asked.spoken, asked.language, fitting or hits, asked.known, depends, passages)
    theme, rivals = _theme(told, fitting, config) or (None, _contest(asked.text, keys, fitting, config))
    return Evidence(
        need=need(signals, asked.reading),
        signals=signals,
        found=len(hits),
        coverage=round(coverage, 3),
        keywords=keys,
        theme=theme,
        depends=depends,
        rivals=tuple(rivals),
        candidates=candidates(told or keys, fitting),
    )


def nothing_said(evidence: Evidence, hits: Sequence[Hit], language: Language) -> bool:
    """No page holds any of the key words."""
    return _is_beside_the_point(evidence.keywords, evidence.coverage, hits, language)


def _is_beside_the_point(keys: Sequence[str], coverage: float, hits: Sequence[Hit], language: Language) -> bool:
    """Across languages words cannot tell, so the vectors are believed."""
    same_language = bool(hits) and hits[0].passage.language == language
    return not hits or (bool(keys) and coverage == 0 and same_language)


def _theme(told: Sequence[str], fitting: Sequence[Hit], config: EvidenceConfig) -> tuple[str, list[Document]] | None:
    """The word that all of the utterance is about, and the pages that share it, in their titles or else anywhere."""
    if not told:
        return None
    pages = _pages(fitting)
    titled = [page for page in pages if all(holds(normal_form(page.title), key) for key in told)]
    if len({base_title(page) for page in titled}) >= config.theme_pages:
        return max(told, key=len), _as_choices(titled, fitting, config)
    if len(told) > 1:
        return None
    holding = [hit for hit in fitting if holds(normal_form(hit.passage.in_context), told[0])]
    return told[0], _as_choices(_pages(holding), fitting, config)


def _pages(hits: Sequence[Hit]) -> list[Document]:
    return list({hit.passage.document.id: hit.passage.document for hit in hits}.values())


def _as_choices(pages: Sequence[Document], hits: Sequence[Hit], config: EvidenceConfig) -> list[Document]:
    """Pages before rows of a FAQ, which are questions themselves; then by meaning, since all hold the word."""
    nearest: dict[int, float] = {}
    for hit in hits:
        page, leg = hit.passage.document.id, hit.legs.get("vector")
        nearest[page] = max(nearest.get(page, -1.0), leg.score if leg else -1.0)
    return sorted(pages, key=lambda page: ("#" in page.source, -nearest[page.id]))[: 2 * config.max_rivals]


def _contest(text: str, keys: Sequence[str], fitting: Sequence[Hit], config: EvidenceConfig) -> list[Document]:
    """The pages that fit nearly as well as the best one."""
    ranked = best_fitting(text, keys, fitting)
    if not ranked:
        return []
    bar = ranked[0][0] * config.rival_ratio
    return _pages([hit for strength, hit in ranked if strength >= bar])[: config.max_rivals]


def _coverage(keys: Sequence[str], hits: Sequence[Hit]) -> float:
    if not keys:
        return 0.0
    pages: dict[int, str] = {}
    for hit in hits[:10]:
        pages[hit.passage.document.id] = pages.get(hit.passage.document.id, "") + normal_form(hit.passage.in_context)
    return max((sum(holds(text, key) for key in keys) / len(keys) for text in pages.values()), default=0.0)
