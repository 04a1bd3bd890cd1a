"""How well a FAQ search answers: questions made from the FAQs themselves, checked, and searched.

sets.py        FAQs and queries, read and written in the published format
replies.py     what a model wrote -> a clean list of queries
asking.py      a model asked with retries, its tokens foretold
generating.py  queries by a model, three ways
rules.py       queries without a model
pairs.py       questions that need two FAQs
drafts.py      what was made -> the queries of a set
difficulty.py  how many of a query's words its FAQ has
reasons.py     why a query is rejected
copies.py      how nearly two wordings are the same
bearing.py     how near queries and FAQs are to each other, by words and by meaning
checking.py    queries checked by rules
judging.py     queries checked by a model, as the conversation's second step
verdicts.py    what was found, what people overruled, what is accepted
scoring.py     a FAQ search scored by way of making and by difficulty, with its misses

Source: 戸田, "LLMを利用したFAQ検索の評価データセットの作成" parts 1 and 2, 2023; data set ai-shift/ameba_faq_search.
"""
