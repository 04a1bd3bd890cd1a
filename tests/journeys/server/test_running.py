"""One engine for everybody: turns in order, a queue, clients that leave, a server that stops."""

import asyncio
import json
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx2
import pytest

from yorisoi.errors import BackendUnavailable
from yorisoi.ports import ChatRequest, Completion
from yorisoi.testing.scripted_chat import ScriptedChat

YORISOI = (sys.executable, "-c", "from yorisoi.cli.main import main; main()")
CHAT = "/v1/chat/completions"
QUESTION = "会社のカードを落としたときはどうすればいいですか"


def body(text: str = QUESTION, session: str = "s", **more: Any) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}], "metadata": {"session": session}, **more}


class SlowChat(ScriptedChat):
    """Writes a word and then waits until it may go on; tells when it began and when it was cancelled."""

    def __init__(self, name: str = "llama:fake") -> None:
        super().__init__(lambda _: "電話してください。", name=name, capable=False)
        self.began, self.cancelled = threading.Event(), threading.Event()
        self.may_go = threading.Event()

    async def complete(self, request: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
        self.began.set()
        try:
            while not self.may_go.is_set():  # noqa: ASYNC110 another thread sets it
                await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            self.cancelled.set()
            raise
        return await super().complete(request, on_text)


TOOL = {"name": "ask", "arguments": {"text": QUESTION, "session": "s"}}
BY_A_TOOL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": TOOL}


@pytest.mark.parametrize(
    ("path", "kind", "sent"),
    [
        (CHAT, "application/json", json.dumps(body())),
        (CHAT, "application/json", json.dumps(body(stream=True))),
        ("/say", "application/x-www-form-urlencoded", urlencode({"text": QUESTION, "session": "s"})),
        ("/mcp", "application/json", json.dumps(BY_A_TOOL)),
    ],
    ids=["whole", "stream", "page", "tool"],
)
def test_a_client_that_leaves_stops_the_model_and_nothing_of_the_turn_is_kept(
    serve: Any, home: Path, path: str, kind: str, sent: str
) -> None:
    chat = SlowChat()
    with serve(home, chat) as url:
        with closing(HTTPConnection(url.removeprefix("http://"))) as client:
            accepts = "application/json, text/event-stream" if path == "/mcp" else "*/*"
            client.request("POST", path, sent.encode(), {"Content-Type": kind, "Accept": accepts})
            assert chat.began.wait(60)
        assert chat.cancelled.wait(60)
        chat.may_go.set()
        after = httpx2.post(f"{url}{CHAT}", json=body("最初に何を聞きましたか"), timeout=60).json()
    assert QUESTION not in after["choices"][0]["message"]["content"]


def test_a_turn_that_takes_too_long_is_given_up_and_the_session_goes_on(serve: Any, home: Path) -> None:
    chat = SlowChat("openai:fake")
    with serve(home, chat, server={"max_seconds": 1}) as url, httpx2.Client(base_url=url, timeout=60) as client:
        late = client.post(CHAT, json=body(), headers={"Accept-Language": "en"})
        streamed = client.post(CHAT, json=body(stream=True))
        chat.may_go.set()
        after = client.post(CHAT, json=body("最初に何を聞きましたか")).json()
    assert (late.status_code, streamed.status_code) == (504, 504)
    assert late.json()["error"]["message"] == "That took too long and was given up."
    assert chat.cancelled.is_set()
    assert QUESTION not in after["choices"][0]["message"]["content"], "nothing of it is kept"


def test_whoever_waits_for_the_embedded_model_is_told_the_place(serve: Any, home: Path) -> None:
    chat = SlowChat()
    with serve(home, chat) as url:
        first = threading.Thread(target=httpx2.post, args=[f"{url}{CHAT}"], kwargs={"json": body(), "timeout": 60})
        first.start()
        assert chat.began.wait(30)
        with httpx2.stream("POST", f"{url}{CHAT}", json=body(session="t", stream=True), timeout=60) as second:
            lines = (line for line in second.iter_lines() if line)
            assert next(lines) == ": place 1"
            chat.may_go.set()
            rest = list(lines)
        first.join()
    assert rest[0] == ": place 0"
    assert rest[-1] == "data: [DONE]"


def test_two_tabs_of_one_session_take_turns(serve: Any, home: Path) -> None:
    """The second utterance is understood after the first was answered."""
    with serve(home) as url, httpx2.Client(timeout=60) as client:
        answers: list[Any] = []

        def say(text: str) -> None:
            answers.append(client.post(f"{url}{CHAT}", json=body(text)).json()["yorisoi"])

        texts = ["休暇について教えてください", "経費精算について教えてください", "パソコンについて教えてください"]
        tabs = [threading.Thread(target=say, args=[text]) for text in texts]
        for tab in tabs:
            tab.start()
        for tab in tabs:
            tab.join()
        first = client.post(f"{url}{CHAT}", json=body("最初に何を聞きましたか")).json()["yorisoi"]
    assert len(answers) == 3
    assert first["rule"] == "memory"


def test_a_model_that_dies_in_mid_answer_costs_its_step_only(serve: Any, home: Path) -> None:
    class Dying(ScriptedChat):
        async def complete(self, _: ChatRequest, on_text: Callable[[str], None] | None = None) -> Completion:
            if on_text:
                on_text("カードを")
            raise BackendUnavailable("the model is gone")

    with (
        serve(home, Dying([], capable=False)) as url,
        httpx2.stream("POST", f"{url}{CHAT}", json=body(stream=True), timeout=60) as said,
    ):
        events = [json.loads(line[6:]) for line in said.iter_lines() if line.startswith("data: {")]
    text = "".join(event["choices"][0]["delta"].get("content", "") for event in events)
    assert text.startswith("カードを")
    assert "the model is gone" in text
    assert [each["step"] for each in events[-1]["yorisoi"]["degraded"]] == ["answer"]
    assert events[-1]["yorisoi"]["citations"]


@contextmanager
def served(yorisoi: Any, *words: str | Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`yorisoi serve` as a process, and its address."""
    with subprocess.Popen(
        [*YORISOI, "serve", "--port", "0", "--chat", "none", *map(str, words)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=yorisoi.folder,
        env=yorisoi.environment(),
    ) as process:
        try:
            assert process.stderr
            line = process.stderr.readline()
            found = re.search(r"http://\S+", line)
            assert found, line
            yield process, found[0]
        finally:
            process.kill()


@pytest.mark.slow
def test_a_server_that_is_told_to_stop_finishes_what_it_began(yorisoi: Any, home: Path) -> None:
    with served(yorisoi, "--home", home) as (process, url):
        with httpx2.stream("POST", f"{url}{CHAT}", json=body(stream=True), timeout=60) as said:
            process.send_signal(signal.SIGTERM)
            lines = [line for line in said.iter_lines() if line]
        assert lines[-1] == "data: [DONE]"
        assert process.wait(60) == -signal.SIGTERM
    kept = yorisoi("trace", "list", "--home", home, "--json").json["traces"]
    assert [row["utterance"] for row in kept] == [QUESTION]  # what is written afterwards was waited for


@pytest.mark.slow
def test_a_server_that_is_killed_in_the_middle_loses_no_turn_that_it_acknowledged(yorisoi: Any, home: Path) -> None:
    acknowledged: list[tuple[str, str]] = []
    for number in range(3):
        enough = threading.Event()

        def converse(session: str, url: str, enough: threading.Event = enough) -> None:
            """Goes on, streamed, until the server is gone."""
            with suppress(httpx2.TransportError):
                for turn in range(1000):
                    text = f"{session}の{turn}番目の質問です"
                    with httpx2.stream(
                        "POST", f"{url}{CHAT}", json=body(text, session, stream=True), timeout=60
                    ) as said:
                        if list(said.iter_lines())[-2:-1] == ["data: [DONE]"]:
                            acknowledged.append((session, text))
                    if turn == 2:
                        enough.set()

        with served(yorisoi, "--home", home) as (process, url):
            people = [threading.Thread(target=converse, args=[f"k{number}-{each}", url]) for each in range(4)]
            for person in people:
                person.start()
            assert enough.wait(60)
            process.kill()
            for person in people:
                person.join()
    with served(yorisoi, "--home", home) as (_, url):
        sessions = {session for session, _ in acknowledged}
        kept = {each: httpx2.get(f"{url}/api/sessions/{each}", timeout=60).text for each in sessions}
    assert len(acknowledged) >= 9
    assert [text for session, text in acknowledged if text not in kept[session]] == []


@pytest.mark.slow
def test_the_address_is_not_opened_to_others_without_a_way_to_tell_who_is_there(yorisoi: Any, home: Path) -> None:
    for host in ("0.0.0.0", ""):  # the empty one would be every address, too
        refused = yorisoi("serve", "--host", host, "--home", home)
        assert refused.status == 2
        assert refused.err.count("\n") == 1
        assert "0.0.0.0" in refused.err


@pytest.mark.slow
def test_a_store_that_is_not_there_or_a_port_that_is_taken_is_one_line(
    yorisoi: Any, home: Path, tmp_path: Path
) -> None:
    with served(yorisoi, "--home", home) as (_, url):
        taken = yorisoi("serve", "--port", url.rpartition(":")[2], "--home", home)
    (tmp_path / "yorisoi.db").write_text("no store")
    broken = yorisoi("serve", "--port", "0", "--home", tmp_path)
    for failed in (taken, broken):
        assert failed.status == 2
        assert failed.err.count("\n") == 1
        assert "Traceback" not in failed.err
