"""Processes of ours: the same Python once more, with nothing of the current folder in it."""

import sys


def own_python(*arguments: str) -> list[str]:
    """The command that starts this Python with these arguments (`-m`, a module, ...).

    `-m` and `-c` would look for modules in the current folder first, which is often one of documents: whoever puts a
    `csv.py` there would have it run.  `-P` leaves that folder out.
    """
    return [sys.executable, "-P", *arguments]
