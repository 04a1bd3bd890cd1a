"""Replies without what a reasoning model thinks before them: servers without a parser for it send it on as text."""

from collections.abc import Callable

_BEGIN, _END = "<think>", "</think>"


class Thinking:
    """Of one model: whether its prompt begins the thinking, as some templates do, so that a reply shows its end alone.

    That is told from the last reply; while the first one is written, nobody knows.
    """

    def __init__(self) -> None:
        self._begun_in_prompt = False

    def left_out(self, reply: str, *, truncated: bool = False) -> str:
        """What follows the thinking at the beginning of a reply; "" where that has no end.

        A reply that shows neither beginning nor end is thinking where it was cut and the last one showed its end
        alone; one that came to its own end is an answer, since some models think only sometimes.

        >>> Thinking().left_out("<think>\\n規程を見る。\\n</think>\\n\\n5日です。")
        '5日です。'
        """
        thought, end, answer = reply.partition(_END)
        if thought.lstrip().startswith("{"):  # an object that speaks of it
            return reply
        if thought.lstrip().startswith(_BEGIN):
            return answer.lstrip()
        if truncated and not end:  # tells nothing new
            return "" if self._begun_in_prompt else reply
        self._begun_in_prompt = bool(end) and _BEGIN not in thought
        return answer.lstrip() if self._begun_in_prompt else reply

    def heard(self, on_text: Callable[[str], None]) -> Callable[[str], None]:
        """Hands on the same while it is written."""
        return _AsItComes(on_text, True if self._begun_in_prompt else None)


class _AsItComes:
    def __init__(self, on_text: Callable[[str], None], thinks: bool | None) -> None:
        """`thinks` None: its first characters will tell."""
        self._on_text, self._thinks = on_text, thinks
        self._waiting, self._answers = "", False

    def __call__(self, piece: str) -> None:
        if answer := piece if self._answers else self._answer_in(piece):
            self._answers = True
            self._on_text(answer)

    def _answer_in(self, piece: str) -> str:
        self._waiting += piece
        begun = self._waiting.lstrip()
        if self._thinks is None and not _BEGIN.startswith(begun):
            self._thinks = begun.startswith(_BEGIN)
        if self._thinks is False:
            return self._waiting
        _, end, answer = begun.partition(_END)
        if self._thinks and not answer.strip():
            self._waiting = end or begun[-len(_END) :]
        return answer.lstrip()
