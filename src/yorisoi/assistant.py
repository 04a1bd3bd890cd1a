"""One turn of a conversation, read top to bottom: `Assistant.reply()`."""

import asyncio
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from yorisoi.change_ports import Position
from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.answering import Answerer
from yorisoi.dialogue.answer.putting_right import puts_right_what_was_told
from yorisoi.dialogue.answer.talking import talk, talks_by
from yorisoi.dialogue.answer.topics_offered import with_topics
from yorisoi.dialogue.budget import Budget
from yorisoi.dialogue.clarify.assessment import assess, spoken
from yorisoi.dialogue.clarify.attributes import asked_for, named_lately, told, told_before
from yorisoi.dialogue.clarify.audience import COUNTRY, OTHER, told_apart
from yorisoi.dialogue.clarify.choices import chosen_by_model, offer
from yorisoi.dialogue.clarify.picking import passed_over, picked_of, with_what_is_picked
from yorisoi.dialogue.clarify.policy import DRAWING_OUT, DialogueState, decide, obey
from yorisoi.dialogue.config import TurnConfig
from yorisoi.dialogue.feedback.learning import learn
from yorisoi.dialogue.fitted import Fitted, fitted
from yorisoi.dialogue.interpret.interpretations import Interpretation, mixture
from yorisoi.dialogue.interpret.judgement import believed, judge, request
from yorisoi.dialogue.keeping import Keeper, is_talk
from yorisoi.dialogue.memories import Memories
from yorisoi.dialogue.patterns import patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.steering.tools import Tools
from yorisoi.dialogue.steering.web import Web
from yorisoi.dialogue.turn import TurnState, wants_an_answer_now, wants_to_be_asked
from yorisoi.dialogue.understanding import HITS, Interpreter
from yorisoi.dialogue.withheld import readable_session
from yorisoi.errors import BackendError, ConfigError
from yorisoi.graph.personal import PersonalGraph
from yorisoi.language import Utterance, beginning, detect_language, spelt_out
from yorisoi.language.dates import known_days
from yorisoi.language.packs import FIRST
from yorisoi.memory.keeping import EVENTS
from yorisoi.memory.recollection import Recollection
from yorisoi.memory.reflecting import reflector_for
from yorisoi.memory.settling import Settler
from yorisoi.memory.weighing import weigher_for
from yorisoi.overview import Overview
from yorisoi.ports import ChatModel, Clock, Store
from yorisoi.retrieval.search import Found, Searcher
from yorisoi.tracing import Trace
from yorisoi.types import (
    UNDETERMINED,
    Action,
    Choice,
    Decision,
    Degraded,
    Filter,
    Language,
    Person,
    Reply,
    Session,
    Topic,
    Turn,
    UserId,
    group_names,
)

_OVERVIEWS = 200
"""Sets of groups of which it is remembered what there is to read; a provider may give everybody their own."""
_FEW_EVENTS = 1_000
"""Of a user's feedback, from which it is learnt within milliseconds."""


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
        models: Fitted | None = None,
    ) -> None:
        """`models` are the fitted ones that come with Yorisoi unless others are given, as for measuring."""
        self.store, self.searcher, self.chat, self.web, self.graph = store, searcher, chat, web, graph
        self.config = config or TurnConfig()
        self.clock = clock
        self.memory = Recollection(store.episodes, store.persona, self.config.recall)
        self._interpreter = Interpreter(searcher, models or fitted(), self.config.reads)
        self._memories = Memories(store, self.memory, searcher, self._interpreter.reader)
        reflector = reflector_for(self.memory, store.persona, chat, self.config.reflection, lambda: self.clock())
        weigher = weigher_for(chat, self.config.weighing)
        self._answerer = Answerer(searcher, chat, self.config, web)
        self.settler = Settler(store.episodes, store.persona, searcher.embedder, reflector, weigher)
        self._keeper = Keeper(store, self.settler, searcher.embedder, self.config, lambda: self.clock())
        self._overviews: dict[frozenset[str], tuple[Position, Overview]] = {}

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
        """What to say to the utterance: one question back, an answer from the documents, or a word of talk.

        `attributes` are known of the user from elsewhere (a directory, a login) and hold for this turn; `groups` are
        the user's access groups.  `on_text` receives the answer while a model writes it; the reply's text is the final
        word.
        Raises ConfigError (empty or too long), StoreError; a failing model degrades a step and is named in `degraded`.
        """
        trace = Trace()
        with trace.step("load") as step:
            turn = await self._load(text, user, session or uuid.uuid4().hex[:12], groups, attributes or {}, trace)
            turn.just_answer = just_answer or turn.just_answer
            step.note(user=user, session=turn.session.id, utterance=text, attributes=turn.known, groups=sorted(groups))
        await self._understand(turn)

        turn.topics = await self._topics(turn)
        offered: tuple[Choice, ...] = ()
        person: Person | None = None
        if turn.decision.rule == "small-talk":
            answer = Answer(
                text=turn.model_says
                or talk(turn.said, turn.wording, turn.learnt, puts_right=puts_right_what_was_told(turn))
            )
        elif turn.decision.rule == "memory":
            answer = Answer(text=turn.model_says or await self._memories.tell(turn))
        elif turn.decision.action is Action.ASK:
            answer, offered = await self._ask(turn)
        else:
            answer, person = await self._answerer.answer(turn, on_text)
        answer = with_topics(answer, turn.topics, turn.language)

        reply = Reply(
            session=turn.session.id,
            action="ask" if turn.decision.action is Action.ASK else "answer",
            rule=turn.decision.rule,
            reason=turn.decision.reason,
            text=answer.text,
            language=turn.language,
            question=turn.text if is_talk(turn.decision) else turn.question,
            assessment=turn.assessment,
            evidence=turn.evidence.as_json(),
            trace_id=trace.id,
            choices=offered,
            citations=answer.citations,
            person=person,
            episodes=tuple(turn.recalled),
            topics=turn.topics,
            attributes=turn.known,
            threshold=turn.thresholds.ask,
            degraded=tuple(dict.fromkeys(turn.degraded)),
        )
        return await self._keeper.keep(turn, reply)

    async def consider(
        self,
        text: str,
        *,
        history: Sequence[Turn] = (),
        attributes: Mapping[str, str] | None = None,
        trace: Trace | None = None,
    ) -> TurnState:
        """What would be made of the utterance after this history, by somebody of whom nothing else is known.

        Nothing is kept: for measuring, and for trying settings.  Raises as `reply` does.
        """
        looked_at = tuple(history[max(0, len(history) - self.config.history) :])
        session = Session(id="", user=UserId(""), turns=looked_at)
        store = await self._store_overview()
        known = {**told_before(history, store.attributes), **(attributes or {})}
        turn = self._begin(text, session, known, store, frozenset(), trace or Trace())
        turn.known.update(told(turn.text, turn.store.attributes, turn.choice, turn.history))
        await self._understand(turn)
        return turn

    async def correct(self, user: UserId, episode: int, text: str) -> None:
        """Put other words in place of an episode's: see `EpisodeStore.correct`.

        What was said is as long as what is heard.  Raises ConfigError: it is empty or too long; StoreError: the user
        has no such episode."""
        mind = await self.memory.mind(user)
        row = mind.row_of(episode)
        if row is not None and mind.episodes[row].kind == "said":
            text = self.heard(text)
        await self.store.episodes.correct(user, episode, text)

    async def settle(self, user: UserId) -> int:
        """Work out now what is otherwise worked out after a turn: see `yorisoi.memory.settling`."""
        return await self.settler.settle(user)

    def settle_soon(self, user: UserId) -> None:
        """The same, without waiting for it: others' memories may come before."""
        self._keeper.settle_soon(user)

    async def close(self) -> None:
        """Wait for what is still being written afterwards."""
        await self._keeper.close()

    # ------------------------------------------------------------ 1 load

    async def _load(
        self, text: str, user: UserId, session_id: str, groups: frozenset[str], given: Mapping[str, str], trace: Trace
    ) -> TurnState:
        if session_id == EVENTS:
            raise ConfigError(f"{EVENTS} is no name for a conversation: what is recorded goes by it; choose another")
        since = await self.store.episodes.revision(user)  # before anything is read that may be erased
        session = _as_heard(
            await self.store.sessions.load(user, session_id, last=self.config.history), self.config.max_characters
        )
        session = await readable_session(self.store, session, group_names(groups))
        store = await self._store_overview(groups)
        remembered = {
            name: each
            for name, each in (await self.store.profiles.attributes(user)).items()
            # a value that closed pages alone have would tell of them; countries everybody knows
            if name == COUNTRY or each.value in (*store.attributes.get(name, ()), OTHER)
        }
        known = {**{name: each.value for name, each in remembered.items()}, **given}
        told_at = {name: each.told_at for name, each in remembered.items() if name not in given}
        turn = self._begin(text, session, known, store, groups, trace, told_at)
        turn.since = since
        turn.learnt = told(turn.text, turn.store.attributes, turn.choice, turn.history)
        turn.known.update(turn.learnt)
        turn.told_at = {name: place for name, place in turn.told_at.items() if name not in turn.learnt}
        events = await self.store.feedback.events(user)
        learning = partial(learn, turn.thresholds.ask, events, self.config.learning)
        learnt = learning() if len(events) < _FEW_EVENTS else await asyncio.to_thread(learning)
        turn.thresholds = replace(turn.thresholds, ask=learnt.ask)
        return turn

    def heard(self, text: str) -> str:
        """The utterance as it is read.  Raises ConfigError: it is empty or too long."""
        text = text.strip()
        if not text:
            raise ConfigError("the utterance is empty")
        if (length := spelt_out(text, most := self.config.max_characters)) > most:
            raise ConfigError(f"the utterance has {length} characters; at most {most} are read")
        return text

    def _begin(
        self,
        text: str,
        session: Session,
        known: Mapping[str, str],
        store: Overview,
        groups: frozenset[str],
        trace: Trace,
        told_at: Mapping[str, tuple[str, int]] | None = None,
    ) -> TurnState:
        """The turn before anything is searched: language, choice, what the utterance says of the user.

        `told_at` are the earlier turns by which some of `known` is known."""
        text = self.heard(text)
        said = Utterance(text, _language_spoken(text, session.turns))
        last = session.turns[-1] if session.turns else None
        none_fits = last is not None and bool(last.choices) and last.action is Action.ASK
        none_fits = none_fits and patterns(said.language).none_fits.search(said.normal.strip()) is not None
        places = dict(told_at or {})
        if none_fits and (asked := asked_for(session.turns)):
            known = {**known, asked: OTHER}
            places.pop(asked, None)
        named = named_lately(text, session.turns, store.attributes)
        before = {name: (session.id, index) for name, (_, index) in named.items() if index is not None}
        return TurnState(
            said=said,
            user=session.user,
            at=self.clock(),
            within=Filter(groups=groups),
            trace=trace,
            session=session,
            known={**known, **{name: value for name, (value, _) in named.items()}},
            told_at={**{name: place for name, place in places.items() if name not in named}, **before},
            thresholds=self.config.thresholds,
            store=store,
            budget=Budget(self.config.first_word_s),
            just_answer=wants_an_answer_now(said),
            choice=picked_of(said, last) if last else None,
            passes_all=none_fits,
        )

    async def _store_overview(self, groups: frozenset[str] = frozenset()) -> Overview:
        last = await self.store.documents.last_change()
        newest = Position(last, await self.store.documents.mark(last))
        known = self._overviews.pop(groups, None)
        if known is None or known[0] != newest:
            known = (newest, await self.store.documents.overview(groups))
        self._overviews[groups] = known  # as the latest
        while len(self._overviews) > _OVERVIEWS:
            del self._overviews[next(iter(self._overviews))]
        return known[1]

    # ------------------------------------------------------------ 2 interpret, 3 search, 4 weigh, 5 decide

    async def _understand(self, turn: TurnState) -> None:
        last = turn.history[-1] if turn.history else None
        named = with_what_is_picked(turn.said, last) if last and not turn.choice else turn.said
        understood = await self._interpreter.understand(
            named,
            turn.history,
            known=turn.known,
            choice=turn.choice,
            within=turn.within,
            passages=turn.store.extent,
            trace=turn.trace,
            names_offered=named != turn.said,
        )
        turn.threads, turn.wording = understood.threads, understood.wording
        turn.candidates, turn.meant = understood.candidates, understood.meant
        turn.found, turn.evidence = understood.found, understood.evidence
        turn.degraded.extend(turn.found.dropped)
        await self._memories.look_back(turn)
        turn.assessment = assess(
            turn.said,
            Utterance(turn.question, turn.language),
            turn.wording,
            turn.evidence,
            drawn_out=turn.ask_backs_in_a_row > 0,
            asked_anew=turn.passes_all and asked_for(turn.history) is None,
            wants_questions=wants_to_be_asked(turn.said),
        )
        called: str | None = None
        if self._model_decides(turn):
            if self.config.steering == "tools":
                called = await self._steered(turn)
            else:
                await self._judged(turn)
        with turn.trace.step("decide") as step:
            turn.decision = self._decide(turn, called)
            step.note(decision=turn.decision, assessment=turn.assessment, thresholds=turn.thresholds, meant=turn.meant)

    def _model_decides(self, turn: TurnState) -> bool:
        if self.chat is None or turn.choice:
            return False
        if self.config.steering == "tools":
            return not turn.is_ordered
        return self.config.assess == "always"

    async def _judged(self, turn: TurnState) -> None:
        """A capable model's interpretation and decision; what it asks is searched for beside what was."""
        assert self.chat is not None
        asked = request(
            turn.said,
            turn.history,
            turn.known,
            turn.store.attributes,
            [each.question for each in turn.candidates],
            turn.found.hits,
            turn.now,
        )
        turn.conversation_shown = True
        with turn.trace.step("judge") as step:
            try:
                days = known_days(turn.text, turn.language, turn.now)
                turn.judgement, doubts = await judge(turn.model(self.chat), asked, turn.given, turn.language, days)
            except BackendError as error:
                turn.degraded.append(Degraded(step="judge", reason=str(error)))
                return
            turn.degraded.extend(Degraded(step="judge", reason=doubt) for doubt in doubts)
            step.note(judgement=turn.judgement.model_dump())
        turn.assessment = believed(turn.assessment, turn.judgement, by=self.chat.name)
        question = turn.judgement.question
        if question != turn.question:
            turn.meant = Interpretation(how="judged", question=question, asked=question, queries=(question,))
            await self._search_also(turn, question)

    async def _search_also(self, turn: TurnState, query: str) -> None:
        """One more query, worth as much as all that were searched before."""
        [new] = await self.searcher.search_many(
            [[query]], within=turn.within, language=turn.language, limit=HITS, trace=turn.trace, follow=False
        )
        hits = mixture([turn.found.hits, new.hits], [1.0, 1.0])[:HITS]
        turn.found = Found(hits=tuple(hits), dropped=turn.found.dropped, query_vector=new.query_vector)

    async def _steered(self, turn: TurnState) -> str | None:
        """The function by which a model that calls functions decides; None when it fails."""
        assert self.chat is not None
        tools = Tools(turn, self._search_also, self._memories.search, self.web.look_up if self.web else None)
        turn.conversation_shown = True
        with turn.trace.step("steer") as step:
            try:
                steered = await tools.steered_by(turn.model(self.chat), self.config.max_steps)
            except BackendError as error:
                turn.degraded.append(Degraded(step="steer", reason=str(error)))
                return None
            turn.degraded.extend(Degraded(step="steer", reason=doubt) for doubt in steered.doubts)
            step.note(calls=steered.calls)
        called, turn.assessment = steered.judged(turn.assessment, turn.language, turn.history, turn.known)
        return called

    def _decide(self, turn: TurnState, called: str | None) -> Decision:
        state = DialogueState(
            ask_backs_in_a_row=turn.ask_backs_in_a_row,
            max_ask_backs=self.config.max_ask_backs,
            just_answer=turn.just_answer,
            choice_picked=turn.choice is not None and not turn.assessment.ask_user_meta_info,
        )
        talks = None if called else talks_by(turn)
        if called := called or (turn.overview if talks != "memory" else None):
            return obey(called, state, turn.language)
        if talks and not (turn.just_answer or turn.choice):
            return Decision(action=Action.SEARCH, rule=talks, reason=phrases(turn.language).reasons[talks])
        because = self._why(turn)
        decision = decide(turn.assessment, state, turn.thresholds, turn.language, because)
        usual = decide(turn.assessment, state, self.config.thresholds, turn.language)
        if decision.action is not usual.action:
            return replace(decision, reason=phrases(turn.language).learnt[decision.action])
        return decision

    def _why(self, turn: TurnState) -> str | None:
        """What the documents leave open, in one sentence; None where it is not they that tell."""
        if attribute := turn.evidence.differs_by:
            return phrases(turn.language).because_reader.format(attribute=spoken(attribute, turn.language))
        return None

    # ------------------------------------------------------------ 7 topics

    async def _topics(self, turn: TurnState) -> tuple[Topic, ...]:
        """Where the user's interests lead from here; nothing for small talk, or when that is switched off."""
        if self.graph is None or not self.graph.config.topics or turn.decision.rule == "small-talk":
            return ()
        with turn.trace.step("topics") as step:
            topics = await self.graph.topics(turn.user, turn.text, turn.language, turn.recalled)
            step.note(topics=topics)
        return topics

    # ------------------------------------------------------------ 6 ask or answer

    async def _ask(self, turn: TurnState) -> tuple[Answer, tuple[Choice, ...]]:
        draws_out = turn.decision.rule in DRAWING_OUT
        question = turn.assessment.res_consultation if draws_out else turn.assessment.ask_missing_info
        offered: tuple[Choice, ...] = ()
        if not draws_out:
            turn.told_apart = told_apart(turn.found.hits, turn.found.hits)
            offered = self.offered(turn)
        words = phrases(turn.language)
        question = words.ask_what if turn.only_announces else question or words.ask_open
        return await self._answerer.ask(turn, question, offered), offered

    def offered(self, turn: TurnState) -> tuple[Choice, ...]:
        """The choices that go with a question back; those that a model names are taken where documents have them.  None
        where the user has only said that there is a question."""
        if turn.only_announces:
            return ()
        judged = turn.judgement
        named = chosen_by_model(judged.choices, turn.found.hits, turn.store.attributes) if judged else ()
        return named or offer(turn.evidence, turn.language, turn.store.extent, passed_over(turn.history))


def _as_heard(session: Session, most: int) -> Session:
    """The session with the beginnings of what the user said: an older version let corrections be of any length."""
    turns = (
        replace(turn, text=beginning(turn.text, most)) if turn.speaker == "user" else turn for turn in session.turns
    )
    return replace(session, turns=tuple(turns))


def _language_spoken(text: str, history: Sequence[Turn]) -> Language:
    """Of an utterance, or of what its speaker said before it; Japanese where nothing tells.  Our replies may quote
    documents in another language."""
    before = FIRST
    for said in (turn.text for turn in history if turn.speaker == "user"):
        found = detect_language(said, before)
        before = before if found == UNDETERMINED else found
    return detect_language(text, before)
