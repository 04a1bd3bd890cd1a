"""Pages from the web as passages to answer from: marked as from outside, cited by their address, data like any other.

The web is asked for nothing but what the user said: a model that steers may propose a query, and a document may have
told it what to write there, so nothing is sent of a query but key words, and those are the user's own.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from yorisoi.dialogue.config import WebWhen
from yorisoi.dialogue.turn import TurnState
from yorisoi.errors import BackendError
from yorisoi.language import Utterance, detect_language, keywords, normal_form
from yorisoi.language.addresses import without_strange_addresses
from yorisoi.ports import WebPage, WebSearch
from yorisoi.retrieval.search import summary
from yorisoi.types import Degraded, Document, Hit, Language, LegRank, Passage, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Web:
    """The web, where it may be searched."""

    search: WebSearch
    results: int = 5
    """Pages taken of a search."""
    when: WebWhen = "never"
    """Without a model that steers: when the documents hold nothing, or never."""

    async def hits(self, query: str, language: Language) -> list[Hit]:
        """Best first.  Raises what the backend raises."""
        return [
            _hit(page, rank, language)
            for rank, page in enumerate(await self.search.search(query, self.results, language), start=1)
        ]

    async def look_up(self, turn: TurnState, query: str) -> list[Hit]:
        """What the web has to the query, in the user's own words alone.  A failure is said, and brings nothing."""
        asked = in_the_users_words(query, turn.said, turn.history)
        with turn.trace.step("web") as step:
            step.note(server=self.search.name, query=asked)
            try:
                hits = await self.hits(asked, turn.language)
            except BackendError as error:
                turn.degraded.append(Degraded(step="web", reason=str(error)))
                return []
            step.note(pages=[summary(hit) for hit in hits])
        return hits


def in_the_users_words(query: str, said: Utterance, history: Sequence[Turn]) -> str:
    """The key words of the query, if all of them were said by the user; the utterance otherwise."""
    every = normal_form(" ".join([said.text, *(turn.text for turn in history if turn.speaker == "user")]))
    words = keywords(query, said.language)
    return " ".join(words) if words and all(word in every for word in words) else said.text


def _hit(page: WebPage, rank: int, language: Language) -> Hit:
    """Ids below 0 are never a stored passage's."""
    spoken = detect_language(page.text, language)
    title, text = (without_strange_addresses(said, frozenset()) for said in (page.title, page.text))
    document = Document(id=-rank, source=page.url, title=title, language=spoken, outside=True)
    passage = Passage(id=-rank, document=document, position=0, section=(), text=text, language=spoken)
    return Hit(passage=passage, score=1 / rank, legs={"web": LegRank(rank=rank, score=1 / rank)})
