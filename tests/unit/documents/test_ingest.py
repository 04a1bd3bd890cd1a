"""Files into a real store: only what changed, nothing lost, nothing said too early."""

import asyncio
import io
import os
import re
from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

import numpy as np
import openpyxl
import pytest
from document_files import archive, paragraphs, pdf, sheet, write
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from yorisoi.backends.store import open_store
from yorisoi.documents import DocumentsConfig, ingest
from yorisoi.documents import draft as drafting
from yorisoi.documents.ingest import _gone
from yorisoi.documents.sources import Found
from yorisoi.errors import BackendUnavailable, ConfigError, EmbeddingMismatch
from yorisoi.ports import Vectors
from yorisoi.testing.hash_embedder import HashEmbedder
from yorisoi.types import Filter

FAQ = "faq_id,title,body\na,休暇は,二十日です。\nb,半休は,取れます。\n"


class Embedder(HashEmbedder):
    """Remembers what it embedded; fails from the text on that holds `poison`."""

    def __init__(self, dimension: int = 8, poison: str = "\0") -> None:
        super().__init__(dimension)
        self.embedded: list[str] = []
        self.poison = poison

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        if any(self.poison in text for text in texts):
            raise BackendUnavailable("the embedder is gone")
        self.embedded += texts
        return await super().embed_passages(texts)


@pytest.fixture
async def store(tmp_path):
    async with open_store(tmp_path / "home") as opened:
        yield opened.documents


@pytest.fixture
def docs(tmp_path):
    write(tmp_path / "docs/leave.md", "---\nowner: 人事部\nupdated: 2025-06-01\n---\n# 休暇\n\n二十日です。\n")
    write(tmp_path / "docs/it/vpn.txt", "海外からは使えません。")
    write(tmp_path / "docs/faq.csv", FAQ)
    return tmp_path / "docs"


@pytest.fixture
def take(store, docs):
    async def call(*paths, embedder=None, **options):
        return await ingest(paths or [docs], store=store, embedder=embedder, **options)

    return call


async def kept(store):
    batches = [batch async for batch in store.changes(0)]
    return [change for batch in batches for change in batch if change.passage]


async def test_a_folder_goes_into_the_store_with_all_that_is_known_of_it(store, take):
    report = await take(embedder=Embedder())
    assert (report.documents, report.passages, report.unchanged, report.removed, report.skipped) == (4, 4, 0, 0, ())
    assert set(report.seconds) == {"read", "split", "embed", "store"}
    assert sorted(await store.hashes()) == ["docs/faq.csv#a", "docs/faq.csv#b", "docs/it/vpn.txt", "docs/leave.md"]
    found = {change.passage.document.source: change for change in await kept(store)}
    leave = found["docs/leave.md"].passage.document
    assert (leave.title, leave.owner, str(leave.updated)) == ("休暇", "人事部", "2025-06-01")
    assert all(change.vector is not None for change in found.values())


async def test_what_was_read_before_hidden_text_was_left_out_is_read_anew(store, take, docs, monkeypatch):
    await take()
    assert (await take()).unchanged == 4
    for recipe in (1, 2):
        hashes = [by_recipe(monkeypatch, recipe, (docs / name).read_bytes()) for name in ("leave.md", "it/vpn.txt")]
        assert not set(hashes) & set((await store.hashes()).values())


def by_recipe(monkeypatch, recipe, data):
    with monkeypatch.context() as patched:
        patched.setattr(drafting, "RECIPE", recipe)
        return drafting.without_vectors(drafting.content_hash(data, DocumentsConfig()))


async def test_a_second_time_nothing_is_taken(store, take):
    await take(embedder=Embedder())
    before, embedder = await store.last_change(), Embedder()
    report = await take(embedder=embedder)
    assert (report.documents, report.passages, report.unchanged) == (0, 0, 4)
    assert embedder.embedded == []
    assert await store.last_change() == before


async def test_only_texts_without_a_vector_are_embedded(docs, take):
    write(docs / "leave.md", "# 休暇\n\n## 年休\n\n" + "二十日です。" * 40 + "\n\n## 慶弔\n\n" + "五日です。" * 40)
    await take(embedder=Embedder())
    write(docs / "leave.md", "# 休暇\n\n## 年休\n\n" + "二十日です。" * 40 + "\n\n## 慶弔\n\n" + "七日です。" * 40)
    embedder = Embedder()
    report = await take(embedder=embedder)
    assert (report.documents, report.unchanged) == (1, 3)
    assert [text.splitlines()[0] for text in embedder.embedded] == ["休暇 > 慶弔"]


async def test_what_is_embedded_stands_under_its_headings_and_only_once(docs, take):
    write(docs / "copy.md", "# 休暇\n\n二十日です。\n")
    embedder = Embedder()
    await take(embedder=embedder)
    assert embedder.embedded.count("休暇\n二十日です。") == 1


async def test_other_sizes_make_other_passages_of_unchanged_files(take):
    await take()
    report = await take(config=DocumentsConfig(target=100, maximum=150))
    assert report.documents == 4


async def test_what_cannot_be_read_is_skipped_with_its_reason(docs, take):
    write(docs / "broken.pdf", pdf("休暇")[:300])
    write(docs / "binary.md", b"\x00\x01")
    os.mkfifo(docs / "pipe.md")
    report = await take(docs, write(docs.parent / "tool.exe", b"MZ"))
    assert report.documents == 4
    skipped = {os.path.basename(path): reason for path, reason in report.skipped}
    assert sorted(skipped) == ["binary.md", "broken.pdf", "pipe.md", "tool.exe"]
    assert "unknown extension" in skipped["tool.exe"]


async def test_a_file_that_broke_keeps_its_stored_version(store, docs, take):
    await take()
    write(docs / "leave.md", b"\x00")
    write(docs / "faq.csv", FAQ + '"')
    report = await take(prune=True)
    assert (len(report.skipped), report.removed, report.unchanged) == (2, 0, 1)
    assert len(await store.hashes()) == 4


async def test_rows_that_left_a_faq_are_removed_and_the_others_stay(store, docs, take):
    await take()
    write(docs / "faq.csv", "faq_id,title,body\nb,半休は,取れます。\nc,慶弔は,五日です。\n")
    report = await take()
    assert (report.documents, report.unchanged, report.removed) == (1, 3, 1)
    assert "docs/faq.csv#a" not in await store.hashes()


async def test_a_faq_that_became_another_table_leaves_no_rows(store, docs, take):
    await take()
    write(docs / "faq.csv", "種別,日数\n年休,20\n")
    assert (await take()).removed == 2
    assert [source for source in await store.hashes() if "faq" in source] == ["docs/faq.csv"]


async def test_files_that_are_gone_are_removed_only_on_request(store, docs, take):
    await take()
    (docs / "leave.md").unlink()
    (docs / "faq.csv").unlink()
    assert (await take()).removed == 0
    assert (await take(prune=True)).removed == 3
    assert list(await store.hashes()) == ["docs/it/vpn.txt"]


async def test_pruning_leaves_other_folders_alone(store, tmp_path, take):
    other = write(tmp_path / "docs2/a.md", "別の本文です。").parent
    await take()
    await take(other)
    (other / "a.md").unlink()
    write(other / "b.md", "残る本文です。")
    assert (await take(prune=True)).removed == 0
    assert (await take(other, prune=True)).removed == 1
    assert len(await store.hashes()) == 5


def test_what_may_lie_in_a_folder_that_cannot_be_opened_is_not_pruned():
    found = Found(files=(), folders=("docs",), unreadable=(("docs/hr", "cannot be opened"),))
    assert _gone(["docs/hr/a.md", "docs/it/a.md", "docs2/a.md"], found) == ["docs/it/a.md"]


async def test_a_path_that_does_not_exist_is_refused_before_anything_is_stored(store, docs, take):
    with pytest.raises(ConfigError, match="gone"):
        await take(docs, docs / "gone")
    assert await store.hashes() == {}


async def test_a_page_of_html_that_is_closed_and_cannot_be_read_is_withdrawn(store, docs, take):
    write(docs / "pay.html", "<p>給与は月額です。</p>")
    await take()
    nested = "<style>.x{" + "&&&&{" * 10 + "color:red" + "}" * 11 + "</style>"
    write(docs / "pay.html", f'<meta name="groups" content="hr">{nested}<p class=x>給与は年額です。</p>')
    report = await take()
    assert "withdrawn" in report.skipped[0][1]
    assert "docs/pay.html" not in await store.hashes()


async def test_what_is_stored_or_removed_while_it_is_read_is_left_as_it_is(store, docs, take):
    await take()
    write(docs / "leave.md", "# 休暇\n\n二十五日です。")
    write(docs / "it/vpn.txt", "VPNは廃止です。")

    class Slow:
        """Another ingest is through before this one stores."""

        def __getattr__(self, name):
            return getattr(store, name)

        async def put(self, documents, *, over):
            write(docs / "leave.md", "---\ngroups: [hr]\n---\n# 休暇\n\n三十日です。")
            await take()
            await store.remove(["docs/it/vpn.txt"])
            return await store.put(documents, over=over)

    report = await ingest([docs], store=Slow(), embedder=None)
    assert sorted(Path(path).name for path, _ in report.skipped) == ["leave.md", "vpn.txt"]
    assert report.documents == 0
    assert "docs/it/vpn.txt" not in await store.hashes()
    [page] = await store.listed(Filter(groups=frozenset(["hr"]), sources=("docs/leave.md",)))
    assert page.groups == frozenset(["hr"])


@pytest.mark.parametrize("name", ["a.md", "a.txt", "a.html", "a.csv"])
async def test_signs_that_nobody_sees_are_not_stored(store, tmp_path, name):
    tags, selectors = ("".join(chr(start + ord(letter)) for letter in "PAY") for start in (0xE0000, 0xE0100))
    said = f"葛\U000e0100城☀\ufe0f{tags}は{selectors}五\u200b日\U000e0100{selectors}です。"
    write(tmp_path / name, f"質問,回答\n{said},はい\n" if name == "a.csv" else said)
    await ingest([tmp_path / name], store=store, embedder=None)
    [change] = await kept(store)
    passage = change.passage
    assert "葛\U000e0100城☀\ufe0fは五日\U000e0100です。" in f"{passage.document.title} {passage.text}"


async def test_what_is_stored_anew_while_an_older_version_is_read_is_not_removed(store, docs, take):
    await take()
    (docs / "leave.md").unlink()
    write(docs / "faq.csv", "faq_id,title,body\na,休暇は,三十日です。\n")

    class Slow:
        """Another ingest, of what is there again, is through before this one removes what was not."""

        def __getattr__(self, name):
            return getattr(store, name)

        async def remove(self, sources, *, over):
            write(docs / "leave.md", "# 休暇\n\n二十五日です。")
            write(docs / "faq.csv", FAQ.replace("取れます", "取れません"))
            await take()
            return await store.remove(sources, over=over)

    report = await ingest([docs], store=Slow(), embedder=None, prune=True)
    assert report.removed == 0
    assert {"docs/faq.csv#b", "docs/leave.md"} <= set(await store.hashes())


async def test_progress_is_told_only_of_what_the_store_holds(store, docs):
    said, held = [], []

    class Watched:
        def __getattr__(self, name):
            return getattr(store, name)

        async def put(self, documents, *, over):
            left = await store.put(documents, over=over)
            held.extend(document.source.partition("#")[0] for document in documents)
            return left

    def on_progress(file):
        assert file.source in held
        said.append((file.source, file.outcome, file.done, file.total))

    await ingest([docs], store=Watched(), embedder=None, on_progress=on_progress)
    assert said == [
        ("docs/faq.csv", "stored", 1, 3),
        ("docs/it/vpn.txt", "stored", 2, 3),
        ("docs/leave.md", "stored", 3, 3),
    ]


async def test_an_interruption_loses_only_the_batch_at_hand(store, docs, take):
    for number in range(20):
        write(docs / f"many/{number:02}.md", f"# 頁{number}\n\n" + ("毒です。" if number == 12 else "本文です。"))
    said = []
    config = DocumentsConfig(batch_passages=4)
    with pytest.raises(BackendUnavailable):
        await take(embedder=Embedder(poison="毒"), config=config, on_progress=lambda file: said.append(file.source))
    stored = await store.hashes()
    assert 4 < len(stored) < 24
    assert all(source in stored for source in said if "faq" not in source)
    assert len(stored) >= 4 + 12 - 2 * config.batch_passages
    report = await take(embedder=Embedder(), config=config)
    assert report.documents == 24 - len(stored)
    assert len(await store.hashes()) == 24


async def test_documents_stored_without_vectors_get_them_when_there_is_an_embedder(store, docs, take):
    await take(docs / "leave.md", embedder=Embedder())
    await take()
    assert (await take()).unchanged == 4
    assert (await take(embedder=Embedder())).documents == 3
    assert all(change.vector is not None for change in await kept(store))


async def test_an_ingest_without_embedder_takes_no_vector_away(store, take):
    await take(embedder=Embedder())
    assert (await take()).unchanged == 4
    await take(config=DocumentsConfig(target=300))
    assert all(change.vector is not None for change in await kept(store))
    assert (await take(embedder=Embedder(), config=DocumentsConfig(target=300))).unchanged == 4


async def test_another_embedding_model_is_refused_before_anything_is_read(take):
    await take(embedder=Embedder())
    with pytest.raises(EmbeddingMismatch):
        await take(embedder=Embedder(dimension=16))


async def test_two_ingests_at_once_end_like_one(store, docs, take):
    for number in range(30):
        write(docs / f"many/{number:02}.md", f"# 頁{number}\n\n本文です。")
    config = DocumentsConfig(batch_passages=3)
    await asyncio.gather(*(take(embedder=Embedder(), config=config, prune=True) for _ in range(2)))
    found = await kept(store)
    assert len(found) == len({change.passage.document.source for change in found}) == 34
    assert (await take(embedder=Embedder(), config=config)).unchanged == 34


async def test_a_vector_stays_with_its_text(store, take):
    await take(embedder=Embedder())
    for change in await kept(store):
        expected = await Embedder().embed_passages([change.passage.in_context])
        assert np.allclose(change.vector, expected[0])


async def test_a_page_of_which_it_cannot_be_told_any_more_who_may_read_it_is_withdrawn(store, take, docs):
    await take()
    write(docs / "leave.md", "---\ngroups: [hr\n---\n# 休暇\n\n二十日です。\n")
    write(docs / "it/vpn.txt", "\x00\x01")
    report = await take()
    assert [path.rpartition("/")[2] for path, _ in report.skipped] == ["vpn.txt", "leave.md"]
    assert report.removed == 1
    assert sorted(await store.hashes()) == ["docs/faq.csv#a", "docs/faq.csv#b", "docs/it/vpn.txt"]
    assert "withdrawn" in dict(report.skipped)[str(docs / "leave.md")]
    assert "withdrawn" not in dict(report.skipped)[str(docs / "it/vpn.txt")]


@pytest.mark.parametrize(
    "changed",
    [
        b"---\ngroups: [board]\napplies_to: [all]\n---\n# a\n\nb",
        b"---\ngroups: [board]\n---\n# a\n\nb\x00c",
        b"---\ngruops: [board]\n---\n# a\n\nb\x00c",
        "---\n閲覧グループ: [役員]\n---\n# 休暇\0".encode("cp932"),
        "---\n閲覧グループ: [役員]\n---\n# 休暇\0".encode("utf-16"),
        "---\n可见范围: [board]\n---\n# 休假\0".encode("gb18030"),
        b"---\ngroups: [board]\n---\n# a\n\n" + b"b " * 400,
        "# 休暇\n\n■公開範囲：役員\n\n\0".encode(),
        b":groups: board\n\n# a\n\nb\x00c",
        b"<!-- groups: board -->\n# a\n\nb\x00c",
    ],
)
async def test_what_cannot_be_read_is_withdrawn_when_it_seems_to_name_readers(store, take, docs, changed):
    """The stored version is for everyone, and the new one may not be."""
    await take()
    write(docs / "leave.md", changed)
    report = await take(config=DocumentsConfig(max_characters=500))
    [(_, reason)] = report.skipped
    assert "withdrawn" in reason
    assert "docs/leave.md" not in await store.hashes()


@pytest.mark.parametrize(
    "broken", ['groups\na,"休暇は,二十日です。,hr', "groups\na,休暇は,二十日です。,hr\na,半休は,取れます。,"]
)
async def test_a_faq_that_broke_with_a_column_of_readers_is_withdrawn(take, docs, broken):
    await take()
    write(docs / "faq.csv", f"faq_id,title,body,{broken}")
    assert (await take()).removed == 2


@pytest.mark.parametrize("broken", [b"%PDF-1.7 groups: [board]", b"# a\n\nThere are groups here.\x00", b"a" * 600])
async def test_what_broke_without_a_word_of_readers_keeps_its_stored_version(store, take, docs, broken):
    source = docs / ("plan.pdf" if broken.startswith(b"%PDF") else "plan.md")
    write(source, pdf("Plan") if source.suffix == ".pdf" else "# Plan\n\nA plan.\n")
    await take()
    write(source, broken)
    report = await take(config=DocumentsConfig(max_characters=500))
    assert (len(report.skipped), report.removed) == (1, 0)
    assert f"docs/{source.name}" in await store.hashes()


def one_line(said: str, encrypt: StandardEncryption | None = None) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pageCompression=0, encrypt=encrypt)
    canvas.drawString(72, 700, said)
    canvas.save()
    return stream.getvalue()


FOR_ALL_TO_READ = one_line("Travel costs are paid.", StandardEncryption("", ownerPassword="owner"))
ABOUT_PASSWORDS = one_line("The key /Encrypt says that a PDF has a password.")
PAGE = (
    "<!doctype html><html><head><title>t</title><style>p{top:0}</style></head><body><p>実費を払う。</p></body></html>"
)


@pytest.mark.parametrize(
    ("name", "written", "cut"),
    [
        ("a.pdf", FOR_ALL_TO_READ, 20),
        ("a.pdf", FOR_ALL_TO_READ, 200),
        ("a.pdf", ABOUT_PASSWORDS, 150),
        *(("a.html", PAGE.encode(), len(PAGE.encode()) - kept) for kept in (20, 34, 60, 73, 83)),
    ],
)
async def test_what_is_half_written_keeps_its_stored_version(store, take, docs, name, written, cut):
    page = write(docs / name, written)
    await take(page)
    before = await store.hashes()
    assert f"docs/{name}" in before
    write(page, written[:-cut])
    report = await take(page)
    assert (len(report.skipped), report.removed) == (1, 0)
    assert await store.hashes() == before


@pytest.mark.parametrize(
    "head", ['<script>var a="<body>";</script><ti', "<!-- styles for <body> --><link rel=x", "<title>t</title><body>"]
)
async def test_a_page_that_is_cut_before_any_text_keeps_its_stored_version(store, take, docs, head):
    page = write(docs / "a.html", PAGE)
    await take(page)
    write(page, f"<!doctype html><html><head>{head}")
    assert (await take(page)).removed == 0
    assert "docs/a.html" in await store.hashes()


@pytest.mark.parametrize(
    "head",
    ['<meta name="groups" content="hr"><title>t</title>', "<title>&#20844;&#38283;&#31684;&#22258;：人事部</title>"],
)
async def test_a_half_written_page_that_names_readers_is_withdrawn(store, take, docs, head):
    page = write(docs / "a.html", PAGE)
    await take(page)
    write(page, f"<!doctype html><html><head>{head}")
    assert "withdrawn" in (await take(page)).skipped[0][1]
    assert "docs/a.html" not in await store.hashes()


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("faq.csv", "faq_id,title,body,category\na,休暇は何日ですか IMAGE,5日です。,休み IMAGE\n"),
        ("head.md", "---\ntitle: 'a IMAGE'\nowner: '人事 IMAGE'\ncontact: 'IMAGE x'\n"
         "applies_to: {勤務地: '大阪 IMAGE'}\n---\n本文\n"),
        ("heading.md", "# 休暇 IMAGE\n\n## 日数 ESCAPED\n\n5日です。\n"),
        ("page.html", "<html><head><title>ESCAPED IMAGE</title></head>"
         "<body><h1>a ESCAPED</h1><p>5日です。</p></body></html>"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("image", ['![x](https://evil.example/p.png "t")', "<img src=//evil.example/p>", "![x][r]"])
async def test_nothing_that_is_shown_of_a_page_is_an_image(take, store, tmp_path, name, written, image):
    escaped = image.replace("![", "!\\[").replace("]", "\\]").replace("<", "&lt;")
    write(tmp_path / "given" / name, written.replace("IMAGE", image).replace("ESCAPED", escaped))
    await take(tmp_path / "given")
    seen = 0
    async for batch in store.changes(0):
        for change in batch:
            page = change.passage.document
            shown = repr((page.title, page.owner, page.contact, page.applies_to, change.passage.section))
            assert not re.search(r"!\[|<img", shown, re.IGNORECASE)
            seen += 1
    assert seen


@pytest.mark.parametrize("name", ["leave.md", "leave.html", "leave.csv"])
async def test_a_page_that_grew_too_large_and_closed_is_withdrawn(store, take, docs, name):
    page = write(docs / name, "title,body\n休暇,二十日です。\n" if name.endswith("csv") else "休暇は二十日です。\n")
    await take(page)
    assert await store.hashes()
    closed = "title,body,groups\n休暇,二十日です。,hr\n" if name.endswith("csv") else "---\ngroups: [hr]\n---\n"
    write(page, closed + "休暇は二十日です。\n" * 100)
    report = await take(page, config=DocumentsConfig(max_bytes=1_000))
    assert "bytes" in report.skipped[0][1]
    assert "withdrawn" in report.skipped[0][1]
    assert not await store.hashes()


async def test_a_page_that_grew_too_large_and_names_no_readers_stays_as_it_was(store, take, docs):
    await take(docs / "leave.md")
    stored = await store.hashes()
    write(docs / "leave.md", "休暇は二十日です。\n" * 100)
    report = await take(docs / "leave.md", config=DocumentsConfig(max_bytes=1_000))
    assert "withdrawn" not in report.skipped[0][1]
    assert await store.hashes() == stored


@pytest.mark.parametrize("name", ["faq.csv#a", "faq.csv#x.md", "FAQ.TSV#1.md", "faq.csv#b/c.md"])
async def test_a_file_named_as_a_row_of_a_faq_is_left_out(store, docs, take, name):
    write(docs / "faq.csv", "faq_id,title,body,groups\na,休暇は,20日です。,hr\nx.md,半休は,取れます。,hr\n")
    await take()
    stored = await store.hashes()
    write(docs / name, "# 休暇は\n\nありません。\n")
    for given in (docs, docs / name):
        report = await take(given)
        assert await store.hashes() == stored
        assert not name.endswith(".md") or "row" in report.skipped[0][1]


async def test_a_file_named_as_a_part_of_another_that_is_no_table_stays(store, docs, take):
    write(docs / "leave.md#2.md", "---\ngroups: [hr]\n---\n# 半休\n\n取れます。\n")
    await take()
    stored = await store.hashes()
    assert "docs/leave.md#2.md" in stored
    report = await take(docs / "leave.md")
    assert (report.removed, await store.hashes()) == (0, stored)


@pytest.mark.parametrize("suffix", ["md", "csv"])
async def test_what_was_stored_under_a_name_that_two_files_have_now_is_withdrawn(store, docs, take, suffix):
    page = FAQ if suffix == "csv" else "# 休暇\n\n二十日です。\n"
    write(docs / normalize("NFC", f"ガイド.{suffix}"), page)
    await take()
    write(docs / normalize("NFD", f"ガイド.{suffix}"), page.replace("二十日", "三十日"))
    write(docs / "leave.md", "# 休暇\n\n二十五日です。\n")
    report = await take()
    assert not any("ガイド" in name for name in await store.hashes())
    assert ["ガイド" in name for name, _ in report.skipped] == [True]
    assert report.documents == 1
    (docs / normalize("NFD", f"ガイド.{suffix}")).unlink()
    await take()
    assert any("ガイド" in name for name in await store.hashes())


@pytest.mark.parametrize("written", ["NFC", "NFD"])
@pytest.mark.parametrize("asked", ["NFC", "NFD"])
@pytest.mark.parametrize("name", ["a.md", "a.html", "a.csv"])
async def test_a_group_is_the_same_however_its_letters_are_composed(store, take, docs, written, asked, name):
    group, reader = (normalize(form, "デジタル部") for form in (written, asked))
    page = {
        "a.md": f"---\ngroups: [{group}]\n---\n二十日です。\n",
        "a.html": f"<meta name=groups content={group}><p>二十日です。</p>",
        "a.csv": f"title,body,groups\n休暇,二十日です。,{group}\n",
    }[name]
    await take(write(docs / name, page))
    for groups, seen in (({reader}, 1), (set(), 0), ({"テシタル部"}, 0)):
        assert len(await store.listed(Filter(groups=frozenset(groups)))) == seen
        assert (await store.overview(frozenset(groups))).documents == seen


def with_a_password(name: str) -> bytes:
    if name.endswith("pdf"):
        return pdf("経費は月末までに申請します。", password="secret")
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(512) + "EncryptedPackage".encode("utf-16-le")


async def test_a_pdf_with_a_password_is_withdrawn_also_where_its_end_is_missing(store, docs, take):
    page = write(docs / "pay.pdf", pdf("給与は月額です。"))
    await take(page)
    write(page, with_a_password("pay.pdf")[:-20])
    assert "is encrypted" in (await take(page)).skipped[0][1]
    assert not await store.hashes()


@pytest.mark.parametrize("name", ["pay.docx", "pay.xlsx", "pay.pdf"])
async def test_what_got_a_password_is_withdrawn(store, docs, take, name):
    """Nobody can tell any more who may read it."""
    said = "給与は月額です。"
    before = {"docx": paragraphs(said), "xlsx": sheet([[said]]), "pdf": pdf(said)}
    page = write(docs / name, before[name.rpartition(".")[2]])
    await take()
    write(page, with_a_password(name))
    report = await take()
    [(_, reason)] = report.skipped
    assert "is encrypted" in reason
    assert "withdrawn" in reason
    assert f"docs/{name}" not in await store.hashes()


async def test_what_got_a_password_and_is_too_large_is_withdrawn(store, docs, take):
    page = write(docs / "pay.docx", paragraphs("給与は月額です。"))
    await take(page)
    write(page, with_a_password("pay.docx"))
    report = await take(page, config=DocumentsConfig(max_bytes=500))
    assert "encrypted" in report.skipped[0][1]
    assert not await store.hashes()


async def test_an_archive_whose_parts_have_a_password_is_withdrawn(store, docs, take):
    page = write(docs / "pay.docx", paragraphs("給与は月額です。"))
    await take(page)
    made = bytearray(archive(**{"word/document.xml": b"<a/>"}))
    made[6] |= 1
    made[made.index(b"PK\1\2") + 8] |= 1
    write(page, bytes(made))
    assert "is encrypted" in (await take(page)).skipped[0][1]
    assert not await store.hashes()


@pytest.mark.parametrize(
    ("name", "full", "empty"),
    [
        ("a.md", "# 休暇\n\n二十日です。\n", ""),
        ("a.md", "# 休暇\n\n二十日です。\n", " \n\n"),
        ("a.md", "# 休暇\n\n二十日です。\n", "---\nowner: 人事部\n---\n"),
        ("a.md", "---\ngroups: hr\n---\n# 休暇\n\n二十日です。\n", "---\ngroups: hr\n---\n"),
        ("a.md", "# 休暇\n\n二十日です。\n", "<!-- 二十日です。 -->\n"),
        ("a.txt", "二十日です。\n", "\ufeff"),
        ("a.html", "<body>二十日です。</body></html>", "<body hidden>二十日です。</body></html>"),
        ("a.html", "<!doctype html><p>二十日です。</html>", "<!doctype html><p hidden>二十日です。</html>"),
        ("a.html", "<body>二十日です。</body></html>", "<!doctype html><html><head><title>休暇</title></head></html>"),
        ("a.csv", FAQ, "faq_id,title,body\n"),
        ("a.csv", FAQ, ",,\n"),
        ("a.docx", paragraphs("二十日です。"), paragraphs("")),
        ("a.xlsx", sheet([["休暇", "二十日"]]), sheet([])),
        ("a.pdf", pdf("二十日です。"), ""),
    ],
)
@pytest.mark.parametrize("prune", [False, True])
async def test_what_holds_no_text_any_more_is_found_no_more(store, docs, take, name, full, empty, prune):
    page = write(docs / name, full)
    before = await store.hashes()
    await take(page)
    write(page, empty)
    report = await take(page, prune=prune)
    [(_, reason)] = report.skipped
    assert reason.endswith("its text of before is taken out")
    assert report.removed >= 1
    assert await store.hashes() == before
    assert not (await take(page)).skipped[0][1].endswith("taken out")
    write(page, full)
    assert (await take(page)).documents >= 1


async def test_a_scan_in_place_of_a_page_keeps_its_stored_version(store, docs, take):
    page = write(docs / "a.pdf", pdf("二十日です。"))
    await take(page)
    write(page, pdf(""))
    assert "OCR" in (await take(page)).skipped[0][1]
    assert list(await store.hashes()) == ["docs/a.pdf"]


async def test_what_is_stored_while_an_empty_file_is_read_stays(store, docs, take):
    await take()
    write(docs / "leave.md", "")

    class Slow:
        """Another ingest is through before this one takes out what is empty."""

        def __getattr__(self, name):
            return getattr(store, name)

        async def remove(self, sources, *, over):
            write(docs / "leave.md", "# 休暇\n\n三十日です。")
            await take()
            return await store.remove(sources, over=over)

    report = await ingest([docs], store=Slow(), embedder=None)
    assert [reason for _, reason in report.skipped] == ["is empty"]
    assert "docs/leave.md" in await store.hashes()


@pytest.mark.parametrize(("first", "second"), [("hr", ""), ("", "hr")])
async def test_rows_for_everyone_beside_rows_for_a_few_are_told(docs, take, first, second):
    """Of cells that are merged in Excel a CSV file has one that is filled, and empty ones."""
    faq = f"faq_id,title,body,groups\na,休暇は,二十日です。,{first}\nb,半休は,取れます。,{second}\n"
    write(docs / "faq.csv", faq)
    told = f"names readers for 1 of 2 rows; the others are for everyone (the first is {'b' if first else 'a'!r})"
    assert (await take()).open_rows == (("docs/faq.csv", told),)
    assert (await take()).open_rows == ()
    write(docs / "faq.csv", faq.replace("二十日", "三十日"))
    assert (await take()).open_rows == (("docs/faq.csv", told),)


@pytest.mark.parametrize("groups", ["", "hr"])
async def test_rows_that_are_all_for_the_same_are_not_told(docs, take, groups):
    write(docs / "faq.csv", f"faq_id,title,body,groups\na,休暇は,二十日です。,{groups}\nb,半休は,取れます。,{groups}\n")
    assert (await take()).open_rows == ()


async def test_what_of_a_table_is_torn_or_unknown_is_told(docs, take):
    workbook = openpyxl.Workbook()
    workbook.active.title = "式"
    for row in (["基本", 1000], ["合計", "=SUM(B1:B1)"], ["様式", '=HYPERLINK("https://example.jp","申請書")']):
        workbook.active.append(row)
    workbook.save(docs / "a.xlsx")
    write(docs / "b.csv", '料金表,\n品名,単価\nA,900\nB,1,000\nC,"1,100",\n')
    wider = "has rows with more cells than columns (1, the first where 'B' begins): quote what holds ','"
    assert (await take()).notices == (
        ("docs/a.xlsx", "holds formulas without a value (1, the first in 式!B2): save it in Excel"),
        ("docs/b.csv", wider),
    )
    assert (await take()).notices == ()
