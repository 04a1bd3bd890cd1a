"""Fields of Word whose result stands in no text: what a list shows that drops down, and what `EQ` draws."""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from xml.etree import ElementTree

from yorisoi.documents.word_xml import child_of, name_of, run_of, value_of, value_of_child

_FORMAT = re.compile(r'\\\*\s*(?:"[^"]*"|\S+)')
"""A switch of fields in general, such as of a font: `\\* jc2`."""
_EQ = re.compile(r"\s*EQ\b", re.IGNORECASE)
_PART = re.compile(
    r"\\(?P<sign>[\\(),;])|\\(?P<name>[a-z]+)\s*(?P<options>(?:\\[a-z]+\s*\d*\s*)*)(?P<opens>\()"
    r"|(?P<closes>\))|(?P<parts>[,;])|(?P<text>[^\\(),;]+|.)",
    re.IGNORECASE | re.DOTALL,
)
_MOST_WITHIN = 20
"""Instructions within each other that are looked at."""


@dataclass(slots=True)
class _Field:
    chosen: str
    instructions: str = ""
    has_result: bool = False


def write_results(root: ElementTree.Element) -> bool:
    """Whether a part had such fields, behind which their results stand as text now (ISO 29500-1, 17.16.5.19-20)."""
    fields: list[_Field] = []
    changed = False
    for around in root.iter():
        shown = []
        for run in around:
            shown.append(run)
            for each in run if name_of(run) == "r" else ():
                if said := _ended(each, fields):
                    shown.append(run_of(run.tag.removesuffix("r"), said))
                    shown[-1][:0] = [deepcopy(about) for about in run if name_of(about) == "rPr"]
        if len(shown) > len(around):
            around[:], changed = shown, True
    return changed


def _ended(part: ElementTree.Element, fields: list[_Field]) -> str:
    """The result of the field that a part of a run ends, of those that are open; empty: it ends none, or has one."""
    name, kind = name_of(part), value_of(part, "fldCharType")
    if kind == "begin":
        fields.append(_Field(_chosen(child_of(child_of(part, "ffData"), "ddList"))))
    elif not fields:
        return ""
    elif name == "instrText":
        fields[-1].instructions += part.text or ""
    elif name == "t":
        fields[-1].has_result = True
    elif kind == "end":
        field = fields.pop()
        return "" if field.has_result else field.chosen or _drawn(field.instructions)
    return ""


def _chosen(choices: ElementTree.Element | None) -> str:
    if choices is None:
        return ""
    entries = [value_of(each, "val") for each in choices if name_of(each) == "listEntry"]
    number = value_of_child(choices, "result") or value_of_child(choices, "default") or "0"
    return dict(zip(map(str, range(len(entries))), entries, strict=True)).get(number, "")


def _drawn(instructions: str) -> str:
    """What `EQ` draws, as LaTeX where it is more than text; empty: another field, or too much."""
    begins = _EQ.match(instructions)
    if not begins:
        return ""
    said = _argument(_PART.finditer(_FORMAT.sub("", instructions[begins.end() :])), 0)[0].strip()
    return f"${said}$" if re.search(r"\\\w|[\^_]\{", said) else said


def _argument(parts: Iterator[re.Match[str]], depth: int) -> tuple[str, bool]:
    """What stands before the next comma or bracket, and whether that is a comma."""
    said = ""
    for part in parts:
        if part["closes"] or (part["parts"] and depth):
            return said, bool(part["parts"])
        if part["opens"] and depth < _MOST_WITHIN:
            arguments, goes_on = [], True
            while goes_on:
                argument, goes_on = _argument(parts, depth + 1)
                arguments.append(argument)
            said += _written(part["name"].lower(), part["options"].lower(), arguments)
        else:
            said += part["sign"] or part["text"] or part["parts"] or ""
    return said, False


def _written(name: str, options: str, arguments: list[str]) -> str:
    first, last = arguments[0], arguments[-1]
    if name == "f" and len(arguments) > 1:
        return f"\\frac{{{first}}}{{{last}}}"
    if name == "r":
        return f"\\sqrt[{first}]{{{last}}}" if len(arguments) > 1 and first else f"\\sqrt{{{last}}}"
    if name == "s" and "\\up" in options:
        return f"^{{{first}}}"
    if name == "s" and "\\do" in options:
        return f"_{{{first}}}"
    if name == "o":  # one upon the other: a reading and its text, a ring and what stands in it
        return last
    return f"({','.join(arguments)})" if name == "b" else ",".join(arguments)
