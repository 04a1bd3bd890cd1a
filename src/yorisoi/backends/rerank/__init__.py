"""Rerankers: models that read the question and a passage together and say how well the one answers the other."""
