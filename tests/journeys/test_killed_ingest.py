"""`kill -9` during an ingest loses nothing that was done, and the next run goes on from there."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from yorisoi.backends.store import open_store

FILES, KILLS, SEED = 30, 6, 20
TOPICS = ("休暇", "経費", "出張", "会議室", "駐輪場", "名刺")


def _write_pages(folder: Path) -> None:
    folder.mkdir()
    for number in range(FILES):
        topic = TOPICS[number % len(TOPICS)]
        sections = "\n\n".join(
            f"## {topic}の決まり{part}\n\n" + f"{topic}については第{number}部署の規程{part}に従います。" * 12
            for part in range(12)
        )
        (folder / f"page{number:02}.md").write_text(f"# {topic} 第{number}部署\n\n{sections}\n", encoding="utf-8")


async def _contents(home: Path) -> tuple[dict[str, list[tuple[int, str]]], int]:
    """Passages by source, and how many lines the change log has about them."""
    pages: dict[str, list[tuple[int, str]]] = {}
    lines = 0
    async with open_store(home) as store:
        async for batch in store.documents.changes(0):
            for change in batch:
                if change.passage:
                    lines += 1
                    page = pages.setdefault(change.passage.document.source, [])
                    page.append((change.passage.position, change.passage.text))
        overview = await store.documents.overview(None)
    assert overview.documents == len(pages)
    assert overview.passages == lines
    return {source: sorted(passages) for source, passages in pages.items()}, lines


def _stored(home: Path) -> int:
    """Documents in the store of a process that is at work."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{home / 'yorisoi.db'}?mode=ro", uri=True)) as database:
            return int(database.execute("select count(*) from documents").fetchone()[0])
    except sqlite3.OperationalError:  # not there yet, or busy
        return 0


@pytest.mark.slow
async def test_an_ingest_that_is_killed_again_and_again_ends_like_one_that_was_not(
    yorisoi: Any, tmp_path: Path
) -> None:
    folder, clean, killed = tmp_path / "pages", tmp_path / "clean", tmp_path / "killed"
    _write_pages(folder)
    words = ("ingest", folder, "--embedding", "none", "--json", "--home")
    assert yorisoi(*words, clean).json["documents"] == FILES

    dice, kills, seen = random.Random(SEED), 0, []
    for _ in range(KILLS):
        process = yorisoi.start(*words, killed, YORISOI_DOCUMENTS__BATCH_PASSAGES="4")  # many transactions
        while process.poll() is None and _stored(killed) <= len(seen):  # noqa: ASYNC110 another process is watched
            await asyncio.sleep(0.005)
        await asyncio.sleep(dice.uniform(0, 0.08))
        if process.poll() is None:
            process.kill()
            kills += 1
        process.wait()
        stored = (await _contents(killed))[0] if (killed / "yorisoi.db").exists() else {}
        assert set(seen) <= set(stored), "what was stored before a kill is still there"
        seen = list(stored)
    assert kills > 1, "some of them while it was storing"

    report = yorisoi(*words, killed).json
    assert report["documents"] + report["unchanged"] == FILES
    assert report["skipped"] == []
    wanted, _ = await _contents(clean)
    got, _ = await _contents(killed)
    assert got == wanted
    for source, passages in got.items():
        assert [position for position, _ in passages] == list(range(len(passages))), source

    again = yorisoi(*words, killed).json
    assert (again["documents"], again["unchanged"]) == (0, FILES)
    search = ("search", "駐輪場の決まり", "--embedding", "none", "--json", "--limit", "20", "--home")
    hits = yorisoi(*search, killed).json["hits"]
    assert hits
    assert all("駐輪場" in hit["title"] for hit in hits)
    assert len({hit["passage_id"] for hit in hits}) == len(hits)
    # Twelve passages a page rank alike, and ids differ between the two stores: the pages' theme is what must agree.
    assert len(hits) == len(yorisoi(*search, clean).json["hits"])
