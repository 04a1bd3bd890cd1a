"""Real files of every format, made on the spot."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path

import docx
import docx.document
import openpyxl
import pptx
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import PageBreak, Paragraph, SimpleDocTemplate

FONT = "HeiseiMin-W3"


def pdf(*paragraphs: str, title: str = "", author: str = "", password: str = "", header: str = "") -> bytes:
    """A PDF; the paragraph `\\f` begins a new page, `header` heads every page and its number ends it."""
    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    style = ParagraphStyle("ja", fontName=FONT, fontSize=11, leading=16, wordWrap="CJK")
    stream = io.BytesIO()
    encrypt = StandardEncryption(password, canPrint=0) if password else None
    document = SimpleDocTemplate(stream, title=title or None, author=author or None, encrypt=encrypt)

    def furniture(canvas, page) -> None:
        canvas.setFont(FONT, 9)
        canvas.drawString(72, 800, header)
        canvas.drawString(290, 30, f"- {page.page} -" if header else "")

    story = [PageBreak() if text == "\f" else Paragraph(text, style) for text in paragraphs]
    document.build(story, onFirstPage=furniture, onLaterPages=furniture)
    return stream.getvalue()


def word(title: str = "経費規程", author: str = "経理部") -> bytes:
    document = docx.Document()
    document.core_properties.title = title
    document.core_properties.author = author
    document.add_heading("経費の精算", level=1)
    document.add_paragraph("経費は月末までに申請します。")
    document.add_paragraph("領収書を付ける", style="List Bullet")
    document.add_heading("上限", level=2)
    table = document.add_table(rows=2, cols=2)
    for cell, text in zip(
        (c for row in table.rows for c in row.cells), ["種別", "上限", "宿泊", "10,000円"], strict=True
    ):
        cell.text = text
    return saved(document)


def paragraphs(*texts: str) -> bytes:
    """A Word file of plain paragraphs."""
    document = docx.Document()
    for text in texts:
        document.add_paragraph(text)
    return saved(document)


def slides(first: str = "予約は前日まで") -> bytes:
    presentation = pptx.Presentation()
    for title, body in [("会議システム", first), ("取消", "当日の朝まで")]:
        slide = presentation.slides.add_slide(presentation.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
    return saved(presentation)


def sheet(rows: Sequence[Sequence[object]], name: str = "休暇", creator: str = "人事部") -> bytes:
    workbook = openpyxl.Workbook()
    workbook.properties.creator = creator
    workbook.active.title = name
    for row in rows:
        workbook.active.append(list(row))
    hidden = workbook.create_sheet("下書き")
    hidden.sheet_state = "hidden"
    hidden.append(["見せない"])
    return saved(workbook)


def archive(**entries: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in entries.items():
            made.writestr(name, data)
    return stream.getvalue()


def write(path: Path, content: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def saved(document) -> bytes:
    """What a document is saved as; of Word's without the styles that nothing uses, which take most of a reading."""
    if isinstance(document, docx.document.Document):
        _leave_out_unused_styles(document)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def _leave_out_unused_styles(document) -> None:
    styles = document.styles.element
    for table in styles.xpath("w:latentStyles | w:style[@w:type='table'][not(@w:default)]"):
        styles.remove(table)
    relations = document.part.rels
    for name in [name for name, each in relations.items() if each.reltype.endswith("/stylesWithEffects")]:
        relations.pop(name)
