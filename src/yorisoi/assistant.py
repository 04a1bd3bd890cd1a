"""One turn of a conversation, read top to bottom: `Assistant.reply()`."""

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from yorisoi.dialogue.answering import Answer, generate, not_found, quote, within_budget
from yorisoi.dialogue.asking import passed_over, picked, why, with_choices
from yorisoi.dialogue.assessing import assess
from yorisoi.dialogue.assessment import estimate, settle
from yorisoi.dialogue.attributes import asked_for, in_view, told, told_before
from yorisoi.dialogue.audience import OTHER, for_reader, owner
from yorisoi.dialogue.before import speaks_of_before
from yorisoi.dialogue.choosing import Chooser, sides
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.cues import language_spoken, wants_an_answer_now
from yorisoi.dialogue.evidence import Evidence, nothing_said, weigh
from yorisoi.dialogue.feedback import keep_noticed
from yorisoi.dialogue.gate import gate
from yorisoi.dialogue.learning import learn
from yorisoi.dialogue.offering import with_topics
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.policy import DRAWING_OUT, Standing, decide, obey
from yorisoi.dialogue.remembering import answering, asked_before, remembered, said_elsewhere, tell
from yorisoi.dialogue.rewriting import Rewrite, rewrite
from yorisoi.dialogue.rewriting.pending import passes_all
from yorisoi.dialogue.rewriting.recollection import older_questions
from yorisoi.dialogue.tools import Tools
from yorisoi.dialogue.turn import CurrentTurn, Understood, reply_summary
from yorisoi.dialogue.web import Web
from yorisoi.errors import BackendError, ConfigError, MalformedReply
from yorisoi.graph.personal import PersonalGraph
from yorisoi.memory.recollection import Recollection, places
from yorisoi.memory.reflecting import reflector_for
from yorisoi.memory.settling import Settler
from yorisoi.memory.weighing import weigher_for
from yorisoi.ports import ChatModel, Clock, Overview, Store
from yorisoi.retrieval.order import arranged
from yorisoi.retrieval.search import Found, Searcher, summary
from yorisoi.tracing import Trace, TracedChat
from yorisoi.types import (
    Action,
    Assessment,
    Choice,
    Decision,
    Degraded,
    Filter,
    Language,
    Person,
    Recalled,
    Reply,
    Session,
    Topic,
    Turn,
    UserId,
)

_Task = asyncio.Task[None]


class Assistant:
    """Converses with many users over one store.  Without a chat model every step takes its model-free way."""

    def __init__(
        self,
        store: Store,
        searcher: Searcher,
        chat: ChatModel | None,
        config: TurnConfig | None = None,
        clock: Clock = lambda: datetime.now(UTC),
        *,
        web: Web | None = None,
        graph: PersonalGraph | None = None,
    ) -> None:
        self.store, self.searcher, self.chat, self.web, self.graph = store, searcher, chat, web, graph
        self.config = config or TurnConfig()
        self.clock = clock
        self.memory = Recollection(store.episodes, store.persona, self.config.recall)
        reflector = reflector_for(self.memory, store.persona, chat, self.config.reflection, lambda: self.clock())
        weigher = weigher_for(chat, self.config.weighing)
        self._chooser = Chooser(searcher.embedder)
        self._settler = Settler(store.episodes, store.persona, searcher.embedder, reflector, weigher)
        self._afterwards: set[_Task] = set()
        self._resumed: asyncio.Task[int] | None = None
        """Settles what earlier processes left behind, of whichever user; may be ended at any point."""
        self._overviews: dict[frozenset[str], tuple[int, Overview]] = {}

    async def reply(
        self,
        text: str,
        *,
        user: UserId,
        session: str | None = None,
        groups: frozenset[str] = frozenset(),
        attributes: Mapping[str, str] | None = None,
        just_answer: bool = False,
        on_text: Callable[[str], None] | None = None,
    ) -> Reply:
        """What to say to the utterance: one question back, or an answer from the documents.

        `attributes` are known of the user from elsewhere (a directory, a login) and hold for this turn; `groups` are
        the user's access groups.  `on_text` receives the answer while a model writes it; the reply's text is the final
        word.
        Raises ConfigError (empty or too long), StoreError; a failing model degrades a step and is named in `degraded`.
        """
        trace = Trace()
        with trace.step("load") as step:
            turn = await self._load(text, user, session or uuid.uuid4().hex[:12], groups, attributes or {}, trace)
            turn.just_answer = just_answer or turn.just_answer
            step.note(user=user, session=turn.session.id, utterance=text, attributes=turn.known)
        understood = await self._understand(turn)
        decision = understood.decision

        turn.topics = await self._topics(turn, understood)
        offered: tuple[Choice, ...] = ()
        person: Person | None = None
        if decision.rule == "small-talk":
            answer = Answer(text=phrases(turn.language).small_talk, citations=())
        elif decision.rule == "memory":
            memories = answering(turn, understood.evidence, understood.recalled)
            answer = Answer(text=tell(memories, turn.language), citations=())
        elif decision.action is Action.ASK:
            answer, offered = await self._ask(turn, understood)
        else:
            answer, person = await self._answer(turn, understood, on_text)
        answer = with_topics(answer, turn.topics, turn.language)

        reply = Reply(
            session=turn.session.id,
            action="ask" if decision.action is Action.ASK else "answer",
            rule=decision.rule,
            reason=decision.reason,
            text=answer.text,
            language=turn.language,
            question=understood.rewrite.question,
            assessment=understood.assessment,
            evidence=understood.evidence.as_json(),
            trace_id=trace.id,
            choices=offered,
            citations=answer.citations,
            person=person,
            episodes=tuple(understood.recalled),
            topics=turn.topics,
            attributes=turn.known,
            threshold=turn.thresholds.ask,
            degraded=tuple(dict.fromkeys(turn.degraded)),
        )
        await self._keep(turn, understood, reply)
        return reply

    async def consider(
        self,
        text: str,
        *,
        history: Sequence[Turn] = (),
        attributes: Mapping[str, str] | None = None,
        trace: Trace | None = None,
    ) -> Understood:
        """What would be made of the utterance after this history, by somebody of whom nothing else is known.

        Nothing is kept: for measuring, and for trying settings.  Raises as `reply` does.
        """
        session = Session(id="", user=UserId(""), turns=tuple(history))
        known = {**told_before(history, (await self._store_overview()).attributes), **(attributes or {})}
        turn = await self._begin(text, session, known, frozenset(), trace or Trace())
        turn.known.update(told(turn.text, turn.store.attributes, turn.choice, turn.history))
        return await self._understand(turn)

    async def settle(self, user: UserId) -> int:
        """Work out now what is otherwise worked out after a turn: see `yorisoi.memory.settling`."""
        return await self._settler.settle(user)

    async def close(self) -> None:
        """Wait for what is still being written afterwards."""
        while self._afterwards:
            await asyncio.gather(*self._afterwards)
        if self._resumed:
            self._resumed.cancel()
            await asyncio.gather(self._resumed, return_exceptions=True)

    # ------------------------------------------------------------ 1 load, 2 gate

    async def _load(
        self, text: str, user: UserId, session_id: str, groups: frozenset[str], given: Mapping[str, str], trace: Trace
    ) -> CurrentTurn:
        session = await self.store.sessions.load(user, session_id)
        known = {**await self.store.profiles.attributes(user), **given}
        turn = await self._begin(text, session, known, groups, trace)
        learnt = learn(turn.thresholds.ask, await self.store.feedback.events(user), self.config.learning)
        turn.thresholds = replace(turn.thresholds, ask=learnt.ask)
        await self._learn(turn)
        turn.older = older_questions(session.turns[: -len(turn.history)])
        if speaks_of_before(turn.text):
            turn.older += await asked_before(self.memory, turn)
        return turn

    async def _begin(
        self, text: str, session: Session, known: Mapping[str, str], groups: frozenset[str], trace: Trace
    ) -> CurrentTurn:
        """The turn before anything is searched: language, gate, choice, what the utterance says of the user."""
        text = text.strip()
        if not text:
            raise ConfigError("the utterance is empty")
        if len(text) > self.config.max_characters:
            raise ConfigError(
                f"the utterance has {len(text)} characters; at most {self.config.max_characters} are read"
            )
        spoken = len(session.turns)
        session = replace(session, turns=session.turns[-self.config.history :])
        store = await self._store_overview(groups)
        none_fits = passes_all(text, session.turns)
        if none_fits and (asked := asked_for(session.turns)):
            known = {**known, asked: OTHER}
        last = session.turns[-1] if session.turns else None
        language = language_spoken(text, last.text if last else "")
        gated = gate(text, language)
        return CurrentTurn(
            text=text,
            user=session.user,
            at=self.clock(),
            within=Filter(groups=groups),
            trace=trace,
            session=session,
            first=spoken - len(session.turns),
            known={**known, **in_view(text, session.turns, store.attributes, goes_on=not gated.standalone)},
            language=language,
            gate=gated,
            choice=picked(text, last.choices) if last and last.action is Action.ASK else None,
            passes_all=none_fits,
            just_answer=wants_an_answer_now(text),
            thresholds=self.config.thresholds,
            store=store,
            degraded=[],
        )

    async def _learn(self, turn: CurrentTurn) -> None:
        """Keep what the user says of oneself: as an answer to our question, or unasked (「私は大阪支社の…」)."""
        learnt = told(turn.text, turn.store.attributes, turn.choice, turn.history)
        turn.known.update(learnt)
        for name, value in learnt.items():
            await self.store.profiles.learn(turn.user, name, value, session=turn.session.id, turn=turn.index)

    async def _store_overview(self, groups: frozenset[str] = frozenset()) -> Overview:
        newest = await self.store.documents.last_change()
        if groups not in self._overviews or self._overviews[groups][0] != newest:
            self._overviews[groups] = (newest, await self.store.documents.overview(groups))
        return self._overviews[groups][1]

    # ------------------------------------------------------------ 3 at once, 4 evidence, 5 decide

    async def _understand(self, turn: CurrentTurn) -> Understood:
        with turn.trace.step("gate") as step:
            step.note(language=turn.language, gate=turn.gate, choice=turn.choice)
        understood = self._restate(turn)
        found, evidence = await self._search(turn, understood)
        recalled = await remembered(self.memory, turn, understood, found, self.searcher.config.conversations)
        if answering(turn, evidence, recalled):
            return self._from_memory(turn, understood, found, evidence, recalled)
        if self.config.steering == "tools" and self._may_call_model(turn):
            try:
                return await self._steered(turn, understood, found, evidence, recalled)
            except BackendError as error:
                turn.degraded.append(Degraded(step="steer", reason=str(error)))

        assessment = await self._assess(turn, understood, found, evidence)
        if assessment.standalone_question and not turn.choice:
            proposed = self._restate(turn, (assessment.standalone_question, assessment.by))
            if proposed.queries != understood.queries:
                understood = proposed
                found, evidence = await self._search(turn, understood)
        with turn.trace.step("decide") as step:
            decision = self._decide(turn, assessment, because=why(evidence, turn.language))
            step.note(decision=decision, rewrite=understood, assessment=assessment, thresholds=turn.thresholds)
        return Understood(
            rewrite=understood,
            found=found,
            evidence=evidence,
            recalled=recalled,
            assessment=assessment,
            decision=decision,
        )

    def _restate(self, turn: CurrentTurn, proposal: tuple[str, str] | None = None) -> Rewrite:
        older, now = turn.older, turn.at
        return rewrite(
            turn.text, turn.language, turn.gate, turn.history, turn.choice, proposal, recalled=older, now=now
        )

    def _from_memory(
        self, turn: CurrentTurn, understood: Rewrite, found: Found, evidence: Evidence, recalled: Sequence[Recalled]
    ) -> Understood:
        """An utterance that memories answer needs neither assessment nor documents."""
        reason = phrases(turn.language).reasons["memory"]
        return Understood(
            rewrite=understood,
            found=found,
            evidence=evidence,
            recalled=recalled,
            assessment=estimate(understood.question, turn.language, evidence, drawn_out=False),
            decision=Decision(action=Action.SEARCH, rule="memory", reason=reason),
        )

    async def _search(self, turn: CurrentTurn, understood: Rewrite) -> tuple[Found, Evidence]:
        found = await self.searcher.search(
            understood.queries,
            within=turn.within,
            language=turn.language,
            limit=self.config.evidence_hits,
            trace=turn.trace,
        )
        turn.degraded.extend(found.dropped)
        with turn.trace.step("evidence") as step:
            evidence = weigh(await turn.asked(understood, self.searcher.embedder), found.hits, self.config.evidence)
            step.note(**evidence.as_json())
        return found, evidence

    async def _assess(self, turn: CurrentTurn, understood: Rewrite, found: Found, evidence: Evidence) -> Assessment:
        drawn_out = turn.ask_backs_in_a_row > 0
        anew = turn.passes_all and asked_for(turn.history) is None
        heuristic = estimate(understood.question, turn.language, evidence, drawn_out=drawn_out, asked_anew=anew)
        if not self._needs_model(turn, evidence):
            return heuristic
        assert self.chat is not None
        with turn.trace.step("assess") as step:
            try:
                chat = TracedChat(self.chat, turn.trace)
                model = await assess(chat, turn.text, turn.language, turn.history, found.titles[:5])
            except BackendError as error:
                turn.degraded.append(Degraded(step="assess", reason=str(error)))
                return heuristic
            step.note(model=model, heuristic=heuristic)
        return settle(model, heuristic, evidence, self.config.weight_of_model)

    async def _steered(
        self, turn: CurrentTurn, understood: Rewrite, found: Found, evidence: Evidence, recalled: Sequence[Recalled]
    ) -> Understood:
        """The turn as a model steers it by calling functions.  Raises BackendError when it calls none."""
        assert self.chat is not None
        tools = Tools(turn, understood, found, evidence, recalled, self._search)
        tools.conversations = partial(said_elsewhere, self.memory, self.searcher, turn)
        tools.web = partial(self.web.look_up, turn) if self.web else None
        with turn.trace.step("steer") as step:
            steered = await tools.steered_by(TracedChat(self.chat, turn.trace), self.config.max_steps)
            step.note(calls=steered.calls)
        scored = estimate(understood.question, turn.language, tools.evidence, drawn_out=turn.ask_backs_in_a_row > 0)
        called, assessment = steered.judged(scored, turn.language, turn.history, turn.known)
        with turn.trace.step("decide") as step:
            decision = self._decide(turn, assessment, called)
            step.note(decision=decision, rewrite=tools.rewrite, assessment=assessment, called=called)
        return tools.understood(assessment, decision)

    def _may_call_model(self, turn: CurrentTurn) -> bool:
        return not (self.chat is None or turn.choice or turn.is_ordered or turn.is_small_talk)

    def _needs_model(self, turn: CurrentTurn, evidence: Evidence) -> bool:
        if not self._may_call_model(turn) or self.config.assess == "never":
            return False
        points_back = bool(turn.history) and not turn.gate.standalone
        return self.config.assess != "undecided" or evidence.verdict == "open" or points_back

    def _decide(
        self, turn: CurrentTurn, assessment: Assessment, called: str | None = None, because: str | None = None
    ) -> Decision:
        if turn.is_small_talk:
            reason = phrases(turn.language).reasons["small-talk"]
            return Decision(action=Action.SEARCH, rule="small-talk", reason=reason)
        standing = Standing(
            ask_backs_in_a_row=turn.ask_backs_in_a_row,
            max_ask_backs=self.config.max_ask_backs,
            just_answer=turn.just_answer,
            choice_picked=turn.choice is not None and not assessment.ask_user_meta_info,
        )
        if called:
            return obey(called, standing, turn.language)
        decision = decide(assessment, standing, turn.thresholds, turn.language, because)
        usual = decide(assessment, standing, self.config.thresholds, turn.language)
        if decision.action is not usual.action:
            return replace(decision, reason=phrases(turn.language).learnt[decision.action])
        return decision

    # ------------------------------------------------------------ 7 topics

    async def _topics(self, turn: CurrentTurn, understood: Understood) -> tuple[Topic, ...]:
        """Where the user's interests lead from here; nothing for small talk, or when that is switched off."""
        if self.graph is None or not self.graph.config.topics or understood.decision.rule == "small-talk":
            return ()
        with turn.trace.step("topics") as step:
            topics = await self.graph.topics(turn.user, turn.text, turn.language, understood.recalled)
            step.note(topics=topics)
        return topics

    # ------------------------------------------------------------ 6 ask or answer

    async def _ask(self, turn: CurrentTurn, understood: Understood) -> tuple[Answer, tuple[Choice, ...]]:
        assessment = understood.assessment
        draws_out = understood.decision.rule in DRAWING_OUT
        question = assessment.res_consultation if draws_out else assessment.ask_missing_info
        try:
            offered = await self.offered(understood, turn.language, turn.history)
        except BackendError as error:
            turn.degraded.append(Degraded(step="choices", reason=str(error)))
            offered = ()
        question = question or phrases(turn.language).ask_open
        if not offered and not draws_out:
            question += sides(understood.evidence, turn.language)
        return Answer(text=with_choices(question, offered), citations=()), offered

    async def offered(
        self, understood: Understood, language: Language, history: Sequence[Turn] = ()
    ) -> tuple[Choice, ...]:
        """The choices that go with a question back.  Raises BackendError: the embedder fails."""
        return await self._chooser.offer(understood.evidence, language, passed_over(history))

    async def _answer(
        self, turn: CurrentTurn, understood: Understood, on_text: Callable[[str], None] | None
    ) -> tuple[Answer, Person | None]:
        question, evidence, assessment = understood.rewrite.question, understood.evidence, understood.assessment
        hits = for_reader(understood.found.hits, turn.known, turn.choice)
        person = owner(hits) if assessment.ask_person <= turn.thresholds.ask_person else None
        outside = list(understood.web)
        if nothing_said(evidence, hits, turn.language):
            if not outside and self.web and self.web.when == "not_found":
                outside = await self.web.look_up(turn, question)
            if not outside:
                return not_found(turn.language, hits), owner(hits)
            hits, person = [], owner(hits)
        with turn.trace.step("answer") as step:
            config = self.config.answer
            longer = [*outside, *await self.searcher.expanded(hits[: config.passages])]
            answer, shown = None, longer
            if self.chat:
                afforded = within_budget(longer, self.chat.context_tokens, config.passages)
                given = arranged(afforded, self.searcher.config.order)
                chat = TracedChat(self.chat, turn.trace)
                try:
                    answer = await generate(
                        chat, question, turn.language, given, understood.recalled, config, on_text, turn.topics
                    )
                    if not answer.citations and evidence.verdict == "clear" and not outside:
                        raise MalformedReply(f"{chat.name} found no answer where one page holds the question's words")
                    shown = given
                except BackendError as error:
                    answer = None
                    turn.degraded.append(Degraded(step="answer", reason=str(error)))
            answer = answer or quote(question, turn.language, longer, config)
            if answer.doubts:
                turn.degraded.append(Degraded(step="answer", reason="; ".join(answer.doubts)))
                answer = replace(answer, text=f"{answer.text}\n{phrases(turn.language).unsupported}")
            if any(cite.outside for cite in answer.citations):
                answer = replace(answer, text=f"{answer.text}\n{phrases(turn.language).from_outside}")
            step.note(passages=[summary(hit) for hit in shown], text=answer.text, citations=answer.citations)
        return answer, person

    # ------------------------------------------------------------ 9 afterwards

    async def _keep(self, turn: CurrentTurn, understood: Understood, reply: Reply) -> None:
        """Write the turn; the trace and what only serves later turns follow in the background."""
        asked = reply.action == "ask"
        rewritten = understood.rewrite.by != "unchanged"  # then with questions from further back, perhaps
        sources = None if rewritten and turn.older else (*(turn.in_view if rewritten else ()), *places(reply.episodes))
        spoken = [
            Turn(speaker="user", text=turn.text, at=turn.at),
            Turn(
                speaker="assistant",
                text=reply.text,
                at=self.clock(),
                action=Action.ASK if asked else Action.SEARCH,
                question=None if reply.rule == "small-talk" else reply.question,
                choices=reply.choices,
                sources=sources,
            ),
        ]
        with turn.trace.step("keep"):
            await self.store.sessions.append(turn.user, turn.session.id, spoken)
        before = [task for task in self._afterwards if task.get_name() == turn.session.id]
        task = asyncio.create_task(self._afterwards_of(turn, understood, reply, before), name=turn.session.id)
        self._afterwards.add(task)
        task.add_done_callback(self._afterwards.discard)

    async def _afterwards_of(
        self, turn: CurrentTurn, understood: Understood, reply: Reply, before: Sequence[_Task]
    ) -> None:
        if before:
            await asyncio.wait(before)  # the trace of the turn before is looked at
        vector = understood.found.query_vector
        await keep_noticed(self.store, turn, vector, self.searcher.embedder, self.config.learning)
        head = {"session": turn.session.id, "utterance": turn.text, "action": reply.action}
        body = {**head, **turn.trace.as_json(), "reply": reply_summary(reply)}
        sources, index = None if turn.older else (*turn.in_view, *places(reply.episodes)), turn.index
        await self.store.traces.save(turn.trace.id, turn.user, turn.session.id, body, turn=index, sources=sources)
        if reply.episodes:
            used = [memory.episode.id for memory in reply.episodes]
            await self.store.episodes.touch(turn.user, used, turn.at)
        await self._settler.settle(turn.user)
        if self._resumed is None:
            self._resumed = asyncio.create_task(self._settler.run())
