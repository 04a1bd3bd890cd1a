"""Text of a PDF is read when a page looks different without it, whichever way it is hidden or shown."""

import io
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from yorisoi.documents import DocumentsConfig
from yorisoi.documents.load import load
from yorisoi.documents.pdf_drawn_again import drawn_again
from yorisoi.documents.pdf_said import letters_of, say_the_same
from yorisoi.errors import AccessUnclear, DocumentError

SEEN, ASKED = "Holidays are twenty days.", "order to models"
TEXT = f"({ASKED}) Tj"
LINE = f"BT /F 11 Tf 72 700 Td {TEXT} ET"
TO_UNICODE = """<< /Length 190 >> stream
/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <0000> <ffff> endcodespacerange
2 beginbfchar <7000> <4f11> <7001> <6687> endbfchar endcmap end end
endstream"""
DESCRIPTOR = "/Flags 4 /FontBBox [0 -120 1000 880] /ItalicAngle 0 /Ascent 880 /Descent -120 /CapHeight 700 /StemV 80"


def stream(content: str, about: str = "") -> str:
    return f"<< /Length {len(content)} {about} >> stream\n{content}\nendstream"


def form(content: str, about: str = "") -> str:
    about += " /Type /XObject /Subtype /Form /BBox [0 0 900 900] /Resources << /Font << /F 5 0 R >> >>"
    return stream(content, about)


def picture(level: int = 0x90) -> str:
    about = "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8"
    return stream(f"{level:02x}>", about + " /Filter /ASCIIHexDecode")


def pdf(
    content: str,
    *objects: str,
    resources: str = "",
    page: str = "/MediaBox [0 0 595 842]",
    catalog: str = "",
    pages: str = "3 0 R",
) -> bytes:
    """A page, object 3, of a visible line and of what is drawn; its objects count from 20."""
    japanese = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>"
    other = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >>"
    layers = "/OCGs [16 0 R 17 0 R] /D << /OFF [16 0 R] /Order [] >>"
    named = {
        1: f"<< /Type /Catalog /Pages 2 0 R /OCProperties << {layers} >> {catalog} >>",
        2: f"<< /Type /Pages /Kids [{pages}] /Count {pages.count('R')} >>",
        3: f"<< /Type /Page /Parent 2 0 R {page} /Contents 4 0 R /Resources << "
        "/Font << /F 5 0 R /H 6 0 R /V 7 0 R /I 8 0 R /T 14 0 R >> "
        f"/Properties << /Off 16 0 R /On 17 0 R >> {resources} >> >>",
        4: stream(f"BT /F 11 Tf 72 760 Td ({SEEN}) Tj ET\n{content}"),
        5: "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        6: "<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /UniJIS-UCS2-H /DescendantFonts [9 0 R] >>",
        7: "<< /Type /Font /Subtype /Type0 /BaseFont /MS-Mincho /Encoding /UniJIS-UCS2-V /DescendantFonts [9 0 R] >>",
        8: "<< /Type /Font /Subtype /Type0 /BaseFont /MS-Gothic /Encoding /Identity-H /DescendantFonts [10 0 R] "
        "/ToUnicode 11 0 R >>",
        9: f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Mincho {japanese} /FontDescriptor 12 0 R >>",
        10: f"<< /Type /Font /Subtype /CIDFontType2 /BaseFont /MS-Gothic {other} /FontDescriptor 13 0 R >>",
        11: TO_UNICODE,
        12: f"<< /Type /FontDescriptor /FontName /MS-Mincho {DESCRIPTOR} >>",
        13: f"<< /Type /FontDescriptor /FontName /MS-Gothic {DESCRIPTOR} >>",
        14: "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 98 "
        "/Widths [10 10] /CharProcs << /a 15 0 R /b 15 0 R >> "
        "/Encoding << /Differences [97 /a /b] >> /Resources << >> >>",
        15: stream("10 0 0 0 8 8 d1 0 0 8 8 re f"),
        16: "<< /Type /OCG /Name (Off) >>",
        17: "<< /Type /OCG /Name (On) >>",
        **dict(enumerate(objects, 20)),
    }
    made, places = b"%PDF-1.7\n", {}
    for number, value in named.items():
        places[number] = len(made)
        made += f"{number} 0 obj\n{value}\nendobj\n".encode("latin-1")
    table = "".join(f"{number} 1\n{place:010} 00000 n \n" for number, place in places.items())
    end = f"xref\n0 1\n0000000000 65535 f \n{table}trailer << /Size 99 /Root 1 0 R >>\nstartxref\n{len(made)}\n%%EOF"
    return made + end.encode()


def text_of(data: bytes) -> str:
    return "\n".join(document.text for document in load("a.pdf", data, DocumentsConfig()))


SEPARATION = "/ColorSpace << /S [/Separation /Spot /DeviceCMYK << /FunctionType 2 /Domain [0 1] /N 1 /C0 [0 0 0 0] "
SEPARATION += "/C1 [0 1 1 0] >>] >>"
LAB = "/ColorSpace << /S [/Lab << /WhitePoint [0.9505 1 1.089] >>] >>"
PATTERN = "/Pattern << /P 20 0 R >>"
TILE = stream(
    "1 g 0 0 9 9 re f",
    "/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources << >>",
)
X = "/XObject << /X 20 0 R >>"
MASK = "/ExtGState << /G << /SMask << /S /Luminosity /G 20 0 R >> >> >>"
GROUP = "/Group << /S /Transparency /CS /DeviceGray >>"
ANNOTATION = "<< /Type /Annot /Subtype /Square /Rect [60 690 400 730] /F 4 /AP << /N 20 0 R >> >>"

HIDDEN = {
    "behind a clip": (f"q 300 300 20 20 re W n {LINE} Q", ()),
    "behind a clip, on what is seen": (f"q 300 300 20 20 re W n BT /F 11 Tf 74 760 Td {TEXT} ET Q", ()),
    "behind a clip, half a line above": (f"q 300 300 20 20 re W n BT /F 11 Tf 74 765 Td {TEXT} ET Q", ()),
    "white on what is seen": (f"1 g BT /F 11 Tf 72 764 Td {TEXT} ET", ()),
    "below what is seen": (f"1 g {LINE} 0 g BT /F 40 Tf 60 695 Td (MMMMMM) Tj ET", ()),
    "in a layer that is off": (f"/OC /Off BDC {LINE} EMC", ()),
    "in a form of a layer that is off": ("/X Do", (form(LINE, "/OC 16 0 R"),), X),
    "narrowed to nothing": (f"BT /F 11 Tf 0 Tz 72 700 Td {TEXT} ET", ()),
    "narrowed to nearly nothing": (f"BT /F 11 Tf 2 Tz 72 700 Td {TEXT} ET", ()),
    "white of a separation": (f"/S cs 0 scn {LINE}", (), SEPARATION),
    "white of a calibrated space": (f"/S cs 100 0 0 scn {LINE}", (), LAB),
    "white of a pattern": (f"/Pattern cs /P scn {LINE}", (TILE,), PATTERN),
    "on a dark box that is white again": (f"0 0 .5 rg 60 690 400 40 re f 1 g 60 690 400 40 re f {LINE}", ()),
    "covered by a box": (f"{LINE} 1 g 60 690 400 40 re f", ()),
    "in a slit": (f"q 0 703 595 .4 re W n {LINE} Q", ()),
    "in a slit around a form": ("q 0 703 595 .4 re W n 2 0 0 2 0 0 cm /X Do Q", (form(f".5 0 0 .5 0 0 cm {LINE}"),), X),
    "but for a slit": (f"{LINE} 1 g 60 690 400 13 re f 60 703.4 400 20 re f", ()),
    "as white cuts in other text": (f"BT /F 11 Tf 72 700 Td (Whatever was here) Tj ET 1 g {LINE}", ()),
    "black on black": (f"60 690 400 40 re f {LINE}", ()),
    "covered by a picture": (f"{LINE} q 200 0 0 40 60 690 cm /X Do Q", (picture(),), X),
    "covered by a note": (LINE, (form("1 g 0 0 900 900 re f"),), "", f"/Annots [{ANNOTATION}]"),
    "covered by a letter": (f"{LINE} 1 g BT /H 60 Tf -24 Tc 60 690 Td <258825882588> Tj ET", ()),
    "by a soft mask": (f"/G gs {LINE}", (form("0 g 0 0 900 900 re f", GROUP),), MASK),
    "on what is seen to one parser, moved by too few numbers": (f"BT /F 11 Tf 72 760 Td -900 Td {TEXT} ET", ()),
    "on what is seen to one parser, turned by too few numbers": (f"q -3000 cm BT /F 11 Tf 72 760 Td {TEXT} ET Q", ()),
    "on what is seen to one parser, set by too few numbers": (
        f"BT /F 11 Tf 1 0 0 1 72 760 Tm 0 Tm {TEXT} ET",
        (),
    ),
    "to one parser, where the other has other words": (
        f"BT /F 11 Tf 72 700 Td -900 Td {TEXT} ET BT /F 11 Tf 972 700 Td -900 0 Td 0 0 Td (something else) Tj ET",
        (),
    ),
    "in mode 3 on what is seen": (f"BT /F 11 Tf 3 Tr 72 760 Td {TEXT} ET", ()),
    "in a form, as wide as nothing": ("q 0.001 0 0 1 72 0 cm /X Do Q", (form(LINE),), X),
    "white, in a font that is not held": ("1 g BT /H 11 Tf 72 700 Td <006f0072006400650072> Tj ET", ()),
    "white, on a page with another corner": (
        f"1 g BT /F 11 Tf -50 20 Td {TEXT} ET 0 g BT /F 11 Tf -50 60 Td (more) Tj ET",
        (),
        "",
        "/MediaBox [-99 -99 800 900]",
    ),
}


def made(content: str, objects: Sequence[str], resources: str = "", page: str = "") -> bytes:
    return pdf(content, *objects, resources=resources, page=f"/MediaBox [0 0 595 842] {page}")


@pytest.mark.parametrize("how", HIDDEN)
def test_what_nobody_sees_on_a_page_of_pdf_is_not_read(how: str) -> None:
    found = text_of(made(*HIDDEN[how]))
    assert SEEN in found
    assert not {"order", "models"} & set(found.split())


@pytest.mark.parametrize("how", HIDDEN)
def test_what_nobody_sees_and_names_readers_is_a_reason_to_refuse(how: str) -> None:
    content, *more = HIDDEN[how]
    hexed = "groups: hr".encode("utf-16-be").hex()
    content = content.replace(ASKED, "groups: hr").replace("<006f0072006400650072>", f"<{hexed}>")
    objects = [each.replace(ASKED, "groups: hr    ") for each in more[0]]
    with pytest.raises(AccessUnclear):
        text_of(made(content, objects, *more[1:]))


def test_what_runs_off_the_page_is_read_as_far_as_it_is_seen() -> None:
    found = text_of(pdf("BT /F 11 Tf 540 700 Td (to the edge then unseen words) Tj ET"))
    assert "to the edge" in found
    assert "words" not in found


SHOWN = {
    "plainly": (LINE, ()),
    "white on a dark box": (f"0 0 .5 rg 60 690 400 40 re f 1 g {LINE}", ()),
    "white on a picture": (f"q 200 0 0 40 60 690 cm /X Do Q 1 g {LINE}", (picture(),), X),
    "rotated": (f"BT /F 11 Tf .8 .6 -.6 .8 200 300 Tm {TEXT} ET", ()),
    "of 5 points": (f"BT /F 5 Tf 72 700 Td {TEXT} ET", ()),
    "of 5 points in grey": (f".6 g BT /F 5 Tf 72 700 Td {TEXT} ET", ()),
    "in a form": ("q 2 0 0 .9 9 9 cm /X Do Q", (form(LINE, "/Matrix [.5 0 0 1 9 -9]"),), X),
    "in a layer that is on": (f"/OC /On BDC {LINE} EMC", ()),
    "in the colour of a separation": (f"/S cs 1 scn {LINE}", (), SEPARATION),
    "twice, as bold print": (f"{LINE} {LINE} BT /F 11 Tf 72.3 700 Td {TEXT} ET", ()),
    "piece by piece, twice, as bold print": (
        " ".join(f"BT /F 11 Tf {72 + shift} 700 Td (order) Tj ( to) Tj ( models) Tj ET" for shift in (0, 0.3)),
        (),
    ),
    "with other words for those who hear it": (f"/Span << /ActualText (said aloud) >> BDC {LINE} EMC", ()),
    "below a mark that one sees through": (
        f"{LINE} /G gs .5 g 60 690 400 40 re f",
        (),
        "/ExtGState << /G << /ca .3 >> >>",
    ),
    "as an outline": (f"BT 1 Tr /F 11 Tf 72 700 Td {TEXT} ET", ()),
    "within a clip": (f"q 0 0 595 842 re W n {LINE} Q", ()),
    "raised": (f"BT /F 11 Tf 72 700 Td (x) Tj 5 Ts {TEXT} ET", ()),
    "on a page of large units": (LINE, (), "", "/UserUnit 2"),
    "on a page that is cropped": (LINE, (), "", "/CropBox [50 600 500 800]"),
}


@pytest.mark.parametrize("how", SHOWN)
def test_what_is_seen_on_a_page_of_pdf_is_read(how: str) -> None:
    found = " ".join(text_of(made(*SHOWN[how])).split())
    assert SEEN in found
    assert ASKED in found


@pytest.mark.parametrize(("turn", "upright"), [(90, "0 1 -1 0"), (180, "-1 0 0 -1"), (270, "0 -1 1 0")])
@pytest.mark.parametrize("crop", ["", "/CropBox [50 200 500 800]"])
def test_a_page_that_is_turned_is_read_as_it_is_seen(turn: int, upright: str, crop: str) -> None:
    content = f"BT /F 11 Tf {upright} 300 500 Tm {TEXT} ET 1 g BT /F 11 Tf {upright} 400 400 Tm (white paper) Tj ET"
    found = text_of(made(content, (), "", f"/Rotate {turn} {crop}"))
    assert ASKED in found
    assert "white" not in found


def test_a_page_of_any_size_and_corner_is_read() -> None:
    size = "/MediaBox [-100 -100 14300 14300]"
    assert SEEN in text_of(pdf("", page=size))
    lines = " ".join(f"BT /F 11 Tf 72 {740 - 12 * at} Td (line {at} of a plan) Tj ET" for at in range(40))
    found = text_of(pdf(lines, page=size))
    assert all(f"line {at} of a plan" in found for at in range(40))


@pytest.mark.parametrize(
    ("font", "words", "codes"),
    [
        ("H", "休暇は、二十日ー。", ""),
        ("V", "休暇は、二十日ー。", ""),
        ("I", "休暇", "70007001"),
    ],
)
def test_japanese_is_read_in_fonts_that_the_file_does_not_hold(font: str, words: str, codes: str) -> None:
    """Also where the machine has none: PDFium alone would draw nothing."""
    found = text_of(pdf(f"BT /{font} 11 Tf 300 700 Td <{codes or words.encode('utf-16-be').hex()}> Tj ET"))
    assert words in found.replace("\n", "")


def test_letters_of_a_font_that_tells_their_size_wrong_are_read() -> None:
    assert "abba" in text_of(pdf("BT /T 1 Tf 72 700 Td (abba) Tj ET"))


def test_letters_of_a_font_that_the_file_holds_are_read_close_as_they_stand() -> None:
    pdfmetrics.registerFont(TTFont("Vera", "Vera.ttf"))  # reportlab's own
    file = io.BytesIO()
    canvas = Canvas(file)
    canvas.setFont("Vera", 9)
    for at in range(30):
        canvas.drawString(72, 760 - 9 * at, f"Line {at}: fine print, set as close as it goes.")
    canvas.save()
    assert "Line 29: fine print, set as close as it goes." in text_of(file.getvalue())


def test_a_scan_is_read_with_the_text_below_or_over_it() -> None:
    for content in (f"{LINE} q 595 0 0 842 0 0 cm /X Do Q", f"q 595 0 0 842 0 0 cm /X Do Q 3 Tr {LINE}"):
        assert ASKED in text_of(pdf(content, picture(), resources=X))


def test_white_text_on_the_white_of_a_scan_is_not_what_it_shows() -> None:
    scan = pdf(f"q 595 0 0 842 0 0 cm /X Do Q 1 g {LINE}", picture(0xFF), resources=X)
    assert ASKED not in text_of(scan)


FIELD = "<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /Ff 1 /Rect [60 690 400 730] /F 4 /MK << /BG [1 1 1] >>"


@pytest.mark.parametrize("field", [f"{FIELD} >>", f"{FIELD} /AP << /N 21 0 R >> >>"])
def test_what_lies_below_the_ground_of_a_field_is_not_read(field: str) -> None:
    form_of = "/AcroForm << /Fields [20 0 R] /DA (/F 11 Tf) >>"
    page = "/MediaBox [0 0 595 842] /Annots [20 0 R]"
    found = text_of(pdf(LINE, field, form("1 g 0 0 900 900 re f"), page=page, catalog=form_of))
    assert SEEN in found
    assert ASKED not in found


WITHOUT_TYPE = "<< /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 21 0 R /Resources << /Font << /F 5 0 R >> >> >>"


@pytest.mark.parametrize("pages", ["20 0 R 3 0 R", "3 0 R 3 0 R"])
def test_a_pdf_whose_pages_are_counted_in_two_ways_is_refused(pages: str) -> None:
    """Else what is white on one page would be looked for on another, where it is black."""
    with pytest.raises(DocumentError, match=r"^is a broken PDF: it has 1 pages, or 2$"):
        text_of(pdf("", WITHOUT_TYPE, stream(LINE), pages=pages))


def test_letters_that_a_font_does_not_name_may_be_any() -> None:
    assert say_the_same(letters_of("modi(cid:12)ed"), letters_of("modified"))
    assert say_the_same(letters_of("ﬁve 〜 days"), letters_of("five ~ days"))
    assert say_the_same(letters_of("שלום"), letters_of("שלום"[::-1]))
    assert not say_the_same(letters_of("five days"), letters_of("nine days"))
    assert not say_the_same(letters_of("do (cid:1) pay"), letters_of("do never pay"))


def shifted(line: str, *shifts: tuple[float, float], turned: str = "1 0 0 1", at: tuple[int, int] = (72, 700)) -> str:
    """Each letter of it drawn so many times, one after the other, as bold print and shadows are."""
    places = [(at[0] + 8 * number, at[1], letter) for number, letter in enumerate(line)]
    if turned != "1 0 0 1":
        places = [(at[0], at[1] + 8 * number, letter) for number, letter in enumerate(line)]
    return " ".join(
        f"BT /F 11 Tf {turned} {x + right} {y + up} Tm ({letter}) Tj ET"
        for x, y, letter in places
        for right, up in shifts
    )


BOLD, SHADOW = ((0, 0), (0.3, 0)), ((1, -1), (0, 0))
MANY = ((0, 0), (0.25, 0), (0.5, 0), (0.5, 0.25))


@pytest.mark.parametrize("shifts", [BOLD, SHADOW, MANY])
@pytest.mark.parametrize("turned", ["1 0 0 1", "0 1 -1 0"])
def test_what_is_drawn_again_beside_itself_is_read_once(shifts: Sequence[tuple[float, float]], turned: str) -> None:
    found = "".join(text_of(pdf(shifted("a:b!ll", *shifts, turned=turned))).removeprefix(SEEN).split())
    assert found in ("a:b!ll", "a:b!ll"[::-1])


@pytest.mark.parametrize(
    "line",
    [
        LINE.replace(ASKED, "aa::bb!! tall illness"),
        "BT /F 11 Tf 50 Tz 72 700 Td (aa::bb!! tall illness) Tj ET",
        "BT /F 40 Tf -3 Tc 72 700 Td (aa::bb!! tall illness) Tj ET",
    ],
)
def test_what_is_written_twice_in_a_word_is_read_twice(line: str) -> None:
    assert "aa::bb!!tallillness" in text_of(pdf(line)).replace(" ", "")


@dataclass(frozen=True)
class Drawn:
    """As much of a letter of pdfminer's as tells whether it is drawn again."""

    x0: float
    y0: float
    width: float = 5.0
    height: float = 11.0

    def get_text(self) -> str:
        return "l"


def test_what_is_drawn_again_is_looked_for_in_a_time_that_grows_with_the_page() -> None:
    line = [(Drawn(at * 2.6, 0), True) for at in range(20_000)]
    assert not any(drawn_again(line))
    assert drawn_again([*line, *line])[20_000:] == [True] * 20_000
    assert drawn_again([(Drawn(0, 0), True), (Drawn(0, 0), False)]) == [False, False]
    assert not any(drawn_again((Drawn(0, at, 0, 0), True) for at in range(20_000)))
    assert not any(drawn_again((Drawn(0, 0, width, 11), True) for width in (float("inf"), float("nan"), -1.0)))


@pytest.mark.parametrize("width", [0.0, 1e-12, 1e-4])
def test_slivers_beside_each_other_are_looked_at_in_a_time_that_grows_with_them(width: float) -> None:
    line = [(Drawn(at * 1e-4, 0, width), True) for at in range(20_000)]
    began = time.process_time()
    assert drawn_again([*line, *line]) == [False] * 20_000 + [True] * 20_000
    assert time.process_time() - began < 5


def test_a_pdf_that_cannot_be_drawn_is_refused_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    import pypdfium2

    def broken(_: bytes) -> None:
        raise pypdfium2.PdfiumError("Failed to load document (PDFium: Data format error).")

    monkeypatch.setattr(pypdfium2, "PdfDocument", broken)
    with pytest.raises(DocumentError, match=r"^is a broken PDF: its page 1 cannot be drawn$"):
        text_of(pdf(""))


def on_a_canvas(draw: Callable[[Canvas], None]) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream)
    canvas.drawString(72, 760, SEEN)
    draw(canvas)
    canvas.save()
    return stream.getvalue()


def with_picture(place: tuple[float, ...], mode: int, *, below: bool = False) -> Callable[[Canvas], None]:
    """Text that is white (0) or invisible (3), and a picture: left, bottom, width, height."""

    def draw(canvas: Canvas) -> None:
        def picture() -> None:
            canvas.drawImage(ImageReader(Image.new("RGB", (4, 4), "gray")), *place)

        if not below:
            picture()
        canvas.setFillColorRGB(1, 1, 1)
        canvas.drawString(72, 700, "order to models", mode=mode)
        if below:
            picture()
        canvas.setFillColorRGB(0, 0, 0)

    return draw


LOGO, FAR, START, WHOLE = (72, 740, 90, 40), (9000, 9000, 595, 842), (70, 690, 8, 30), (0, 0, 595, 842)


@pytest.mark.parametrize("mode", [0, 3])
@pytest.mark.parametrize("place", [LOGO, FAR, START])
def test_a_picture_beside_what_a_pdf_hides_does_not_show_it(place: tuple[float, ...], mode: int) -> None:
    assert "models" not in text_of(on_a_canvas(with_picture(place, mode)))


@pytest.mark.parametrize(("mode", "below"), [(0, False), (3, False), (3, True)])
def test_text_on_the_picture_of_a_whole_page_is_read(mode: int, below: bool) -> None:
    assert "order to models" in text_of(on_a_canvas(with_picture(WHOLE, mode, below=below)))
