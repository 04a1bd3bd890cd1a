"""Facts in an utterance, by rules: no model, a fraction of a millisecond a sentence."""

import re
from collections.abc import Iterator

from yorisoi.language import detect_language, normal_form, sentences
from yorisoi.language.own_name import own_name
from yorisoi.language.pack import Persona
from yorisoi.language.packs import FIRST, own_or_lent, pack_of
from yorisoi.language.pattern import Pattern
from yorisoi.memory.persona.kinds import KINDS, Found
from yorisoi.types import Language

_LONGEST = 160
"""Characters of a sentence that is kept as a fact; longer ones tell stories."""
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"")
"""In the middle of what is matched may stand a name: 「名前は「田中」です」."""
_MOST = 20
"""Facts of one utterance: who says more of oneself at once has pasted something."""


def facts_in(text: str, default: Language = FIRST) -> list[Found]:
    """What an utterance says lastingly about its speaker, at most one fact a clause, in order.

    Left out are questions, suppositions, hearsay, what is said about the other one or in quotation marks, and
    statements whose subject is a mere pronoun (「それが好きです」), which mean nothing without the turn before, or a
    question word (「私はどこに住んでいるって言ったっけ」).
    """
    language = detect_language(text, default)
    rules, asks = pack_of(language).persona, _asks(language)
    found, start = [], 0
    for sentence in sentences(text, language):
        if rules.not_about_oneself.search(sentence.rstrip()):
            start += len(sentence)
        elif not start and (name := _introduced(sentence, language, rules)):
            found.append(name)
            start += len(sentence)
        else:
            for clause in rules.clause.findall(sentence):
                found += list(_in_clause(clause, start, rules, asks))
                start += len(clause)
                if len(found) >= _MOST:
                    return found[:_MOST]
    return found


def _introduced(sentence: str, language: Language, rules: Persona) -> Found | None:
    """The name with which somebody begins, and for which nobody begs pardon: that may put right another's."""
    said = sentence.rstrip()
    sorry = own_or_lent(language, lambda pack: pack.patterns).talk_kinds.get("sorry")
    if sorry and sorry.search(normal_form(said)):
        return None
    name = own_name(said, language)
    at = said.casefold().find(name)
    topic = _topic(said[at : at + len(name)] if at >= 0 else name, rules, _asks(language))
    return Found(kind="name", topic=topic, text=said, span=(0, len(said))) if name and topic else None


def quoted(text: str, kind: str, topic: str, quote: str, default: Language = FIRST) -> Found | None:
    """A fact that somebody else, such as a model, found in the utterance; None when the utterance does not bear it out.

    The quotation must stand in the text word for word, the topic in the quotation; what the rules take for a question,
    a supposition, hearsay or somebody else's is refused here too, by the whole sentence.
    """
    language = detect_language(text, default)
    rules = pack_of(language).persona
    quote, topic = quote.strip(), topic.strip()
    start = text.find(quote)
    if not rules.said or kind not in KINDS or not quote or start < 0 or topic not in quote or len(quote) > _LONGEST:
        return None
    if rules.not_about_oneself.search(_sentence_around(text, start, language)):
        return None
    about = _topic(topic, rules, _asks(language))
    return Found(kind=kind, topic=about, text=quote, span=(start, start + len(quote))) if about else None


def _sentence_around(text: str, at: int, language: Language) -> str:
    end = 0
    for sentence in sentences(text, language):
        end += len(sentence)
        if at < end:
            return sentence.rstrip()
    return text


def _in_clause(clause: str, start: int, rules: Persona, asks: Pattern) -> Iterator[Found]:
    lead = 0
    while match := rules.lead.match(clause[lead:]):
        lead += match.end()
    said = clause[lead:].rstrip()
    if not said or len(said) > _LONGEST or rules.not_about_oneself.search(said):
        return
    quotations = [quotation.span() for quotation in _QUOTED.finditer(said)]
    for kind, pattern in rules.said:
        match = pattern.search(said)
        if match and any(first < match.start() < last for first, last in quotations):
            continue
        if match and (topic := _topic(match["topic"], rules, asks)):
            began = start + lead
            yield Found(kind=kind, topic=topic, text=said, span=(began, began + len(said)))
            return


def _asks(language: Language) -> Pattern:
    return own_or_lent(language, lambda pack: pack.patterns).asks


def _topic(written: str, rules: Persona, asks: Pattern) -> str:
    """What the fact is about, without pronouns and particles around it; empty where nothing is left or it is asked."""
    topic, before = written.strip(), ""
    while topic != before:
        before = topic
        topic = rules.trim.sub("", topic).strip()
    return "" if not topic or rules.empty_topic.fullmatch(topic) or asks.search(normal_form(topic)) else topic
