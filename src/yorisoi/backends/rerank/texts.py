"""Texts as rerankers can take them."""

_BLANK = "."
"""Stands for a text without a word: some servers refuse an empty document, and llama.cpp ends the process over an empty
prompt."""


def sendable(text: str, max_characters: int) -> str:
    """The text, cut; never blank, without NUL (many servers are C behind the scenes) and without half a character."""
    text = text[:max_characters].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    return text if text.strip() else _BLANK
