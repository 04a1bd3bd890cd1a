"""Which files are taken, and by what name."""

import os
from unicodedata import normalize

import pytest
from document_files import write

from yorisoi.documents.sources import walk
from yorisoi.errors import ConfigError


def names(*paths) -> list[str]:
    return [file.source for file in walk(paths).files]


@pytest.fixture
def docs(tmp_path):
    for name in ("b.md", "a/b.txt", "a/c.PDF", ".git/x.md", ".hidden.md", "node_modules/x.md", "~$lock.docx", "x.exe"):
        write(tmp_path / "docs" / name, "本文です。")
    return tmp_path / "docs"


def test_a_folder_is_taken_in_order_without_what_is_hidden_or_unknown(docs):
    assert names(docs) == ["docs/a/b.txt", "docs/a/c.PDF", "docs/b.md"]


def test_names_are_the_same_from_every_working_directory(docs, monkeypatch):
    expected = names(docs)
    monkeypatch.chdir(docs)
    assert names(".") == expected
    assert names("../docs/") == expected
    monkeypatch.chdir(docs.parent)
    assert names("docs") == expected


def test_a_file_is_named_as_if_its_folder_had_been_given(docs, monkeypatch):
    assert names(docs / "b.md") == ["docs/b.md"]
    monkeypatch.chdir(docs)
    assert names("b.md", "a/b.txt") == ["a/b.txt", "docs/b.md"]


def test_a_file_given_by_itself_is_taken_whatever_it_is(docs):
    assert names(docs / "x.exe", docs / ".hidden.md") == ["docs/.hidden.md", "docs/x.exe"]


def test_a_file_given_twice_is_taken_once(docs):
    assert names(docs, docs, docs / "b.md") == names(docs)


def test_two_files_of_one_name_are_refused_by_name(tmp_path):
    first, second = (write(tmp_path / each / "docs/a.md", "本文").parent for each in ("一", "二"))
    with pytest.raises(ConfigError, match=r"docs/a\.md"):
        walk([first, second])


def test_a_path_that_does_not_exist_is_refused_by_name(tmp_path):
    with pytest.raises(ConfigError, match=r"no such file or folder: .*gone"):
        walk([tmp_path / "gone"])


def test_links_to_folders_are_not_followed_and_circles_do_no_harm(docs):
    (docs / "a/up").symlink_to(docs)
    (docs / "loop.md").symlink_to(docs / "loop.md")
    assert names(docs) == ["docs/a/b.txt", "docs/a/c.PDF", "docs/b.md", "docs/loop.md"]


def test_names_are_in_one_unicode_form(tmp_path):
    decomposed = normalize("NFD", "ガイド.md")
    write(tmp_path / "docs" / decomposed, "本文です。")
    assert names(tmp_path / "docs") == ["docs/ガイド.md"]


def test_a_name_that_is_not_text_can_still_be_named(tmp_path):
    (tmp_path / "docs").mkdir()
    path = os.fsencode(tmp_path / "docs") + b"/\xff.md"
    with open(path, "wb") as file:
        file.write("本文です。".encode())
    assert names(tmp_path / "docs") == ["docs/\\xff.md"]


TWINS = [
    tuple(normalize(form, "ガイド.md").encode() for form in ("NFC", "NFD")),
    (b"a\xff.md", rb"a\xff.md"),
    tuple(normalize(form, "ガ/a.md").encode() for form in ("NFC", "NFD")),
]


@pytest.mark.parametrize("twins", TWINS)
def test_two_names_that_become_one_are_left_out_and_the_folder_goes_on(docs, twins):
    for name in twins:
        write(docs / os.fsdecode(name), "本文です。")
    found = walk([docs])
    assert [file.source for file in found.files] == ["docs/a/b.txt", "docs/a/c.PDF", "docs/b.md"]
    ((name, reason),) = found.left_out
    assert found.unclear == (name,)
    assert "several files" in reason


def test_of_two_files_of_one_name_the_one_that_is_given_by_itself_is_taken_and_two_are_refused(docs):
    twins = [write(docs / normalize(form, "ガイド.md"), "本文です。") for form in ("NFC", "NFD")]
    found = walk([docs, twins[1]])
    assert twins[1] in [file.path for file in found.files]
    assert found.unclear == ()
    with pytest.raises(ConfigError, match=r"docs/ガイド\.md"):
        walk(twins)


def test_a_link_to_a_file_under_another_form_of_its_name_is_that_file(docs):
    composed, decomposed = (normalize(form, "ガイド.md") for form in ("NFC", "NFD"))
    write(docs / composed, "本文です。")
    (docs / decomposed).symlink_to(docs / composed)
    assert "docs/ガイド.md" in names(docs)


@pytest.mark.parametrize(
    "name",
    [
        *("a\nb.md", "a\x1b[2J.md", "![x](https:evil.example).md", "<img src=x>.md", "a\u2028b.md"),
        *(
            "kyuuyo\u202efdp.md",
            "a\u2066b.md",
            "a\u200eb.md",
            "a\u200bb.md",
            "a\ufeff.md",
            "休\u200d暇.md",
            "a\U000e0041.md",
        ),
    ],
)
def test_a_name_that_cannot_be_told_as_it_is_is_left_out_and_the_folder_goes_on(docs, name):
    expected = names(docs)
    file = write(docs / name, "本文です。")
    for given in ([docs], [docs, file]):
        found = walk(given)
        assert [each.source for each in found.files] == expected
        assert found.unclear == (f"docs/{name}",)
        assert dict(found.left_out)[f"docs/{name}"].endswith("rename it")


@pytest.mark.parametrize("name", ["می\u200cخواهم.md", "👩\u200d💻.md", "❤\ufe0f.md", "葛\U000e0100城.md", "مرخصی.md"])
def test_what_is_unseen_by_itself_and_seen_in_its_word_is_kept(docs, name):
    write(docs / name, "本文です。")
    assert f"docs/{name}" in names(docs)
