"""Each equation of a Word file is converted by itself, and says all that Word shows of it."""

import pytest
from document_files import saved
from docx import Document
from docx.oxml import parse_xml

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load

NAMES = (
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
    ' xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
)


def run(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def part(name: str, *inside: str) -> str:
    return f"<m:{name}>{''.join(inside)}</m:{name}>"


def shown(*equations: str) -> list[str]:
    document = Document()
    for each in equations:
        document.add_paragraph("式 ")._p.append(parse_xml(f"<m:oMath {NAMES}>{each}</m:oMath>"))
    [page] = load("a.docx", saved(document), DocumentsConfig())
    return [line.removeprefix("式").strip() for line in page.text.splitlines() if line]


BASE = part("e", run("100円"))
LIMITS = part("sub", run("0")) + part("sup", run("n"))


@pytest.mark.parametrize(
    ("equation", "latex"),
    [
        (part("nary", part("naryPr"), LIMITS, BASE), "$\\int\\_{0}^{n}100円$"),
        (part("nary", LIMITS, BASE), "$\\int\\_{0}^{n}100円$"),
        (part("f", part("num", run("1")), part("den", run("2"))), "$\\frac{1}{2}$"),
        (part("borderBox", BASE), "$100円$"),
        (part("phant", BASE), "$100円$"),
        (part("phant", part("phantPr", "<m:show m:val='0'/>"), BASE) + run("x"), "$x$"),
        (part("sPre", LIMITS, BASE), "$\\_{0}^{n}100円$"),
        (f"<w:ins>{run('3')}</w:ins><w:del>{run('2')}</w:del>{run('円')}", "$3円$"),
        *(
            (f"<m:r>{deleted}<m:t>2</m:t></m:r>{run('3円')}", "$3円$")
            for deleted in ("<m:rPr/><w:del/>", *(f"<{it}><w:del><w:rPr/></w:del></{it}>" for it in ("m:rPr", "w:rPr")))
        ),
        (run("5円") + part("f", part("num", f"<w:del>{run('2')}</w:del>"), part("den")), "$5円$"),
        (part("f", part("num", f"<w:del>{run('2')}</w:del>"), part("den", run("3"))), "$\\frac{}{3}$"),
        ("<m:r><m:t>1</m:t><m:t>2</m:t></m:r>", "$12$"),
        (f"<w:r><w:t>100円</w:t></w:r>{run('x')}", "$100円x$"),
    ],
)
def test_an_equation_says_all_that_word_shows(equation: str, latex: str) -> None:
    assert shown(run("Q"), equation) == ["$Q$", latex]


@pytest.mark.parametrize(
    ("equation", "line"),
    [
        (part("limLow", part("e", run("合計")), part("lim", run("月"))) + run("3円"), "合計 \\_(月) 3円"),
        (part("d", part("e", run("1")), part("e", run("2"))), "(1 2)"),
        (part("f", part("num", run("3")), part("den", run("4"))) + part("func", BASE), "(3) /(4) 100円"),
    ],
)
def test_one_that_cannot_be_converted_stands_on_a_line(equation: str, line: str) -> None:
    assert shown(run("Q"), equation) == ["$Q$", line]
