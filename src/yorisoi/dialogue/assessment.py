"""An utterance on the five scales, without a model; and what to believe when a model has spoken as well."""

import re
from dataclasses import replace

from yorisoi.dialogue.asking import spoken
from yorisoi.dialogue.cues import (
    asks_for_a_person,
    asks_for_judgement,
    consultation_strength,
    looks_like_question,
    wants_to_be_asked,
)
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.need import BEST, shifted
from yorisoi.dialogue.phrases import phrases
from yorisoi.dialogue.policy import clarity_of
from yorisoi.dialogue.topics import as_written
from yorisoi.language import keywords, normal_form, sentences
from yorisoi.types import Assessment, Language

_NAMES_SOMETHING = re.compile(r"[A-Za-zＡ-Ｚａ-ｚ]{2,}|[0-9０-９]+")
_UNTOLD = 0.55
"""The need at least of one who asks for judgement and leaves the situation untold: that is drawn out (source 000)."""
_MODEL_SAYS = {1: -1.0, 2: 0.0, 3: 1.0, 4: 1.0, 5: 1.0}
"""Which way a model's word for the clarity moves the need."""


def estimate(
    text: str, language: Language, evidence: Evidence, *, drawn_out: bool, asked_anew: bool = False
) -> Assessment:
    """The five scales from the words of the utterance and from what the documents say of it.

    `drawn_out`: the user has already been asked about this consultation, so that nothing more is asked for.
    `asked_anew`: none of the choices offered for it fits, so that it has to be asked in another way.
    """
    consultation = {2: 1, 1: 2, 0: 5}[consultation_strength(text)]
    documented = _documented(evidence)
    need = evidence.need.probability
    left_untold = asks_for_judgement(text) and not drawn_out and not _tells_the_situation(text, language)
    if asked_anew or left_untold or wants_to_be_asked(text):
        need = max(need, _UNTOLD)
    return Assessment(
        clarity=clarity_of(need),
        is_question=_is_question(text, language, consultation),
        is_consultation=consultation,
        in_internal_docs=documented,
        ask_person=1 if asks_for_a_person(text) else 2 if documented >= 4 or consultation == 1 else 5,
        ask_missing_info=phrases(language).ask_anew if asked_anew else _missing(text, evidence, language),
        res_consultation=_draw_out(evidence, language) if consultation == 1 and not drawn_out else None,
        ask_user_meta_info=evidence.differs_by,
        keywords=evidence.keywords,
        need=need,
    )


def _tells_the_situation(text: str, language: Language) -> bool:
    """A consultation that can be answered: it names options or figures, or tells more than one thing."""
    told = [sentence for sentence in sentences(text, language) if len(sentence.strip()) > 5]
    return len(told) > 1 or (language in ("ja", "zh") and _NAMES_SOMETHING.search(text) is not None)


def settle(model: Assessment, heuristic: Assessment, evidence: Evidence, weight: float) -> Assessment:
    """One assessment from two.

    - The need to ask is the calibrated one, moved by the model's word by `weight`, in log-odds, where something was
      found: published models recall 28 % of the questions to be asked back (CLAMBER, which has no documents).
    - An attribute of the user on which the answer depends is asked for in our words.
    - A consultation that either of the two sees plainly is one.
    - What is documented is known here, not guessed.
    """
    moved = weight * _MODEL_SAYS[model.clarity] if BEST in evidence.signals else 0.0
    need = shifted(heuristic.need or evidence.need.probability, moved)
    return replace(
        model,
        clarity=clarity_of(need),
        is_consultation=min(model.is_consultation, heuristic.is_consultation),
        in_internal_docs=min(model.in_internal_docs, heuristic.in_internal_docs),
        ask_person=min(model.ask_person, heuristic.ask_person),
        ask_missing_info=(None if evidence.differs_by else model.ask_missing_info) or heuristic.ask_missing_info,
        res_consultation=(model.res_consultation or heuristic.res_consultation) and heuristic.res_consultation,
        ask_user_meta_info=evidence.differs_by,
        keywords=heuristic.keywords,
        need=need,
    )


def _is_question(text: str, language: Language, consultation: int) -> int:
    if looks_like_question(text):
        return 1
    if consultation == 1:
        return 4
    return 2 if keywords(text, language) else 4  # a bare topic is a question that was left unsaid


def _documented(evidence: Evidence) -> int:
    if not evidence.found:
        return 5
    return 1 if evidence.coverage >= 0.66 else 2 if evidence.coverage >= 0.5 else 4


def _missing(text: str, evidence: Evidence, language: Language) -> str:
    """What would be asked: the attribute of the user, the side of the theme, or an open question."""
    if attribute := evidence.differs_by:
        return phrases(language).ask_attribute.format(attribute=spoken(attribute, language))
    if evidence.theme:
        return phrases(language).ask_theme.format(theme=as_written(evidence.theme, text))
    return phrases(language).ask_open


def _draw_out(evidence: Evidence, language: Language) -> str:
    if evidence.keywords and evidence.coverage >= 0.5:
        titles = normal_form(" ".join(page.title for page in evidence.rivals[:1]))
        in_title = [key for key in evidence.keywords if key in titles]
        theme = evidence.theme or max(in_title or evidence.keywords, key=len)
        return phrases(language).draw_out_theme.format(theme=theme)
    return phrases(language).draw_out
