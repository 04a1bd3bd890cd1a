"""Fields of Word whose result stands in no text: what a list shows that drops down, and what `EQ` draws."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from xml.etree import ElementTree

from yorisoi.documents.word_xml import child_of, name_of, run_of, value_of, value_of_child

_FORMAT = re.compile(r'\\\*\s*+(?:"[^"]*"|[^\s\\(]+)')
"""A switch of fields in general, such as of a font: `\\* jc2`."""
_EQ = re.compile(r"\s*EQ\b", re.IGNORECASE)
_PART = re.compile(
    r"\\(?P<name>[a-z]+)(?P<given>(?<=[lrbfv]c)\\.|\s*+[-+]?\d*+)\s*+|\\(?P<sign>.)|(?P<mark>[(),;])"
    r"|(?P<text>[^\\(),;]+|\\)",
    re.IGNORECASE | re.DOTALL,
)
"""A switch with its number, or the bracket that it draws; what a backslash makes a letter; what parts arguments."""
_MOST_WITHIN = 20
"""Instructions, and fields, within each other that are looked at."""
_RIGHT = str.maketrans("([{<", ")]}>")
_BRACES = str.maketrans({"{": "\\lbrace ", "}": "\\rbrace "})


@dataclass(slots=True)
class _Field:
    chosen: str
    instructions: list[str] = field(default_factory=list)
    result: list[str] = field(default_factory=list)
    in_result: bool = False

    def add(self, said: str) -> None:
        (self.result if self.in_result else self.instructions).append(said)


def write_results(root: ElementTree.Element) -> bool:
    """Whether a part had such fields, behind which their results stand as text now (ISO 29500-1, 17.16.5.19-20)."""
    fields: list[_Field] = []
    results: dict[ElementTree.Element, str] = {}
    run = root
    for each in root.iter():
        if name_of(each) == "r":
            run = each
        elif said := _ended(each, fields):
            results[run] = results.get(run, "") + said
    for around in list(root.iter()) if results else ():
        if not results.keys().isdisjoint(around):
            around[:] = [shown for each in around for shown in _with_result(each, results.get(each, ""))]
    return bool(results)


def _with_result(run: ElementTree.Element, said: str) -> Iterator[ElementTree.Element]:
    yield run
    if said:
        result = run_of(run.tag.removesuffix("r"), said)
        result[:0] = [deepcopy(about) for about in run if name_of(about) == "rPr"]
        yield result


def _ended(part: ElementTree.Element, fields: list[_Field]) -> str:
    """What is to be shown of the field that a part ends, of those that are open; empty: it ends none, or one whose
    result stands there, or that is part of another's instructions."""
    name, kind = name_of(part), value_of(part, "fldCharType")
    if kind == "begin":
        fields.append(_Field(_chosen(child_of(child_of(part, "ffData"), "ddList"))))
    elif not fields:
        return ""
    elif name in ("instrText", "t"):
        fields[-1].add(part.text or "")
    elif kind == "separate":
        fields[-1].in_result = True
    elif kind == "end":
        ended = fields.pop()
        said = "".join(ended.result) or ended.chosen or _drawn("".join(ended.instructions))
        if 0 < len(fields) < _MOST_WITHIN:
            fields[-1].add(said)
        is_shown = not fields or fields[-1].in_result
        return said if is_shown and not ended.result else ""
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
    parts = _PART.finditer(_FORMAT.sub("", instructions[begins.end() :]))
    said = _argument(parts, 0)[0].strip()
    return f"${said}$" if re.search(r"\\\w|[\^_]\{", said) else said


def _argument(parts: Iterator[re.Match[str]], depth: int) -> tuple[str, bool]:
    """What stands before the next comma or bracket, and whether that is a comma."""
    said = ""
    switches: list[re.Match[str]] = []
    for part in parts:
        mark = part["mark"]
        if part["name"]:
            switches.append(part)
        elif mark == "(":
            arguments, goes_on = [], depth < _MOST_WITHIN
            while goes_on:
                argument, goes_on = _argument(parts, depth + 1)
                arguments.append(argument)
            said += _written({each["name"].lower(): _given(each) for each in switches}, arguments)
            switches = []
        else:  # switches of nothing: their numbers may be figures of the text
            said += "".join(map(_given, switches))
            switches = []
            if mark and depth:
                return said, mark != ")"
            said += part["sign"] or mark or part["text"]
    return said + "".join(map(_given, switches)), False


def _given(switch: re.Match[str]) -> str:
    return switch["given"].strip().removeprefix("\\")


def _written(switches: Mapping[str, str], arguments: list[str]) -> str:
    """Arguments as switches draw them; where they are not understood, side by side."""
    name, number, every = next(iter(switches), ""), len(arguments), ",".join(arguments)
    if name == "f" and number == 2:
        return f"\\frac{{{arguments[0]}}}{{{arguments[1]}}}"
    if name == "r" and 0 < number <= 2:
        degree = "".join(f"[{each}]" for each in arguments[:-1] if each)
        return f"\\sqrt{degree}{{{arguments[-1]}}}"
    if "up" in switches:
        return f"^{{{every}}}"
    if "do" in switches:
        return f"_{{{every}}}"
    if name == "o":  # one upon the other: of a reading and its text, a ring and what stands in it, the latter
        texts = [each for each in arguments if any(map(str.isalnum, each)) and not each.startswith("^{")]
        return " ".join(texts or arguments)
    if name in ("", "b"):
        both = switches.get("bc", "" if {"lc", "rc"} & switches.keys() else "(")
        left, right = switches.get("lc", both), switches.get("rc", both.translate(_RIGHT))
        return f"{left.translate(_BRACES)}{every}{right.translate(_BRACES)}"
    return every
