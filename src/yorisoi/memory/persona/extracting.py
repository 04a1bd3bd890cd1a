"""Facts in an utterance, by rules: no model, a fraction of a millisecond a sentence."""

import re
from collections.abc import Iterator

from yorisoi.language import detect_language, normal_form, sentences
from yorisoi.language.own_name import own_name
from yorisoi.language.pack import Persona
from yorisoi.language.packs import FIRST, own_or_lent, pack_of
from yorisoi.language.pattern import Pattern
from yorisoi.memory.persona.kinds import AT_ITS_WORD, KINDS, Found
from yorisoi.types import Language

_LONGEST = 160
"""Characters of a clause that is kept as a fact; longer ones tell stories."""
_LONGEST_SENTENCE = 400
"""Characters of a sentence that is looked at, so that no pattern has more to read at once."""
_LONGEST_LEAD = 40
"""Characters of a clause more, which はい、 and the like take."""
_QUOTED = re.compile(r"「[^」]*」|『[^』]*』|“[^”]*”|\"[^\"]*\"")
"""In the middle of what is matched may stand a name: 「名前は「田中」です」."""
_MOST = 20
"""Facts of one utterance: who says more of oneself at once has pasted something."""


def facts_in(text: str, default: Language = FIRST) -> list[Found]:
    """What an utterance says lastingly about its speaker, at most one fact a clause, in order.

    Left out are questions, suppositions, hearsay, what is said about the other one or in quotation marks, and
    statements whose subject is a mere pronoun (「それが好きです」), which mean nothing without the turn before, or a
    question word (「私はどこに住んでいるって言ったっけ」).

    Of kinds of which a wrong one does harm only plain statements count (`AT_ITS_WORD`), and none behind a sentence
    about somebody else (「部下です。結婚しました。」) unless oneself is named in it.  Sentences of more than 400
    characters are not looked at.
    """
    language = detect_language(text, default)
    rules, asks = pack_of(language).persona, _asks(language)
    found, start, of_another = list[Found](), 0, False
    for sentence in sentences(text, language):
        of_another = of_another and not rules.oneself.search(sentence)
        if len(sentence) <= _LONGEST_SENTENCE and not rules.not_about_oneself.search(sentence.rstrip()):
            name = None if start else _introduced(sentence, language, rules)
            found += [name] if name else []
            for clause in rules.clause.finditer("" if name else sentence):
                said = _in_clause(sentence, clause.span(), start, rules, asks)
                found += [each for each in said if not (of_another and each.kind in AT_ITS_WORD)]
                if len(found) >= _MOST:
                    return found[:_MOST]
        of_another = of_another or rules.of_another.search(sentence.rstrip()) is not None
        start += len(sentence)
    return found


def _introduced(sentence: str, language: Language, rules: Persona) -> Found | None:
    """The name with which somebody begins, and for which nobody begs pardon: that may put right another's."""
    said = sentence.rstrip()
    sorry = own_or_lent(language, lambda pack: pack.patterns).talk_kinds.get("sorry")
    if sorry and sorry.search(normal_form(said)):
        return None
    name = own_name(said, language)
    at = max(0, said.casefold().find(name))
    topic = _topic(said[at : at + len(name)], rules, _asks(language))
    return Found(kind="name", topic=topic, text=said[at:], span=(at, len(said))) if name and topic else None


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
    around = _sentence_around(text, start, language)
    if len(around) > _LONGEST_SENTENCE or rules.not_about_oneself.search(around):
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


def _in_clause(sentence: str, span: tuple[int, int], start: int, rules: Persona, asks: Pattern) -> Iterator[Found]:
    """`start`: of the sentence in its text."""
    began, end = span
    if end - began > _LONGEST + _LONGEST_LEAD:
        return
    while lead := rules.lead.match(sentence[began:end]):
        began += lead.end()
    said = sentence[began:end].rstrip()
    if not said or len(said) > _LONGEST or rules.not_about_oneself.search(said):
        return
    before = sentence[: span[0]]
    quotations = [quotation.span() for quotation in _QUOTED.finditer(said)]
    for kind, pattern in rules.said:
        for match in pattern.finditer(said) if kind in AT_ITS_WORD else _first(pattern, said):
            if any(first < match.start() < last for first, last in quotations):
                continue
            if kind in AT_ITS_WORD and not (
                rules.before.fullmatch(before + said[: match.start()])
                and rules.behind.match(sentence, began + match.end())  # it looks back, too
            ):
                continue
            if topic := _topic(match["topic"], rules, asks):
                at = start + began
                yield Found(kind=kind, topic=topic, text=said, span=(at, at + len(said)))
                return


def _first(pattern: Pattern, said: str) -> Iterator[re.Match[str]]:
    if match := pattern.search(said):
        yield match


def _asks(language: Language) -> Pattern:
    return own_or_lent(language, lambda pack: pack.patterns).asks


def _topic(written: str, rules: Persona, asks: Pattern) -> str:
    """What the fact is about, without pronouns and particles around it; empty where nothing is left or it is asked."""
    topic, before = written.strip(), ""
    while topic != before:
        before = topic
        topic = rules.trim.sub("", topic).strip()
    return "" if not topic or rules.empty_topic.fullmatch(topic) or asks.search(normal_form(topic)) else topic
