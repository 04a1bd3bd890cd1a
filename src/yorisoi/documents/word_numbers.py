"""The numbers that Word gives paragraphs, written out: `第1条`, `1.2`, `(ア)`.

The converter knows lists alone, whose numbers begin anew below whatever stands between their items.  What its list
shows just so stays one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.etree import ElementTree

from yorisoi.documents.word_shown import ALTERNATIVES, CHOICE, FALLBACK
from yorisoi.documents.word_xml import OFF, child_of, name_of, run_of, value_of, value_of_child

_HEADING = re.compile(r"(?:heading ?[1-6]?|title)", re.IGNORECASE)
"""Styles whose paragraphs the converter makes headings, by id or name."""
_PLACE = re.compile("%([1-9])")
_LONGEST, _LARGEST = 100, 10_000
"""Characters of a label, and numbers, that are believed."""
_MOST_LEVELS = 9
"""As Word has them."""
_TEXT = ("t", "drawing", "pict", "sym")
_CONTENT = (*_TEXT, "br", "tab", "noBreakHyphen", "softHyphen", "footnoteReference", "endnoteReference")
"""What ends a list of the converter, which leaves out only a paragraph with none of these."""
_DOT = "・"
_KANA = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_HALF_KANA = "ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ"
_IROHA = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
_ROMAN = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
          (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))  # fmt: skip
_FULL_WIDTH = str.maketrans("0123456789", "０１２３４５６７８９")
_SIGNS = {
    "decimalEnclosedCircle": "".join(map(chr, range(0x2460, 0x2474))),
    "decimalEnclosedCircleChinese": "".join(map(chr, range(0x2460, 0x2474))),
    "decimalEnclosedParen": "".join(map(chr, range(0x2474, 0x2488))),
    "decimalEnclosedFullstop": "".join(map(chr, range(0x2488, 0x249C))),
    "ideographEnclosedCircle": "".join(map(chr, range(0x3280, 0x328A))),
    "aiueoFullWidth": _KANA,
    "aiueo": _HALF_KANA,
    "irohaFullWidth": _IROHA,
    "ideographTraditional": "甲乙丙丁戊己庚辛壬癸",
}
"""Formats that count with signs, and end with the last one (ISO 29500-1, 17.18.59)."""


@dataclass(frozen=True, slots=True)
class _Level:
    number_format: str
    text: str
    start: int
    restart: int | None
    """The level, from 1, below which it begins anew; 0: never; None: any above it."""
    style: str
    after: str
    """What stands behind the label."""
    legal: bool


@dataclass(slots=True)
class Numbering:
    """What the parts of a file say of its lists."""

    lists: dict[str, str] = field(default_factory=dict)
    """List (`num`) -> what defines it (`abstractNum`)."""
    levels: dict[str, dict[int, _Level]] = field(default_factory=dict)
    """By definition."""
    own: dict[str, dict[int, _Level]] = field(default_factory=dict)
    """Levels that a list has of its own, by list."""
    starts: dict[str, dict[int, int]] = field(default_factory=dict)
    """With what a list begins anew, by list."""
    links: dict[str, str] = field(default_factory=dict)
    """Definitions that another one stands for, by its style."""
    styles: dict[str, tuple[str, str, str, str]] = field(default_factory=dict)
    """Style -> (the one it is based on, its name, list, level)."""

    def defined_by(self, number: str) -> str:
        """What defines a list; empty: nothing."""
        for _ in range(9):
            defined = self.lists.get(number, "")
            if defined not in self.links:
                return defined
            number = self.styles.get(self.links[defined], ("",) * 4)[2]
        return ""


@dataclass(frozen=True, slots=True)
class _Item:
    list_: str
    depth: int
    level: _Level
    number: int
    label: str | None
    """None: one that cannot be told."""
    heads: bool


def numbering_of(roots: Iterable[ElementTree.Element]) -> Numbering:
    """What a file's parts say of lists, whichever they are.  Of several that say it the first counts.

    Those that count have shorter names than copies for older versions (`stylesWithEffects.xml`) and building blocks.
    """
    found = Numbering()
    for each in (each for root in roots for each in root):
        name = name_of(each)
        if name == "abstractNum" and (defined := value_of(each, "abstractNumId")) not in found.levels:
            found.levels[defined] = _levels(each)
            if link := value_of_child(each, "numStyleLink"):
                found.links[defined] = link
        elif name == "num" and (number := value_of(each, "numId")) not in found.lists:
            found.lists[number] = value_of_child(each, "abstractNumId")
            changed = [other for other in each if name_of(other) == "lvlOverride"]
            found.own[number] = {at: level for other in changed for at, level in _levels(other).items()}
            starts = ((_number(value_of(other, "ilvl")), value_of_child(other, "startOverride")) for other in changed)
            found.starts[number] = {at: _number(start) for at, start in starts if start}
        elif name == "style":
            listed = child_of(child_of(each, "pPr"), "numPr")
            said = (
                value_of_child(each, "basedOn"),
                value_of_child(each, "name"),
                value_of_child(listed, "numId"),
                value_of_child(listed, "ilvl"),
            )
            found.styles.setdefault(value_of(each, "styleId"), said)
    return found


def write_numbers(root: ElementTree.Element, numbering: Numbering) -> bool:
    """Whether numbers of paragraphs of a part are written out now."""
    if not numbering.lists:
        return False
    items = dict(_items(root, numbering))
    written = False
    for around in list(root.iter()) if items else ():
        shown: dict[int, int] = {}  # level -> the number of the last item in the list that the converter makes
        for each in list(around):
            name, item = name_of(each), items.get(each)
            if name in ("tbl", "sdt") or (name == "p" and item is None and _has(_CONTENT, each)):
                shown.clear()
            if item is None or not (_has(_CONTENT, each) or name_of(around) == "tc"):
                continue
            if _has(_CONTENT, each) and _is_listed(item, shown):  # of a row's number there is nothing else in its cell
                shown = {depth: last for depth, last in shown.items() if depth < item.depth} | {item.depth: item.number}
                if item.level.number_format != "bullet":
                    _list(each, item.list_, str(item.depth))
                    written = True
            elif item.label is not None:
                shown.clear()
                _list(each, "0", "0")  # no list
                _begin(each, item.label + item.level.after if item.label else "")
                written = True
    return written


def _is_listed(item: _Item, shown: Mapping[int, int]) -> bool:
    """Whether a list of the converter shows the item as Word does, below what it has shown already."""
    if item.heads or (item.depth and item.depth - 1 not in shown):
        return False
    if item.level.number_format == "bullet":
        return not _says_something(item.level)
    place = f"%{item.depth + 1}"
    plain = item.level.number_format == "decimal" and item.level.text in (place, f"{place}.", f"{place})")
    return plain and item.number == shown.get(item.depth, 0) + 1


def _items(root: ElementTree.Element, numbering: Numbering) -> Iterator[tuple[ElementTree.Element, _Item]]:
    """The paragraphs of lists, in their order, with their numbers."""
    counted: dict[str, dict[int, int]] = {}
    begun: set[tuple[str, int]] = set()
    for paragraph in _paragraphs(root):
        about = child_of(paragraph, "pPr")
        style = value_of_child(about, "pStyle")
        number, depth = _place(about, style, numbering)
        defined = numbering.defined_by(number)
        levels = numbering.levels.get(defined, {}) | numbering.own.get(number, {})
        mark = child_of(about, "rPr")
        gone = any(child_of(mark, name) is not None for name in ("vanish", "del", "moveFrom"))
        if depth not in levels or (gone and not _has(_TEXT, paragraph)):
            continue
        level, counts = levels[depth], counted.setdefault(defined, {})
        start = numbering.starts.get(number, {}).get(depth)
        if start is not None and (number, depth) not in begun:
            begun.add((number, depth))
            counts[depth] = start - 1
        counts[depth] = min(counts.get(depth, level.start - 1) + 1, _LARGEST)
        for below, other in levels.items():
            if below > depth and (other.restart is None or depth < other.restart):
                counts.pop(below, None)
        names = (style, numbering.styles.get(style, ("",) * 4)[1])
        heads = any(map(_HEADING.fullmatch, names))
        yield paragraph, _Item(number, depth, level, counts[depth], _label(level, levels, counts), heads)


def _paragraphs(root: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Each once: of alternatives, which say the same, in the one that the converter reads."""
    left = [root]
    while left:
        each = left.pop()
        if name_of(each) == "p":
            yield each
        branch: ElementTree.Element | None = each
        if each.tag == ALTERNATIVES:
            fallback, choice = each.find(FALLBACK), each.find(CHOICE)
            branch = fallback if fallback is not None and _has(("p",), fallback) else choice
        left += branch[::-1] if branch is not None else []


def _place(about: ElementTree.Element | None, style: str, numbering: Numbering) -> tuple[str, int]:
    """(list, level) of a paragraph, as it says itself, else by its style."""
    listed = child_of(about, "numPr")
    number, depth = value_of_child(listed, "numId"), value_of_child(listed, "ilvl")
    for _ in range(9):
        if number or style not in numbering.styles:
            break
        based_on, _, number, of_style = numbering.styles[style]
        if number:
            levels = numbering.levels.get(numbering.defined_by(number), {})
            own = (str(at) for at, level in levels.items() if level.style == style)
            depth = depth or next(own, of_style)
        style = based_on
    return number, _number(depth or "0")


def _label(level: _Level, levels: Mapping[int, _Level], counts: Mapping[int, int]) -> str | None:
    if level.number_format == "bullet" and not _says_something(level):
        return _DOT if level.text else ""
    shown: dict[str, str] = {}
    for place in _PLACE.findall(level.text):
        other = levels.get(int(place) - 1)
        if other is None:
            return None
        number = counts.get(int(place) - 1, other.start)
        said = _written(number, "decimal" if level.legal else other.number_format)
        if said is None:
            return None
        shown[place] = said
    label = _PLACE.sub(lambda found: shown[found[1]], level.text)
    return label if len(label) <= _LONGEST else None


def _says_something(level: _Level) -> bool:
    """Whether the sign of a list is a word; a letter alone is a sign of a font that has signs for letters."""
    return len(level.text) > 1 and any(map(str.isalnum, level.text))


def _written(number: int, how: str) -> str | None:
    """A number in one of Word's formats; None: in one that is not known here, or has no such number."""
    if how == "none":
        return ""
    if how in ("decimal", "decimalHalfWidth"):
        return str(number)
    if how == "decimalZero":
        return f"{number:02d}"
    if how in ("decimalFullWidth", "decimalFullWidth2"):
        return str(number).translate(_FULL_WIDTH)
    if how in ("upperRoman", "lowerRoman"):
        return roman(number) if how == "upperRoman" else roman(number).lower()
    if how in ("upperLetter", "lowerLetter") and number > 0:
        again, at = divmod(number - 1, 26)
        letters = chr(ord("A") + at) * min(again + 1, _LONGEST)
        return letters if how == "upperLetter" else letters.lower()
    if how in ("japaneseCounting", "chineseCounting", "chineseCountingThousand", "taiwaneseCountingThousand"):
        return _counted(number)
    if how in ("ideographDigital", "japaneseDigitalTenThousand"):
        return "".join("〇一二三四五六七八九"[int(digit)] for digit in str(number))
    signs = _SIGNS.get(how, "")
    return signs[number - 1] if 0 < number <= len(signs) else None


def roman(number: int) -> str:
    """As MCMXCIX."""
    said = ""
    for worth, sign in _ROMAN:
        times, number = divmod(number, worth)
        said += sign * times
    return said


def _counted(number: int) -> str | None:
    """As 十二 or 百三."""
    if not 0 < number < _LARGEST:
        return None
    said = ""
    for worth, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        times, number = divmod(number, worth)
        if times:
            said += ("" if times == 1 and sign else "一二三四五六七八九"[times - 1]) + sign
    return said


def _levels(around: ElementTree.Element) -> dict[int, _Level]:
    levels: dict[int, _Level] = {}
    for each in around:
        if name_of(each) == "lvl" and len(levels) < _MOST_LEVELS:
            restart, start = value_of_child(each, "lvlRestart"), value_of_child(each, "start")
            legal = child_of(each, "isLgl")
            unseen = child_of(child_of(each, "rPr"), "vanish")
            levels[_number(value_of(each, "ilvl", "0"))] = _Level(
                number_format=value_of_child(each, "numFmt") or "decimal",
                text=""
                if unseen is not None and value_of(unseen, "val") not in OFF
                else value_of_child(each, "lvlText"),
                start=_number(start) if start else 0,
                restart=_number(restart) if restart else None,
                style=value_of_child(each, "pStyle"),
                after="" if value_of_child(each, "suff") == "nothing" else " ",
                legal=legal is not None and value_of(legal, "val") not in OFF,
            )
    return levels


def _number(said: str) -> int:
    return min(int(said), _LARGEST) if re.fullmatch("[0-9]{1,9}", said) else 0


def _has(names: Collection[str], paragraph: ElementTree.Element) -> bool:
    return any(name_of(each) in names for each in paragraph.iter())


def _list(paragraph: ElementTree.Element, number: str, depth: str) -> None:
    """Let it be an item of this list."""
    word = paragraph.tag.removesuffix("p")
    about = child_of(paragraph, "pPr")
    if about is None:
        about = ElementTree.Element(f"{word}pPr")
        paragraph.insert(0, about)
    about[:] = [each for each in about if name_of(each) != "numPr"]
    listed = ElementTree.SubElement(about, f"{word}numPr")
    ElementTree.SubElement(listed, f"{word}ilvl", {f"{word}val": depth})
    ElementTree.SubElement(listed, f"{word}numId", {f"{word}val": number})


def _begin(paragraph: ElementTree.Element, said: str) -> None:
    """Let it begin with these words."""
    word = paragraph.tag.removesuffix("p")
    paragraph.insert(1, run_of(word, said))
