"""Does an utterance speak of an earlier conversation?"""

import re

SPOKEN_OF_BEFORE = re.compile(
    r"(?:前に|以前|先日|前回|この前|この間)(?:に|も|、)?(?:聞|話|相談|質問|教え|言|伺)|(?:上次|之前|以前|上回)(?:问|说|聊|提|咨询)"
    r"|\b(?:i|we) (?:asked|talked|spoke|mentioned)\b.*\b(?:before|earlier|last time|the other day)\b"
)


def speaks_of_before(text: str) -> bool:
    """The utterance names an earlier conversation: 「前に聞いた休暇は」."""
    return bool(SPOKEN_OF_BEFORE.search(text.casefold()))
