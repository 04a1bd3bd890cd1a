"""What the server says around the replies, in a language: its errors, and what stands below a text."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerWords:
    """A group of a pack, there as a whole or not at all; English is lent to packs without it."""

    errors: Mapping[str, str]
    """Code (`yorisoi.server.errors.STATUS`) -> one line; {detail}, {role}, {limit} where the code has them."""
    sources: str
    """Above the citations of a text."""
    reduced: str
    """{step}, {reason}: a step that could not be done in full."""
