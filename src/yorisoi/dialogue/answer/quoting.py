"""The answer without a model: what the documents say, in their own words.

The section that fits best is quoted; where other sections come near, they are named beside it and can be opened.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from yorisoi.dialogue.answer.answer import Answer
from yorisoi.dialogue.answer.grounding import cite
from yorisoi.dialogue.answer.telling import telling
from yorisoi.dialogue.config import AnswerConfig
from yorisoi.dialogue.excerpt import excerpt
from yorisoi.dialogue.phrases import phrases
from yorisoi.language import keywords
from yorisoi.types import Citation, Hit, Language

_MARK = re.compile(r"\[(\d+)\]")
_SHOWN = 80
"""Characters that are shown of a section that only comes near."""


async def quote(
    text: str,
    question: str,
    language: Language,
    hits: Sequence[Hit],
    config: AnswerConfig,
    *,
    sure: bool = True,
    shown: str = "",
    reader: object = None,
) -> Answer:
    """The best section's words, and up to `quotes` - 1 other sections that come near; `not_found` without hits.

    `text` is what was said, `question` what was understood; who is not `sure` says so.  Of the other sections one
    sentence is shown, since the answer stands in one of them as often as not where it is not in the first; and of the
    best as well where its words were `shown` by the reply before.  `reader` tells which sentence, where it can
    (`telling.py`).
    """
    if not hits:
        return not_found(language, hits)
    said = phrases(language)
    keys = keywords(question, language)
    chosen = _sections(hits)[: config.quotes]
    citations = tuple(
        cite(hit, number, excerpt(hit.passage, keys, config.quote_characters)) for number, hit in enumerate(chosen, 1)
    )
    begins = said.according_to if sure else said.comes_nearest
    again = as_quoted(citations[0].quote) in shown
    short = chosen if again else chosen[1:]
    told = [_shortened(line) for line in await telling([hit.passage for hit in short], text, language, reader)]
    if again:
        begins = said.of_what_was_shown
        citations = (replace(citations[0], quote=told.pop(0)), *citations[1:])
    lines = [begins.format(title=as_quoted(chosen[0].passage.document.title)), f"{as_quoted(citations[0].quote)} [1]"]
    if citations[1:]:
        lines.append(said.also_near)
        lines += [f"- {_place(each)} {as_quoted(line)}" for each, line in zip(citations[1:], told, strict=True)]
    return Answer(text="\n".join(lines), citations=citations)


def as_quoted(text: str) -> str:
    """A page's own marks ([2]) in other brackets: those of ours lead to what we cite."""
    return _MARK.sub(r"〔\1〕", text)


def is_shown(citation: Citation, text: str) -> bool:
    """Whether an answer's text has the quote, or names its section with a sentence of it."""
    named = f" [{citation.number}] "
    return as_quoted(citation.quote) in text or any(
        line.startswith("- ") and named in line for line in text.splitlines()
    )


def not_found(language: Language, hits: Sequence[Hit]) -> Answer:
    """Nothing is claimed; the pages that came nearest are named."""
    titles = list(dict.fromkeys(hit.passage.document.title for hit in hits))[:3]
    lines = [phrases(language).not_found]
    if titles:
        lines.append(phrases(language).related.format(titles=as_quoted(" / ".join(titles))))
    return Answer(text="\n".join(lines), citations=())


def _sections(hits: Sequence[Hit]) -> list[Hit]:
    """The best hit of every section, best first."""
    return list({(hit.passage.document.id, hit.passage.section): hit for hit in reversed(hits)}.values())[::-1]


def _shortened(line: str) -> str:
    return line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…"


def _place(citation: Citation) -> str:
    if citation.path:
        return f"{as_quoted(' → '.join(citation.path))} [{citation.number}]"
    heading = citation.section[-1] if citation.section and citation.section[-1] != citation.title else ""
    return f"{as_quoted(citation.title + (f' > {heading}' if heading else ''))} [{citation.number}]"
