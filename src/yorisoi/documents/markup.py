"""Markdown as people write it -> Markdown that reads well: no HTML, no site generator's shortcodes, no padding.

Code, fenced or inline, is left as it is.  Every pass is linear in the text, whatever the text.
"""

import html
import re
from collections.abc import Callable

from yorisoi.documents.code import INLINE_CODE, outside_code, outside_fences
from yorisoi.documents.footnotes import with_notes
from yorisoi.documents.unseen import hidden_stretches
from yorisoi.language.normal import without_unseen
from yorisoi.language.plain import ADDRESS, LOADED, loading_nothing, without_images

# Dropped with what is inside: nothing there is meant to be read.
_HIDDEN = [
    (re.compile("<!--"), re.compile("-->")),
    *(
        (re.compile(rf"<{tag}\b[^<>]*>", re.IGNORECASE), re.compile(rf"</{tag}\s*>", re.IGNORECASE))
        for tag in ("svg", "script", "style", "iframe", "noscript", "template", "object", "video", "audio", "select")
    ),
    (re.compile(r"\{/\*"), re.compile(r"\*/\}")),  # last: elements may hold such
]
_COMMENT_BY_REFERENCE = re.compile(
    r"""^ {0,3}\[([^\[\]\n]*)\]:[ \t]*(?:#|<#?>)[ \t]*\n?[ \t]*("[^"]*"|'[^']*'|\([^()]*\))[ \t]*$""", re.MULTILINE
)
_CLOSE = re.compile(r"</[^<>]*>?")
_STRIKE_OPEN, _STRIKE_CLOSE = (
    re.compile(rf"<{slash}(?:s|del|strike)(?=[\s/>])[^<>]*>", re.IGNORECASE) for slash in ("", "/")
)
_LINE = re.compile(r"^((?:[ \t]|[>*+-][ \t])*)([^\s|].*)", re.MULTILINE)
_SUMMARY_OPEN, _SUMMARY_CLOSE = re.compile(r"<summary\b[^<>]*>", re.IGNORECASE), re.compile(r"</summary\s*>", re.I)
_TABLE_TAG = re.compile(r"(<table\b[^<>]*>)|</table\s*>", re.IGNORECASE)

# Only tags that exist in HTML go, so that <your-name> and <https://...> stay.
_TAG = re.compile(
    r"</?(?:a|abbr|article|aside|b|big|blockquote|body|button|caption|center|cite|code|col|colgroup|dd|del|details|div"
    r"|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|img|input|ins|kbd|label|li|link|main"
    r"|mark|meta|nav|ol|optgroup|option|p|param|path|pre|q|s|samp|section|small|source|span|strike|strong|sub|summary"
    r"|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var|wbr)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
BLOCKS = (
    r"address|article|aside|blockquote|body|br|button|center|dd|details|dialog|dir|div|dl|fieldset|figcaption|figure"
    r"|footer|form|h[1-6]|header|hgroup|hr|legend|li|main|menu|nav|ol|p|pre|search|section|summary|textarea|ul"
)
"""Elements that begin and end a line, but for those of tables, of names and of choices (HTML, 15.3, "Rendering")."""
_BEGINS_A_LINE = re.compile(rf"<(?:/?(?:{BLOCKS})|dt)(?=[\s/>])[^<>]*>", re.IGNORECASE)
_PART_OF_TABLE = re.compile(r"(</?(?:t[dhr]|tbody|thead|tfoot|caption|col|colgroup)\b[^<>]*>)", re.IGNORECASE)
_TERM_CLOSE = re.compile(r"</dt\s*>", re.IGNORECASE)
_TERM_LEFT_OPEN = re.compile(r"(<dt\b[^<>]*+>(?:[^<]++|<(?!/?d[dlt]\b))*+)(?=<dd\b)", re.IGNORECASE)
"""A term whose end tag is left out, as it may be before what defines it."""
_ABOVE_OR_BELOW = re.compile(r"<su([pb])\b[^<>]*+>(?=(?:<a\b[^<>]*+>)?\[?[-+−]?\d)", re.IGNORECASE)
_AFTER_A_NUMBER = re.compile(r"\d[.,]?[*_]{0,3}$")
_MARK_CLOSE = re.compile(r"(?<=\d)</su[pb]\s*>(?=\d)", re.IGNORECASE)
_ITEM_TAG = re.compile(r"<li\b[^<>]*>", re.IGNORECASE)
_BREAK_TAG = re.compile(r"</?br\s*/?>|</p\s*>", re.IGNORECASE)
_HEADING_TAG = re.compile(r"^[ \t]*<h([1-6])\b[^<>]*>(.*?)</h\1\s*>[ \t]*$", re.IGNORECASE | re.MULTILINE)

_SHORTCODE = re.compile(r"\{\{[<%](?:/\*)?([^{}]*?)(?:\*/)?[%>]\}\}")
_SAID = re.compile(r"""\b(?:title|summary|header|caption|name)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_ATTRIBUTES = re.compile(r"\{:?[ \t]*(?:[#.]|\w+=)[^{}\n]*\}[ \t]*$|^\{:[^{}\n]*\}[ \t]*$", re.MULTILINE)
_LISTED = re.compile(r"\{:([^{}\n]*)\}|\{[ \t]*((?:[#.]|[\w-]+=)[^{}\n]*)\}[ \t]*$", re.MULTILINE)
_CLASS, _ID = re.compile(r"(?:^|\s):?\.([\w-]+)"), re.compile(r"(?:^|\s):?#([\w-]+)")
_STYLED = re.compile(r"""\bstyle\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"']+)|(?<!\S)hidden(?=[\s=]|$)""")
_BETWEEN_BLOCKS = re.compile(r"(\n[ \t]*\n\s*)")

# A link inside the site means nothing outside it; one with a scheme is kept, since people ask for it.
_SITE_LINK = re.compile(rf"(?<!!)\[([^\[\]]*)\]\((?![a-z]+:)(?:{ADDRESS})?(?:[ \t]+\"[^\"\n]*\")?[ \t]*\)")

_CODE = ("code_inline", "code_block", "fence")
_RULE = re.compile(r"(?<=\n\n)[ \t]*([-*_])(?:[ \t]*\1){2,}[ \t]*(?=\n|$)")
_ROW = re.compile(r"^[ \t]*\|.*$", re.MULTILINE)
_CELL_BORDER = re.compile(r" ?(?<!\\)\| ?")
_EMPTY_HEADER = re.compile(r"^\|(?:[ \t]*\|)+\n(\|[-:| \t]+\|\n)(\|.*)\n?", re.MULTILINE)
_LINK = re.compile(rf"!?\[([^\[\]]*)\]\((?:{ADDRESS})?\)")
_EMPHASIS = re.compile(r"\*\*|__|`")
_ESCAPED = re.compile(r"\\([\\`*_{}\[\]()#+.!|~<>-])")
_BLANK_LINES = re.compile(r"\n[ \t]*\n(?:[ \t]*\n)+")


def readable(text: str, left_out: Callable[[str], object] | None = None) -> str:
    """A Markdown text without what only a browser or a site generator reads; `left_out` is told, outside of code, what
    elements hide that stands there for machines or nobody.

    Summaries and titles of folded or boxed parts stay as bold lines, images as their description, links within the
    site as their text.  A table's empty header row (as converters write it) is replaced by its first row.
    """
    text = without_unseen(text)
    if left_out:  # else the text comes out of another format, and is only looked at
        text = _without_hidden(_with_lists_as_elements(text), left_out)
    stretches = outside_fences(text)
    text = "".join(stretch if code else _prose(stretch, left_out or bool) for code, stretch in stretches)
    return _tidy(with_notes(outside_fences(text)) if "[^" in text else text)


def tidied(text: str) -> str:
    """Markdown that comes out of another format, in which elements are only written about: links within the site as
    their text, no images, no padding."""
    text = without_unseen(text)
    return _tidy("".join(stretch if code else outside_code(stretch, _linked) for code, stretch in outside_fences(text)))


def as_shown(passage: str) -> str:
    """A passage that loads nothing where it is shown: code is what CommonMark calls so, in this passage alone, not what
    an escaped backtick, a fence that is none or the part of a longer block seems to begin."""
    return loading_nothing(passage) if LOADED.search(passage) and LOADED.search(_shown(passage)) else passage


def _shown(text: str) -> str:
    """What is no code, images and elements of HTML as they are written."""
    from markdown_it import MarkdownIt

    tokens = [each for token in MarkdownIt("commonmark").parse(text) for each in (token.children or [token])]
    return "".join("![" if each.type == "image" else each.content for each in tokens if each.type not in _CODE)


def plain(text: str) -> str:
    """A heading or title on one line, without emphasis, links and code marks."""
    text = _EMPHASIS.sub("", _LINK.sub(r"\1", text))
    return " ".join(_ESCAPED.sub(r"\1", text).split())


def without_fences(text: str) -> str:
    """The text without its fenced code."""
    return "".join(stretch for code, stretch in outside_fences(text) if not code)


def _with_lists_as_elements(text: str) -> str:
    """The text with each block that has an attribute list (`{: .x style="..."}`, of kramdown or pandoc) in an element
    with these attributes, where one of them may hide something; a list that stands alone is of what follows."""
    if not (has_sheet := "<style" in text.lower()) and not any(
        map(_STYLED.search, map(_either, _LISTED.finditer(text)))
    ):
        return text
    lists: list[str] = []

    def taken_out(match: re.Match[str]) -> str:
        tag = _as_tag(_either(match), classes=has_sheet)
        lists.extend([tag] if tag else [])
        return "" if tag else match[0]

    found = []
    for code, stretch in outside_fences(text):
        above: list[str] = []
        for piece in [stretch] if code else _BETWEEN_BLOCKS.split(stretch):
            if code or not piece.strip():
                found.append(piece)
                continue
            lists.clear()
            pieces = INLINE_CODE.split(piece)
            pieces[::2] = [_LISTED.sub(taken_out, each) for each in pieces[::2]]
            block = "".join(pieces)
            found += [*above, *lists, block, "</div>" * (len(above) + len(lists))]
            above = [] if block.strip() else [*lists]
    return "".join(found)


def _either(listed: re.Match[str]) -> str:
    return listed[1] or listed[2] or ""


def _as_tag(listed: str, *, classes: bool) -> str:
    said = _STYLED.findall(listed)
    if classes and (names := _CLASS.findall(listed)):
        said.append(f'class="{" ".join(names)}"')
    if classes and (named := _ID.search(listed)):
        said.append(f'id="{named[1]}"')
    return f"<div {' '.join(said)}>" if said else ""


def _without_hidden(text: str, left_out: Callable[[str], object]) -> str:
    """The text without what elements of HTML hide that begin outside of code."""
    prose = "".join(
        stretch.replace("<", " ") if code else INLINE_CODE.sub(lambda match: match[0].replace("<", " "), stretch)
        for code, stretch in outside_fences(text)
    )
    kept, at = [], 0
    for start, inside, end in hidden_stretches(prose):
        left_out(text[inside:end])
        kept.append(text[at:start])
        closing = _CLOSE.match(text, end)
        at = closing.end() if closing else end
    return "".join([*kept, text[at:]])


def _prose(text: str, left_out: Callable[[str], object]) -> str:
    def nothing(inside: str) -> str:
        left_out(inside)
        return ""

    for opening, closing in _HIDDEN:
        text = _between(text, opening, closing, nothing)
    text = _COMMENT_BY_REFERENCE.sub(lambda match: nothing(f"{match[2][1:-1]}\n{match[1]}: {match[2][1:-1]}"), text)
    text = _with_tables(text)
    text = _between(text, _SUMMARY_OPEN, _SUMMARY_CLOSE, lambda inside: _label(_TAG.sub("", inside)))
    # A list of attributes, or a comment of a template (`{# ... #}`), which says something before a colon.
    text = outside_code(text, _inline)
    return _ATTRIBUTES.sub(lambda match: nothing(match[0].strip()[1:-1]) if ":" in match[0][2:] else "", text)


def _inline(text: str) -> str:
    text = _between(text, _STRIKE_OPEN, _STRIKE_CLOSE, _struck)
    text = _SHORTCODE.sub(_shortcode, text)
    text = _HEADING_TAG.sub(lambda match: f"{'#' * int(match[1])} {match[2]}", text)
    text = _MARK_CLOSE.sub(" ", _ABOVE_OR_BELOW.sub(_set_apart, text))
    text = _ITEM_TAG.sub("\n- ", _ROW.sub(lambda row: _BREAK_TAG.sub(" / ", row[0]), text))
    text = html.unescape(
        _TAG.sub("", _BREAK_TAG.sub("\n", _TERM_CLOSE.sub(": ", _TERM_LEFT_OPEN.sub(r"\1</dt>", text))))
    )
    return _linked(text)


def _struck(text: str) -> str:
    """Each of its lines between the marks of what is struck out, behind those of lists and quotations."""
    return _LINE.sub(lambda line: f"{line[1]}~~{line[2].rstrip()}~~", text)


def _set_apart(mark: re.Match[str]) -> str:
    """A mark above or below a number, which is no part of it: `20^1日`."""
    before = mark.string[max(mark.start() - 5, 0) : mark.start()]
    return ("^" if mark[1] in "pP" else "\\_") if _AFTER_A_NUMBER.search(before) else ""


def _linked(text: str) -> str:
    # What a link parts may begin a tag without it.
    return loading_nothing(_SITE_LINK.sub(r"\1", without_images(text))).replace("\xa0", " ")


def _between(text: str, opening: re.Pattern[str], closing: re.Pattern[str], instead: Callable[[str], str]) -> str:
    """The text with every stretch from an opening to the next closing replaced; an opening without closing stays."""
    kept, at = [], 0
    while (start := opening.search(text, at)) and (end := closing.search(text, start.end())):
        kept += [text[at : start.start()], instead(text[start.end() : end.start()])]
        at = end.end()
    return "".join([*kept, text[at:]])


def _with_tables(text: str) -> str:
    """The text with its tables of HTML as Markdown; one that nothing ends goes on to the end of the next one."""
    opened: list[re.Match[str]] = []
    ends: dict[int, re.Match[str]] = {}
    tags = [*_TABLE_TAG.finditer(text)]
    for tag in tags:
        if tag[1]:
            opened.append(tag)
        elif opened:
            ends[opened.pop().start()] = tag
    after: re.Match[str] | None = None
    for tag in reversed(tags):
        if not tag[1]:
            after = tag
        elif after and tag.start() not in ends:
            ends[tag.start()] = after
    kept, at = [], 0
    for tag in tags:
        if tag.start() >= at and tag[1] and (end := ends.get(tag.start())):
            kept += [text[at : tag.start()], _table(text[tag.end() : end.start()])]
            at = end.end()
    return "".join([*kept, text[at:]])


def _table(inside: str) -> str:
    from yorisoi.documents.html_markdown import converted  # most pages never need them
    from yorisoi.documents.html_tree import tree_of

    pieces = _PART_OF_TABLE.split(inside)
    pieces[::2] = (" / ".join(filter(None, map(str.strip, _BEGINS_A_LINE.split(cell)))) for cell in pieces[::2])
    table = converted(tree_of(f"<table>{''.join(pieces)}</table>"))
    return f"\n\n{table}\n\n"


def _shortcode(match: re.Match[str]) -> str:
    said = _SAID.search(match[1])
    return _label(said[1] or said[2] or "") if said else ""


def _label(text: str) -> str:
    text = " ".join(text.replace("*", " ").replace("#", " ").split())
    return f"\n\n**{text}**\n\n" if text else ""


def _tidy(text: str) -> str:
    """Rules, padding in tables and runs of blank lines removed, outside code."""
    stretches = outside_fences(text)
    return "".join(stretch if code else _tidy_prose(stretch) for code, stretch in stretches).strip("\n")


def _tidy_prose(text: str) -> str:
    text = _ROW.sub(lambda row: _tidy_row(row[0]), _RULE.sub("", text))
    return _BLANK_LINES.sub("\n\n", _EMPTY_HEADER.sub(r"\2\n\1", text))


def _tidy_row(row: str) -> str:
    if not row.strip("|-: \t"):
        return re.sub(r"[ \t]+|(?<=-)-+", "", row)
    return _CELL_BORDER.sub(" | ", re.sub(r"[ \t]+", " ", row)).strip()
