"""Lists of words, written as text."""


def word_list(text: str) -> frozenset[str]:
    """The words between white space.

    >>> sorted(word_list("と の"))
    ['と', 'の']
    """
    return frozenset(text.split())
