"""The graph at a turn: what is kept in memory between turns, and what one user makes of it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from yorisoi.graph import learnt
from yorisoi.graph.cache import up_to_date
from yorisoi.graph.config import GraphConfig
from yorisoi.graph.focus import focus_words
from yorisoi.graph.folding import Space
from yorisoi.graph.interests import Interests, interests_of, nodes_of
from yorisoi.graph.network import Network
from yorisoi.graph.topics import TopicWord, related, topic_words
from yorisoi.graph.vectors import space_of
from yorisoi.graph_ports import GraphStore
from yorisoi.language import detect_language
from yorisoi.language.packs import FIRST
from yorisoi.types import Focus, Language, Recalled, Topic, UserId

_PLACES = 100
"""Turns with which an interest is told."""
_HEARD_AT_ONCE = 64
EMPTY = "0-0"
"""The version of a graph without triples."""
_RESOLVED = 100_000
"""Words of which it is remembered what they name: some 20 MB.  They are everybody's, and say nothing of anybody."""


class PersonalGraph:
    """Where each user's interests lead in the general graph of a home folder."""

    def __init__(self, store: GraphStore, folder: Path, config: GraphConfig | None = None) -> None:
        self.store, self.folder = store, folder
        self.config = config or GraphConfig()
        self._network: tuple[str, Network] | None = None
        self._space: tuple[tuple[str, int], Space | None] | None = None
        self._resolved: dict[str, Sequence[int]] = {}

    async def network(self) -> Network:
        """The general graph as the store has it now."""
        version = await self.store.version()
        if self._network is None or self._network[0] != version:
            self._network = (version, await up_to_date(self.store, self.folder))
            self._resolved.clear()
        return self._network[1]

    async def space(self) -> Space | None:
        """The learnt vectors by the graph's own numbers; None when none were learnt."""
        network = await self.network()
        version = await self.store.version()
        file = self.folder / learnt.FILE
        key = (version, file.stat().st_mtime_ns if file.is_file() else 0)
        if self._space is None or self._space[0] != key:
            found = learnt.load(self.folder)
            space = space_of(network, found[0], same_graph=found[1] == version) if found else None
            self._space = (key, space)
        return self._space[1]

    async def listen(self, user: UserId) -> None:
        """Take the focus words of what the user has said since the last time."""
        said = [*(await self.store.unheard(user)).items()]
        for start in range(0, len(said), _HEARD_AT_ONCE):  # all of a long memory at once would keep everybody waiting
            found = await asyncio.to_thread(_focus, said[start : start + _HEARD_AT_ONCE])
            await self.store.hear(user, found)

    async def interests(self, user: UserId) -> Interests:
        """What of the graph interests the user, by all that was said before."""
        await self.listen(user)
        words = await self.store.focus(user)
        network = await self.network()  # last: what is remembered belongs to the network of this moment
        if len(self._resolved) > _RESOLVED:
            self._resolved.clear()
        return interests_of(network, words, self._resolved)

    async def topics(
        self, user: UserId, text: str, language: Language, recalled: Sequence[Recalled] = ()
    ) -> tuple[Topic, ...]:
        """Related topics for the utterance, nearest first; with `graph.from_episodes` from what was recalled too.

        Empty when there is no graph, nothing in it is named, or nothing is known of the user.  Raises StoreError.
        """
        if await self.store.version() == EMPTY:
            return ()
        network = await self.network()
        words = [TopicWord(node=node) for node in topic_words(network, text, language, self.config)]
        if self.config.from_episodes:
            words += self._of_episodes(network, words, recalled)
        if not words:
            return ()
        found = related(network, await self.space(), words, await self.interests(user), self.config)
        return tuple(await self._with_places(user, network, found, recalled)) if found else ()

    async def _with_places(
        self, user: UserId, network: Network, found: Sequence[Topic], recalled: Sequence[Recalled]
    ) -> list[Topic]:
        """The topics with the turns that they come from, so that they are erased with these: of an interest with the
        last ones, since while any of them is left it still is one."""
        places: dict[str, list[tuple[str, int]]] = {topic.because: [] for topic in found}
        for word, said in (await self.store.spoken(user)).items():
            names = {network.spellings[node] for node in nodes_of(network, word, self._resolved)}
            for name in names & places.keys():
                places[name] += said
        of_episode: dict[int | None, list[tuple[str, int]]] = {
            each.episode.id: [(each.episode.session, each.episode.turn)] for each in recalled
        }
        return [
            replace(
                topic,
                said=tuple(dict.fromkeys([*places[topic.because][-_PLACES:], *of_episode.get(topic.episode, ())])),
            )
            for topic in found
        ]

    def _of_episodes(
        self, network: Network, words: Sequence[TopicWord], recalled: Sequence[Recalled]
    ) -> list[TopicWord]:
        """Topic words of the user's own recalled words, one of each episode, that the utterance does not name."""
        taken = {word.node for word in words}
        found = []
        for memory in recalled:
            episode = memory.episode
            if episode.speaker == "user":
                language = detect_language(episode.text, FIRST)
                for node in topic_words(network, episode.text, language, self.config, without=taken):
                    taken.add(node)
                    found.append(TopicWord(node=node, episode=episode.id))
        return found


def _focus(said: Sequence[tuple[int, str]]) -> dict[int, tuple[str, Sequence[Focus]]]:
    return {id_: (text, focus_words(text, detect_language(text, FIRST))) for id_, text in said}
