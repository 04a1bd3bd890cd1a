"""What is said where nothing is to be looked up: to a greeting, to thanks, to somebody who tells of oneself."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from yorisoi.dialogue.answer.putting_right import (
    puts_right_what_was_asked,
    puts_right_what_was_told,
)
from yorisoi.dialogue.answer.recalling import told_by_user
from yorisoi.dialogue.clarify.audience import in_words
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.dialogue.held import held
from yorisoi.dialogue.interpret.amending import what_it_was
from yorisoi.dialogue.interpret.said_here import SaidHere
from yorisoi.dialogue.interpret.stated import told
from yorisoi.dialogue.interpret.wording import MAY_RECALL, Kind, Wording, only_greets
from yorisoi.dialogue.patterns import is_about_oneself, is_question, patterns, states_a_value
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.turn import TurnState, asks_to_forget, introduces_oneself
from yorisoi.language import Utterance, normal_form
from yorisoi.language.dates import days_ahead, names_days
from yorisoi.language.pattern import Pattern

_MEANT, _RECALLS, _SURELY_RECALLS = 0.5, 0.7, 0.95
"""Probability from which something is asked for that was said before: what is near but shares no word; anything, where
it is about oneself; and anything at all."""
_PLAINLY = 0.9
"""Probability of talk, by wording, from which it is taken for talk."""


def talks_by(turn: TurnState) -> str | None:
    """The rule where there is nothing to look up: `small-talk`, or `memory` where something is asked for that was told
    here or comes to mind."""
    said, wording = turn.said, turn.wording
    if turn.asks_to_forget:
        return "small-talk"
    recalls, tells = _recalls(turn), wording.plainly_tells and not is_question(said.text, said.language)
    rule = "memory" if recalls or (not tells and asks_for_what_was_said(said, wording)) else "small-talk"
    if turn.judgement:
        return rule if turn.judgement.action == "talk" else None
    if puts_right_what_was_told(turn):
        return "small-talk"
    if turn.meant.how == "corrects" or turn.did_not_help:
        return None
    if rule == "memory" and not recalls and _documents_may_know(turn):
        return None
    only_tells = (tells or _begins_with_a_value(turn)) and not turn.ask_backs_in_a_row
    talks = recalls or only_tells or turn.introduces or nothing_to_look_up(said, wording, turn.evidence)
    return rule if talks else None


def _begins_with_a_value(turn: TurnState) -> bool:
    """Whether it states one of something of which the best passage has nothing, before anything was looked up:
    「結婚記念日は6月12日です」."""
    if turn.threads or not states_a_value(turn.said):
        return False
    named = [each for each in turn.said.keywords if not any(map(str.isdigit, each))]
    best = "".join(hit.passage.in_context for hit in turn.found.hits[:1])
    return bool(named) and held(named, normal_form(best)) == 0


def _recalls(turn: TurnState) -> bool:
    """Whether something is asked for that was told here or before, and of whose words the best passage has no more
    (「お給料いつ入るんでしたっけ」), unless it is most surely something of one's own (「私の名前は？」), or begins with
    a thing of one's own that one has told of (「私の区画の番号は？」)."""
    probability, here = turn.wording.recalls, turn.said_here or SaidHere()
    own, before = is_about_oneself(turn.text), told_by_user(turn.recalled, turn.language)
    meant = here.is_meant and (here.shared > 0 or probability >= _MEANT)
    was_told = meant or (bool(here.turns) and probability >= (_RECALLS if own else _SURELY_RECALLS))
    if turn.told_all:
        return True
    if probability < MAY_RECALL or not (was_told or before):
        return False
    texts = [*(here.turns if here.is_meant else ()), *(each.episode.text for each in before)]
    begins_with_it = probability >= _RECALLS and held(turn.said.keywords[:1], normal_form(" ".join(texts))) > 0
    if own and ((was_told and probability >= _SURELY_RECALLS) or begins_with_it):
        return True
    if (meant or before) and _asks_what_one_told(turn):
        return True
    shared = (
        [here.shared]
        if here.is_meant
        else [held(turn.said.keywords, normal_form(each.episode.text)) for each in before]
    )
    return turn.evidence.in_best <= max(shared, default=0.0)


def _documents_may_know(turn: TurnState) -> bool:
    """Whether the best passage has something of what is asked, where it is not about oneself, or nothing was said here
    but greetings, and elsewhere but questions; all of it, where one asks in so many words whether one told it."""
    if is_about_oneself(turn.text) and _asks_what_one_told(turn):
        return turn.evidence.in_best == 1
    said = (replace(turn.said, text=each.text) for each in turn.history if each.speaker == "user")
    nothing_told = not told_by_user(turn.recalled, turn.language) and all(map(only_greets, said))
    return turn.evidence.in_best > 0 and (nothing_told or not is_about_oneself(turn.text))


def _asks_what_one_told(turn: TurnState) -> bool:
    return _plainly_recalls(patterns(turn.language).asks_what_one_told, turn.said, turn.wording)


def nothing_to_look_up(said: Utterance, wording: Wording, evidence: Evidence) -> bool:
    """It is talk, or a question to the conversation, or to who answers."""
    who = _asks_who_answers(said) and not evidence.names_a_page
    return who or only_talks(wording, evidence) or _plainly_recalls(patterns(said.language).recalls, said, wording)


def only_talks(wording: Wording, evidence: Evidence) -> bool:
    """Whether no document is asked: not where one most probably answers, or is called by what was said."""
    plainly = wording.kinds[Kind.TALK] >= _PLAINLY and evidence.likeliest != "answer"
    return (evidence.likeliest == "talk" or plainly) and not evidence.names_a_page


def asks_for_what_was_said(said: Utterance, wording: Wording) -> bool:
    """Whether what is no question to the documents is one to the conversation or about oneself, rather than talk."""
    # 私はどこに住んでいますか reads like what one tells of oneself.
    about_oneself = wording.kinds[Kind.SELF] if is_question(said.text, said.language) else 0.0
    if _asks_who_answers(said):
        return False
    return wording.kinds[Kind.RECALL] + about_oneself > wording.kinds[Kind.TALK]


def _asks_who_answers(said: Utterance) -> bool:
    return patterns(said.language).asks_who_answers.search(said.normal) is not None


def _plainly_recalls(by: Pattern, said: Utterance, wording: Wording) -> bool:
    """In so many words, and rather than something of the documents."""
    recalls = wording.kinds[Kind.RECALL] > wording.is_a(Kind.QUESTION, Kind.VAGUE, Kind.CORRECTION)
    return recalls and by.search(said.normal) is not None


def talk(said: Utterance, wording: Wording, learnt: Mapping[str, str], *, puts_right: bool = False) -> str:
    """A short fitting reply that asks nothing; `learnt` is what the user has just told of oneself, unless it only
    `puts_right` what was told before."""
    words = phrases(said.language)
    if asks_to_forget(said):
        return words.talk["forget"]
    if learnt:
        return words.noted.format(told=words.comma.join(in_words(*each, said.language) for each in learnt.items()))
    if _asks_who_answers(said):
        return words.talk["about_me"]
    if introduces_oneself(said):
        return words.talk["introduced"]
    if patterns(said.language).announces.search(said.normal):
        return words.ask_what
    if any(what_it_was(said)) or states_a_value(said) or puts_right:
        return words.talk["told"]
    has_number = any(map(str.isdigit, said.text))
    for name, pattern in patterns(said.language).talk_kinds.items():
        if pattern.search(said.normal):
            tells = name == "sorry" and has_number  # 「ごめんなさい、まだ64でした」
            return words.talk["told" if tells else name]
    of_oneself = (Kind.SELF, Kind.CORRECTION, Kind.REPLY) if has_number else (Kind.SELF,)
    read = {
        "told": wording.is_a(*of_oneself),
        "troubled": wording.is_a(Kind.TROUBLE),
        "nod": wording.is_a(Kind.TALK),
    }
    return words.talk[max(read, key=lambda name: read[name])]


def word_before(turn: TurnState) -> str:
    """What is said before an answer: to somebody who tells of a trouble and does not just ask, to whom asks for what
    was never told or puts right what was, or `kind_word`."""
    words = phrases(turn.language)
    in_trouble = turn.assessment.is_consultation <= 2 and told(turn.text, turn.language)
    if in_trouble or (turn.history and turn.history[-1].text == words.draw_out):
        return words.heard
    kinds = turn.wording.kinds
    recalls = kinds[Kind.RECALL] > turn.wording.is_a(Kind.QUESTION, Kind.VAGUE)
    asks = is_question(turn.text, turn.language)
    if asks and recalls and is_about_oneself(turn.text) and not turn.judgement:
        return words.not_told
    if puts_right_what_was_asked(turn):
        return words.put_right
    return kind_word(turn.said)


def kind_word(said: Utterance) -> str:
    """To what is heard in a question beside what it asks, a loss, a hurt or a worry; empty where there is nothing."""
    words, known = phrases(said.language), patterns(said.language)
    if known.bereaved.search(said.normal):
        return words.bereaved
    if known.hurt.search(said.normal):
        return words.hurt
    return words.worried if known.worries.search(said.normal) else ""


def days_meant(said: Utterance, answer: str, now: datetime) -> str:
    """Which days 今日 and 明日 are, a line each, where the answer speaks of days: who asks may not know the date."""
    days = days_ahead(said.text, said.language, now) if names_days(answer) else {}
    line = phrases(said.language).which_day
    return "\n".join(line.format(day=f"{day[:1].upper()}{day[1:]}", date=date) for day, date in days.items())
