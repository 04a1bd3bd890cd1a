"""Sheets that people fill in: a text stays a text, and what was written is read back."""

import csv
import io
import re
import tracemalloc
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from openpyxl import load_workbook

from yorisoi.errors import DataSetError
from yorisoi.evaluation import sheets

COLUMNS = ("id", "text", "verdict")
DANGEROUS = ("=1+1", "@SUM(A1)", "-2+3", "+81 3", "\t=1", "'=1", "＝HYPERLINK(1)", "'quoted", "plain\nsecond line")


@pytest.mark.parametrize("kind", sheets.KINDS)
def test_what_is_written_is_read_back(tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"sheet{kind}"
    sheets.write(path, COLUMNS, [(number, text, None) for number, text in enumerate(DANGEROUS)])
    found = sheets.read(path)
    assert [row["text"] for row in found] == [text.strip() for text in DANGEROUS]
    assert [row["id"] for row in found] == [str(number) for number in range(len(DANGEROUS))]
    assert {row["verdict"] for row in found} == {""}


def test_no_cell_of_a_workbook_is_a_formula(tmp_path: Path) -> None:
    path = tmp_path / "sheet.xlsx"
    sheets.write(path, COLUMNS, [("1", text, "") for text in DANGEROUS], choices={"verdict": ("ok", "wrong")})
    sheet = load_workbook(path).worksheets[0]
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} == {"s"}
    assert sheet.data_validations.dataValidation[0].formula1 == '"ok,wrong"'


def test_no_cell_of_a_csv_begins_as_a_formula_does(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    sheets.write(path, COLUMNS, [("1", "=1+1", "-x"), ("2", "=cmd|' /C calc'!A0", "")])
    cells = [cell.strip('"') for line in path.read_text("utf-8-sig").splitlines() for cell in line.split(",")]
    assert not [cell for cell in cells if cell.startswith(("=", "-", "+", "@"))]


SIGNS = tuple("=+-@＝＋－＠")


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@given(texts=st.lists(st.text("ab;,\t\n\"' =+-@＝", max_size=12), min_size=1, max_size=3))
@example(texts=["a;=1+1"])
@example(texts=["a", "b;=1+1;c"])
@example(texts=["a", 'b;"=1+1;c'])
@example(texts=["a", "b\n=1+1;c"])
@example(texts=["a", "b\t=1+1\tc"])
def test_a_csv_holds_no_formula_whatever_parts_its_cells(texts: list[str], separator: str) -> None:
    """As programs read it that expect another separator, and see quotation marks only where a cell begins with one."""
    written = sheets._csv([], [texts]).decode("utf-8-sig")
    rows = csv.reader(io.StringIO(written, newline=""), delimiter=separator)
    cells = [cell.lstrip(' \t\r\n"') for row in rows for cell in row]
    item = re.compile(r"[+-]\s|[+-]$")  # of a list, on a line of its own
    assert not [cell for cell in cells if cell.startswith(SIGNS) and not item.match(cell)]


@given(st.text("ab;,\t\r\n\"' =+-@＝", max_size=20))
def test_a_cell_is_read_back_as_it_was(text: str) -> None:
    assert sheets.meant(str(sheets.harmless(text))) == text


def test_lists_within_a_cell_stay_as_they_are() -> None:
    assert sheets.harmless("次の通り:\n- 一\n- 二") == "次の通り:\n- 一\n- 二"


def test_a_sheet_that_was_saved_in_shift_jis_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes("id;text\r\n1;ログインできない、退会したい\r\n".encode("cp932"))
    assert sheets.read(path) == [{"id": "1", "text": "ログインできない、退会したい"}]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("sheet.ods", b"", "a sheet is a file in .xlsx or .csv"),
        ("sheet.xlsx", b"no workbook", "not a readable sheet"),
        ("sheet.csv", b"id,id\n1,2\n", "has the column 'id' twice"),
    ],
)
def test_what_cannot_be_read_is_said(tmp_path: Path, name: str, data: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(DataSetError, match=said):
        sheets.read(tmp_path / name)


def workbook(path: Path, *cells: str, claims: str = "A1", more: bytes = b"") -> Path:
    """A workbook with these cells, which says that it has `claims`."""
    sheets.write(path, COLUMNS, [])
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    rows = "".join(
        f'<row r="{re.sub("[A-Z]", "", cell)}"><c r="{cell}" t="inlineStr"><is><t>x</t></is></c></row>'
        for cell in cells
    )
    written = f'<dimension ref="{claims}"/><sheetData>{rows}</sheetData>'
    xml = f'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">{written}</worksheet>'
    parts["xl/worksheets/sheet1.xml"] = xml.encode() + more
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        for name, data in parts.items():
            book.writestr(name, data)
    return path


@pytest.mark.parametrize(
    ("cells", "more", "said"),
    [
        (("A1", "XFD1048576"), b"", "more than 100,000 rows"),
        (("GS1",), b"", "more than 200 columns"),
        (("A1",), b" " * 51_000_000, "unpacks to"),
    ],
)
def test_a_small_file_that_is_a_large_sheet_is_refused_in_one_line(
    tmp_path: Path, cells: Sequence[str], more: bytes, said: str
) -> None:
    path = workbook(tmp_path / "bomb.xlsx", *cells, more=more)
    tracemalloc.start()
    try:
        with pytest.raises(DataSetError, match=said):
            sheets.read(path)
        assert tracemalloc.get_traced_memory()[1] < 200_000_000
    finally:
        tracemalloc.stop()


def _flagged(data: bytes, offset: int, value: bytes) -> bytes:
    """With this in both headers of each part; `offset` is that of the header before the part."""
    for mark, further in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        at = -1
        while (at := data.find(mark, at + 1)) >= 0:
            start = at + offset + further
            data = data[:start] + value + data[start + len(value) :]
    return data


def _without(data: bytes, part: str, left: float = 0.0) -> bytes:
    """With so much of the part left."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            if name != part:
                new.writestr(name, old.read(name))
            elif left:
                new.writestr(name, old.read(name)[: int(len(old.read(name)) * left)])
    return out.getvalue()


def _garbled(data: bytes) -> bytes:
    at = data.find(b"xl/worksheets/sheet1.xml") + len("xl/worksheets/sheet1.xml")
    return data[:at] + bytes(byte ^ 0xFF for byte in data[at : at + 20]) + data[at + 20 :]


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param(lambda data: _without(data, "xl/worksheets/sheet1.xml", 0.5), id="half a sheet"),
        pytest.param(lambda data: _without(data, "xl/workbook.xml", 0.5), id="half a workbook"),
        pytest.param(lambda data: _without(data, "xl/worksheets/sheet1.xml"), id="no sheet"),
        pytest.param(lambda data: _without(data, "[Content_Types].xml"), id="no types"),
        pytest.param(lambda data: _flagged(data, 6, b"\x01"), id="encrypted"),
        pytest.param(lambda data: _flagged(data, 8, b"\x63"), id="packed in a way of its own"),
        pytest.param(_garbled, id="garbled"),
    ],
)
def test_whatever_is_wrong_with_a_workbook_is_said_in_one_line(
    tmp_path: Path, broken: Callable[[bytes], bytes]
) -> None:
    path = tmp_path / "sheet.xlsx"
    sheets.write(path, COLUMNS, [("1", "text", "")])
    path.write_bytes(broken(path.read_bytes()))
    with pytest.raises(DataSetError, match=r"not a readable sheet: (?:it is broken|is encrypted)") as raised:
        sheets.read(path)
    assert len(str(raised.value).splitlines()) == 1


def test_a_csv_of_a_million_columns_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(",".join(map(str, range(600_000))), encoding="ascii")
    with pytest.raises(DataSetError, match="more than 200 columns"):
        sheets.read(path)


def test_what_a_sheet_claims_of_its_size_is_not_believed(tmp_path: Path) -> None:
    assert sheets.read(workbook(tmp_path / "a.xlsx", "A1", "A2", claims="A1:XFD1048576")) == [{"x": "x"}]
    assert sheets.read(workbook(tmp_path / "b.xlsx", "A1", "A2", claims="A1")) == [{"x": "x"}]
