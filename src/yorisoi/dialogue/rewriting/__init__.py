"""The conversation -> one question that can be searched for alone."""

from yorisoi.dialogue.rewriting.faithful import is_faithful
from yorisoi.dialogue.rewriting.restating import Rewrite, rewrite

__all__ = ["Rewrite", "is_faithful", "rewrite"]
