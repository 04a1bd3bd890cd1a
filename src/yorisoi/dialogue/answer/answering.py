"""Hits -> what is said: by a model, in the documents' own words where there is none, or that nothing is found."""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import chain

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.generating import Asked, generate, within_budget
from yorisoi.dialogue.answer.overview import Overviewer, material, structured
from yorisoi.dialogue.answer.quoting import lines, not_found, opens, quote
from yorisoi.dialogue.answer.rows import in_its_place, names_columns, table_of, with_rows, with_rows_meant
from yorisoi.dialogue.answer.section import section_first, with_its_section
from yorisoi.dialogue.answer.shares import likeliest_first
from yorisoi.dialogue.answer.sureness import finds_nothing, is_nowhere, is_sure
from yorisoi.dialogue.answer.talking import days_meant, kind_word, word_before
from yorisoi.dialogue.answer.telling import names_any
from yorisoi.dialogue.clarify.attributes import called, told_choice
from yorisoi.dialogue.clarify.audience import for_reader, owner, told_apart
from yorisoi.dialogue.clarify.choices import is_below, section_of
from yorisoi.dialogue.clarify.evidence import was_read
from yorisoi.dialogue.clarify.picking import with_choices
from yorisoi.dialogue.clarify.policy import DRAWING_OUT
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.held import held
from yorisoi.dialogue.patterns import is_question, patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.prompts import prompts
from yorisoi.dialogue.steering.web import Web
from yorisoi.dialogue.turn import TurnState
from yorisoi.errors import BackendError
from yorisoi.language import keywords, normal_form, sentences
from yorisoi.language.plain import plain
from yorisoi.language.tokens import estimated_tokens
from yorisoi.ports import ChatModel
from yorisoi.retrieval.contents import introduction_first
from yorisoi.retrieval.order import arranged
from yorisoi.retrieval.search import Searcher, summary
from yorisoi.types import Action, Choice, Degraded, Hit, Language, Person

_IN_VIEW = 3
"""Replies whose words still stand above, and are not quoted again."""


class Answerer:
    """Answers from what a turn found."""

    def __init__(self, searcher: Searcher, chat: ChatModel | None, config: TurnConfig, web: Web | None) -> None:
        self._searcher, self._chat, self._config, self._web = searcher, chat, config, web
        self._overviewer = Overviewer(searcher)
        self._reader = searcher.embedder if config.reads else None

    async def answer(self, turn: TurnState, on_text: Callable[[str], None] | None) -> tuple[Answer, Person | None]:
        """What is said, and who knows better; pages of the web where it is set and the documents hold nothing."""
        if turn.overview and (overview := await self._overview(turn, on_text)):
            return overview
        followed = await self._followed(turn)
        gone = _is_gone(turn.choice, followed)
        hits, opened = await self._ordered(turn, followed)
        turn.told_apart = told_apart(followed, hits[: self._config.answer.passages])
        if not (gone or finds_nothing(turn, hits)):
            found = [*turn.web, *await self._searcher.expanded(hits[: self._config.answer.passages])]
            sure = is_sure(turn, hits, self._reader)
            return await self._answered(turn, found, on_text, sure=sure, opened=opened), self._person(turn, hits)
        outside = list(turn.web)
        if not outside and self._web and self._web.when == "not_found":
            outside = await self._web.look_up(turn, turn.question)
        if outside:
            sure = not gone and is_sure(turn, [], self._reader)
            return await self._answered(turn, outside, on_text, sure=sure, opened=opened), owner(hits)
        turn.told_apart = told_apart(followed, hits)  # any of them may be named
        return await self._not_found(turn, hits, gone=gone), owner(hits)

    async def _ordered(self, turn: TurnState, followed: Sequence[Hit]) -> tuple[list[Hit], bool]:
        """The hits for this reader, first what answers; and whether that is what was picked, and alone."""
        hits = for_reader(followed, turn.known, turn.choice or told_choice(turn.history, turn.known))
        opened = [hit for hit in hits if turn.choice and _opens(turn.choice, hit, turn.language)]
        if opened:
            hits = opened
        elif hits and _asks_for_a_page(turn, hits[0]):
            hits = introduction_first(hits)
        elif turn.evidence.says_the_same is None:
            replied, goes_on = "".join(_answers(turn)[-1:]), bool(turn.meant.words)
            hits = section_first(hits, turn.asked, replied, goes_on=goes_on)
            hits = likeliest_first(hits, turn.asked)
        else:
            hits.sort(key=lambda hit: hit.passage.id != turn.evidence.says_the_same)  # stable: ranks are kept
        return await self._with_rows(turn, hits, whole=bool(opened)), bool(opened)

    async def _answered(
        self, turn: TurnState, found: Sequence[Hit], on_text: Callable[[str], None] | None, *, sure: bool, opened: bool
    ) -> Answer:
        """What a model says of these passages, or they themselves do; what was `opened` is told again."""
        with turn.trace.step("answer") as step:
            placed, sure = await self._in_their_place(found, sure)
            names = called(turn.known, turn.store.attributes)
            turn.told_apart |= {name for name, calls in names.items() if any(_names_any(hit, calls) for hit in placed)}
            given = await self._given(placed)
            answer = await self._generated(turn, given, on_text) or await self._quoted(
                turn,
                placed,
                of_reader=tuple(chain.from_iterable(names.values())),
                sure=sure,
                shown="" if opened or turn.meant.how == "corrects" else "\n".join(_answers(turn)[-_IN_VIEW:]),
            )
            answer = _explained(turn, _met_with(turn, word_before(turn), answer))
            if any(cite.outside for cite in answer.citations):
                answer = replace(answer, text=f"{answer.text}\n{phrases(turn.language).from_outside}")
            step.note(passages=[summary(hit) for hit in given], text=answer.text, citations=answer.citations)
        return answer

    async def _not_found(self, turn: TurnState, hits: Sequence[Hit], *, gone: bool) -> Answer:
        """That nothing was found, and what comes near; but a capable model has seen that, and found nothing in it."""
        judged = turn.judgement
        surely = gone or judged is not None or is_nowhere(turn.evidence)
        nothing = await not_found(turn.asked, [] if judged else hits, self._reader, surely=surely)
        if judged and judged.say:
            nothing = replace(nothing, text=f"{nothing.text}\n{judged.say}")
        return _met_with(turn, kind_word(turn.said), nothing)

    async def ask(self, turn: TurnState, question: str, offered: Sequence[Choice]) -> Answer:
        """The question back with its choices, each with what it says of what was asked, where passages were read beside
        that: who is asked back needlessly has the answer all the same."""
        sections = [section_of(choice, turn.evidence.sections, turn.language) for choice in offered]
        found = [hit for hit in sections if hit]
        told: Sequence[str] = ()
        if found and not turn.judgement and was_read(turn.evidence.features):
            each = iter(await lines(found, turn.asked, self._reader))
            told = [next(each) if hit else "" for hit in sections]
        answer = Answer(text=with_choices(question, offered, told))
        word = "" if turn.decision.rule in DRAWING_OUT else kind_word(turn.said)
        return _met_with(turn, word, answer)

    async def _quoted(
        self, turn: TurnState, hits: Sequence[Hit], *, of_reader: Collection[str], sure: bool, shown: str
    ) -> Answer:
        """The answer in the documents' words, and which day 今日 is where they speak of days."""
        answer = await quote(
            turn.asked,
            hits,
            self._config.answer,
            goes_on=bool(turn.meant.words),
            of_reader=of_reader,
            sure=sure,
            shown=shown,
            reader=self._reader,
        )
        days = days_meant(turn.said, answer.citations[0].quote, turn.now) if answer.citations else ""
        return replace(answer, text=f"{days}\n{answer.text}") if days else answer

    async def _followed(self, turn: TurnState) -> Sequence[Hit]:
        """The hits that decided, and where a walk leads from them: what is done about a question rests on what its own
        words and meaning find, the answer also on pages that these lead to."""
        found = await self._searcher.followed(
            turn.question, turn.found.hits, within=turn.within, language=turn.language, trace=turn.trace
        )
        turn.degraded.extend(found.dropped)
        return found.hits

    async def _overview(
        self, turn: TurnState, on_text: Callable[[str], None] | None
    ) -> tuple[Answer, Person | None] | None:
        """Theme by theme, and who knows better; None where that is no answer."""
        with turn.trace.step("overview") as step:
            try:
                overview = await self._overviewer.tell(turn)
            except BackendError as error:
                turn.degraded.append(Degraded(step="overview", reason=str(error)))
                return None
            if overview is None:
                return None
            step.note(themes=[part.title for part in overview.parts if part.title], further=overview.further)
            pages = turn.store.documents
            hits, outline = material(overview, self._chat.context_tokens if self._chat else math.inf, pages)
            answer = await self._generated(turn, hits, on_text and _Found(on_text, turn.language), outline)
            if answer and not answer.citations:  # not found: what the question's own words find may hold it
                return None
            answer = _explained(turn, answer or structured(overview, turn.language, pages))
            step.note(passages=[summary(hit) for hit in hits], text=answer.text, citations=answer.citations)
            return answer, self._person(turn, hits)

    def _person(self, turn: TurnState, hits: Sequence[Hit]) -> Person | None:
        return owner(hits) if turn.assessment.ask_person <= turn.thresholds.ask_person else None

    async def _with_rows(self, turn: TurnState, hits: Sequence[Hit], *, whole: bool) -> list[Hit]:
        """Of a table whose rows are passages those that are meant: all where it was picked, or they are compared; where
        only what leads the table in was found, that too."""
        whole |= patterns(turn.language).asks_for_rows.search(turn.asked.normal) is not None
        if not hits or hits[0].passage.document.outside or not (whole or table_of(hits[0].passage)):
            return list(hits)
        first, *others = hits
        page = await self._searcher.store.neighbours(first.passage, 1000, 1000)
        if table_of(first.passage) is None:
            rows = (each for each in page if each.section == first.passage.section and table_of(each))
            first = replace(first, passage=next(rows, first.passage))
        return with_rows_meant([first, *others], page, turn.asked, whole=whole)

    async def _in_their_place(self, hits: Sequence[Hit], sure: bool) -> tuple[list[Hit], bool]:
        """What is surely quoted, with its section as far as there is room; a table with what stands around it, and of
        a part of one nobody is sure."""
        best, *others = hits
        if not sure or best.passage.document.outside:
            return [*hits], sure
        most, neighbours = self._config.answer.quote_characters, self._searcher.store.neighbours
        if not names_columns(best.passage):
            return [with_its_section(best, await neighbours(best.passage, 20, 20), most), *others], sure
        placed = in_its_place(best, await neighbours(best.passage, 1000, 1000), 2 * most)
        return [placed or best, *others], placed is not None

    async def _given(self, hits: Sequence[Hit]) -> Sequence[Hit]:
        """What a model is shown of what was found."""
        if self._chat is None:
            return hits
        most = self._config.answer.passages
        if self._config.assess == "always":
            hits = await self._whole_page(hits, self._chat.context_tokens)
            hits = await self._whole_tables(hits, self._chat.context_tokens)
            most = len(hits)
        return arranged(within_budget(hits, self._chat.context_tokens, most), self._searcher.config.order)

    async def _generated(
        self,
        turn: TurnState,
        given: Sequence[Hit],
        on_text: Callable[[str], None] | None,
        overview: str | None = None,
    ) -> Answer | None:
        """The model's answer from these passages, if it gives one; `overview` as in `Asked`."""
        if self._chat is None:
            return None
        capable = self._config.assess == "always"
        # A small model says a question that was put together back; it gets what was said, and before it the topic.
        carried = () if capable else turn.meant.words
        turn.conversation_shown |= capable
        asked = Asked(
            question=turn.text if carried else turn.question,
            carried=carried,
            said=turn.text if turn.meant.how == "judged" else "",
            language=turn.language,
            hits=given,
            recalled=turn.recalled,
            topics=turn.topics,
            conversation=turn.history if capable else (),
            known=tuple(turn.known.items()) if capable else (),
            now=turn.now if capable else None,
            overview=overview,
            capable=capable,
        )
        try:
            model, reader = turn.model(self._chat), self._searcher.embedder
            return await generate(model, asked, self._config.answer, on_text, reader)
        except BackendError as error:
            turn.degraded.append(Degraded(step="answer", reason=str(error)))
            return None

    async def _whole_page(self, hits: Sequence[Hit], tokens: int) -> list[Hit]:
        """The best hit's page as a whole where two thirds of the budget hold it, then the other hits."""
        best = hits[0]
        if best.passage.document.outside:
            return list(hits)
        page = await self._searcher.store.neighbours(best.passage, 1000, 1000)
        whole = [replace(best, passage=passage) for passage in page]
        if not whole or len(within_budget(whole, 2 * tokens // 3, len(whole))) < len(whole):
            return list(hits)
        return [*whole, *(hit for hit in hits if hit.passage.document.id != best.passage.document.id)]

    async def _whole_tables(self, hits: Sequence[Hit], tokens: int) -> list[Hit]:
        """The hits, each table of which a row is among them as one with all of its rows, where a third of the budget
        holds it: which room is the cheapest no row tells."""
        told: list[Hit] = []
        whole = set()
        for hit in hits:
            table = table_of(hit.passage)
            if table in whole:
                continue
            if table and not hit.passage.document.outside:
                page = await self._searcher.store.neighbours(hit.passage, 1000, 1000)
                rows = [each for each in page if table_of(each) == table]
                with_all = with_rows(hit, rows, rows) if len(rows) > 1 else None
                if with_all and estimated_tokens(with_all.passage.in_context) <= tokens / 3:
                    hit = with_all
                    whole.add(table)
            told.append(hit)
        return told


def _answers(turn: TurnState) -> list[str]:
    """What was replied so far; questions back quote nothing."""
    ours = (each for each in turn.history if each.speaker == "assistant")
    return [each.text if each.action is not Action.ASK else "" for each in ours]


def _opens(choice: Choice, hit: Hit, language: Language) -> bool:
    """Whether the hit is of the section that was picked, by its number or of those that were offered."""
    return opens(choice, hit) or is_below(hit, choice, language)


def _is_gone(choice: Choice | None, hits: Sequence[Hit]) -> bool:
    """Whether nothing is found of the page or the section that was picked: it was closed or removed since then."""
    if choice is None or choice.attribute is not None:
        return False
    pages = {passage.document.source for hit in hits for passage in (hit.passage, *hit.also)}
    return choice.source not in pages if choice.source else not any(opens(choice, hit) for hit in hits)


def _asks_for_a_page(turn: TurnState, best: Hit) -> bool:
    """Whether the page was picked or called by its name, and nothing but that was asked for: what it announces answers
    that.  Who tells the office behind 「夏季休暇は何日ですか」 has asked for more."""
    page, asked = best.passage.document, keywords(turn.meant.question, turn.language)
    asks_more = is_question(turn.meant.question, turn.language)
    picked = turn.choice is not None and turn.choice.source == page.source and not (turn.choice.attribute and asks_more)
    named = (picked or turn.evidence.says_the_title) and not page.is_question
    return named and held(asked, normal_form(page.title)) == 1


class _Found:
    """Hands on what a model writes once it is more than that nothing was found."""

    def __init__(self, on_text: Callable[[str], None], language: Language) -> None:
        self._on_text, self._nothing, self._waiting = on_text, prompts(language).no_answer, ""

    def __call__(self, piece: str) -> None:
        if self._nothing:
            self._waiting += piece
            if len(self._waiting) <= 2 * len(self._nothing) or self._nothing in self._waiting:
                return
            piece, self._nothing = self._waiting, ""
        self._on_text(piece)


def _met_with(turn: TurnState, word: str, answer: Answer) -> Answer:
    """The answer behind a word to the person, once a conversation; a model that judges finds its own."""
    said = any(word in each.text for each in turn.history if each.speaker == "assistant")
    return answer if not word or said or turn.judgement else replace(answer, text=f"{word}\n{answer.text}")


def _explained(turn: TurnState, answer: Answer) -> Answer:
    """The answer with a line on its doubts, which stand in `degraded` too."""
    if not answer.doubts:
        return answer
    turn.degraded.append(Degraded(step="answer", reason="; ".join(answer.doubts)))
    return replace(answer, text=f"{answer.text}\n{phrases(turn.language).unsupported}")


def _names_any(hit: Hit, names: Sequence[str]) -> bool:
    """Whether rows or sentences of it may have been chosen by one of these."""
    passage = hit.passage
    return any(names_any(one, passage.language, names) for one in sentences(plain(passage.text), passage.language))
