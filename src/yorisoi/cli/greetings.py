"""What the terminal conversation itself says, in the language of the terminal or of the reply."""

import os
import re

from yorisoi.language.dialogue_words import Greetings
from yorisoi.language.packs import LENDS, own_or_lent, packs
from yorisoi.types import Language

_OF_NO_LANGUAGE = ("", "C", "POSIX")


def greetings(language: Language | None = None) -> Greetings:
    """In the given language, or in the terminal's; English where there are none."""
    return own_or_lent(language or terminal_language() or LENDS, lambda pack: pack.greetings)


def terminal_language() -> Language | None:
    """The first of LC_ALL, LC_MESSAGES, LANG that is set; English where it is none that we know, None where it is of no
    language, as in a container."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    spoken = re.split("[_.@-]", locale)[0]
    if spoken in _OF_NO_LANGUAGE:
        return None
    return spoken if spoken in packs() else LENDS
