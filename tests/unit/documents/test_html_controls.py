"""A form is part of its page: what it says is read, and of its controls what they show."""

import pytest

from yorisoi.documents.config import DocumentsConfig
from yorisoi.documents.load import load


def text(body: str) -> str:
    [page] = load("a.html", f"<!doctype html><meta charset=utf-8><body>{body}".encode(), DocumentsConfig())
    return page.text


def test_what_a_form_says_is_read_and_the_button_that_sends_it_is_not() -> None:
    table = "<table><tr><td>区分<td>額<tr><td>大人<td>100円</table>"
    form = f"<form><h2>対象外</h2><p>扶養されている世帯です。</p>{table}<input name=q><button>確認</button></form>"
    shown = "## 対象外\n\n扶養されている世帯です。\n\n| 区分 | 額 |\n|-|-|\n| 大人 | 100円 |"
    assert text(f"<p>対象です。</p>{form}<p>{'金額は一律です。' * 20}</p>").startswith(
        f"対象です。\n\n{shown}\n\n金額は"
    )


def test_a_button_that_shows_something_is_read() -> None:
    assert text("<form><p>甲</p><button type=button>手数料は</button><p>100円</p></form>") == "甲\n\n手数料は\n\n100円"
    assert text("<p>甲</p><button>乙</button>") == "甲\n\n乙"


def test_a_value_is_no_part_of_the_figures_beside_it() -> None:
    assert text("<p>割引は<input disabled value=3>500円です。</p>") == "割引は 3 500円です。"
    assert text("<p>5<meter value=3 max=10></meter>2</p>") == "5 3/10 2"


def test_many_buttons_that_send_leave_all_that_stands_between_them() -> None:
    buttons = "".join(f"{number}円<button>送信</button>" for number in range(3_000))
    form = f"{'<div>' * 100}{buttons}{'</div>' * 100}"
    assert text(f"<form>{form}</form>").split() == [f"{number}円" for number in range(3_000)]
    assert text("<p>甲<b hidden>子<i hidden>丑</i></b>乙<form>丙<button>送信</button>丁</form>") == "甲乙\n\n丙\n丁"


@pytest.mark.parametrize(
    ("control", "shown"),
    [
        ("<input value=500 readonly>", "500"),
        ("<input type=number value=500 disabled>", "500"),
        ("<input value=' 5\n00 ' readonly>", "5 00"),
        ("<input value=500>", ""),
        ("3 <input> 円 <meter></meter> 5 <img> 円", "3  円  5  円"),
        *(
            (f"<input type={kind} value=500 readonly disabled>", "")
            for kind in ("hidden", "PASSWORD", "submit", "range", "button")
        ),
        ("<input type=radio checked>有料 <input type=radio>無料", "[x] 有料 [ ] 無料"),
        ("<input type=CheckBox disabled>有料", "[ ] 有料"),
        ("<select><option>現金<option selected>振替</select>", "[ ] 現金 [x] 振替"),
        ("<select><option selected>現金<option selected>振替</select>", "[ ] 現金 [x] 振替"),
        ("<select><option disabled>選ぶ<option>現金<option>振替</select>", "[ ] 選ぶ [x] 現金 [ ] 振替"),
        ("<select size=2><option>現金<option>振替</select>", "[ ] 現金 [ ] 振替"),
        ("<select multiple><option selected>甲<option selected>乙<option>丙</select>", "[x] 甲 [x] 乙 [ ] 丙"),
        ("<progress value=30 max=100>hidden</progress>", "30/100"),
        ("<meter value=5>hidden</meter>", "5"),
        ("<meter value=500 max=1e2>hidden</meter>", "1e2/1e2"),
        ("<meter value=-.5 max=2>hidden</meter>", "-.5/2"),
        *((f"<meter value={said} max=5>hidden</meter>", "5") for said in ("nan", "-inf", "1_000", "３")),
        ("<select><option label=東京>hidden<option label='' selected>大阪</select>", "[ ] 東京 [x] 大阪"),
        ("<meter value='said to machines'>hidden</meter>", ""),
        ("<progress hidden value=30>hidden</progress>", ""),
    ],
)
@pytest.mark.parametrize("around", ["p", "form"])
def test_controls_show(control: str, shown: str, around: str) -> None:
    assert text(f"<{around}>甲 {control}</{around}>乙") == f"甲 {shown}".strip() + "\n\n乙"
