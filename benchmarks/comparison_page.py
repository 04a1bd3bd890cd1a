"""Does the comparison page scroll smoothly?

    python benchmarks/comparison_page.py ONE.jsonl OTHER.jsonl [--rows 1000]

Two runs of `eval answers` are repeated until they have so many rows, compared by `eval compare`, and the page is opened
in Debian's Chromium (without a graphics card) and scrolled.  Told are the times between frames: a screen shows 60 a
second, so that one frame has 16.7 ms.
"""

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from playwright.sync_api import sync_playwright

SCROLL = """async ([step, frames]) => {
  const times = []; let last = await new Promise(requestAnimationFrame);
  for (let n = 0; n < frames; n++) {
    window.scrollBy(0, step);
    const now = await new Promise(requestAnimationFrame);
    times.push(now - last); last = now;
  }
  return times;
}"""
WAYS = {"wheel": (40, 900), "fast": (160, 900), "scroll bar": (4000, 100)}
"""Pixels a frame, and frames: 40 are 2,400 a second, three screens."""


def many(run: Path, rows: int, target: Path) -> Path:
    """The run with its rows said again under other ids."""
    lines = [json.loads(line) for line in run.read_text("utf-8").splitlines()]
    about, kept = lines[0], [line for line in lines if "id" in line]
    with target.open("w", encoding="utf-8") as file:
        file.write(json.dumps(about) + "\n")
        for at in range(rows):
            file.write(json.dumps({**kept[at % len(kept)], "id": f"{at:04}"}, ensure_ascii=False) + "\n")
        file.write(json.dumps({"report": {}}) + "\n")
    return target


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs=2, type=Path)
    parser.add_argument("--rows", type=int, default=1000)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        names = (Path(folder) / "a.jsonl", Path(folder) / "b.jsonl")
        runs = [many(run, given.rows, target) for run, target in zip(given.runs, names, strict=True)]
        page_file = Path(folder) / "page.html"
        command = [str(Path(sys.executable).with_name("yorisoi")), "eval", "compare", *map(str, runs)]
        command += ["--html", str(page_file), "--sheet", str(Path(folder) / "sheet.xlsx"), "--home", folder]
        subprocess.run(command, check=True, capture_output=True)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(page_file.as_uri())
        opened = page.evaluate("performance.timing.loadEventEnd - performance.timing.navigationStart")
        times = {name: np.array(page.evaluate(SCROLL, list(way))) for name, way in WAYS.items()}
        rows = page.locator("article").count()
        browser.close()
        size = page_file.stat().st_size / 1e6
    print(f"{rows} rows, {size:.1f} MB, opened in {opened} ms")
    for name, of in times.items():
        p50, p95, p99 = np.percentile(of, [50, 95, 99])
        print(f"{name}: {len(of)} frames, median {p50:.1f} ms, 95 % {p95:.1f}, 99 % {p99:.1f}, longest {of.max():.0f}")


if __name__ == "__main__":
    main()
