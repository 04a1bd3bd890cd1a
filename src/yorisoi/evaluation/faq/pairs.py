"""Questions that need two FAQs: which ones belong together, and what is asked of both.

Two FAQs make a pair when one names the other, or when the body of one has a name which the title of the other is about
and few others have; of those the nearest in meaning come first.  A common subject lets a user have both questions at
once; two that are nearly the same FAQ make no pair, since one of them would do.
"""

import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from yorisoi.evaluation.faq.asking import shown, words_of
from yorisoi.evaluation.faq.copies import likeness
from yorisoi.evaluation.faq.generating import TOKENS_A_QUERY, Draft, Task
from yorisoi.evaluation.faq.sets import Faq
from yorisoi.language import Utterance, normal_form
from yorisoi.ports import ChatModel, ChatRequest, Embedder, Message
from yorisoi.types import in_context

_RARE = 0.1
"""Share of the FAQs that may have a name which still joins two of them."""
_AT_LEAST = 3
_SAME = 0.8
"""Likeness of two titles that ask the same."""
_OFTEN = 2
"""Pairs that one FAQ may be in."""
_A_PAIR = 2
"""Queries that a model makes for a pair."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    one: Faq
    other: Faq
    joined_by: tuple[str, ...]
    """Names that both have, or the title of the one that stands in the other."""


async def pairs(faqs: Mapping[str, Faq], embedder: Embedder | None, most: int) -> list[Pair]:
    """At most so many pairs, best first.  Raises what the embedder raises."""
    all_ = list(faqs.values())
    names = [_names(f"{faq.title}\n{faq.body}", faq) for faq in all_]
    titled = [_names(faq.title, faq) for faq in all_]
    known = Counter(name for of_one in names for name in of_one)
    few = max(_AT_LEAST, round(_RARE * len(all_)))
    near = np.zeros((len(all_), len(all_)), dtype=np.float32)
    if embedder and len(all_) > 1:
        vectors = await embedder.embed_passages([in_context(faq.title, (), faq.body) for faq in all_])
        near = np.asarray(vectors @ vectors.T, dtype=np.float32)
    found: list[tuple[float, int, int, tuple[str, ...]]] = []
    for one, other in combinations(range(len(all_)), 2):
        subjects = titled[one] | titled[other]
        shared = sorted(name for name in names[one] & names[other] & subjects if known[name] <= few)
        linked = _links(all_[one], all_[other])
        if (shared or linked) and not _alike(all_[one], all_[other]):
            rarity = sum(1 / known[name] for name in shared) + len(linked)
            found.append((float(near[one, other]) + rarity, one, other, (*linked, *shared)))
    chosen: list[Pair] = []
    used: Counter[int] = Counter()
    for _, one, other, joined_by in sorted(found, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if len(chosen) < most and used[one] < _OFTEN and used[other] < _OFTEN:
            used.update((one, other))
            chosen.append(Pair(one=all_[one], other=all_[other], joined_by=joined_by))
    return chosen


def _names(text: str, faq: Faq) -> set[str]:
    """What a text of the FAQ names, words that any topic has apart."""
    said = Utterance(text, faq.language)
    nothing = said.pack.words.aspects | said.pack.words.attitudes
    return {
        name
        for phrase in said.noun_phrases
        if len(name := normal_form(phrase.text)) > 1 and name not in nothing and not any(map(str.isdigit, name))
    }


def _links(one: Faq, other: Faq) -> list[str]:
    """Titles and ids of the one that stand in the body of the other."""
    ways = ((one, other), (other, one))
    return [
        name
        for named, naming in ways
        for name in (named.title, named.id)
        if len(name) > 2 and normal_form(name) in normal_form(naming.body)
    ]


def _alike(one: Faq, other: Faq) -> bool:
    same_language = one.language == other.language
    return not same_language or likeness(one.title, other.title, one.language) >= _SAME


# ---------------------------------------------------------------- queries


def tasks(found: Iterable[Pair], model: ChatModel) -> list[Task]:
    """What the model is going to be asked about each pair."""
    return [_task(pair, model) for pair in found]


def _task(pair: Pair, model: ChatModel) -> Task:
    words = words_of(pair.one.language)
    texts = "\n\n".join(shown(faq, model) for faq in (pair.one, pair.other))
    asked = f"{words.pairing.format(n=_A_PAIR)}\n{words.form}\n\n{texts}"
    request = ChatRequest(messages=(Message(role="user", content=asked),), max_tokens=2 * TOKENS_A_QUERY * _A_PAIR + 40)
    return Task(faqs=(pair.one, pair.other), way="two", request=request, n=_A_PAIR)


def by_rules(found: Sequence[Pair], seed: int) -> list[Draft]:
    """Both questions in one breath, each as somebody in a hurry puts it: artificial, but in need of both FAQs."""
    drafts = []
    for pair in found:
        first, second = (
            (pair.one, pair.other)
            if random.Random(f"{seed} {pair.one.id}").random() < 0.5
            else (
                pair.other,
                pair.one,
            )
        )
        words = words_of(first.language)
        text = words.both.format(
            one=(words.short(first.title) or first.title).rstrip("?？。."),
            other=words.plain(second.title) or second.title,
        )
        drafts.append(Draft(faqs=(pair.one.id, pair.other.id), way="two", texts=(text,), made_by=("rules:both",)))
    return drafts
