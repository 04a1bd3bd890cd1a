"""The house is as its pages say: layers, sizes, names, links, examples."""

import doctest
import importlib
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SRC = ROOT / "src"
SOURCES = sorted(SRC.rglob("*.py"))
PAGES = [*sorted(ROOT.glob("README*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "benchmarks" / "README.md"]
MOST_LINES = 500
NO_NAMES = {"utils", "util", "common", "helpers", "helper", "manager", "managers", "misc"}
WITH_EXAMPLES = [path for path in SOURCES if re.search(r"^\s*>>> ", path.read_text(), re.M)]


def test_the_layers_hold() -> None:
    lint = Path(sys.executable).parent / "lint-imports"
    done = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 broken" in done.stdout


def test_no_file_is_too_long() -> None:
    lengths = {str(path.relative_to(SRC)): len(path.read_text().splitlines()) for path in SOURCES}
    assert lengths
    assert {path: lines for path, lines in lengths.items() if lines > MOST_LINES} == {}


def test_files_are_named_after_ideas() -> None:
    names = [(path, part) for path in SOURCES for part in (path.stem, *path.relative_to(SRC).parts[:-1])]
    assert [str(path) for path, part in names if part in NO_NAMES] == []


def test_processes_are_started_and_onnx_runtime_is_imported_in_one_place() -> None:
    """Where it is seen to that neither runs modules of the current folder, or reports to anybody."""
    said = {"sys.executable": "own_python.py", "import onnxruntime": "onnx_runtime.py"}
    elsewhere = [
        f"{path.relative_to(SRC)}: {word}"
        for path in SOURCES
        for word, place in said.items()
        if path.name != place and re.search(rf"{re.escape(word)}(?!}} -m ensurepip)", path.read_text())
    ]
    assert elsewhere == []


@pytest.mark.parametrize("path", [*WITH_EXAMPLES, *PAGES], ids=lambda path: str(path.relative_to(ROOT)))
def test_the_examples_run(path: Path) -> None:
    """The `>>>` examples of docstrings and pages."""
    if path.suffix == ".md":
        failed = doctest.testfile(str(path), module_relative=False, encoding="utf-8").failed
    else:
        module = importlib.import_module(".".join(path.relative_to(SRC).with_suffix("").parts))
        failed = doctest.testmod(module).failed
    assert failed == 0


def test_python_blocks_of_pages_compile() -> None:
    for page in PAGES:
        for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.S):
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                flags = 0x2000  # ast.PyCF_ALLOW_TOP_LEVEL_AWAIT: examples await
                compile(block, str(page), "exec", flags=flags)


def test_links_between_pages_lead_somewhere() -> None:
    broken = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in PAGES
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert broken == []


def test_files_that_the_architecture_names_exist() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"`([a-z_/]+\.py)`", text))
    assert named
    assert sorted(name for name in named if not (SRC / "yorisoi" / name).is_file()) == []


def test_the_layers_that_the_architecture_draws_are_the_ones_kept() -> None:
    def rooms(lines: list[str]) -> list[set[str]]:
        return [{room.removeprefix("yorisoi.") for room in re.findall(r"[a-z_.]+", line)} for line in lines]

    contract = re.search(r"^layers = \[\n(.*?)^\]", (ROOT / "pyproject.toml").read_text(), re.M | re.S)
    drawn = re.search(
        r"^## Layers\n.*?\n\n((?:    [^\n]+\n)+)", (ROOT / "docs" / "architecture.md").read_text(), re.M | re.S
    )
    assert contract
    assert drawn
    without_remarks = [line.strip().split("  ")[0] for line in drawn[1].splitlines()]
    assert rooms(without_remarks) == rooms(contract[1].splitlines())
