"""What fields of Word show whose result stands in no text: lists that drop down, and what EQ draws."""

import pytest
from document_files import saved
from docx import Document
from docx.oxml import parse_xml

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load

WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def mark(kind: str, inside: str = "", look: str = "") -> str:
    return f'<w:r>{look}<w:fldChar w:fldCharType="{kind}">{inside}</w:fldChar></w:r>'


def field(instructions: str, *, choices: str = "", result: str = "", look: str = "") -> str:
    said = f"{mark('separate')}<w:r><w:t>{result}</w:t></w:r>" if result else ""
    told = f'<w:r>{look}<w:instrText xml:space="preserve">{instructions}</w:instrText></w:r>'
    return mark("begin", choices, look) + told + said + mark("end", look=look)


def shown(inside: str) -> str:
    document = Document()
    paragraph = f"<w:p {WORD}><w:r><w:t>甲</w:t></w:r>{inside}<w:r><w:t>乙</w:t></w:r></w:p>"
    document.element.body.insert(0, parse_xml(paragraph))
    [page] = load("a.docx", saved(document), DocumentsConfig())
    return page.text


@pytest.mark.parametrize(
    ("instructions", "drawn"),
    [
        (" EQ \\f(1,2)", "$\\frac{1}{2}$"),
        ("eq \\f(1;\\r(2))", "$\\frac{1}{\\sqrt{2}}$"),
        ("EQ \\r(3,8)", "$\\sqrt[3]{8}$"),
        ("EQ 10\\s\\up5(3)", "$10^{3}$"),
        ("EQ 10\\s\\do5(2)", "$10\\_{2}$"),
        ('EQ \\* jc2 \\* "Font:明朝" \\* hps10 \\o\\ad(\\s\\up 9(きびき),忌引)', "忌引"),
        ("EQ \\o\\ac(○,1)", "1"),
        ("EQ \\o(300,—)", "300"),
        ("EQ 10\\s\\up5(2)\\do5(3)", "$10^{2}\\_{3}$"),
        ("EQ 税抜 (本体) 1000円と \\f(1,2) 円", "$税抜 (本体) 1000円と \\frac{1}{2} 円$"),
        ("EQ \\f((1+2),3)", "$\\frac{(1+2)}{3}$"),
        ("EQ 1) 甲", "1) 甲"),
        ("EQ \\b\\lc\\{(\\a(x=1,y=2)) のとき5000円", "$\\lbrace x=1,y=2 のとき5000円$"),
        ("EQ \\b\\bc\\[(5)、\\b\\rc\\](6)", "[5]、6]"),
        ("EQ \\f 500", "500"),
        ("EQ \\r(1,2,3)", "1,2,3"),
        ("EQ \\f " + "\\a  " * 20_000 + "x", "x"),
        ("EQ \\b(x,y)\\,z", "(x,y),z"),
        ("EQ \\f(1", "1"),
        ("EQ " + "\\f(" * 5_000, ""),
        ("EQ " + "\\r(" * 20 + "5" + ")" * 20, "$" + "\\sqrt{" * 20 + "5" + "}" * 20 + "$"),
        ("EQ " + "\\r(" * 5_000 + "5", "$" + "\\sqrt{" * 20 + "5" + "}" * 20 + "$"),
        ("PAGE", ""),
    ],
)
def test_what_eq_draws(instructions: str, drawn: str) -> None:
    assert shown(field(instructions)) == f"甲{drawn}乙"


CHOICES = '<w:ffData><w:ddList>{}<w:listEntry w:val="現金"/><w:listEntry w:val="振替"/></w:ddList></w:ffData>'


@pytest.mark.parametrize(
    ("about", "chosen"),
    [
        ("", "現金"),
        ('<w:result w:val="1"/>', "振替"),
        ('<w:default w:val="1"/>', "振替"),
        ('<w:result w:val="9"/>', ""),
    ],
)
def test_what_a_list_that_drops_down_shows(about: str, chosen: str) -> None:
    assert shown(field("FORMDROPDOWN", choices=CHOICES.format(about))) == f"甲{chosen}乙"


def test_a_result_that_stands_there_is_told_once_and_a_hidden_field_not() -> None:
    assert shown(field("FORMDROPDOWN", choices=CHOICES.format(""), result="振替")) == "甲振替乙"
    assert shown(field("EQ \\f(1,2)", look="<w:rPr><w:vanish/></w:rPr>")) == "甲乙"


HIDDEN = "<w:rPr><w:vanish/></w:rPr>"


def told(text: str, look: str = "") -> str:
    return f'<w:r>{look}<w:instrText xml:space="preserve">{text}</w:instrText></w:r>'


def test_what_is_hidden_in_a_field_is_no_part_of_it() -> None:
    secret = told("\\f(1,2) 999円", HIDDEN)
    assert shown(mark("begin") + told("EQ 5") + secret + mark("end")) == "甲5乙"
    assert shown(mark("begin") + secret + mark("end")) == "甲乙"


@pytest.mark.parametrize("within", [field("REF x", result="300"), field("EQ 300")])
def test_a_field_within_instructions_is_part_of_them(within: str) -> None:
    around = mark("begin") + told("EQ \\f(") + within + told(",2)") + mark("end")
    assert shown(around) == "甲$\\frac{300}{2}$乙"
    assert shown(mark("begin") + told("IF ") + within + told(" = 1") + mark("end")) == "甲乙"


def test_fields_within_each_other_without_end_are_read_at_once() -> None:
    assert shown(mark("begin") * 3_000 + told("EQ 5") + mark("end") * 3_000) == "甲乙"


def test_a_field_is_read_in_the_order_of_its_runs() -> None:
    half = told("EQ \\f(1,2)")
    inserted = f'<w:ins w:id="1" w:author="a">{half}</w:ins>'
    assert shown(mark("begin") + inserted + mark("end")) == "甲$\\frac{1}{2}$乙"
