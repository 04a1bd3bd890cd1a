"""The simplest policy that converses, beside which every other has to earn its lines.

It never asks back.  A short utterance with a word of thanks or greeting in it is talk; everything else is searched for,
with the user's two utterances before it and alone, and the first three hits are cited.  Measured on conversations in
everyday words it did more turns right than an engine of five thousand lines (decision 024).
"""

from collections import defaultdict
from collections.abc import Sequence

from yorisoi.evaluation.dialogue import Done
from yorisoi.language import detect_language, normal_form
from yorisoi.retrieval.search import Searcher
from yorisoi.types import Filter, Hit

_TALK = (
    *(
        "ありがと",
        "どうも",
        "助かり",
        "助かっ",
        "なるほど",
        "了解",
        "わかりました",
        "分かりました",
        "こんにちは",
        "こんばんは",
    ),
    *(
        "おはよ",
        "お疲れ",
        "すみません",
        "ごめん",
        "谢谢",
        "你好",
        "明白",
        "好的",
        "再见",
        "thank",
        "thx",
        "hello",
        "hi ",
        "bye",
        "ok",
    ),
)
_SHORT = 16
"""Characters."""
_BEFORE, _CITED = 2, 3


class Trivial:
    """Holds any number of conversations over one store."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher
        self._said: defaultdict[str, list[str]] = defaultdict(list)

    async def converse(self, conversation: str, say: str) -> Done:
        question, hits = await self.found(conversation, say)
        if not question:
            return Done(did="talk", question=say)
        return Done(did="answer" if hits else "none", question=question, pages=tuple(map(page_of, hits)))

    async def found(self, conversation: str, say: str) -> tuple[str, Sequence[Hit]]:
        """What is searched for, and the hits that are cited; nothing is searched for where it is talk."""
        said, normal = self._said[conversation], normal_form(say)
        before = said[-_BEFORE:]
        said.append(say)
        if len(normal) <= _SHORT and any(word in f"{normal} " for word in _TALK):
            return "", ()
        together = " ".join([*before, say])
        found = await self._searcher.search(
            [together, say], within=Filter(), language=detect_language(together, "ja"), limit=_CITED, follow=False
        )
        return together, found.hits[:_CITED]


def page_of(hit: Hit) -> str:
    """Where a passage stands, as one text: source, title, headings."""
    page = hit.passage.document
    return "\n".join((page.source, page.title, *hit.passage.section))
