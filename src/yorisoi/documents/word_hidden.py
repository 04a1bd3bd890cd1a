"""DOCX without what Word does not show: runs that are hidden (`vanish`, in the run itself or by a style, letters below
a point, parts of equations), the instructions of fields, and what is there for programs that cannot draw the rest."""

import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from xml.etree import ElementTree

from yorisoi.documents.merged_cells import align_word_cells
from yorisoi.documents.office_archive import parts_of, with_parts
from yorisoi.documents.readers import check_text
from yorisoi.documents.word_equations import unseen_in_equations, write_equations
from yorisoi.documents.word_fields import write_results
from yorisoi.documents.word_numbers import numbering_of, write_numbers
from yorisoi.documents.word_plain import simplify
from yorisoi.documents.word_shown import other_fallbacks, texts_of_instructions
from yorisoi.documents.word_xml import OFF, as_xml, child_of, name_of, value_of, value_of_child

_SIZE = re.compile(r"\+?(\d*\.?\d+)(pt|mm|cm|in|pc|pi|)")
_HALF_POINTS = {"": 1.0, "pt": 2.0, "mm": 144 / 25.4, "cm": 144 / 2.54, "in": 144.0, "pc": 24.0, "pi": 24.0}
_SMALLEST = 2
"""Half points that can still be seen."""
_STANDS_FOR = {"br": "\n", "cr": "\n", "tab": "\t", "ptab": "\t", "noBreakHyphen": "-"}
_STYLED = {"tbl": ("tblPr", "tblStyle", "table"), "p": ("pPr", "pStyle", "paragraph")}
"""Where what stands around runs names its style, and that style's type."""

_Said = dict[str, bool | str]
"""Whether something is hidden by `vanish`, by `sz`, and its `vertAlign`; without what is not said of it."""
_LEVELS = ("superscript", "subscript")


def without_hidden_runs(data: bytes) -> bytes:
    """The file as it is, unless something in it is hidden, or shown in a way that the converter does not know.

    Which part is its text and which its style sheet is said by other parts, and by no name: each that is XML is taken
    for both.  Raises AccessUnclear: what is hidden seems to say who may read it.
    """
    parts = parts_of(data)
    # Templates and older versions of Word have sheets of their own; which one counts is said elsewhere in the file.
    sheets = [_styles(root) for root in parts.values() if _is_sheet(root)] or [_Styles({}, {}, {})]
    changed, numbering = {}, numbering_of(parts[name] for name in sorted(parts, key=len))
    for name, root in parts.items():
        simplified = simplify(root)
        simplified |= align_word_cells(root)
        runs = [each for styles in sheets for each in _runs_in(root, (styles.defaults,), styles)]
        hidden = {run for run, layers, own in runs if _is_hidden(layers, own)}
        instructions = {*texts_of_instructions(root)}
        removed = _removed(root, hidden | {*unseen_in_equations(root)})
        simplified |= write_results(root)  # of fields what is hidden in them is no part
        removed += _removed(root, instructions)
        removed += _removed(root, {*other_fallbacks(root)})  # what is hidden in both is no difference
        check_text("\n".join(removed))
        simplified |= write_numbers(root, numbering)
        simplified |= write_equations(root)
        for each in runs:
            simplified |= _set_level(*each)
        if removed or simplified:
            changed[name] = as_xml(root)
    return with_parts(data, changed)


def _is_sheet(root: ElementTree.Element) -> bool:
    return any(name_of(each) in ("style", "docDefaults") for each in root)


@dataclass(frozen=True, slots=True)
class _Styles:
    defaults: _Said
    """Of the whole document, below all styles."""
    usual: dict[str, _Said]
    """By type, of what names no style."""
    every: dict[str, _Said]
    """By id."""


def _styles(root: ElementTree.Element) -> _Styles:
    by_id = {value_of(each, "styleId"): each for each in root.iter() if name_of(each) == "style"}
    every: dict[str, _Said] = {}
    for id_ in by_id:
        chain, at = dict[str, None](), id_
        while at in by_id and at not in every and at not in chain:
            chain[at], at = None, value_of_child(by_id[at], "basedOn")
        said = every.get(at, {})
        for heir in reversed(chain):
            said = every[heir] = said | _said(each for each in by_id[heir].iter() if name_of(each) == "rPr")
    usual = {id_: each for id_, each in by_id.items() if value_of(each, "default", "0") not in OFF}
    return _Styles(
        defaults=_said(how for each in root.iter() if name_of(each) == "rPrDefault" for how in each),
        usual={value_of(each, "type"): every[id_] for id_, each in usual.items()},
        every=every,
    )


def _runs_in(
    around: ElementTree.Element, layers: tuple[_Said, ...], styles: _Styles
) -> Iterator[tuple[ElementTree.Element, tuple[_Said, ...], _Said]]:
    """The runs in an element, with what the defaults and styles say, the outermost first, and what they say
    themselves."""
    for each in around:
        name, inside = name_of(each), layers
        if name in _STYLED:
            properties, style, kind = _STYLED[name]
            about = child_of(each, properties)
            named = styles.every.get(value_of_child(about, style)) if about is not None else None
            # A table's style stands above the usual style of paragraphs, and below one that a paragraph names.
            usual = (layers[0], styles.usual.get(kind, {}), *layers[1:])
            inside = usual if named is None else (*layers, named)
        if name == "r" or (name == "t" and name_of(around) != "r"):
            hows = [how for how in each if name_of(how) == "rPr"]
            usual_run = styles.usual.get("character", {})
            own = (styles.every.get(value_of_child(how, "rStyle"), usual_run) for how in hows or [each])
            yield each, (*layers, *own), _said(hows)
        yield from _runs_in(each, inside, styles)


def _is_hidden(layers: tuple[_Said, ...], own: _Said) -> bool:
    """What one style hides no other shows again (ISO 29500-1, 17.7.3), only the run itself; the nearest size counts."""
    sizes = [each["sz"] for each in (*layers, own) if "sz" in each]
    return bool(own.get("vanish", any(each.get("vanish") for each in layers))) or sizes[-1:] == [True]


def _set_level(run: ElementTree.Element, layers: tuple[_Said, ...], own: _Said) -> bool:
    """Whether a run now says itself that it stands above or below the line, as the nearest of its styles does."""
    level = next((each["vertAlign"] for each in reversed((*layers, own)) if "vertAlign" in each), "")
    has_text = any(name_of(each) == "t" for each in run)  # marks of notes are raised by the converter
    if level not in _LEVELS or "vertAlign" in own or not has_text:
        return False
    word, about = run.tag.removesuffix("r"), child_of(run, "rPr")
    if about is None:
        about = ElementTree.Element(f"{word}rPr")
        run.insert(0, about)
    ElementTree.SubElement(about, f"{word}vertAlign", {f"{word}val": str(level)})
    return True


def _said(hows: Iterable[ElementTree.Element]) -> _Said:
    said: _Said = {}
    for each in (each for how in hows for each in how):
        name, value = name_of(each), value_of(each, "val").strip()
        if name == "vanish":
            said[name] = said.get(name, False) or value not in OFF
        elif name == "sz" and (size := _SIZE.fullmatch(value)):
            said[name] = said.get(name, False) or float(size[1]) * _HALF_POINTS[size[2]] < _SMALLEST
        elif name == "vertAlign":
            said[name] = value
    return said


def _removed(root: ElementTree.Element, hidden: Set[ElementTree.Element]) -> list[str]:
    """Take out what is hidden; of each paragraph that had such, what went."""
    removed = []
    paragraphs = [each for each in root.iter() if name_of(each) == "p"] if hidden else []
    for paragraph in [*paragraphs, root]:  # the last one for what stands in none
        if not hidden.isdisjoint(paragraph.iter()):
            removed.append(_text(paragraph, hidden))
            for around in list(paragraph.iter()):
                around[:] = [each for each in around if each not in hidden]
    return removed


def _text(element: ElementTree.Element, only: Set[ElementTree.Element] | None = None) -> str:
    """What stands in it, broken where Word breaks it, in however many runs; with `only` what stands in these."""
    if only and element in only:
        only = None
    name = name_of(element)
    own = (element.text or "") if name == "t" else _STANDS_FOR.get(name, "")
    inside = ("" if only else own) + "".join(_text(each, only) for each in element)
    return f"\n{inside}\n" if name == "p" else inside
