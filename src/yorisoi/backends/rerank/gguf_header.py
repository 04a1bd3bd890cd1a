"""What a GGUF file says of itself, read without loading it: architecture, settings, shapes of its tensors.

Source: the format's description, https://github.com/ggml-org/ggml/blob/master/docs/gguf.md (versions 2 and 3,
little-endian).
"""

import mmap
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_SCALARS = {0: "<B", 1: "<b", 2: "<H", 3: "<h", 4: "<I", 5: "<i", 6: "<f", 7: "<?", 10: "<Q", 11: "<q", 12: "<d"}
_STRING, _ARRAY = 8, 9

Scalar = int | float | bool | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The head of a GGUF file."""

    settings: Mapping[str, Scalar]
    """Scalars only: lists, such as the vocabulary, are left out."""
    shapes: Mapping[str, tuple[int, ...]]
    """Of the tensors, by name, the innermost dimension first."""

    @property
    def architecture(self) -> str:
        return str(self.settings.get("general.architecture", ""))

    @property
    def context_tokens(self) -> int:
        """How much the model was trained to read; 0 when it does not say."""
        return int(self.settings.get(f"{self.architecture}.context_length", 0))


def read_header(path: Path) -> Header:
    """The head of a GGUF file.  Raises ValueError when it is none, or breaks off; OSError."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        try:
            return _header(_Reader(content))
        except struct.error as error:
            raise ValueError("the file breaks off") from error


class _Reader:
    def __init__(self, content: mmap.mmap) -> None:
        self._content = content
        self._at = 0

    def number(self, form: str) -> int | float | bool:
        (value,) = struct.unpack_from(form, self._content, self._at)
        self._at += struct.calcsize(form)
        known: int | float | bool = value
        return known

    def size(self) -> int:
        return int(self.number("<Q"))

    def text(self) -> str:
        length = self.size()
        raw = self._content[self._at : self._at + length]
        self.skip(length)
        return raw.decode("utf-8", "replace")

    def skip(self, length: int) -> None:
        self._at += length
        if self._at > len(self._content):
            raise ValueError("the file breaks off")

    def value(self, kind: int) -> Scalar | None:
        """A scalar; None for a list, which is skipped."""
        if kind == _STRING:
            return self.text()
        if kind == _ARRAY:
            self._skip_list()
            return None
        if kind not in _SCALARS:
            raise ValueError(f"a setting of unknown kind {kind}")
        return self.number(_SCALARS[kind])

    def _skip_list(self) -> None:
        kind, length = int(self.number("<I")), self.size()
        if kind in _SCALARS:
            self.skip(length * struct.calcsize(_SCALARS[kind]))
            return
        for _ in range(length):
            if kind == _STRING:
                self.skip(self.size())
            else:
                self.value(kind)


def _header(reader: _Reader) -> Header:
    magic, version = reader.number("<I"), reader.number("<I")
    if magic != int.from_bytes(b"GGUF", "little") or version not in (2, 3):
        raise ValueError("not GGUF of version 2 or 3")
    tensors, pairs = reader.size(), reader.size()
    settings: dict[str, Scalar] = {}
    for _ in range(pairs):
        name = reader.text()
        value = reader.value(int(reader.number("<I")))
        if value is not None:
            settings[name] = value
    shapes: dict[str, tuple[int, ...]] = {}
    for _ in range(tensors):
        name = reader.text()
        dimensions = int(reader.number("<I"))
        if dimensions > 8:
            raise ValueError(f"a tensor of {dimensions} dimensions")
        shapes[name] = tuple(reader.size() for _ in range(dimensions))
        reader.skip(4 + 8)  # kind of number, place in the file
    return Header(settings=settings, shapes=shapes)
