"""Each file is read within limits; a hostile one is skipped in one line, and the folder goes on."""

import io
import pickle
import sys
import zlib
from pathlib import Path

import pytest
from document_files import archive, word, write

from yorisoi.backends.store import open_store
from yorisoi.documents import DocumentsConfig, IngestReport, box, ingest
from yorisoi.documents.box import _Child, _Plain
from yorisoi.documents.boxed import _ran_out_of_memory
from yorisoi.errors import DocumentError
from yorisoi.ports import NewPassage

_RELATION = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument"
_SPACE = b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def pdf_of(stream: bytes, filters: str = "/FlateDecode") -> bytes:
    """A PDF of one page that this stream draws."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>",
        b"<< /Length %d /Filter [%s] >>\nstream\n%s\nendstream" % (len(stream), filters.encode(), stream),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    body, starts = b"%PDF-1.4\n", []
    for number, each in enumerate(objects, start=1):
        starts.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % start for start in starts)
    end = b"xref\n0 6\n0000000000 65535 f \n" + table + b"trailer << /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF"
    return body + end % len(body)


def word_of(body: bytes) -> bytes:
    """A Word file with this body and nothing else."""
    kind = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
    types = b'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    types += b'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    types += b'<Override PartName="/word/document.xml" ContentType="%s"/></Types>' % kind
    related = b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    related += b'<Relationship Id="a" Type="%s" Target="word/document.xml"/></Relationships>' % _RELATION
    document = b'<w:document xmlns:w="%s"><w:body>%s</w:body></w:document>' % (_SPACE, body)
    return archive(**{"[Content_Types].xml": types, "_rels/.rels": related, "word/document.xml": document})


DRAWN = zlib.compress(b"BT /F1 24 Tf 72 700 Td (Holidays are granted) Tj ET")
BLANK = zlib.compress(b" " * 30_000_000, 9)
PARAGRAPH = "<w:p><w:r><w:t>休暇</w:t></w:r></w:p>".encode()
ENDLESS = zlib.compress(b"BT /F1 24 Tf 72 700 Td " + b"(Holidays are granted to everybody) Tj " * 300_000 + b" ET")


@pytest.fixture(autouse=True)
def _fresh_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test has its own here, which have read nothing yet."""
    monkeypatch.setattr(box, "_Child", _Child)


async def taken(folder: Path, home: Path, **limits: float) -> IngestReport:
    async with open_store(home) as store:
        return await ingest([folder], store=store.documents, embedder=None, config=DocumentsConfig(**limits))  # type: ignore[arg-type]


async def skipped(folder: Path, home: Path, **limits: float) -> dict[str, str]:
    """The reasons; a page that lies beside the bad file is taken in whatever happens."""
    write(folder / "zz.md", "# 駐輪場\n\n駐輪場は地下1階です。")
    report = await taken(folder, home, **limits)
    assert report.documents == 1
    return {Path(path).name: reason for path, reason in report.skipped}


@pytest.mark.parametrize(
    ("data", "filters"),
    [(BLANK, "/FlateDecode"), (zlib.compress(BLANK, 9), "/FlateDecode /FlateDecode"), (BLANK[:-5], "/FlateDecode")],
    ids=["once", "twice", "cut off"],
)
async def test_a_pdf_that_unpacks_to_more_than_the_limit_is_skipped(tmp_path: Path, data: bytes, filters: str) -> None:
    write(tmp_path / "docs/bomb.pdf", pdf_of(data, filters))
    found = await skipped(tmp_path / "docs", tmp_path / "home", max_unpacked_bytes=20_000_000)
    assert found == {"bomb.pdf": "unpacks to more than 20,000,000 bytes"}


async def test_a_pdf_that_stays_below_the_limit_is_read_though_it_is_unpacked_twice(tmp_path: Path) -> None:
    write(tmp_path / "docs/good.pdf", pdf_of(DRAWN))
    assert (await taken(tmp_path / "docs", tmp_path / "home", max_unpacked_bytes=60)).documents == 1
    other = await taken(tmp_path / "docs", tmp_path / "other", max_unpacked_bytes=40)
    assert [reason for _, reason in other.skipped] == ["unpacks to more than 40 bytes"]


async def test_a_word_file_of_endless_nesting_is_skipped(tmp_path: Path) -> None:
    deep = b"<w:sdt><w:sdtContent>" * 2000 + PARAGRAPH + b"</w:sdtContent></w:sdt>" * 2000
    write(tmp_path / "docs/deep.docx", word_of(deep))
    write(tmp_path / "docs/good.docx", word())
    assert (await taken(tmp_path / "docs", tmp_path / "home")).documents == 1
    reasons = [reason for _, reason in (await taken(tmp_path / "docs", tmp_path / "home")).skipped]
    assert reasons == ["nests its elements more than 256 deep"]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the memory of a process")
@pytest.mark.parametrize("limit", [10_000_000, 50_000_000])
async def test_a_file_that_takes_more_memory_than_the_limit_is_skipped(tmp_path: Path, limit: int) -> None:
    write(tmp_path / "docs/big.docx", word_of(PARAGRAPH * 200_000))
    found = await skipped(tmp_path / "docs", tmp_path / "home", max_memory_bytes=limit)
    assert found.keys() == {"big.docx"}
    assert "memory" in found["big.docx"]  # also where a library in C ends the process


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux counts the memory of a process")
async def test_the_libraries_that_read_a_file_are_not_counted_as_its_memory(tmp_path: Path) -> None:
    write(tmp_path / "docs/small.docx", word_of(PARAGRAPH))  # its libraries take some 100 MB
    assert (await taken(tmp_path / "docs", tmp_path / "home", max_memory_bytes=20_000_000)).documents == 1


def test_want_of_memory_is_told_however_a_parser_says_it_but_a_page_about_memory_is_no_want_of_it() -> None:
    def refused(error: Exception) -> DocumentError:
        try:
            raise DocumentError("is broken, or not a DOCX file") from error
        except DocumentError as found:
            return found

    assert _ran_out_of_memory(refused(ValueError("Error -4: out of memory")))
    assert _ran_out_of_memory(refused(MemoryError()))
    assert not _ran_out_of_memory(DocumentError("has a column 'memory' that no FAQ has"))


async def test_a_file_that_takes_longer_than_the_limit_is_skipped(tmp_path: Path) -> None:
    write(tmp_path / "docs/endless.pdf", pdf_of(ENDLESS))
    report = await taken(tmp_path / "docs", tmp_path / "home", max_seconds=1)
    assert [reason for _, reason in report.skipped] == ["takes longer than 1 s to read"]


async def test_what_parsers_complain_about_is_not_printed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "docs/deep.html", "<div>" * 3000 + "休暇" + "</div>" * 3000)
    write(tmp_path / "docs/broken.pdf", pdf_of(b"\x00nonsense"))
    await taken(tmp_path / "docs", tmp_path / "home")
    assert capfd.readouterr() == ("", "")


def test_a_child_can_answer_with_the_values_of_a_draft_only() -> None:
    passage = NewPassage(section=(), text="休暇", language="ja", context_hash="0")
    assert _Plain(io.BytesIO(pickle.dumps(passage))).load() == passage
    with pytest.raises(pickle.UnpicklingError, match="no part of a draft"):
        _Plain(io.BytesIO(pickle.dumps(sys.exit))).load()


async def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    write(tmp_path / "private/salaries.md", "# 給与\n\n社長の給与です。")
    write(tmp_path / "docs/leave.md", "# 休暇\n\n二十日です。")
    (tmp_path / "docs/notes.md").symlink_to(tmp_path / "private/salaries.md")
    (tmp_path / "docs/again.md").symlink_to("leave.md")
    report = await taken(tmp_path / "docs", tmp_path / "home")
    assert report.documents == 2
    assert report.skipped == (("docs/notes.md", "is a link out of the folder (documents.follow_links)"),)
    assert (await taken(tmp_path / "docs", tmp_path / "home", follow_links=True)).documents == 1


async def test_a_file_that_is_named_is_taken_though_it_is_a_link(tmp_path: Path) -> None:
    write(tmp_path / "private/salaries.md", "# 給与\n\n社長の給与です。")
    (tmp_path / "notes.md").symlink_to(tmp_path / "private/salaries.md")
    assert (await taken(tmp_path / "notes.md", tmp_path / "home")).documents == 1


async def test_no_module_of_the_folder_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The child that reads files looks for modules where Python keeps them, not where the documents lie."""
    folder, ran = tmp_path / "documents", tmp_path / "ran"
    for name in ("csv.py", "yorisoi.py", "bs4.py"):
        write(folder / name, f"open({str(ran)!r}, 'w').close()")
    write(folder / "a.html", "<p>駐輪場は地下1階です。</p>")
    monkeypatch.chdir(folder)
    report = await taken(folder, tmp_path / "home")
    assert (report.documents, ran.exists()) == (1, False)
