"""How good it is: data sets, metrics, significance.

beir.py          a folder in BEIR layout -> corpus, queries, judgements, checked
corpus.py        a corpus -> a store
ranking.py       the formulas: recall, reciprocal rank, nDCG
measuring.py     every judged query through a search -> rankings, times and figures
runs.py          rankings in TREC's format, written and read
significance.py  is the difference of two configurations more than luck?
self_test.py     does a store's search find the store's own passages?
"""
