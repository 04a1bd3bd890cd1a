"""What Word hides by its styles, and what it shows that is written in another way."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml

from yorisoi.documents import DocumentsConfig, LoadedDocument, load

TRANSITIONAL = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"


def read(content: bytes) -> LoadedDocument:
    (document,) = load("a.docx", content, DocumentsConfig())
    return document


def word(change: Callable[[Any], None]) -> bytes:
    document = docx.Document()
    change(document)
    document.add_paragraph("本文です。")
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def element(body: str) -> Any:
    return parse_xml(f'<w:p xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">{body}</w:p>')


def run(inside: str) -> str:
    return f"<w:r>{inside}</w:r>"


ALIGNED = run('<w:ptab w:relativeTo="margin" w:alignment="right" w:leader="none"/>')
READ = (
    "<w:ruby><w:rubyPr/><w:rt><w:r><w:t>{reading}</w:t></w:r></w:rt>"
    "<w:rubyBase><w:r><w:t>{text}</w:t></w:r></w:rubyBase></w:ruby>"
)


def text(said: str) -> str:
    return run(f"<w:t>{said}</w:t>")


def at_top(body: str) -> Callable[[Any], None]:
    return lambda document: document.element.body.insert(0, element(body))


def test_text_with_a_reading_is_kept_and_an_alignment_tab_parts_words() -> None:
    leave = run(READ.format(text="忌引", reading="きびき")) + text("休暇は五日です")
    read_in = read(word(at_top(text("左") + ALIGNED + text("右") + run("<w:br/>") + leave))).text
    assert "忌引休暇は五日です" in read_in
    assert "きびき" not in read_in
    assert "左右" not in read_in


def word_xml(how: str, styles: str = "", prefix: str = "w", of: str = TRANSITIONAL, encoding: str = "utf-8") -> bytes:
    """A first line with properties of its run, and one that shows itself, whatever its style says."""
    lines = f"<w:r><w:rPr>{how}</w:rPr><w:t>賞与は人事部へ</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    again = '<w:vanish w:val="0"/><w:sz w:val="1pt"/>' if styles else ""
    shown = f"<w:p><w:r><w:rPr>{again}</w:rPr><w:t>休暇は五日です。</w:t></w:r></w:p>"
    body = f'<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tr><w:tc><w:p>{lines}{shown}'
    head = f'<?xml version="1.0" encoding="{encoding}"?>'
    stream = io.BytesIO(word(lambda _: None))
    with zipfile.ZipFile(stream) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    xml = f'<w:document xmlns:w="{of}"><w:body>{body}</w:body></w:document>'
    parts["word/document.xml"] = (head + xml.replace("w:", f"{prefix}:").replace("xmlns:w", f"xmlns:{prefix}")).encode(
        encoding
    )
    parts["word/styles.xml"] = f'<w:styles xmlns:w="{of}">{styles}</w:styles>'.encode()
    with zipfile.ZipFile(stream := io.BytesIO(), "w") as new:
        for name, content in parts.items():
            new.writestr(name, content)
    return stream.getvalue()


def style(kind: str, how: str, about: str = "") -> str:
    return f'<w:style w:type="{kind}" {about}><w:rPr>{how}</w:rPr></w:style>'


USUAL, OF_TABLE = 'w:default="1" w:styleId="N"', 'w:styleId="T"'
HIDDEN_IN_XML = [
    word_xml("<w:vanish/>", of=STRICT),
    word_xml("<w:vanish/>", encoding="utf-16"),
    word_xml('<w:sz w:val="1"/>', prefix="x"),
    word_xml("<w:sz w:val='1'/>"),
    word_xml('<w:sz  w:x="" w:val="0" />'),
    word_xml('<w:sz w:val="0.5pt"/>', of=STRICT),
    word_xml("", "<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults>"),
    word_xml("", style("paragraph", "<w:vanish/>", USUAL)),
    word_xml("", style("character", "<w:vanish/>", USUAL)),
    word_xml("", style("table", "<w:vanish/>", USUAL)),
    word_xml("", style("table", "<w:vanish/>", OF_TABLE)),
    word_xml("", style("table", '<w:sz w:val="1"/>', OF_TABLE) + style("paragraph", '<w:sz w:val="21"/>', USUAL)),
    word_xml(
        "", style("table", "<w:b/></w:rPr><w:tblStylePr><w:rPr><w:vanish/></w:rPr></w:tblStylePr><w:rPr>", OF_TABLE)
    ),
]


@pytest.mark.parametrize("file", HIDDEN_IN_XML)
def test_what_a_word_file_hides_is_not_read_however_it_does_so(file: bytes) -> None:
    text = read(file).text
    assert "五日" in text
    assert "人事部" not in text


@pytest.mark.parametrize(
    ("how", "styles"),
    [
        ("<w:vanish w:val='false'/>", style("paragraph", "<w:vanish/>", USUAL)),
        ("<w:sz w:val='21'/>", style("paragraph", "<w:sz w:val='1'/>", USUAL)),
        ("", style("paragraph", "<w:vanish/>", "w:styleId='unused'")),
        (
            "",
            "<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val='1'/></w:rPr></w:rPrDefault></w:docDefaults>"
            + style("paragraph", "<w:sz w:val='21'/>", USUAL),
        ),
    ],
)
def test_what_a_word_file_shows_again_is_read(how: str, styles: str) -> None:
    text = read(word_xml(how, styles)).text
    assert "人事部" in text
    assert "五日" in text
