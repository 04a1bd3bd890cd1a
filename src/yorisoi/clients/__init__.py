"""Yorisoi inside other frameworks: their interfaces over a server of ours (`yorisoi serve`)."""
