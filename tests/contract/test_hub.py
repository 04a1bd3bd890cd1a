"""Weights from a model hub, with the real client library against a loopback server that imitates the hub."""

import hashlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from yorisoi.backends.chat.weights import hub, pull, resolve
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError

CONTENT = b"GGUF" + bytes(range(256)) * 400
PIN = hashlib.sha256(CONTENT).hexdigest()
SPEC = "llama:hub:owner/repo/tiny.gguf"


class Hub(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_HEAD(self) -> None:
        self._answer(with_body=False)

    def do_GET(self) -> None:
        self._answer(with_body=True)

    def _answer(self, *, with_body: bool) -> None:
        found = self.path == "/owner/repo/resolve/main/tiny.gguf"
        body = CONTENT if found else b""
        self.send_response(200 if found else 404)
        if found:
            self.send_header("ETag", f'"{PIN}"')
            self.send_header("X-Repo-Commit", "1" * 40)
        else:
            self.send_header("X-Error-Code", "EntryNotFound")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if with_body:
            self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    url = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", url)
    template = url + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    monkeypatch.setattr("huggingface_hub.file_download.HUGGINGFACE_CO_URL_TEMPLATE", template, raising=False)
    try:
        yield url
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.mark.usefixtures("endpoint")
def test_a_hub_file_is_fetched_checked_and_found_again(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    path = pull(f"{SPEC}#sha256={PIN}", tmp_path, lambda done, total: seen.append((done, total)))
    assert path.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert resolve(SPEC, tmp_path) == path


def test_another_endpoint_is_taken_from_the_environment(endpoint: str, tmp_path: Path) -> None:
    code = "import sys; from pathlib import Path; from yorisoi.backends.chat.weights import pull\n"
    code += "print(pull(sys.argv[1], Path(sys.argv[2])))"
    environment = {**os.environ, "HF_ENDPOINT": endpoint}
    command = [sys.executable, "-c", code, SPEC, str(tmp_path)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert Path(done.stdout.strip()).read_bytes() == CONTENT


@pytest.mark.usefixtures("endpoint")
def test_a_hub_file_that_is_not_the_pinned_one_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not the pinned file"):
        pull(f"{SPEC}#sha256={'0' * 64}", tmp_path)


@pytest.mark.usefixtures("endpoint")
def test_a_file_the_hub_does_not_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BackendRefused, match=r"the model hub has no owner/repo/other\.gguf"):
        pull("llama:hub:owner/repo/other.gguf", tmp_path)


def test_a_hub_that_is_not_there_is_unavailable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere = "http://127.0.0.1:9"
    monkeypatch.setattr("huggingface_hub.constants.ENDPOINT", nowhere)
    template = nowhere + "/{repo_id}/resolve/{revision}/{filename}"
    monkeypatch.setattr("huggingface_hub.constants.HUGGINGFACE_CO_URL_TEMPLATE", template)
    with pytest.raises(BackendUnavailable, match="could not be reached"):
        pull(SPEC, tmp_path)


def test_without_the_extra_the_message_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    with pytest.raises(ConfigError, match=r"pip install 'yorisoi\[hub\]'"):
        hub.fetch_from_hub(hub.OnHub(repo="o/r", file="f.gguf", sha256=None), tmp_path, lambda *_: None)
