"""What earlier conversation brings to a turn."""

import contextlib
from collections.abc import Sequence

from yorisoi.dialogue.cues import looks_like_question
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.rewriting import Rewrite
from yorisoi.dialogue.rewriting.recollection import asked, cue_to_memory
from yorisoi.dialogue.turn import CurrentTurn
from yorisoi.errors import BackendError
from yorisoi.memory.cue import asks_about_oneself, asks_what_was_said
from yorisoi.memory.recollection import Recollection
from yorisoi.retrieval.search import Found, Searcher
from yorisoi.types import Language, Recalled

_TOLD = 3
"""Memories told in one reply."""
_BESIDE_THE_BEST = 0.5
"""Share of the best memory's relevance that another one has to have to be told with it."""
_CONVERSATIONS = 3
"""Things said in other conversations that a search in them gives, at least."""


async def remembered(
    memory: Recollection, turn: CurrentTurn, rewrite: Rewrite, found: Found, most: int
) -> list[Recalled]:
    """What comes to mind, and up to `most` things that a search in the user's conversations finds.

    Turns within the window are in view; those that have slid out of it can come back.  Small talk needs none.
    """
    if turn.is_small_talk:
        return []
    about = (turn.user, rewrite.question, turn.language, found.query_vector, turn.at)
    with turn.trace.step("recall") as step:
        recalled = await memory.recall(*about, in_view=turn.in_view)
        searched = await memory.search(*about, most, in_view=turn.in_view) if most else []
        step.note(recalled=recalled, searched=searched)
    known = {each.episode.id for each in recalled}
    return [*recalled, *(each for each in searched if each.episode.id not in known)]


async def asked_before(memory: Recollection, turn: CurrentTurn) -> tuple[str, ...]:
    """What the user said earlier that an utterance such as 「前に聞いた休暇は」 may mean, the likeliest last.

    By words alone: a rewrite comes before the search that embeds.
    """
    cue = cue_to_memory(turn.text, turn.language)
    if not cue:
        return ()
    said = await memory.search(turn.user, cue, turn.language, None, turn.at, _CONVERSATIONS, in_view=turn.in_view)
    return asked(said)


async def said_elsewhere(memory: Recollection, searcher: Searcher, turn: CurrentTurn, query: str) -> list[Recalled]:
    """What the user said before that has to do with the query."""
    vector = None
    if searcher.embedder:
        with contextlib.suppress(BackendError):  # then by words alone
            vector = (await searcher.embedder.embed_queries([query]))[0]
    most = max(searcher.config.conversations, _CONVERSATIONS)
    return await memory.search(turn.user, query, turn.language, vector, turn.at, most, in_view=turn.in_view)


def answering(turn: CurrentTurn, evidence: Evidence, recalled: Sequence[Recalled]) -> list[Recalled]:
    """The memories that answer the utterance by themselves; none where the documents have to.

    They do not where an older question was taken up again: that one is answered.  They do when it asks for what was
    said, or for something about oneself that no page clearly answers.  What was only asked before tells nothing.
    """
    if any(looks_like_question(each) for each in turn.older):
        return []
    told = [each for each in recalled if not looks_like_question(each.episode.text)]
    told = [each for each in told if each.relevance >= _BESIDE_THE_BEST * told[0].relevance]
    if asks_what_was_said(turn.text) or (asks_about_oneself(turn.text) and evidence.verdict != "clear"):
        return told[:_TOLD]
    return []


def tell(memories: Sequence[Recalled], language: Language) -> str:
    """The memories in the user's own words, each under its day; the answer of a reply that needs no document."""
    words = phrases(language)
    lines = [words.said_on.format(day=each.episode.at.date().isoformat(), text=each.episode.text) for each in memories]
    return "\n".join([words.remembered, *lines])
