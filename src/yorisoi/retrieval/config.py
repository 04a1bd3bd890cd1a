"""What may be set about searching.  What each setting does to the figures is in docs/search.md."""

from dataclasses import dataclass
from typing import Literal

from yorisoi.ranges import check_ranges, within

Order = Literal["score", "newest", "ends"]
Strategy = Literal["auto", "hybrid", "walk", "local", "global"]
KeyWords = Literal["none", "rules", "model"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig:
    """In the order in which a search makes use of them."""

    keywords: KeyWords = "none"
    """What the lexical leg is asked: the query as it is, its key words by `rules`, or those the chat `model` names."""
    variants: int = within(0, 0, 8)
    """Further wordings of the question, by the chat model, each searched as a query of its own (RAG-Fusion);
    more than 8 bury the question."""
    candidates: int = within(50, 1, 10_000)
    """Passages taken from each leg before fusion; more when a caller asks for more hits."""
    fusion: Literal["score", "rank"] = "score"
    """`score`: the weighted sum of what each leg's scores are worth; `rank`: reciprocal rank fusion."""
    bm25_per_nat: float = within(3.0, 1e-3, 1000)
    """BM25 points that are worth as much as one nat of a cosine's surprise, in fusion by score, where the best passage
    has 60 points."""
    lexical_power: float = within(0.5, 0, 10)
    """The lexical leg weighs by (the best BM25 / 60) to this power, in fusion by score: words that are rare, and that
    one passage has together, say more than the sum of them."""
    hubness: float = within(0.4, 0, 10)
    """Share of a passage's nearness to all passages that is taken off its cosines, in fusion by score."""
    other_language: float = within(1.0, 0, 100)
    """Nats that a passage in another language than the question loses, in fusion by score: where a page is there in
    several languages, who asks in one of them means that one."""
    strategy: Strategy = "auto"
    """`hybrid`: by words and meaning; `walk`: on from what these found, over the names in the documents; `local`: a
    walk and what belongs together with where it ends; `global`: passages that speak for the themes of the documents;
    `auto`: themes where the question is broad, a walk where names lead to the pages that bear them; a conversation
    is answered from what words and meaning found (decision 174).  All but `hybrid` need fusion by score."""
    k: float = within(60.0, 0, 1e6)
    """Of reciprocal rank fusion: Cormack et al. 2009."""
    vector_weight: float = within(1.0, 0, 1000)
    lexical_weight: float = within(1.0, 0, 1000)
    further_query_weight: float = within(0.5, 0, 1000)
    """Of the queries after the first, such as the raw utterance beside the question it was rewritten to."""
    duplicates: float = within(0.9, 0, 1)
    """A passage that is contained in a better one, or contains it, and has at least this share of its length (or the
    other way round) is folded into it; 0 shows every passage."""
    rerank_candidates: int = within(10, 1, 1000)
    """Best passages of the fusion that are looked at again by the reranker; at least as many as are returned."""
    coverage: float = within(6.0, 0, 1000)
    """How much more BM25 counts where one sentence holds the question's words together: see `coverage.py`."""
    limit: int = within(10, 1, 1000)
    """Passages returned."""
    neighbours_before: int = within(0, 0, 20)
    neighbours_after: int = within(0, 0, 20)
    """Passages around each hit that go along (source 003 found them to help and to add noise alike: off)."""
    order: Order = "score"
    """In which hits are shown and given to the model: best first, `newest` first, or the best at both `ends`."""
    conversations: int = within(0, 0, 100)
    """Exchanges of the user's earlier conversations that are searched for beside the documents."""

    @property
    def asks_chat_model(self) -> bool:
        """Whether a search needs a chat model to word the question anew."""
        return self.keywords == "model" or self.variants > 0

    def __post_init__(self) -> None:
        check_ranges(self)
