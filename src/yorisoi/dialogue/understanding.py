"""From an utterance to the question that is meant and what the documents say of it: steps 2 to 4 of a turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from yorisoi.dialogue.answer.rows import names_columns
from yorisoi.dialogue.clarify.evidence import Evidence, features, says_the_same, sections_for, was_read
from yorisoi.dialogue.fitted import Fitted
from yorisoi.dialogue.interpret.aside import begins_anew
from yorisoi.dialogue.interpret.correction import mended, rejection
from yorisoi.dialogue.interpret.interpretations import (
    Interpretation,
    continuing,
    in_fewer_words,
    interpretations,
    mixture,
    near_page,
)
from yorisoi.dialogue.interpret.parallel import with_another
from yorisoi.dialogue.interpret.siblings import with_row, with_sibling
from yorisoi.dialogue.interpret.synonyms import in_their_words
from yorisoi.dialogue.interpret.threads import Thread, asked_in_a_row, in_order, only_talked, threads
from yorisoi.dialogue.interpret.values import with_other_values
from yorisoi.dialogue.interpret.wording import Kind, Wording, WordingReader
from yorisoi.dialogue.patterns import patterns
from yorisoi.language import Utterance
from yorisoi.reading_ports import AnswerReader
from yorisoi.retrieval.contents import contents_last
from yorisoi.retrieval.reranking import by_reading
from yorisoi.retrieval.search import Found, Searcher
from yorisoi.tracing import Trace
from yorisoi.types import Action, Choice, Filter, Language, Turn

HITS = 30
"""Passages that are weighed: enough to see how many pages share a theme."""
_REASONS = 6
_ANSWERED = (Kind.QUESTION, Kind.REPLY, Kind.CORRECTION, Kind.TROUBLE)
"""Kinds of utterances for which passages are read: what asks for nothing definite none of them answers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What an utterance was taken to mean, and what was found for it."""

    threads: Sequence[Thread]
    wording: Wording
    candidates: Sequence[Interpretation]
    meant: Interpretation
    goes_on: float
    """Probability that the topic goes on; 1 where that is certain, 0 where there is none."""
    continuing: Mapping[str, float]
    """The features that this rests on; empty where it was certain."""
    found: Found
    evidence: Evidence


class Interpreter:
    """Understands utterances over one store."""

    def __init__(self, searcher: Searcher, fitted: Fitted, reads: int) -> None:
        """Of what was found, `reads` passages are read together with the question where the embedding model can."""
        self.searcher, self.fitted, self.reads = searcher, fitted, reads
        self.reader = WordingReader(searcher.embedder, fitted)

    async def understand(
        self,
        said: Utterance,
        history: Sequence[Turn],
        *,
        known: Mapping[str, str] | None = None,
        choice: Choice | None = None,
        within: Filter,
        passages: int,
        trace: Trace | None = None,
        names_offered: bool = False,
        as_spoken: bool = True,
    ) -> Understood:
        """What is meant after this history.

        What `names_offered` has names in it that our last reply gave.  What is `as_spoken` has talk around it, and is
        understood once more where a page has another word for something in it.  What begins another topic in so many
        words goes on about none.
        Raises BackendError when the index cannot be searched.
        """
        trace, known = trace or Trace(), known or {}
        spoken = threads(history)
        with trace.step("interpret") as step:
            before = [each.text for each in in_order(spoken)]
            replied = next((turn for turn in reversed(history) if turn.speaker == "assistant"), None)
            reply = replied.text if replied else None
            if as_spoken:
                answered = replied.text if replied and replied.action is not Action.ASK else ""
                said = await self.reader.wanted(mended(said), answered)
            lead = begins_anew(said) if spoken and choice is None else ""
            said, spoken_of = (replace(said, text=said.text[len(lead) :]), ()) if lead else (said, spoken)
            # A word of talk asks nothing, though it may quote a question of the user's.
            asking = "" if replied and only_talked(replied) else reply
            wording = await self.reader.read(said, before, asking)
            another = await self._with_another(spoken_of[-1], said, wording) if spoken_of else None

            def may_mean(another: str | None) -> list[Interpretation]:
                found = interpretations(said, spoken_of, wording, choice, another)
                return [each.made_of(spoken_of[-1]) for each in found] if names_offered and spoken_of else found

            candidates = may_mean(another)
            step.note(language=said.language, kinds=wording.kinds, interpretations=candidates, choice=choice)
        by_query = await self._searched(candidates, {}, within, said.language, trace)
        if another is None and (another := _of_a_sibling(candidates, said, by_query)):
            candidates = may_mean(another)
            step.note(interpretations=candidates)
            by_query = await self._searched(candidates, by_query, within, said.language, trace)
        hits = by_query[candidates[0].queries[0]].hits
        may_differ = as_spoken and not rejection(said)
        theirs, shown = in_their_words(said, hits) if may_differ else (said.text, said.text)
        if theirs != said.text and choice is None:
            understood = await self.understand(
                replace(said, text=lead + theirs),
                history,
                known=known,
                within=within,
                passages=passages,
                trace=trace,
                names_offered=names_offered,
                as_spoken=False,
            )
            question = understood.meant.question.replace(theirs, shown, 1)
            return replace(understood, meant=replace(understood.meant, question=question))
        with trace.step("weigh") as step:
            meant, goes_on, told = self._weigh(said, wording, spoken, candidates, by_query)
            meant = in_fewer_words(meant, {query: found.hits for query, found in by_query.items()})
            merged = _merged(candidates, meant, by_query, goes_on, reply or "")
            if wording.kind in _ANSWERED:
                merged = await self._read(meant, merged)
            evidence = self._evidence(said, wording, history, meant, goes_on, merged, known, passages)
            step.note(meant=meant, goes_on=round(goes_on, 3), **evidence.as_json())
        return Understood(
            threads=spoken,
            wording=wording,
            candidates=candidates,
            meant=meant,
            goes_on=goes_on,
            continuing=told,
            found=merged,
            evidence=evidence,
        )

    async def _searched(
        self,
        candidates: Sequence[Interpretation],
        known: Mapping[str, Found],
        within: Filter,
        language: Language,
        trace: Trace,
    ) -> Mapping[str, Found]:
        """What is found for each query of the candidates and for each topic; all that is not known yet in one batch."""
        every = [*candidates, *(each.shorter for each in candidates if each.shorter)]
        topics = [each.topic for each in candidates if each.topic]
        queries = dict.fromkeys([*(query for each in every for query in each.queries), *topics])
        new = [query for query in queries if query not in known]
        found = await self.searcher.search_many(
            [[query] for query in new], within=within, language=language, limit=HITS, trace=trace, follow=False
        )
        return {**known, **dict(zip(new, found, strict=True))}

    async def _with_another(self, topic: Thread, said: Utterance, wording: Wording) -> str | None:
        """The topic's words with the thing or the value that the utterance names in place of theirs."""
        if named := await with_another(topic.words, said, self.searcher.embedder):
            return named
        valued = with_other_values(topic.words, said, corrects=wording.kind is Kind.CORRECTION)
        return f"{valued} {said.text}" if valued else None

    def _weigh(
        self,
        said: Utterance,
        wording: Wording,
        spoken: Sequence[Thread],
        candidates: Sequence[Interpretation],
        by_query: Mapping[str, Found],
    ) -> tuple[Interpretation, float, Mapping[str, float]]:
        if len(candidates) == 1:
            [only] = candidates
            return only, 0.0 if only.how == "alone" else 1.0, {}
        alone, goes_on = candidates
        told = continuing(
            said,
            wording,
            spoken[-1].last.is_open,
            by_query[alone.queries[0]].hits,
            by_query[goes_on.queries[-1]].hits,
            by_query[goes_on.topic].hits,
            goes_on.page,
            goes_on.answered,
        )
        [probability] = self.fitted.continues.probabilities(told).values()
        return (goes_on if probability >= 0.5 else alone), probability, told

    async def _read(self, meant: Interpretation, found: Found) -> Found:
        """What was found, those first that answer what is meant."""
        reader, dropped = self.searcher.embedder, list(found.dropped)
        if not self.reads or not isinstance(reader, AnswerReader):
            return found
        hits = await by_reading(found.hits, meant.question, meant.asked, reader, self.reads, dropped)
        return replace(found, hits=tuple(contents_last(hits)), dropped=tuple(dropped))

    def _evidence(
        self,
        said: Utterance,
        wording: Wording,
        history: Sequence[Turn],
        meant: Interpretation,
        goes_on: float,
        found: Found,
        known: Mapping[str, str],
        passages: int,
    ) -> Evidence:
        question = replace(said, text=meant.question)
        told, depends = features(
            said,
            question,
            wording,
            found.hits,
            known,
            passages=passages,
            in_conversation=bool(history),
            asked_back=len(asked_in_a_row(history)),
            goes_on=goes_on,
        )
        model = self.fitted.action if was_read(told) else self.fitted.action_unread
        actions = model.probabilities(told)
        parts = model.parts(told, max(actions, key=lambda action: actions[action]))
        same, of_page = says_the_same(said, found.hits)
        lists = patterns(said.language).asks_for_rows.search(said.normal) is not None
        tables = [hit.passage for hit in found.hits if names_columns(hit.passage)] if lists else []
        heaviest = sorted(parts.items(), key=lambda part: -abs(part[1]))[:_REASONS]
        return Evidence(
            features=told,
            actions=actions,
            because=dict(heaviest),
            keywords=question.keywords,
            found=len(found.hits),
            says_the_same=same,
            says_the_title=of_page,
            finds_a_table=any(each.place == found.hits[0].passage.place for each in tables),
            depends=depends,
            sections=sections_for(found.hits, known),
        )


def _of_a_sibling(candidates: Sequence[Interpretation], said: Utterance, found: Mapping[str, Found]) -> str | None:
    """The topic and the utterance, asked of a page or a row that differs in what the utterance names."""
    topic = next((each for each in candidates if each.topic and each.how in ("goes-on", "completes")), None)
    if topic is None:
        return None
    hits = {hit.passage.id: hit for query in (topic.topic, *topic.queries) for hit in found[query].hits}.values()
    pages = [hit.passage.document for hit in hits]
    own = next((each for each in pages if each.source == topic.page), pages[0] if pages else None)
    others = list({each.id: each for each in pages if own and each.id != own.id}.values())
    instead = own and with_sibling(topic.topic, said, own, others)
    instead = instead or with_row(topic.topic, said, list(hits))
    return f"{instead} {said.text}" if instead else None


def _merged(
    candidates: Sequence[Interpretation],
    meant: Interpretation,
    by_query: Mapping[str, Found],
    goes_on: float,
    reply: str,
) -> Found:
    """What all interpretations found, by how likely each is meant; a query's weight is its interpretation's share."""
    weights: dict[str, float] = {}
    shares = (1 - goes_on, goes_on) if len(candidates) == 2 else (1.0,)
    for each, share in zip(candidates, shares, strict=True):
        for query in each.queries:
            weights[query] = weights.get(query, 0.0) + share / len(each.queries)
    every = [by_query[query] for query in weights]
    hits = mixture([found.hits for found in every], list(weights.values()))
    hits = contents_last(near_page(hits, candidates[-1], goes_on, reply)[:HITS])
    dropped = tuple(dict.fromkeys(each for found in every for each in found.dropped))
    asked = meant.queries[-1 if meant.words else 0]
    return Found(hits=tuple(hits), dropped=dropped, query_vector=by_query[asked].query_vector)
