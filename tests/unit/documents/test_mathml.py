"""A formula of a page is told as one of Word is: 1/2 is not 12."""

import pytest

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load


def shown(formula: str) -> str:
    [page] = load("a.html", f"<meta charset=utf-8><p>1回{formula}錠".encode(), DocumentsConfig())
    return page.text


@pytest.mark.parametrize(
    ("formula", "latex"),
    [
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "\\frac{1}{2}"),
        ("<mn>1</mn><mfrac><mn>1</mn><mn>2</mn></mfrac>", "1\\frac{1}{2}"),
        *(
            (f"<mfrac linethickness={zero}><mn>5</mn><mn>2</mn></mfrac>", "\\genfrac{}{}{0pt}{}{5}{2}")
            for zero in ("0", "0.0", "0.0px", ".0EM", "' 00. pt '", "0%")
        ),
        ("<mfrac linethickness=0.5px><mn>5</mn><mn>2</mn></mfrac>", "\\frac{5}{2}"),
        ("<menclose notation='box updiagonalstrike'><mn>500</mn></menclose><mn>300</mn>", "~~500~~300"),
        ("<menclose notation=box><mn>500</mn></menclose>", "500"),
        ("<msup><mn>10</mn><mrow><mo>−</mo><mn>3</mn></mrow></msup>", "10^{−3}"),
        ("<msub><mn>10</mn><mn>2</mn></msub>", "10\\_{2}"),
        ("<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>", "x\\_{1}^{2}"),
        ("<munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><mi>i</mi>", "∑\\_{1}^{n}i"),
        ("<msqrt><mn>2</mn><mi>x</mi></msqrt>", "\\sqrt{2x}"),
        ("<mroot><mn>8</mn><mn>3</mn></mroot>", "\\sqrt[3]{8}"),
        (
            "<mmultiscripts><mi>C</mi><none/><mn>2</mn><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts>",
            "\\_{6}^{14}C^{2}",
        ),
        ("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr></mtable>", "\\begin{matrix}1&2\\end{matrix}"),
        ("<mstyle><mn>5</mn><mspace/><mtext>mg と</mtext></mstyle>", "5 mg と"),
        ("<semantics><mn>5</mn><annotation>five</annotation></semantics>", "5"),
        ("<mi>x</mi><mo>≤</mo><mn>5</mn>", "x\\leq 5"),
    ],
)
def test_formulas_keep_their_structure(formula: str, latex: str) -> None:
    assert shown(f"<math>{formula}</math>") == f"1回${latex}$錠"


@pytest.mark.parametrize(
    ("formula", "told"),
    [
        ("<msup><mn>10</mn><mn>3</mn><mn>5</mn></msup>", "10 3 5"),
        ("<mfrac><mn>1</mn></mfrac><mn>7</mn>", "1 7"),
        ("<menclose notation=horizontalstrike><mfrac><mn>1</mn></mfrac></menclose><mn>7</mn>", "~~ 1 ~~ 7"),
        *(
            (f"<{name}>" * 3_000 + "<mn>5</mn>" + f"</{name}>" * 3_000 + "<mn>7</mn>", "5 7")
            for name in ("mrow", "msqrt")
        ),
    ],
)
def test_formulas_that_are_broken_or_without_end_are_told_as_their_parts(formula: str, told: str) -> None:
    assert shown(f"<math>{formula}</math>") == f"1回{told}錠"


def test_formulas_on_their_own_line_and_empty_ones() -> None:
    assert shown("<math display=block><mn>2</mn></math>") == "1回\n\n$$2$$\n\n錠"
    assert shown("<math><mrow></mrow></math>") == "1回錠"


def test_formulas_of_xhtml_whatever_their_prefix() -> None:
    names = 'xmlns="http://www.w3.org/1999/xhtml" xmlns:m="http://www.w3.org/1998/Math/MathML"'
    formula = "<m:math><m:mfrac><m:mn>1</m:mn><m:mn>4</m:mn></m:mfrac></m:math>"
    [page] = load("a.xhtml", f"<html {names}><body><p>{formula}</p></body></html>".encode(), DocumentsConfig())
    assert page.text == "$\\frac{1}{4}$"
