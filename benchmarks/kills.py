"""Is anything lost that was acknowledged, when processes are killed?

    python benchmarks/kills.py --count 1000 [--minutes 30] [--seed 1] [--only ingest chat ... serve]

Each round begins one of the commands on a home, and sends SIGKILL at one of its writes, any of them (`killed.py`).
Then the store must be sound (`PRAGMA integrity_check`), and hold what was acknowledged before:

    ingest   documents that were stored stay; a page is whole or not there
    chat     turns that were answered stay, question and reply together
    record   utterances that were recorded stay
    erase    words whose erasure was reported are in no file of the home
    import   a file of triples is there whole or not at all
    train    vectors that were trained can be read
    questions  every passage has its questions once it was said so (a fake server writes them)
    migrate  a store of an older version has all its rows, killed while it was brought up to date
    serve    what the server answered stays: turns, records, documents sent, and what it forgot is gone

After every 40 rounds, and at the end, `yorisoi doctor` must find nothing wrong with the home, and another one is begun.
A round whose process ended before the write at which it was to be killed is not counted.
"""

import argparse
import contextlib
import http.client
import json
import os
import random
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"):
    os.environ[_name] = "1"  # a child that is forked has none of its parent's threads
os.environ["YORISOI_DOCUMENTS__BATCH_PASSAGES"] = "4"  # many transactions
os.environ |= {"YORISOI_EMBEDDING": "none", "OPENAI_API_KEY": "any"}

from killed import Ended, Running, get_ready, start  # noqa: E402 after the environment is set
from yorisoi.graph.saved import read  # noqa: E402
from yorisoi.testing.fake_openai import said, serving  # noqa: E402

WITHOUT = ("--chat", "none", "--embedding", "none")
NAMES = ("ingest", "chat", "record", "erase", "import", "train", "questions", "migrate", "serve")
ASKED = json.dumps({"questions": ["なにが書いてあるの", "どの版ですか"]}, ensure_ascii=False)
PAGES, TRIPLES, ROUNDS_A_HOME = 12, 1_500, 40
SENT_S = 20.0
"""Until the server has to answer."""
OLDER = {
    "yorisoi_0015": ("alter table turns drop column drawn_from",),
    "yorisoi_0014": ("alter table turns drop column groups",),
    "yorisoi_0013": ("alter table passages drop column asked", "alter table passages drop column searched_hash"),
    "yorisoi_0012": ("drop table marks", "drop index origins_by_mark", "alter table origins drop column mark"),
    "yorisoi_0008": ("alter table reflections drop column sources",),
    "yorisoi_0007": ("alter table sessions drop column title", "alter table feedback drop column shared"),
    "yorisoi_0006": ("alter table turns drop column pages",),
    "yorisoi_0005": (
        "alter table turns drop column sources",
        "alter table traces drop column sources",
        "alter table traces drop column turn",
    ),
    "yorisoi_0004": ("alter table facts drop column confirmed_by",),
    "yorisoi_0003": ("drop table focus", "drop table triples", "drop table origins"),
}
"""Version -> what the one after it has and it has not."""
TABLES = ("documents", "passages", "turns", "episodes", "facts", "attributes", "traces", "changes")


class Home:
    """A home, and what was acknowledged to be in it."""

    def __init__(self, folder: Path, dice: random.Random, usual: dict[str, int]) -> None:
        folder.mkdir()
        self.folder, self.dice, self.usual = folder, dice, usual
        self.home = folder / "home"
        self.documents, self.turns, self.recorded, self.gone = set[str](), set[str](), set[str](), set[str]()
        self.round = 0
        self.trained = False
        self.pages = folder / "pages"
        self.pages.mkdir()
        self.triples = folder / "triples.tsv"
        self.triples.write_text("".join(f"h{n}\tr{n % 7}\tt{n % 300}\n" for n in range(TRIPLES)), encoding="utf-8")

    def begun(self, name: str, *words: str, home: Path | None = None, kill: bool = True) -> Running:
        """A command under way that will be killed at one of as many writes as it usually makes; the first of its name
        tells how many those are."""
        at = self.dice.randint(1, self.usual[name]) if kill and name in self.usual else None
        return start([*words, "--home", str(home or self.home)], self.folder / "out", self.dice, at)

    def ended(self, name: str, process: Running) -> Ended:
        found = process.wait()
        if not found.killed:
            self.usual[name] = max(2, found.writes)
        return found

    def ran(self, name: str, *words: str, home: Path | None = None) -> Ended:
        return self.ended(name, self.begun(name, *words, home=home))

    def rows(self, query: str, *values: str, home: Path | None = None) -> list[tuple[object, ...]]:
        database = (home or self.home) / "yorisoi.db"
        if not database.exists():
            return []
        try:
            with contextlib.closing(sqlite3.connect(database, timeout=30)) as opened:
                return list(opened.execute(query, values))
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):  # not made yet
                return []
            raise

    def kept(self, table: str, word: str) -> bool:
        return bool(self.rows(f"select 1 from {table} where text like ?", f"%{word}%"))

    def holds(self, word: str) -> bool:
        files = (file for file in self.home.rglob("*") if file.is_file())
        return any(word.encode() in file.read_bytes() for file in files)

    # ------------------------------------------------------------ rounds: whether the process was killed

    def ingest(self) -> bool:
        for number in range(PAGES):
            text = f"# 頁{number}\n\n" + f"第{self.round}版の頁{number}の文です。" * 40
            (self.pages / f"p{number}.md").write_text(text, encoding="utf-8")
        found = self.ran("ingest", "ingest", str(self.pages), "--embedding", "none", "--json")
        if found.out.strip():
            self.documents |= {f"pages/p{number}.md" for number in range(PAGES)}
        return found.killed

    def chat(self) -> bool:
        word = f"合図{self.round:05}"
        said = ("chat", *WITHOUT, "--user", "a", "--session", "s", "-m", f"{word}の頁は何ですか", "--json")
        found = self.ran("chat", *said)
        if found.out.strip():
            self.turns.add(word)
        return found.killed

    def record(self) -> bool:
        word = f"記録{self.round:05}"
        found = self.ran("record", "memory", "record", f"私は{word}が好きです", "--user", "b", "--json")
        if found.out.strip():
            self.recorded.add(word)
        return found.killed

    def erase(self) -> bool:
        """By the word that stands in no other record; what was half erased when killed is no record any more."""
        if not self.recorded:
            return self.record()
        word = self.dice.choice(sorted(self.recorded))
        [(episode,), *_] = self.rows("select id from episodes where text like ?", f"%{word}%")
        found = self.ran("erase", "memory", "erase", f"e{episode}", "--user", "b", "--json")
        self.forgotten(word, told=bool(found.out.strip()))
        return found.killed

    def forgotten(self, word: str, *, told: bool) -> None:
        if told or not self.kept("episodes", word):
            self.recorded.discard(word)
        if told:
            self.gone.add(word)

    def import_(self) -> bool:
        return self.ran("import", "graph", "import", str(self.triples)).killed

    def train(self) -> bool:
        found = self.ran("train", "graph", "train", "--epochs", "2", "--json")
        self.trained |= found.status == 0
        return found.killed

    def questions(self) -> bool:
        found = self.ran("questions", "questions", "--chat", "openai:any", "--json")
        if found.out.strip() and (left := self.rows("select id from passages where asked is null")):
            raise AssertionError(f"{len(left)} passages without questions behind {found.out}")
        return found.killed

    def migrate(self) -> bool:
        """A copy of the home as an older version would have it is opened, killed, and opened again."""
        if not self.rows("select 1 from documents"):
            return False
        old = self.folder / "old"
        shutil.rmtree(old, ignore_errors=True)
        shutil.copytree(self.home, old)
        wanted = self.dice.choice(sorted(OLDER))
        with contextlib.closing(sqlite3.connect(old / "yorisoi.db")) as database:
            for version, changes in OLDER.items():
                for change in changes:
                    database.execute(change)
                if version == wanted:
                    break
            database.execute("update alembic_version set version_num = ?", (wanted,))
            database.commit()
        before = self.counted(old)
        killed = self.ran("migrate", "memory", "list", "--user", "b", "--json", home=old).killed
        self.begun("migrate", "memory", "list", "--user", "b", home=old, kill=False).wait()
        after, version = self.counted(old), self.rows("select version_num from alembic_version", home=old)
        if before != after or version != self.rows("select version_num from alembic_version"):
            raise AssertionError(f"migrated from {wanted}: {before} became {after}, version {version}")
        return killed

    def counted(self, home: Path) -> list[object]:
        return [self.rows(f"select count(*) from {table}", home=home) for table in TABLES]

    def serve(self) -> bool:
        with contextlib.closing(socket.socket()) as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        process = self.begun("serve", "serve", "--port", str(port), *WITHOUT)
        for number in range(12):
            word = f"{self.round:05}番{number:02}"
            if not self.dice.choice((self.said_to, self.told_to, self.sent_to, self.forgotten_by))(port, word):
                break
        return self.ended("serve", process).killed if _is_gone(process) else self._stopped(process)

    def _stopped(self, process: Running) -> bool:
        found = process.stop()
        self.usual["serve"] = max(self.usual.get("serve", 2), found.writes)
        return found.killed

    def said_to(self, port: int, word: str) -> bool:
        said = {"text": f"合図{word}の頁は何ですか", "session": "served"}
        if (answer := _asked(port, "POST", "/api/chat", said)) is not None:
            self.turns.add(f"合図{word}")
        return answer is not None

    def told_to(self, port: int, word: str) -> bool:
        if (answer := _asked(port, "POST", "/api/memory", {"text": f"私は記録{word}が好きです"})) is not None:
            self.recorded.add(f"記録{word}")
        return answer is not None

    def sent_to(self, port: int, word: str) -> bool:
        page = f"# 届{word}\n\n" + f"届いた{word}の文です。" * 30
        body = (
            '--x\r\nContent-Disposition: form-data; name="files"; filename="' + f"{self.round}-{word[-2:]}.md" + '"\r\n'
            f"Content-Type: text/markdown\r\n\r\n{page}\r\n--x--\r\n"
        )
        answer = _asked(port, "POST", "/api/documents", body, {"Content-Type": "multipart/form-data; boundary=x"})
        if answer is not None:
            self.documents.add(f"uploads/{self.round}-{word[-2:]}.md")
        return answer is not None

    def forgotten_by(self, port: int, word: str) -> bool:
        user = "local"
        rows = self.rows("select id, text from episodes where user_id = ? and text like '%記録%'", user)
        if not rows:
            return self.told_to(port, word)
        episode, text = self.dice.choice(rows)
        about = next((each for each in self.recorded if each in str(text)), None)
        answer = _asked(port, "DELETE", f"/api/memory/e{episode}")
        if about:
            self.forgotten(about, told=answer is not None)
        return answer is not None

    # ------------------------------------------------------------ what must hold

    def faults(self) -> Iterator[str]:
        yield from (str(row[0]) for row in self.rows("pragma integrity_check") if row[0] != "ok")
        stored = {str(source) for (source,) in self.rows("select source from documents")}
        yield from (f"document lost: {source}" for source in sorted(self.documents - stored))
        self.documents |= stored
        whole = "select source from documents d where not exists (select 1 from passages p where p.document_id = d.id)"
        yield from (f"document without passages: {source}" for (source,) in self.rows(whole))
        said = " ".join(str(text) for (text,) in self.rows("select text from turns"))
        yield from (f"turn lost: {word}" for word in self.turns if word not in said)
        # Of the other user replies go with the records that they were made of.
        turns = "turns join sessions on number = session_number"
        speakers = [
            speaker for (speaker,) in self.rows(f"select speaker from {turns} where user_id = 'a' order by position")
        ]
        if speakers != ["user", "assistant"] * (len(speakers) // 2):
            yield "turns do not alternate"
        remembered = " ".join(str(text) for (text,) in self.rows("select text from episodes"))
        yield from (f"record lost: {word}" for word in self.recorded if word not in remembered)
        yield from (f"erased, and still in a file: {word}" for word in self.gone if self.holds(word))
        triples = len(self.rows("select 1 from triples where relation like 'r%'"))
        if triples not in (0, TRIPLES):
            yield f"{triples} of {TRIPLES} triples"
        if self.trained:
            for file in (self.home / "graph").glob("*.npz"):
                read(file)

    def examined(self) -> Iterator[str]:
        self.begun("ingest", "ingest", str(self.pages), "--embedding", "none", kill=False).wait()
        found = self.begun("doctor", "doctor", *WITHOUT, kill=False).wait()
        if found.status:
            yield f"doctor: {found.out}"


def _asked(
    port: int, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
) -> bytes | None:
    """What the server answered when it did what it was asked; None: it is gone."""
    sent = body if isinstance(body, str) else json.dumps(body)
    headers = headers or {"Content-Type": "application/json"}
    until = time.monotonic() + SENT_S
    while time.monotonic() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=SENT_S)
        try:
            connection.request(method, path, sent.encode(), headers)
            answer = connection.getresponse()
            content = answer.read()
            if answer.status == http.client.OK:
                return content
            if answer.status != http.client.SERVICE_UNAVAILABLE:  # not ready yet
                raise AssertionError(f"{method} {path}: {answer.status} {content.decode()}")
        except ConnectionRefusedError:  # not listening yet, or killed
            time.sleep(0.02)
            if _refused_for_good():
                return None
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()
    return None


def _refused_for_good() -> bool:
    """Whether a child has ended, which is left to be waited for."""
    return os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _is_gone(process: Running) -> bool:
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=24 * 60.0, help="stop after so many, whatever the count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="*", choices=NAMES, default=list(NAMES))
    given = parser.parse_args()
    dice, usual = random.Random(given.seed), dict[str, int]()
    killed, ended, faults, kept = Counter[str](), Counter[str](), list[str](), Counter[str]()
    get_ready()
    end = time.monotonic() + 60 * given.minutes
    with tempfile.TemporaryDirectory() as folder, serving(lambda _: said(ASKED)) as (url, _):
        os.environ["YORISOI_OPENAI__BASE_URL"] = url
        homes = 0
        while sum(killed.values()) < given.count and time.monotonic() < end:
            home = Home(Path(folder, f"h{homes}"), dice, usual)
            homes += 1
            while home.round < ROUNDS_A_HOME and sum(killed.values()) < given.count and time.monotonic() < end:
                home.round += 1
                name = dice.choice(given.only) if home.round > 1 else "ingest"
                act: Callable[[], bool] = getattr(home, "import_" if name == "import" else name)
                (killed if act() else ended)[name] += 1
                for fault in home.faults():
                    faults.append(f"home {homes}, round {home.round}, {name}: {fault}")
                    print(faults[-1], flush=True)
            for fault in home.examined():
                faults.append(f"home {homes}, at its end: {fault}")
                print(faults[-1], flush=True)
            kept.update(
                documents=len(home.documents), turns=len(home.turns), records=len(home.recorded), erased=len(home.gone)
            )
            print(f"{sum(killed.values())} kills in {homes} homes, {len(faults)} faults", flush=True)
            shutil.rmtree(home.folder)
    print(json.dumps({"killed": killed, "ended by themselves": ended, "faults": len(faults)}, ensure_ascii=False))
    print(f"acknowledged: {dict(kept)}; writes of a command: {usual}")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
