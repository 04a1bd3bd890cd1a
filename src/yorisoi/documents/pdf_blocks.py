"""Fonts that a PDF names and does not hold are drawn as blocks, the same on every machine.

PDFium takes such a font from the machine; where there is none with Japanese letters, as in a container, it draws
nothing at all.  Whether text is seen does not depend on its letters' shapes, so each letter becomes a block.
"""

import ctypes
import struct
from collections.abc import Callable
from functools import cache
from typing import Any

import pypdfium2.raw as pdfium

_GLYPHS = 65_535
"""As many as there can be: whichever number a PDF gives a letter, there is a block."""
_EM, _LEFT, _RIGHT, _TOP = 1000, 200, 800, 700
"""Blocks stand apart, as letters do: half of a narrow one lies in its place."""
_STANDARD = (b"Helvetica", b"Courier", b"Times", b"Symbol", b"ZapfDingbats")
"""How the names of fonts begin that PDFium holds itself, with their widths, which a PDF need not tell."""
_NAME = b"Block\0"


@cache
def use_blocks() -> tuple[object, ...]:
    """Have PDFium ask here for fonts, in this process; gives what has to stay alive for it."""
    data = _font()

    def copy(value: bytes, buffer: Any, size: int) -> int:
        if buffer and size >= len(value):
            ctypes.memmove(buffer, value, len(value))
        return len(value)

    def is_standard(face: Any) -> bool:
        return bool(face) and (ctypes.cast(face, ctypes.c_char_p).value or b"").startswith(_STANDARD)

    answers: dict[str, Callable[..., int | None]] = {
        "Release": lambda *_: None,
        "EnumFonts": lambda *_: None,
        "MapFont": lambda *asked: None if is_standard(asked[5]) else 1,
        "GetFont": lambda *_: 1,
        "GetFontData": lambda _, __, table, *into: 0 if table else copy(data, *into),
        "GetFaceName": lambda _, __, *into: copy(_NAME, *into),
        "GetFontCharset": lambda *_: pdfium.FXFONT_DEFAULT_CHARSET,
        "DeleteFont": lambda *_: None,
    }
    kinds = dict(pdfium.FPDF_SYSFONTINFO._fields_)
    info = pdfium.FPDF_SYSFONTINFO(version=1, **{name: kinds[name](answer) for name, answer in answers.items()})
    pdfium.FPDF_SetSystemFontInfo(info)
    return info, answers


def _font() -> bytes:
    """A TrueType font (ISO/IEC 14496-22) of blocks, for every character and every number of a glyph."""
    wide = _RIGHT - _LEFT
    glyph = struct.pack(">h4h2H4B8h", 1, _LEFT, 0, _RIGHT, _TOP, 3, 0, *[1] * 4, _LEFT, wide, 0, -wide, 0, 0, _TOP, 0)
    glyph += bytes(-len(glyph) % 4)
    every_character = struct.pack(">HHIIIIII", 13, 0, 28, 0, 1, 1, 0x10FFFF, 1)  # many to one
    tables = {
        b"cmap": struct.pack(">HHHHI", 0, 1, 3, 10, 12) + every_character,
        b"glyf": glyph * _GLYPHS,
        b"head": struct.pack(
            ">4I2H2Q4h2H3h", 1 << 16, 1 << 16, 0, 0x5F0F3CF5, 0, _EM, 0, 0, _LEFT, 0, _RIGHT, _TOP, 0, 8, 2, 1, 0
        ),
        b"hhea": struct.pack(">I3hH11hH", 1 << 16, 880, -120, 0, _EM, 0, 0, 0, 1, *[0] * 7, 1),
        b"hmtx": struct.pack(">Hh", _EM, _LEFT) + struct.pack(">h", _LEFT) * (_GLYPHS - 1),
        b"loca": struct.pack(f">{_GLYPHS + 1}I", *range(0, len(glyph) * (_GLYPHS + 1), len(glyph))),
        b"maxp": struct.pack(">I14H", 1 << 16, _GLYPHS, 4, 1, 0, 0, 1, *[0] * 8),
    }
    head, body = struct.pack(">I4H", 1 << 16, len(tables), 64, 2, 16 * len(tables) - 64), b""
    for name, table in tables.items():
        head += struct.pack(">4s3I", name, 0, 12 + 16 * len(tables) + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    return head + body
