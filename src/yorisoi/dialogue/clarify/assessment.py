"""An utterance on the five scales of source 000, from what its wording and the documents say."""

from yorisoi.dialogue.clarify.audience import COUNTRY
from yorisoi.dialogue.clarify.evidence import Evidence
from yorisoi.dialogue.clarify.policy import clarity_of
from yorisoi.dialogue.interpret.wording import Kind, Wording
from yorisoi.dialogue.patterns import patterns
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.topics import as_written, told_words
from yorisoi.language import Utterance, normal_form
from yorisoi.types import Assessment, Language

_DECLARED = 0.8
"""Probability at least where the documents themselves say that the answer differs by something that is not known."""
_HELD = 0.5
"""Share of what was said that the best passage has to hold for that: it is about just this."""
_SAID = 0.2
"""At most where a FAQ entry or a heading says the same as the utterance, or all of a table is asked for: that is simply
the answer."""
_UNTOLD = 0.55
"""At least where the user wants to be asked first, or found none of our choices fitting."""


def spoken(attribute: str, language: Language) -> str:
    """The attribute as the user is spoken to of it: the documents' own word, or ours for the country."""
    return phrases(language).country if attribute == COUNTRY else attribute


def assess(
    said: Utterance,
    question: Utterance,
    wording: Wording,
    evidence: Evidence,
    *,
    drawn_out: bool,
    asked_anew: bool,
    wants_questions: bool,
) -> Assessment:
    """The five scales.

    `drawn_out`: the user has been asked about this already.  `asked_anew`: none of the choices offered fits.
    `wants_questions`: the user asked to be asked first.
    """
    probability = evidence.clarification_probability
    if evidence.says_the_same is not None or evidence.finds_a_table:
        probability = min(probability, _SAID)
    if evidence.differs_by and evidence.depends.declared and evidence.in_best >= _HELD:
        probability = max(probability, _DECLARED)
    if asked_anew or wants_questions:
        probability = max(probability, _UNTOLD)
    trouble = wording.is_a(Kind.TROUBLE)
    is_consultation = scale(trouble)
    documented = scale(evidence.answerable)
    words = phrases(said.language)
    person = patterns(said.language).wants_person.search(said.normal) is not None
    return Assessment(
        clarity=clarity_of(probability),
        is_question=2 if is_consultation <= 2 else scale(1 - wording.is_a(Kind.TALK, Kind.SELF, Kind.TROUBLE)),
        is_consultation=is_consultation,
        in_internal_docs=documented,
        ask_person=1 if person else 2 if is_consultation <= 2 or documented >= 4 else 5,
        ask_missing_info=words.ask_anew if asked_anew else missing(question, evidence),
        res_consultation=words.draw_out if is_consultation <= 2 and not drawn_out and not person else None,
        ask_user_meta_info=evidence.differs_by,
        keywords=evidence.keywords,
        clarification_probability=probability,
    )


def scale(probability: float) -> int:
    """A probability on the scale of 1 (strongest) to 5."""
    return 5 - sum(probability >= edge for edge in (0.15, 0.35, 0.5, 0.75))


def missing(question: Utterance, evidence: Evidence) -> str:
    """What to ask for: the attribute on which the answer depends, which side of the theme, or more words."""
    words = phrases(question.language)
    if attribute := evidence.differs_by:
        return words.ask_attribute.format(attribute=spoken(attribute, question.language))
    passages = (hit.passage for hit in evidence.sections)
    headed = normal_form(" ".join(" ".join(each.headings) for each in passages))
    themes = [word for word in told_words(question) if word in headed]
    if themes:
        return words.ask_theme.format(theme=as_written(max(themes, key=len), question.text))
    return words.ask_open
