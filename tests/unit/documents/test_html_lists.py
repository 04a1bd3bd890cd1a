"""Items of a list have the numbers that a browser shows."""

import pytest

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("<ol><li>x<li>x</ol>", ["1.", "2."]),
        ("<ol reversed><li>x<li>x<li>x</ol>", ["3.", "2.", "1."]),
        ("<ol reversed start=10><li>x<li>x</ol>", ["10.", "9."]),
        ("<ol start='-1'><li>x<li>x</ol>", ["-1.", "0."]),
        ("<ol><li>x<li value=9>x<li>x</ol>", ["1.", "9.", "10."]),
        ("<ol reversed><li value=3>x<li value=' 5th'>x<li value=y>x</ol>", ["3.", "5.", "4."]),
        ("<ol start=4 type=a><li>x<li>x</ol>", ["d.", "e."]),
        ("<ol start=26 type=A><li>x<li>x</ol>", ["Z.", "AA."]),
        ("<ol start=3 type=i><li>x<li>x<li type=1>x</ol>", ["iii.", "iv.", "5."]),
        ("<ol start=3999 type=I><li>x<li>x</ol>", ["MMMCMXCIX.", "4000."]),
        ("<ol start=0 type=a><li>x</ol>", ["0."]),
        (f"<ol start={'9' * 5000}><li>x</ol>", ["1."]),
        ("<ul><li value=9>x</ul>", ["*"]),
        ("<ol><div><li>x<li>x</div><li>x</ol>", ["1.", "2.", "3."]),
        ("<ol reversed><div><div><li>x</div></div><li>x</ol>", ["2.", "1."]),
        ("<ol><li>x<li style='visibility:hidden'>y<li>x</ol>", ["1.", "3."]),
        ("<ol><li style='opacity:0' value=5>y<li>x</ol>", ["6."]),
        ("<ol><li>x<li style='display:none;opacity:0'>y<li hidden style='opacity:0'>y<li>x</ol>", ["1.", "2."]),
    ],
)
def test_items_are_numbered_as_they_are_shown(written: str, labels: list[str]) -> None:
    [page] = load("a.html", f"<!doctype html><body>{written}".encode(), DocumentsConfig())
    assert [line for line in page.text.splitlines() if line] == [f"{label} x" for label in labels]


def test_what_stands_in_an_item_is_indented_as_far_as_its_number() -> None:
    [page] = load("a.html", b"<ol start=10><li><p>a<p>b<ul><li>c</ul><li></ol>", DocumentsConfig())
    assert page.text == "10. a\n\n    b\n\n    * c"
