"""A loaded document -> passages, along its headings and sentences."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from yorisoi.documents.blocks import Block, Section, sections
from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.loaded import LoadedDocument
from yorisoi.documents.pack import pack
from yorisoi.documents.size import size
from yorisoi.language import detect_language, sentences
from yorisoi.language.packs import pack_of
from yorisoi.types import UNDETERMINED, Language

FEW = 80
"""Size below which a stretch is not yet in another language of the same script, as one without kana is not yet Chinese:
status marks, headers of small tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A passage without a place in the store; the fields mean what they mean in `Passage`."""

    section: tuple[str, ...]
    text: str
    language: Language


def split(document: LoadedDocument, config: DocumentsConfig | None = None) -> list[Piece]:
    """The document's passages, in order.

    No passage spans two sections.  A heading's words are in `section`, or in the text when nothing stands below it; not
    those of the title, where all else stands below it: of other sheets or chapters it is one itself.
    What only says the title again is none, unless it is all there is.  How a section is torn: see `pack`.
    """
    config = config or DocumentsConfig()
    pieces = []
    found = sections(document.text)
    is_title = {section.path[0] for section in found if section.path} == {document.title}
    for section in _with_text(found):
        path = (*document.section, *section.path[is_title:])
        for text in pack(section.blocks, _by_sentences(section, document.language), config):
            language = _language(text, document.language)
            pieces.append(Piece(section=path, text=text, language=language))
    return [each for each in pieces if each.text.strip("#* \n") != document.title] or pieces


def _by_sentences(section: Section, of_document: Language) -> Callable[[str], list[str]]:
    """Tears a text of the section between sentences, in the section's language, which is looked for when needed."""
    language = cache(lambda: _language("".join(block.text for block in section.blocks), of_document))
    return lambda text: sentences(text, language())


def _language(text: str, of_document: Language) -> Language:
    """The language of a stretch of a document: the document's own unless the stretch plainly has another.

    A table of names is in no language, and a few Han characters of a Japanese page pass for Chinese.
    """
    found = detect_language(text, default=of_document)
    alike = pack_of(found).detection.script == pack_of(of_document).detection.script
    doubtful = found == UNDETERMINED or (alike and size(text) < FEW)
    return of_document if doubtful else found


def _with_text(found: Sequence[Section]) -> list[Section]:
    """The sections that have text.

    A bare heading with nothing below it would be a passage that answers nothing: it ends the text of the section
    before when that stands under the same heading (not under another of the same words), and is a text of its own
    otherwise.
    """
    kept: list[Section] = []
    adjoins = False
    for section, following in zip(found, [*found[1:], None], strict=False):
        if section.blocks:
            kept.append(section)
            adjoins = True
        elif following is None or not _is_above(section, following):
            words = Block(kind="paragraph", lines=[section.heading, "\n"])
            above = section.path[:-1]
            if adjoins and kept[-1].path[: len(above)] == above:
                kept[-1].blocks.append(words)
            else:
                kept.append(Section(path=above, level=section.level, heading="", blocks=[words]))
                adjoins = True
        else:
            adjoins = False
    return kept


def _is_above(section: Section, other: Section) -> bool:
    return len(section.path) < len(other.path) and other.path[: len(section.path)] == section.path
