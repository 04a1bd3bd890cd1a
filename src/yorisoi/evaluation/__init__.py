"""How good it is: any system on any cases by any measures, data sets, metrics, significance.

experiment.py    `evaluate(system, cases, measures)`: rows, figures, two runs compared
run_file.py      a run on disk: kept as it comes, gone on with, read again
beir.py          a folder in BEIR layout -> corpus, queries, judgements, checked
corpus.py        a corpus -> a store
ranking.py       the formulas: recall, reciprocal rank, nDCG
measuring.py     every judged query through a search -> rankings, times and figures
runs.py          rankings in TREC's format, written and read
significance.py  is the difference of two configurations more than luck?
self_test.py     does a store's search find the store's own passages?
"""

from yorisoi.evaluation.experiment import Case, Figure, Measure, Row, Run, Scored, System, Traced, evaluate

__all__ = ["Case", "Figure", "Measure", "Row", "Run", "Scored", "System", "Traced", "evaluate"]
