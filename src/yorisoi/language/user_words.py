"""How simulated users speak in a language: a group of a pack, there as a whole or not at all; English is lent."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Persona = Literal["terse", "chatty", "hurried", "formal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """One persona's."""

    picks: str
    """A choice that was offered: {number} or {choice}."""
    tells: str
    """What one was asked for: {detail}."""
    again: str
    """The same in other words, after a reply that was of no use: {way}."""
    tired: str
    """Asked back too often; empty: leaves without a word."""
    thanks: str
    """Has what one came for; empty: leaves without a word."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserWords:
    manners: Mapping[Persona, Manner]
    acting: str
    """Tells a chat model to play such a user."""
