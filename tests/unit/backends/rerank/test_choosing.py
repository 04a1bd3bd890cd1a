"""Which reranker the settings name."""

from pathlib import Path

import pytest
from tests.tiny_rerankers import encoder

from yorisoi.errors import ConfigError
from yorisoi.settings import load_settings
from yorisoi.wiring import reranker_model


@pytest.fixture(autouse=True)
def _empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("spec", ["none", "coverage", None])
def test_no_model_is_needed_by_default_nor_for_coverage_and_none(spec: str | None) -> None:
    assert reranker_model(load_settings(reranker=spec)) is None


async def test_an_endpoint_takes_its_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("YORISOI_RERANKER", "rerank:BAAI/bge-reranker-v2-m3")
    monkeypatch.setenv("YORISOI_RERANK__BASE_URL", "http://localhost:8000/v1")
    monkeypatch.setenv("YORISOI_RERANK__API_KEY", "sk-secret")
    settings = load_settings()
    model = reranker_model(settings)
    assert model is not None
    assert model.name == "rerank:BAAI/bge-reranker-v2-m3"
    assert "sk-secret" not in repr(settings)
    await model.close()  # type: ignore[attr-defined]


async def test_a_file_is_checked_before_anything_is_asked(tmp_path: Path) -> None:
    path = encoder(tmp_path / "tiny.gguf")
    models = {"models_dir": tmp_path}
    model = reranker_model(load_settings(reranker=f"llama:{path}", llama=models))
    assert model is not None
    assert model.name == "llama:tiny"
    await model.close()  # type: ignore[attr-defined]
    encoder(path, head=False)
    with pytest.raises(ConfigError):  # it has changed, and cannot rerank
        reranker_model(load_settings(reranker=f"llama:{path}", llama=models))


@pytest.mark.parametrize("spec", ["", "auto", "cover", "rerank", "rerank:", "llama:", "openai:gpt", "bge-reranker"])
def test_another_spelling_is_one_line(spec: str) -> None:
    with pytest.raises(ConfigError, match=r"use coverage, none, rerank:MODEL or llama:/path/model\.gguf"):
        reranker_model(load_settings(reranker=spec))


def test_what_a_model_lacks_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"rerank\.base_url"):
        reranker_model(load_settings(reranker="rerank:m"))
    with pytest.raises(ConfigError, match="there is no file"):
        reranker_model(load_settings(reranker="llama:/nowhere/m.gguf"))
    with pytest.raises(ConfigError, match="yorisoi models pull"):
        reranker_model(load_settings(reranker="llama:qwen2.5-coder-0.5b", llama={"models_dir": tmp_path}))
