"""An utterance on the five scales, without a model; and what to believe when a model has spoken as well."""

import re
from dataclasses import replace

from yorisoi.dialogue.cues import asks_for_a_person, consultation_strength, looks_like_question
from yorisoi.dialogue.evidence import Evidence
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import keywords, normal_form, sentences
from yorisoi.types import Assessment, Language

_NAMES_SOMETHING = re.compile(r"[A-Za-zＡ-Ｚａ-ｚ]{2,}|[0-9０-９]+")


def estimate(text: str, language: Language, evidence: Evidence, *, drawn_out: bool) -> Assessment:
    """The five scales from the words of the utterance and from what the documents say of it.

    `drawn_out`: the user has already been asked about this consultation, so that nothing more is asked for.
    """
    consultation = {2: 1, 1: 2, 0: 5}[consultation_strength(text)]
    told_enough = _tells_the_situation(text, language)
    clarity = {"clear": 1, "open": 2, "vague": 3}[evidence.verdict]
    if consultation <= 2 and not told_enough:
        clarity = max(clarity, 2)
    documented = _documented(evidence)
    may_draw_out = consultation == 1 and not drawn_out and (not told_enough or documented > 2)
    return Assessment(
        clarity=clarity,
        is_question=_is_question(text, language, consultation),
        is_consultation=consultation,
        in_internal_docs=documented,
        ask_person=1 if asks_for_a_person(text) else 2 if documented >= 4 or consultation == 1 else 5,
        ask_missing_info=_missing(evidence, language),
        res_consultation=_draw_out(evidence, language) if may_draw_out else None,
        ask_user_meta_info=evidence.differs_by,
        keywords=evidence.keywords,
    )


def settle(model: Assessment, heuristic: Assessment, evidence: Evidence) -> Assessment:
    """One assessment from two: documents that speak plainly overrule a model's clarity, the model decides the rest.

    - A vague verdict makes a "clear" unclear, and the question names what the documents leave open; a clear verdict
      makes an unclear question clear: published models recall 28 % of the questions to be asked back (CLAMBER), and
      small ones call everything alike.  An open verdict leaves the clarity to the model.
    - A consultation that either of the two sees plainly is one.
    - What is documented is known here, not guessed.
    """
    clarity = {"clear": min(model.clarity, heuristic.clarity), "vague": max(model.clarity, heuristic.clarity)}.get(
        evidence.verdict, model.clarity
    )
    missing = model.ask_missing_info or heuristic.ask_missing_info
    if evidence.differs_by:
        missing = heuristic.ask_missing_info
    return replace(
        model,
        clarity=clarity,
        is_consultation=min(model.is_consultation, heuristic.is_consultation),
        in_internal_docs=min(model.in_internal_docs, heuristic.in_internal_docs),
        ask_person=min(model.ask_person, heuristic.ask_person),
        ask_missing_info=missing,
        res_consultation=(model.res_consultation or heuristic.res_consultation) and heuristic.res_consultation,
        ask_user_meta_info=evidence.differs_by,
        keywords=heuristic.keywords,
    )


def _tells_the_situation(text: str, language: Language) -> bool:
    """A consultation that can be answered: it names options or figures, or is told at some length."""
    told = [sentence for sentence in sentences(text, language) if len(sentence.strip()) > 5]
    named = language in ("ja", "zh") and _NAMES_SOMETHING.search(text) is not None
    return named or len(told) >= 3


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


def _missing(evidence: Evidence, language: Language) -> str | None:
    if evidence.differs_by:
        return phrases(language).ask_attribute.format(attribute=evidence.differs_by)
    if evidence.verdict == "vague" and evidence.theme:
        return phrases(language).ask_theme.format(theme=evidence.theme)
    if evidence.verdict == "vague" or not any(evidence.keywords):
        return phrases(language).ask_open
    return None


def _draw_out(evidence: Evidence, language: Language) -> str:
    if evidence.keywords and evidence.coverage >= 0.5:
        titles = normal_form(" ".join(page.title for page in evidence.rivals[:1]))
        in_title = [key for key in evidence.keywords if key in titles]
        theme = evidence.theme or max(in_title or evidence.keywords, key=len)
        return phrases(language).draw_out_theme.format(theme=theme)
    return phrases(language).draw_out
