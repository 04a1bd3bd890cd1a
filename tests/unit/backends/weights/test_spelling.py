"""How weights are spelled."""

import os
from pathlib import Path

import pytest

from yorisoi.backends.chat.weights.catalogue import CatalogueEntry, catalogue
from yorisoi.backends.chat.weights.spelling import AtPath, OnHub, display_name, parse
from yorisoi.errors import ConfigError

PIN = "ab" * 32


def test_a_name_of_the_catalogue_is_found_with_and_without_its_provider() -> None:
    entry = parse("llama:qwen2.5-coder-1.5b")
    assert isinstance(entry, CatalogueEntry)
    assert parse("qwen2.5-coder-1.5b") is entry


def test_a_path_may_carry_a_pin() -> None:
    assert parse(f"llama:/models/a.gguf#sha256={PIN.upper()}") == AtPath(path=Path("/models/a.gguf"), sha256=PIN)
    assert parse("a.gguf") == AtPath(path=Path(os.getcwd()) / "a.gguf", sha256=None)


def test_a_hub_file_has_owner_repository_and_file() -> None:
    assert parse("llama:hub:owner/repo/q4/a.gguf") == OnHub(repo="owner/repo", file="q4/a.gguf", sha256=None)


@pytest.mark.parametrize(
    ("spec", "line"),
    [
        ("llama:nonsense", "name one of qwen2.5-coder-1.5b"),
        ("llama:", "name one of"),
        ("llama:/a.gguf#md5=1", "write sha256="),
        ("llama:/a.gguf#sha256=12", "64 hexadecimal digits"),
        ("llama:hub:repo/a.gguf", "hub:OWNER/REPO/FILE.gguf"),
        ("llama:hub:owner/repo/../../../a.gguf", "hub:OWNER/REPO/FILE.gguf"),
        ("llama:hub:owner/repo/a.bin", "hub:OWNER/REPO/FILE.gguf"),
        (f"llama:qwen2.5-coder-1.5b#sha256={PIN}", "leave the pin out"),
    ],
)
def test_a_wrong_spelling_says_what_would_be_right(spec: str, line: str) -> None:
    with pytest.raises(ConfigError, match=line):
        parse(spec)


def test_names_for_traces_hide_folders_and_hashes() -> None:
    assert display_name(f"llama:/home/me/a.gguf#sha256={PIN}") == "llama:a"
    assert display_name("llama:hub:owner/repo/q4/a.gguf") == "llama:a"
    assert display_name("qwen2.5-coder-0.5b") == "llama:qwen2.5-coder-0.5b"


@pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: entry.name)
def test_the_parts_of_every_model_add_up_to_its_size(entry: CatalogueEntry) -> None:
    sizes = [entry.bytes_of(part) for part in range(1, entry.parts + 1)]
    assert sum(sizes) == entry.bytes
    assert min(sizes) > 0
