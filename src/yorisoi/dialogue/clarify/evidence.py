"""What the documents say of a question: is the answer there, is it one page or are there many, does it depend on who
asks?  Numbers by name, each about 0 to 1, for the model that decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import log, log1p

import numpy as np

from yorisoi.dialogue.clarify.audience import COUNTRY, Dependence, dependence, holding_for
from yorisoi.dialogue.held import held
from yorisoi.dialogue.interpret.wording import Kind, Wording
from yorisoi.dialogue.odds import log_odds
from yorisoi.dialogue.patterns import is_question
from yorisoi.dialogue.topics import aspects
from yorisoi.language import Pos, Utterance, analyse, keywords, morphemes, normal_form
from yorisoi.retrieval.contents import in_section
from yorisoi.retrieval.reranking import READING, SAID
from yorisoi.types import Hit

_LOOKED_AT, _SAME = 5, 0.75
"""Passages looked at for one whose heading says the same; share of the heading's words that have to be said."""
_NEAR = 0.9
"""Cosine from which a passage is near in meaning."""
_SURE = 4.0
"""Log-odds beyond which nothing is surer."""
READ = ("answers", "answers_first", "answers_ahead", "answers_said", "answers_said_first")
"""The features of passages that were read together with the question, and with what was said last of it."""
_NAMED = 0.6
"""Share of a heading's key words."""
_CLOSE = 0.8
"""Share of the best score from which another page rivals the best one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a search says of a question, and with the wording, what to do about it."""

    features: Mapping[str, float] = field(repr=False)
    actions: Mapping[str, float]
    """`answer`, `ask`, `none`, `talk`: probabilities that a good colleague would do it."""
    because: Mapping[str, float]
    """The features that weigh most for the likeliest action, in log-odds."""
    keywords: tuple[str, ...]
    found: int
    says_the_same: int | None = None
    """The passage found whose title or heading says the same as the utterance, which it simply answers."""
    says_the_title: bool = False
    """Whether it is the title, and no heading below it."""
    finds_a_table: bool = False
    """All rows of a table are asked for, and the best section has one: 「どんなプランがありますか」 is clear then."""
    depends: Dependence = field(default_factory=Dependence)
    sections: tuple[Hit, ...] = ()
    """What a question back may offer: the best hit of every section found, best first."""

    @property
    def topic(self) -> tuple[str, ...]:
        """The key words without aspects that any topic has; all of them where it names nothing else."""
        return tuple(key for key in self.keywords if key not in aspects()) or self.keywords

    @property
    def clarification_probability(self) -> float:
        """That something has to be asked for, given that the documents are to be asked at all."""
        ask, answer = self.actions["ask"], self.actions["answer"]
        return ask / (ask + answer) if ask + answer > 0 else 0.0

    @property
    def answerable(self) -> float:
        """That the documents hold the answer, given that it is looked for in them at all."""
        answer, none = self.actions["answer"], self.actions["none"]
        return answer / (answer + none) if answer + none > 0 else 0.0

    @property
    def names_a_page(self) -> bool:
        """It says most of what the best passage is called, and two things at least.

        Of the utterances over 82 collections that did, 48 were to be answered, 4 were talk, 4 anything else.
        """
        return self.features.get("heading_is_said", 0.0) >= _NAMED and self.features.get("things", 0.0) >= 2 / 4

    @property
    def in_best(self) -> float:
        """Share of the utterance's key words that the best passage has."""
        return self.features.get("in_best", 0.0)

    @property
    def likeliest(self) -> str:
        """What a good colleague would most probably do."""
        return max(self.actions, key=lambda action: self.actions[action])

    @property
    def differs_by(self) -> str | None:
        """The user attribute on which the best answer depends and of which nothing is known."""
        return self.depends.attribute if self.depends.first else None

    def as_json(self) -> dict[str, object]:
        """For replies and traces."""
        return {
            "actions": {action: round(probability, 3) for action, probability in self.actions.items()},
            "clarification_probability": round(self.clarification_probability, 3),
            "because": {name: round(value, 2) for name, value in self.because.items()},
            "found": self.found,
            "keywords": list(self.keywords),
            "differs_by": self.differs_by,
        }


def features(
    said: Utterance,
    question: Utterance,
    wording: Wording,
    hits: Sequence[Hit],
    known: Mapping[str, str],
    *,
    passages: int,
    in_conversation: bool,
    asked_back: int,
    goes_on: float,
) -> tuple[dict[str, float], Dependence]:
    """Feature -> strength.

    `question` is what was understood of what was said; `passages` is how many the store holds, `asked_back` how many
    questions of ours stand unanswered, `goes_on` the probability that the topic goes on.
    """
    depends = dependence(hits, known, question.keywords)
    reading, things = _reading(hits), _things(said, hits)
    return {
        **{f"is_{kind}": log_odds(wording.kinds[kind]) / 4 for kind in Kind},
        "vague": max(-1.5, min(1.5, wording.vague / 4)),
        "vague_beside": max(-1.5, min(1.5, wording.vague_beside / 4)),
        "in_conversation": float(in_conversation),
        "asked_back": float(min(asked_back, 2)) / 2,
        "goes_on": goes_on,
        "tells_and_goes_on": wording.kinds[Kind.SELF] * goes_on,
        "talks_and_goes_on": wording.kinds[Kind.TALK] * goes_on,
        "length": min(len(said.normal), 60) / 60,
        **_scores(hits, passages),
        **reading,
        **_words(said, question, hits),
        **things,
        "things_answered": things["things"] * reading.get("answers_said", 0.0),
        "depends": float(depends.declared),
        "depends_on_country": float(depends.first and depends.attribute == COUNTRY),
    }, depends


def _scores(hits: Sequence[Hit], passages: int) -> dict[str, float]:
    """Is there anything, and is one page ahead of the others?

    What a rare word is worth grows with the logarithm of the size of the store, and the best score with it.
    """
    if not hits:
        return {}
    fused = np.array([hit.score for hit in hits[:10]])
    scale = max(1.0, abs(float(fused[0])))
    first = hits[0].passage.document.id
    other = next((hit.score for hit in hits if hit.passage.document.id != first), 0.0)
    close = {hit.passage.document.id for hit in hits[:10] if hit.score >= _CLOSE * fused[0]}
    return {
        "best": log1p(max(0.0, float(fused[0])) / log(2 + passages)),
        "lead": (float(fused[0]) - other) / scale,
        "spread": float(fused.std()) / scale,
        "close_pages": min(len(close), 6) / 6,
        "best_page": sum(hit.passage.document.id == first for hit in hits[:10]) / 10,
    }


def _reading(hits: Sequence[Hit]) -> dict[str, float]:
    """Does the best of the passages that were read answer, and does any of another page?  And does any answer what was
    said last, whose topic they all hold?  Nothing where none was read."""
    read = [hit for hit in hits if READING in hit.legs]
    if not read:
        return {}
    page = read[0].passage.document.id
    answers = [hit.legs[READING].score for hit in read]
    other = max(
        (each for hit, each in zip(read, answers, strict=True) if hit.passage.document.id != page), default=-_SURE
    )
    said = [hit.legs.get(SAID, hit.legs[READING]).score for hit in read]
    said_first = max(each for hit, each in zip(read, said, strict=True) if hit.passage.document.id == page)
    told = (max(answers), answers[0], answers[0] - other, max(said), said_first)
    return dict(zip(READ, map(_within, told), strict=True))


def was_read(features: Mapping[str, float]) -> bool:
    """Whether any passage was read together with the question."""
    return READ[0] in features


def _within(odds: float) -> float:
    return max(-1.0, min(1.0, odds / _SURE))


def _words(said: Utterance, question: Utterance, hits: Sequence[Hit]) -> dict[str, float]:
    """Where do the words stand: in the best passage, anywhere in what was found, in titles?"""
    keys, asked = said.keywords, question.keywords
    texts = [normal_form(hit.passage.in_context) for hit in hits]
    headings = [normal_form(" ".join(hit.passage.headings)) for hit in hits]
    leaf = normal_form(hits[0].passage.headings[-1]) if hits else ""
    everything = "\n".join(texts)
    titled = {hit.passage.document.id for hit in hits if held(asked, normal_form(hit.passage.document.title)) == 1}
    return {
        "keys": min(len(keys), 6) / 6,
        "in_best": held(keys, texts[0]) if texts else 0.0,
        "in_first": max((held(keys, each) for each in texts[:5]), default=0.0),
        "nowhere": 1 - held(keys, everything) if keys else 0.0,
        "question_in_best": held(asked, texts[0]) if texts else 0.0,
        "in_headings": max((held(asked, each) for each in headings[:5]), default=0.0),
        "heading_is_said": held(keywords(leaf, question.language), question.normal) if leaf else 0.0,
        "titled_pages": min(len(titled), 5) / 5,
        "one_word": float(len(keys) <= 1),
    }


def _things(said: Utterance, hits: Sequence[Hit]) -> dict[str, float]:
    """Are the things that it names in what was found at all?  A store that lacks the rarest of them lacks the answer,
    unless it is near in meaning."""
    texts = [normal_form(hit.passage.in_context) for hit in hits]
    everything, best = "\n".join(texts), "\n".join(texts[:3])
    named = _named(said)
    cosines = [leg.score for hit in hits for name, leg in hit.legs.items() if name == "vector"]
    top = max(cosines, default=_NEAR)  # without vectors nothing is said to be far
    unseen = [thing for thing in named if not _in(thing, everything)]
    unmet = [thing for thing in named if not _in(thing, best)]
    return {
        "things": min(len(named), 4) / 4,
        "unseen": len(unseen) / len(named) if named else 0.0,
        "any_unseen": float(bool(unseen)),
        "unmet": len(unmet) / len(named) if named else 0.0,
        "any_unmet": float(bool(unmet)),
        "cosine": (top - 0.85) * 20 if cosines else 0.0,
        "cosine_stands_out": min(5.0, (top - float(np.mean(cosines))) / (float(np.std(cosines)) + 0.005)) / 5
        if cosines
        else 0.0,
        "unseen_and_far": (len(unseen) / len(named) if named else 0.0) * max(0.0, (_NEAR - top) * 20),
    }


def _named(said: Utterance) -> list[tuple[str, ...]]:
    """The things, each by its spellings."""
    return [
        tuple(dict.fromkeys((normal_form(word.surface), word.base, word.normal)))
        for word in morphemes(said.normal, said.language)
        if word.content and word.pos in (Pos.NOUN, Pos.PROPER)
    ]


def _in(thing: Sequence[str], text: str) -> bool:
    return any(spelling in text for spelling in thing)


def says_the_same(said: Utterance, hits: Sequence[Hit]) -> tuple[int | None, bool]:
    """The first of the best passages whose page or section is called by the utterance's words, two of them at least and
    hardly any other, or as the utterance is put, where that asks something; and whether the page is. None where there
    is none."""
    asked = set(said.terms.words)
    put = _letters(said.text) if is_question(said.text, said.language) else None
    for hit in hits[:_LOOKED_AT] if put or len(asked) > 1 else ():
        page = hit.passage.document
        for heading in (page.title, *hit.passage.section[-1:]):
            called = set(analyse(heading, page.language).words)
            named = len(asked) > 1 and asked <= called and len(asked) >= _SAME * len(called)
            if named or (put and _letters(heading) == put):
                return hit.passage.id, heading == page.title
    return None, False


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, normal_form(text)))


def sections_for(hits: Sequence[Hit], known: Mapping[str, str]) -> tuple[Hit, ...]:
    """The best hit of every section of pages that hold for this reader, best first; what stands over the first heading
    of a page only where nothing below one was found of it."""
    holding = holding_for(hits, known)
    sectioned = {hit.passage.document.id for hit in holding if in_section(hit)}
    found: dict[tuple[int, tuple[str, ...]], Hit] = {}
    for hit in holding:
        page = hit.passage.document.id
        if in_section(hit) or page not in sectioned:
            found.setdefault((page, hit.passage.section), hit)
    return tuple(found.values())
