"""Noun phrases of English without a part-of-speech tagger: what lies between function words and verbs."""

import re
from dataclasses import dataclass

from yorisoi.language.alphabetic import is_function_word
from yorisoi.language.latin import WORD
from yorisoi.language.packs.en.word_classes import ADJECTIVES, DETERMINERS, GENERIC, NOUN_TOO, PREPOSITIONS, VERBS
from yorisoi.language.packs.en.words import FUNCTION_WORDS, REQUESTS

_POSSESSIVE = re.compile(r"'s?$")
_AUXILIARIES = frozenset(("do", "does", "did", "can", "could", "will", "would", "should", "may", "must"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """The stretch `text[start:end]`: a noun with what stands before it, without its article."""

    text: str
    start: int
    end: int
    determined: bool
    """An article or a possessive stands before it."""

    @property
    def proper(self) -> bool:
        """Written as a name: a capital inside the sentence, or several capitals."""
        capitals = [word for word in WORD.findall(self.text) if word[0].isupper()]
        return bool(capitals) and (self.start > 0 or len(capitals) > 1)

    @property
    def plural(self) -> bool:
        last = self.text.rsplit(" ", 1)[-1].casefold()
        return last.endswith("s") and not last.endswith(("ss", "us", "is", "'s"))


def chunks(text: str) -> list[Chunk]:
    """The noun phrases of an English text, in order.

    >>> [chunk.text for chunk in chunks("How do you know when your garage door opener is going bad?")]
    ['garage door opener']
    """
    text = text.replace("’", "'")
    found: list[Chunk] = []
    run: list[re.Match[str]] = []
    before, last, wants_verb = "", "", False

    def close() -> None:
        while run and run[-1].group().casefold() in ADJECTIVES:
            run.pop()
        if run and not (len(run) == 1 and run[0].group().casefold() in GENERIC):
            start, end = run[0].start(), run[-1].end()
            named = _POSSESSIVE.sub("", text[start:end])
            found.append(Chunk(text=named, start=start, end=start + len(named), determined=before in DETERMINERS))
        run.clear()

    for word in WORD.finditer(text):
        surface, lower = word.group(), word.group().casefold()
        gap = text[run[-1].end() : word.start()] if run else " "
        name = (
            surface[0].isupper()
            and word.start() > 0
            and not is_function_word(_POSSESSIVE.sub("", surface), FUNCTION_WORDS)
        )
        joins = name or not _breaks(lower) or (lower in NOUN_TOO and _as_noun(run, last, wants_verb))
        wants_verb = lower in _AUXILIARIES or (wants_verb and (joins or lower not in VERBS))
        last = lower
        if run and (not joins or gap not in (" ", "-") or _POSSESSIVE.search(run[-1].group())):
            if joins or not (lower == "of" and gap == " " and _name_follows(text, word.end()) and _is_name(run)):
                close()
            else:
                run.append(word)
                continue
        if joins:
            if not run and lower in ADJECTIVES and not name:
                before = "a"
                continue
            run.append(word)
        else:
            before = lower
    close()
    return found


def points_inside(text: str, at: int) -> bool:
    """Whether a pronoun at this place points at what its own sentence named in a clause before: What is X, and why is
    it famous?"""
    before = text[:at]
    joint = max(before.rfind(mark) for mark in (" and ", " but ", ", ", "? ", ". "))
    return joint > 0 and any(chunk.end <= joint for chunk in chunks(before[:joint]))


def _breaks(lower: str) -> bool:
    lower = _POSSESSIVE.sub("", lower)
    if lower in FUNCTION_WORDS or lower in REQUESTS or (lower.endswith("ly") and len(lower) > 4):
        return True
    return lower in VERBS or lower.isdecimal()


def _as_noun(run: list[re.Match[str]], last: str, wants_verb: bool) -> bool:
    """Whether a word that is verb and noun stands as a noun: behind what calls for one, or in a compound of nouns, but
    not where the question still waits for its verb (How do navigation systems work?)."""
    if run:
        return not _is_name(run) and not wants_verb
    return last in DETERMINERS or last in PREPOSITIONS or last in ADJECTIVES or last in VERBS


def _is_name(run: list[re.Match[str]]) -> bool:
    return run[-1].group()[0].isupper()


def _name_follows(text: str, at: int) -> bool:
    return bool(re.match(r" (?:the )?[A-Z]", text[at:]))
