"""What may be set about searching.  What each setting does to the figures is in docs/search.md."""

from dataclasses import dataclass
from math import isfinite
from typing import Literal

Order = Literal["score", "newest", "ends"]
Strategy = Literal["auto", "hybrid", "walk"]
KeyWords = Literal["none", "rules", "model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """In the order in which a search makes use of them."""

    keywords: KeyWords = "none"
    """What the lexical leg is asked: the query as it is, its key words by `rules`, or those the chat `model` names."""
    variants: int = 0
    """Further wordings of the question, by the chat model, each searched as a query of its own (RAG-Fusion)."""
    candidates: int = 50
    """Passages taken from each leg before fusion; more when a caller asks for more hits."""
    fusion: Literal["score", "rank"] = "score"
    """`score`: the weighted sum of what each leg's scores are worth; `rank`: reciprocal rank fusion."""
    bm25_per_nat: float = 3.0
    """BM25 points that are worth as much as one nat of a cosine's surprise, in fusion by score, where the best passage
    has 60 points."""
    lexical_power: float = 0.5
    """The lexical leg weighs by (the best BM25 / 60) to this power, in fusion by score: words that are rare, and that
    one passage has together, say more than the sum of them."""
    hubness: float = 0.4
    """Share of a passage's nearness to all passages that is taken off its cosines, in fusion by score."""
    strategy: Strategy = "auto"
    """`hybrid`: by words and meaning; `walk`: on from what these found, over the names in the documents; `auto`: a walk
    where the question needs one.  A walk needs fusion by score."""
    k: float = 60.0
    """Of reciprocal rank fusion: Cormack et al. 2009."""
    vector_weight: float = 1.0
    lexical_weight: float = 1.0
    further_query_weight: float = 0.5
    """Of the queries after the first, such as the raw utterance beside the question it was rewritten to."""
    duplicates: float = 0.9
    """A passage that is contained in a better one, or contains it, and has at least this share of its length (or the
    other way round) is folded into it; 0 shows every passage."""
    rerank_candidates: int = 10
    """Best passages of the fusion that are looked at again by the reranker; at least as many as are returned."""
    coverage: float = 6.0
    """How much more BM25 counts where one sentence holds the question's words together: see `coverage.py`."""
    limit: int = 10
    """Passages returned."""
    neighbours_before: int = 0
    neighbours_after: int = 0
    """Passages around each hit that go along (source 003 found them to help and to add noise alike: off)."""
    order: Order = "score"
    """In which hits are shown and given to the model: best first, `newest` first, or the best at both `ends`."""
    conversations: int = 0
    """Exchanges of the user's earlier conversations that are searched for beside the documents."""

    @property
    def asks_chat_model(self) -> bool:
        """Whether a search needs a chat model to word the question anew."""
        return self.keywords == "model" or self.variants > 0

    def __post_init__(self) -> None:
        fusing = (self.lexical_power, self.hubness, self.k, self.vector_weight, self.lexical_weight)
        weights = (*fusing, self.further_query_weight, self.coverage)
        if not all(map(isfinite, (*weights, self.bm25_per_nat, self.duplicates))):
            raise ValueError("search: the weights must be numbers, not nan or inf")
        if min(weights) < 0:
            raise ValueError("search: k and the weights must not be negative")
        if self.bm25_per_nat <= 0:
            raise ValueError("search: bm25_per_nat must be positive")
        if self.candidates < 1 or self.limit < 1 or self.rerank_candidates < 1:
            raise ValueError("search: candidates, rerank_candidates and limit must be at least 1")
        if not 0 <= self.duplicates <= 1:
            raise ValueError("search: duplicates must lie in 0..1")
        if min(self.variants, self.neighbours_before, self.neighbours_after, self.conversations) < 0:
            raise ValueError("search: variants, neighbours and conversations must not be negative")
        if self.variants > 8:
            raise ValueError("search: more than 8 variants bury the question")
