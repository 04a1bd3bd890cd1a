"""What a cell shows is what its number format makes of it, as in ISO 29500-1, 18.8.31."""

import io
import zipfile
from datetime import date, datetime, time, timedelta

import openpyxl
import pytest
from document_files import saved

from yorisoi.documents import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.number_formats import in_format
from yorisoi.errors import AccessUnclear


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.005, "0.0%", "0.5%"),
        (0.1, "0%", "10%"),
        (0.08, "0.##%", "8%"),
        (1.155, "0.00", "1.16"),
        (2, "0.00", "2.00"),
        (0.5, "#.0", ".5"),
        (123, "00000", "00123"),
        (600001, "[<=999]000;[<=9999]000-00;000-0000", "060-0001"),
        (312345678, r"[<=99999999]####-####;\(00\)\ ####-####", "(03) 1234-5678"),
        (9012345678, "0##-####-####", "090-1234-5678"),
        (312345678, "0#-####-####", "03-1234-5678"),
        (12345678, "####-####", "1234-5678"),
        (5, "0#", "05"),
        (5, "#0", "5"),
        (45, "[<=999]000;[<=9999]000-00;000-0000", "045"),
        (312345678, "00-0000-0000", "03-1234-5678"),
        (3, '0"日間"', "3日間"),
        (3, "0日間", "3日間"),
        (2.5, 'General"日"', "2.5日"),
        (20, 'General"日"', "20日"),
        (1234567, "#,##0", "1,234,567"),
        (12, "#,##0", "12"),
        (1234567, '#,##0,"千円"', "1,235千円"),
        (1234567, "#,##0.0,", "1,234.6"),
        (12345678, '0.0,,"百万円"', "12.3百万円"),
        (1235, '#,##0"千円"', "1,235千円"),
        (1500, '"¥"#,##0;[Red]"¥"\\-#,##0', "¥1,500"),
        (-1500, '"¥"#,##0;[Red]"¥"\\-#,##0', "¥-1,500"),
        (-5510, "#,##0_ ;[Red]#,##0\\ ", "-5,510"),
        (-5510, '#,##0"円";[Red]#,##0"円"', "-5,510円"),
        (-5510, '#,##0;[Red]"▲ "#,##0', "▲ 5,510"),
        (-5510, "#,##0;#,##0", "5,510"),
        (1500, "[$¥-411]#,##0.00", "¥1,500.00"),
        (-3, '#,##0;"▲ "#,##0', "▲ 3"),
        (-3, "0.0", "-3.0"),
        (-0.001, "0.0", "0.0"),
        (0, '_ * #,##0_ ;_ * -#,##0_ ;_ * "-"_ ;_ @_ ', "-"),
        (1200, '_ * #,##0_ ;_ * -#,##0_ ;_ * "-"_ ;_ @_ ', "1,200"),
        (0, "0;-0;;@", ""),
        (1, '[=1]"済";[=0]"未"', "済"),
        (time(9, 0), "h:mm", "9:00"),
        (time(9, 5, 7), "hh:mm:ss", "09:05:07"),
        (time(17, 30), 'h"時"mm"分"', "17時30分"),
        (time(0, 30), "h:mm AM/PM", "12:30 AM"),
        (time(0, 1, 30), "mm:ss.0", "01:30.0"),
        (time(0, 1, 23, 450_000), "mm:ss.00", "01:23.45"),
        (time(0, 1, 23, 450_000), "mm:ss", "01:23"),
        (timedelta(seconds=83.45), "[m]:ss.0", "1:23.5"),
        (timedelta(seconds=59.996), "[m]:ss.00", "1:00.00"),
        (time(9, 59, 59, 999_997), "h:mm:ss.000", "10:00:00.000"),
        (timedelta(hours=26, minutes=15), "[h]:mm", "26:15"),
        (timedelta(minutes=90), "[mm]:ss", "90:00"),
        (datetime(1900, 1, 1, 12), "h:mm", "12:00"),
        (datetime(2024, 4, 1), "(aaa)", "(月)"),
        (datetime(2024, 4, 7), "aaaa;@", "日曜日"),
        (datetime(2024, 4, 1), "[$-804]aaaa;@", "星期一"),
        (datetime(2024, 4, 1), "[$-zh-CN]aaa", "周一"),
        ("山田", '@" 様"', "山田 様"),
        (True, "General", "TRUE"),
    ],
)
def test_a_number_is_shown_in_its_format(value, code, shown):
    assert in_format(value, code) == shown


@pytest.mark.parametrize(
    ("value", "code"),
    [
        (20, "General"),
        ("二十日", "@"),
        ("二十日", "0.0%"),
        (0.5, "# ?/?"),
        (12345, "0.00E+00"),
        (3, "[DBNum1]0"),
        (45383, "aaa"),
        (45383, "ggge"),
        (datetime(2024, 4, 1), "ggge(aaa)"),
        (12345, "0.0,0"),
        (3, "0" * 300),
        (3, "0." + "0" * 40),
        (1e300, "0.00"),
        (float("nan"), "0"),
        (1500, '"$"#,##0_);("$"#,##0)'),
        (date(2025, 4, 1), 'yyyy"年"m"月"d"日"'),
        (datetime(2025, 4, 1), 'm"月"'),
        (datetime(2025, 4, 1, 9), "yyyy/mm/dd h:mm"),
        (timedelta(hours=-1), "[h]:mm"),
        (time(9, 30), "h.mm"),
        (time(0, 0, 1, 500_000), "ss.0000"),
        (3, '"'),
        (3, "[0"),
    ],
)
def test_a_format_that_is_not_a_usual_one_says_nothing(value, code):
    assert in_format(value, code) is None


def book(*cells):
    workbook = openpyxl.Workbook()
    for row, (value, code) in enumerate(cells, start=1):
        workbook.active.cell(row, 1, value).number_format = code
        workbook.active.cell(row, 2, "x")
    return saved(workbook)


def test_a_sheet_is_read_as_it_is_shown():
    cells = [
        (0.005, "0.0%"),
        (timedelta(hours=26, minutes=15), "[h]:mm"),
        (123, "00000"),
        (3, '0"日間"'),
        (time(9), "h:mm"),
        (date(2025, 4, 1), "yyyy/m/d"),
        (True, "General"),
        (20.0, "General"),
        (time(0, 1, 23, 450_000), "mm:ss.00"),
        (timedelta(seconds=83.45), "[m]:ss.0"),
    ]
    [document] = load("a.xlsx", book(*cells), DocumentsConfig())
    shown = [line.split("|")[1].strip() for line in document.text.splitlines() if line.endswith("x |")]
    assert shown == ["0.5%", "26:15", "00123", "3日間", "9:00", "2025-04-01", "TRUE", "20", "01:23.45", "1:23.5"]


def test_a_number_that_a_format_shows_as_a_day_is_one():
    formats = ("aaa", "aaaa", "[$-411]ggge", "e", '"A"0')
    [document] = load("a.xlsx", book(*((45383, code) for code in formats), (-1, "aaa")), DocumentsConfig())
    shown = [line.split("|")[1].strip() for line in document.text.splitlines() if line.endswith("x |")]
    assert shown == ["月", "月曜日", "2024-04-01", "2024-04-01", "A45383", "-1"]


def test_words_of_a_link_are_read_from_its_formula():
    links = [
        ('=HYPERLINK("https://example.jp/?a=1,2","申請書")', "申請書"),
        ('=hyperlink("#"&A1, "「""戻る""」")', '「"戻る"」'),
        ('=HYPERLINK("https://example.jp")', "https://example.jp"),
        ('=HYPERLINK(A1,B1&"申請書")', ""),
        ('=IF(A1,HYPERLINK(A1,"申請書"),"")', ""),
    ]
    [document] = load("a.xlsx", book(*((formula, "General") for formula, _ in links)), DocumentsConfig())
    shown = [line.split("|")[1].strip() for line in document.text.splitlines() if line.endswith("x |")]
    assert shown == [words for _, words in links]


def test_readers_in_the_words_of_a_link_are_seen():
    with pytest.raises(AccessUnclear):
        load("a.xlsx", book(('=HYPERLINK("#a","公開範囲：人事部")', "General")), DocumentsConfig())


def test_a_formula_whose_value_is_an_empty_text_has_one():
    old, stream = zipfile.ZipFile(io.BytesIO(book(("=A2", "General")))), io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b'<c r="A1">', b'<c r="A1" t="str">'))
    [document] = load("a.xlsx", stream.getvalue(), DocumentsConfig())
    assert document.notices == ()


def test_a_cell_whose_style_is_missing_is_read():
    old, stream = zipfile.ZipFile(io.BytesIO(book((3, "0.00")))), io.BytesIO()
    with zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            new.writestr(name, old.read(name).replace(b' s="1"', b' s="99"'))
    [document] = load("a.xlsx", stream.getvalue(), DocumentsConfig())
    assert "| 3 | x |" in document.text


def test_readers_that_a_format_writes_are_seen():
    with pytest.raises(AccessUnclear):
        load("a.xlsx", book((1, '"公開範囲：人事部"')), DocumentsConfig())
