"""Files the user brings: pinned, or pinned at first use, and hashed once only."""

import hashlib
import os
from pathlib import Path

import pytest

from yorisoi.backends.chat.weights import default_cache_dir, installed, pull, resolve, verified
from yorisoi.errors import BackendUnavailable, ConfigError


def written(path: Path, content: bytes) -> str:
    path.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


def test_a_pinned_file_is_taken_when_it_is_the_pinned_one(tmp_path: Path) -> None:
    digest = written(tmp_path / "a.gguf", b"weights")
    assert resolve(f"llama:{tmp_path}/a.gguf#sha256={digest}", tmp_path / "cache") == tmp_path / "a.gguf"


def test_a_file_that_is_not_the_pinned_one_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "a.gguf", b"weights")
    with pytest.raises(ConfigError, match="is not the pinned file"):
        resolve(f"llama:{tmp_path}/a.gguf#sha256={'0' * 64}", tmp_path / "cache")


def test_a_file_without_pin_is_pinned_at_first_use(tmp_path: Path) -> None:
    spec = f"llama:{tmp_path}/a.gguf"
    written(tmp_path / "a.gguf", b"weights")
    resolve(spec, tmp_path / "cache")
    changed = written(tmp_path / "a.gguf", b"other weights")
    with pytest.raises(ConfigError, match=f"has changed since it was first used.*#sha256={changed}"):
        resolve(spec, tmp_path / "cache")
    assert resolve(f"{spec}#sha256={changed}", tmp_path / "cache")
    assert resolve(spec, tmp_path / "cache"), "the new pin holds from now on"


def test_a_file_that_was_only_touched_is_still_the_same(tmp_path: Path) -> None:
    written(tmp_path / "a.gguf", b"weights")
    resolve(f"llama:{tmp_path}/a.gguf", tmp_path / "cache")
    os.utime(tmp_path / "a.gguf", (1, 1))
    assert resolve(f"llama:{tmp_path}/a.gguf", tmp_path / "cache")


def test_an_unchanged_file_is_hashed_once_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[Path] = []
    honest = verified.sha256_of
    monkeypatch.setattr(verified, "sha256_of", lambda path: hashed.append(path) or honest(path))
    written(tmp_path / "a.gguf", b"weights")
    for _ in range(3):
        resolve(f"llama:{tmp_path}/a.gguf", tmp_path / "cache")
    assert len(hashed) == 1


def test_a_damaged_memory_is_not_taken_for_an_empty_one(tmp_path: Path) -> None:
    written(tmp_path / "a.gguf", b"weights")
    (tmp_path / "verified.json").write_text("{", encoding="utf-8")
    with pytest.raises(ConfigError, match="is damaged"):
        resolve(f"llama:{tmp_path}/a.gguf", tmp_path)


def test_a_path_without_a_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="there is no file"):
        pull(f"llama:{tmp_path}/none.gguf", tmp_path)


def test_a_model_that_was_not_pulled_says_how_to_get_it(tmp_path: Path) -> None:
    with pytest.raises(BackendUnavailable, match=r"yorisoi models pull qwen2\.5-coder-1\.5b"):
        resolve("llama:qwen2.5-coder-1.5b", tmp_path)


def test_a_swapped_file_under_a_catalogue_name_is_refused(tmp_path: Path) -> None:
    written(tmp_path / "qwen2.5-coder-1.5b.gguf", b"something else")
    with pytest.raises(ConfigError, match="is not the pinned file"):
        resolve("llama:qwen2.5-coder-1.5b", tmp_path)


def test_what_is_installed_is_listed_by_the_name_to_type(tmp_path: Path) -> None:
    assert installed(tmp_path) == []
    written(tmp_path / "qwen2.5-coder-0.5b.gguf", b"12345")
    (tmp_path / "hub/owner/repo").mkdir(parents=True)
    written(tmp_path / "hub/owner/repo/a.gguf", b"1")
    names = [(each.name, each.bytes) for each in installed(tmp_path)]
    assert names == [("qwen2.5-coder-0.5b", 5), ("hub:owner/repo/a.gguf", 1)]


def test_the_cache_directory_follows_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert default_cache_dir() == Path("/somewhere/yorisoi/models")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_cache_dir() == Path.home() / ".cache/yorisoi/models"
