"""Is anything lost that was acknowledged, when processes are killed?

    python benchmarks/kills.py --count 100 [--minutes 30] [--seed 1] [--only ingest chat record erase import train]

Each round begins one of the commands on a home that lasts, waits until it has stored something or for a random time,
and sends SIGKILL.  Then the store must be sound (`PRAGMA integrity_check`), and hold what was acknowledged before:

    ingest   documents that were stored stay; a page is whole or not there
    chat     turns that were answered stay, question and reply together
    record   utterances that were recorded stay
    erase    words whose erasure was reported are in no file of the home
    import   a file of triples is there whole or not at all
    train    the graph that was trained before can be read

At the end `yorisoi doctor` must find nothing wrong.
"""

import argparse
import contextlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

COMMAND = [sys.executable, "-c", "from yorisoi.cli.main import main; main()"]
WITHOUT = ("--chat", "none", "--embedding", "none")
PAGES, TRIPLES, LONGEST_S = 40, 4_000, 60.0


class Home:
    """A home, and what was acknowledged to be in it."""

    def __init__(self, folder: Path, dice: random.Random) -> None:
        self.folder, self.dice = folder, dice
        self.home = folder / "home"
        self.documents: set[str] = set()
        self.turns: set[str] = set()
        self.recorded: set[str] = set()
        self.gone: set[str] = set()
        self.round = 0
        self.usual_s = 4.0
        """Of a command that shows nothing on its way, so that it is killed at any point of it."""
        self.pages = folder / "pages"
        self.pages.mkdir()
        self.triples = folder / "triples.tsv"
        self.triples.write_text("".join(f"h{n}\tr{n % 7}\tt{n % 900}\n" for n in range(TRIPLES)), encoding="utf-8")

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        env = {**os.environ, "PYTHONUTF8": "1", "YORISOI_DOCUMENTS__BATCH_PASSAGES": "4"}
        given = [*COMMAND, *words, "--home", str(self.home)]
        return subprocess.Popen(given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env)

    def killed(self, *words: str, until: Callable[[], bool] | None = None) -> tuple[bool, bytes]:
        """(Whether it was killed before its end, what it had printed): a moment after `until`, or at any time."""
        process = self.start(*words)
        began = time.monotonic()
        while until and process.poll() is None and not until() and time.monotonic() < began + LONGEST_S:
            time.sleep(0.005)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(self.dice.uniform(0.0, 0.6) if until else self.dice.uniform(0.2, 1.2) * self.usual_s)
        alive = process.poll() is None
        if not (alive or until):
            self.usual_s = time.monotonic() - began
        process.kill()
        out = process.communicate()[0]
        return alive, out

    def rows(self, query: str, *values: str) -> list[tuple[object, ...]]:
        database = self.home / "yorisoi.db"
        if not database.exists():
            return []
        try:
            with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=30)) as opened:
                return list(opened.execute(query, values))
        except sqlite3.OperationalError:  # not made yet
            return []

    def holds(self, word: str) -> bool:
        files = (file for file in self.home.rglob("*") if file.is_file())
        return any(word.encode() in file.read_bytes() for file in files)

    # ------------------------------------------------------------ rounds

    def ingest(self) -> bool:
        for number in range(PAGES):
            text = f"# 頁{number}\n\n" + f"第{self.round}版の頁{number}の文です。" * 40
            (self.pages / f"p{number}.md").write_text(text, encoding="utf-8")
        before = self.rows("select max(seq) from changes")
        killed, _ = self.killed(
            *("ingest", str(self.pages), "--embedding", "none"),
            until=lambda: self.rows("select max(seq) from changes") != before,
        )
        return killed

    def chat(self) -> bool:
        word = f"合図{self.round:05}"
        said = ("chat", *WITHOUT, "--user", "a", "--session", "s", "-m", f"{word}の頁は何ですか", "--json")
        killed, out = self.killed(*said, until=lambda: self.kept("turns", word))
        if out.strip():
            self.turns.add(word)
        return killed

    def record(self) -> bool:
        word = f"記録{self.round:05}"
        said = ("memory", "record", f"私は{word}が好きです", "--user", "b", "--json")
        killed, out = self.killed(*said, until=lambda: self.kept("episodes", word))
        if out.strip():
            self.recorded.add(word)
        return killed

    def erase(self) -> bool:
        """By the word that stands in no other record; what was half erased when killed is no record any more."""
        if not self.recorded:
            return False
        word = self.dice.choice(sorted(self.recorded))
        [(episode,), *_] = self.rows("select id from episodes where text like ?", f"%{word}%")
        said = ("memory", "erase", f"e{episode}", "--user", "b", "--json")
        killed, out = self.killed(*said, until=lambda: not self.kept("episodes", word))
        if not self.kept("episodes", word):
            self.recorded.discard(word)
        if out.strip():
            self.gone.add(word)
        return killed

    def kept(self, table: str, word: str) -> bool:
        return bool(self.rows(f"select 1 from {table} where text like ?", f"%{word}%"))

    def import_(self) -> bool:
        killed, _ = self.killed("graph", "import", str(self.triples))
        return killed

    def train(self) -> bool:
        killed, _ = self.killed("graph", "train", "--epochs", "3")
        return killed

    # ------------------------------------------------------------ what must hold

    def faults(self) -> list[str]:
        found = [str(row[0]) for row in self.rows("pragma integrity_check") if row[0] != "ok"]
        stored = {str(source) for (source,) in self.rows("select source from documents")}
        found += [f"document lost: {source}" for source in sorted(self.documents - stored)]
        self.documents |= stored
        whole = self.rows(
            "select source from documents d where (select count(*) from passages p where p.document_id = d.id) = 0"
        )
        found += [f"document without passages: {row[0]}" for row in whole]
        turns = self.rows("select text, speaker from turns order by session_number, position")
        texts, speakers = [str(text) for text, _ in turns], [speaker for _, speaker in turns]
        found += [f"turn lost: {word}" for word in self.turns if not any(text.startswith(word) for text in texts)]
        if any(speaker != ("user", "assistant")[at % 2] for at, speaker in enumerate(speakers)):
            found.append("turns do not alternate")
        said = " ".join(str(text) for (text,) in self.rows("select text from episodes"))
        found += [f"record lost: {word}" for word in self.recorded if word not in said]
        found += [f"erased, and still in a file: {word}" for word in self.gone if self.holds(word)]
        triples = len(self.rows("select 1 from triples where relation like 'r%'"))
        if triples not in (0, TRIPLES):
            found.append(f"{triples} of {TRIPLES} triples")
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=24 * 60.0, help="stop after so many, whatever the count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=["ingest", "chat", "record", "erase", "import", "train"])
    given = parser.parse_args()
    dice = random.Random(given.seed)
    killed, ended, faults = Counter[str](), Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder), dice)
        end = time.monotonic() + 60 * given.minutes
        while sum(killed.values()) < given.count and time.monotonic() < end:
            home.round += 1
            name = dice.choice(given.only) if home.round > 1 else "ingest"
            alive = getattr(home, "import_" if name == "import" else name)()
            (killed if alive else ended)[name] += 1
            for fault in home.faults():
                faults.append(f"round {home.round}, {name}: {fault}")
                print(faults[-1], flush=True)
        doctor = home.start("doctor", *WITHOUT)
        doctor.communicate()
    print(json.dumps({"killed": killed, "ended by themselves": ended, "faults": len(faults)}, ensure_ascii=False))
    print(f"acknowledged: {len(home.documents)} documents, {len(home.turns)} turns, {len(home.recorded)} records")
    print(f"erased: {len(home.gone)}; doctor: {doctor.returncode}")
    sys.exit(bool(faults) or doctor.returncode)


if __name__ == "__main__":
    main()
