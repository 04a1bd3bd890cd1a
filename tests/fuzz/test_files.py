"""Whatever a file holds, it is read or refused in one line; and what may be for a few is never for everyone."""

import csv
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from yorisoi.documents import KNOWN_EXTENSIONS, DocumentsConfig, LoadedDocument, load
from yorisoi.documents.split import split
from yorisoi.errors import DataSetError, DocumentError
from yorisoi.graph.triple_files import read_triples

CONFIG = DocumentsConfig()
HEADS = {
    ".pdf": b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n",
    ".html": b"<html><body><p>",
    ".md": b"---\ntitle: ",
    ".csv": b"faq_id,title,body\n",
}
SYNTAX = [*"#|<>&[]:;,\n\t\" '", "---", "+++", "```", "休暇", "title", "groups"]
TEXTS = st.lists(st.sampled_from(SYNTAX) | st.text(max_size=8), max_size=60).map("".join)
BODIES = st.binary(max_size=400) | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass"))


def read(name: str, data: bytes) -> list[LoadedDocument]:
    """The documents; none when the file is refused, in one line."""
    try:
        return load(name, data, CONFIG)
    except DocumentError as error:
        refusal = str(error)
    assert len(refusal.splitlines()) == 1
    return []


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(KNOWN_EXTENSIONS)), BODIES, st.booleans())
def test_any_bytes_are_read_or_refused(extension: str, data: bytes, headed: bool) -> None:
    for document in read(f"a{extension}", (HEADS.get(extension, b"") if headed else b"") + data):
        for piece in split(document, CONFIG):
            assert piece.text.strip()


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from((".docx", ".pptx", ".xlsx")), st.binary(max_size=300), TEXTS)
def test_any_archive_is_read_or_refused(extension: str, part: bytes, text: str) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as made:
        for name in ("[Content_Types].xml", "word/document.xml", "ppt/presentation.xml", "xl/workbook.xml"):
            made.writestr(name, part if len(name) % 2 else f"<a>{text}</a>".encode("utf-8", "replace"))
    read(f"a{extension}", stream.getvalue())


PLAIN = st.text(st.characters(exclude_categories=("Cc", "Cs")), max_size=20)
FIELDS = st.lists(st.tuples(st.sampled_from(("title", "tags", "note", "x", "owner")), PLAIN), max_size=4)
ABOVE = st.sampled_from(("", "\n", " \n\n", "\ufeff", "\u200b\n"))


@given(FIELDS, FIELDS, ABOVE, st.sampled_from((".md", ".txt", ".html")))
@example([("title", "'")], [("note", "'")], "", ".md")  # one value from quotation mark to quotation mark
def test_a_block_that_names_groups_is_never_a_page_for_everyone(
    before: list[tuple[str, str]], after: list[tuple[str, str]], above: str, extension: str
) -> None:
    lines = [f"{name}: {value}" for name, value in before]
    lines += ["groups: [hr]", *(f"{name}: {value}" for name, value in after)]
    block = "\n".join(["---", *lines, "---", "本文です。"])
    for document in read(f"a{extension}", (above + block).encode()):
        assert document.groups == {"hr"}


@given(st.lists(st.sampled_from(("hr", "board", "", " ", ";", "hr;board", "；")), min_size=1, max_size=4))
def test_a_row_with_a_word_in_its_groups_is_never_for_everyone(cells: list[str]) -> None:
    stream = io.StringIO()
    rows = [[str(number), "題", "文", cell] for number, cell in enumerate(cells)]
    csv.writer(stream).writerows([["id", "title", "body", "groups"], *rows])
    for document, cell in zip(read("a.csv", stream.getvalue().encode()), cells, strict=False):
        assert bool(document.groups) == bool(cell.strip())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("extension", [".tsv", ".csv", ".jsonl", ".nt", ".txt"])
@given(data=BODIES | st.integers(1, 4000).map(lambda deep: b"[" * deep))
def test_any_triples_are_read_or_refused(tmp_path: Path, extension: str, data: bytes) -> None:
    file = tmp_path / f"a{extension}"
    file.write_bytes(data)
    refusal = file.name
    try:
        confidences = [triple.confidence for triple in read_triples(file)]
    except DataSetError as error:
        confidences, refusal = [], str(error)
    assert file.name in refusal
    assert all(0 <= each <= 1 for each in confidences)
