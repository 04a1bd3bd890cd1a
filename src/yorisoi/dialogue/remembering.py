"""What earlier conversation brings to a turn."""

import contextlib

from yorisoi.dialogue.rewriting import Rewrite
from yorisoi.dialogue.rewriting.recollection import asked, cue_to_memory
from yorisoi.dialogue.turn import CurrentTurn
from yorisoi.errors import BackendError
from yorisoi.memory.recollection import Recollection
from yorisoi.retrieval.search import Found, Searcher
from yorisoi.types import Recalled

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
