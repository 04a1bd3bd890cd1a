"""What a conversation has established so far, as the resolver sees it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from yorisoi.language import noun_phrases
from yorisoi.types import Language, Turn


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The turns before the utterance, with their questions already understood."""

    language: Language
    turns: tuple[Turn, ...] = ()
    questions: tuple[str, ...] = ()
    """The questions asked so far, each as it stands alone, oldest first."""
    recalled: tuple[str, ...] = ()
    """What was said before these turns and came to mind: older turns, other conversations; oldest first."""

    @property
    def question(self) -> str | None:
        """The question before this utterance; of what was recalled where there is none."""
        said = self.questions or self.recalled
        return said[-1] if said else None

    @property
    def answer(self) -> str | None:
        """What was answered last."""
        last = self.turns[-1] if self.turns else None
        return last.text if last and last.speaker == "assistant" else None

    def latest(self, fits: Callable[[str], bool]) -> str | None:
        """The last name that fits, of the questions, the turns and what was recalled, newest first."""
        return next((name for name in self.names() if fits(name)), None)

    def names(self) -> Iterator[str]:
        """Every noun phrase, newest first; of one text those nearer to its beginning first, where topics stand."""
        said: Sequence[str] = [
            *self.recalled,
            *(turn.text for turn in self.turns[:-2]),
            *self.questions[-2:],
            *(turn.text for turn in self.turns[-1:]),
        ]
        for text in reversed(said):
            for phrase in noun_phrases(text, self.language):
                yield phrase.text
