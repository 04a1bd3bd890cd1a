"""RerankEndpoint against servers that are late, refuse, break and talk nonsense, in the ways real ones do."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from yorisoi.backends.rerank.endpoint import RerankEndpoint
from yorisoi.backends.rerank.formats import scores_of
from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable, ConfigError, MalformedReply
from yorisoi.testing.fake_rerank_server import (
    Answer,
    documents_form,
    late,
    refusing,
    saying,
    scoring,
    serving,
    texts_form,
)


@asynccontextmanager
async def reranker(answer: Answer, **settings: Any) -> AsyncIterator[tuple[RerankEndpoint, list[dict[str, Any]]]]:
    with serving(answer) as (url, seen):
        model = RerankEndpoint("m", **{"base_url": url, "api_key": "sk-secret"} | settings)
        yield model, seen
        await model.close()


async def raised(answer: Answer, **settings: Any) -> BackendError:
    async with reranker(answer, **settings) as (model, _):
        with pytest.raises(BackendError) as caught:
            await model.scores("休暇", ["休暇は", "出張は"])
    assert "\n" not in str(caught.value)
    assert "sk-secret" not in str(caught.value)
    return caught.value


async def test_the_common_form_is_sent_and_results_are_put_in_order() -> None:
    async with reranker(scoring((1, -2), (0, 0.5))) as (model, seen):
        assert await model.scores("休暇", ("休暇は", "出張は")) == [0.5, -2.0]
    assert seen == [{"model": "m", "query": "休暇", "documents": ["休暇は", "出張は"], "top_n": 2}]


async def test_a_server_that_wants_texts_gets_them_from_then_on() -> None:
    async with reranker(texts_form) as (model, seen):
        await model.scores("休暇", ["休暇は"] * 33)
        await model.scores("休暇", ["休暇は"])
    sizes = [(len(body.get("documents", ())), len(body.get("texts", ()))) for body in seen]
    assert sizes == [(33, 0), (0, 32), (0, 1), (0, 1)]
    assert seen[-1] == {"query": "休暇", "texts": ["休暇は"], "raw_scores": False, "truncate": True}


async def test_a_refusal_that_is_not_about_texts_is_a_refusal() -> None:
    async with reranker(refusing(422, "the texts are too long")) as (model, seen):
        with pytest.raises(BackendRefused):
            await model.scores("休暇", ["休暇は"])
    assert len(seen) == 1


async def test_without_passages_nothing_is_asked() -> None:
    async with reranker(refusing(500)) as (model, seen):
        assert await model.scores("休暇", []) == []
    assert seen == []


async def test_long_texts_are_cut_and_blank_ones_filled() -> None:
    async with reranker(documents_form, max_characters=5) as (model, seen):
        await model.scores("休暇の日数は何日", ["abcdefgh", " ", "a\0b", "\ud83d"])
    assert seen[0]["query"] == "休暇の日数"
    assert seen[0]["documents"] == ["abcde", ".", "a b", "?"]


async def test_a_late_server_is_unavailable_in_time() -> None:
    began = asyncio.get_running_loop().time()
    error = await raised(late(1.5), timeout_s=0.2)
    assert isinstance(error, BackendUnavailable)
    assert "did not answer within 0.2 s" in str(error)
    assert asyncio.get_running_loop().time() - began < 1.4


async def test_a_server_that_is_not_there_is_unavailable() -> None:
    model = RerankEndpoint("m", base_url="http://127.0.0.1:1/v1")
    with pytest.raises(BackendUnavailable, match=r"rerank:m at http://127\.0\.0\.1:1/v1/rerank cannot be reached"):
        await model.scores("休暇", ["休暇は"])
    await model.close()


async def test_a_server_that_hangs_up_is_unavailable() -> None:
    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.close()

    server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
    model = RerankEndpoint("m", base_url=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    with pytest.raises(BackendUnavailable):
        await model.scores("休暇", ["休暇は"])
    await model.close()
    server.close()
    await server.wait_closed()


async def test_a_server_that_trickles_is_given_up_in_time() -> None:
    """Each byte comes before the client's own timeout; the call as a whole does not."""

    ended = asyncio.Event()

    async def trickle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):  # the client goes before the end
            await reader.readuntil(b"\r\n\r\n")
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
            for _ in range(100):
                writer.write(b" ")
                await writer.drain()
                await asyncio.sleep(0.05)
            writer.close()
            await writer.wait_closed()
        ended.set()

    server = await asyncio.start_server(trickle, "127.0.0.1", 0)
    model = RerankEndpoint("m", base_url=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", timeout_s=0.4)
    with pytest.raises(BackendUnavailable, match="did not answer"):
        await model.scores("休暇", ["休暇は"])
    assert not ended.is_set()
    await model.close()
    await ended.wait()
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize(
    ("status", "kind", "words"),
    [
        (400, BackendRefused, "does not suit"),
        (401, BackendRefused, "check the API key"),
        (403, BackendRefused, "may not use"),
        (404, BackendRefused, "check the model's name"),
        (413, BackendRefused, "too large"),
        (418, BackendRefused, "refused the request"),
        (429, BackendUnavailable, "busy or broken"),
        (500, BackendUnavailable, "busy or broken"),
        (503, BackendUnavailable, "busy or broken"),
    ],
)
async def test_a_status_becomes_an_error_that_says_what_to_do(status: int, kind: type, words: str) -> None:
    error = await raised(refusing(status, "bad key sk-secret\nsecond line"))
    assert type(error) is kind
    assert error.retryable is (kind is BackendUnavailable)
    assert words in str(error)
    assert f"HTTP {status}" in str(error)


async def test_a_passage_longer_than_the_servers_batch_is_refused_for_good() -> None:
    error = await raised(refusing(500, "input (706 tokens) is too large to process. increase the physical batch size"))
    assert isinstance(error, BackendRefused)
    assert "706 tokens" in str(error)


@pytest.mark.parametrize("body", ["<html>no</html>", {"detail": "no such model"}, {"detail": [{"msg": "no"}]}, "no"])
async def test_errors_of_any_form_are_told_in_one_line(body: Any) -> None:
    error = await raised(lambda _: (404, body))
    assert ("no" in str(error).rpartition("rerank.base_url)")[2]) is (body != "<html>no</html>")


@pytest.mark.parametrize("reply", ["<html>welcome</html>", "", "[", {}, {"results": None}, {"results": {}}, 7, "null"])
async def test_a_reply_that_holds_no_list_of_scores_is_malformed(reply: Any) -> None:
    assert isinstance(await raised(saying(reply)), MalformedReply)


NONSENSE = {
    "one too few": [(0, 0.5)],
    "one too many": [(0, 0.5), (1, 0.5), (2, 0.5)],
    "one twice": [(0, 0.5), (0, 0.6)],
    "one that is not there": [(0, 0.5), (2, 0.6)],
    "one below zero": [(0, 0.5), (-1, 0.6)],
    "a place that is a word": [(0, 0.5), ("1", 0.6)],
    "a place that is true": [(0, 0.5), (True, 0.6)],
    "no place": [(0, 0.5), (None, 0.6)],
    "a score that is a word": [(0, 0.5), (1, "0.6")],
    "a score that is true": [(0, 0.5), (1, True)],
    "no score": [(0, 0.5), (1, None)],
    "not a number": [(0, 0.5), (1, float("nan"))],
    "endless": [(0, 0.5), (1, float("inf"))],
    "too large for a float": [(0, 0.5), (1, 10**400)],
}


@pytest.mark.parametrize("rows", NONSENSE.values(), ids=NONSENSE.keys())
async def test_scores_that_are_not_one_number_for_each_passage_are_malformed(rows: list[tuple[Any, Any]]) -> None:
    assert isinstance(await raised(scoring(*rows)), MalformedReply)


def test_rows_that_are_no_objects_are_malformed() -> None:
    for row in (None, 1, "x", []):
        with pytest.raises(MalformedReply):
            scores_of([row], 1, "m")


async def test_a_server_that_moved_is_not_followed() -> None:
    assert "check the base URL" in str(await raised(refusing(307)))


async def test_the_key_goes_into_the_header_and_the_path_ends_in_rerank() -> None:
    seen: list[tuple[str, str | None]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            seen.append((self.path, self.headers["Authorization"]))
            raw = b'[{"index": 0, "score": 1}]'
            self.send_response(200)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    root = f"http://127.0.0.1:{server.server_port}"
    for base_url, key in ((f"{root}/v1", "k"), (f"{root}/v2/", ""), (f"{root}/v1/rerank", ""), (root, "")):
        model = RerankEndpoint("m", base_url=base_url, api_key=key)
        assert await model.scores("休暇", ["休暇は"]) == [1.0]
        await model.close()
    server.shutdown()
    thread.join()
    server.server_close()
    assert seen == [("/v1/rerank", "Bearer k"), ("/v2/rerank", None), ("/v1/rerank", None), ("/rerank", None)]


async def test_user_and_password_of_the_address_are_not_shown() -> None:
    model = RerankEndpoint("m", base_url="http://me:hidden@127.0.0.1:1/v1?token=hidden")
    with pytest.raises(BackendUnavailable) as caught:
        await model.scores("休暇", ["休暇は"])
    await model.close()
    assert "hidden" not in str(caught.value)
    assert "http://127.0.0.1:1/v1/rerank" in str(caught.value)


@pytest.mark.parametrize("base_url", [None, "", "localhost:8000", "ftp://x/v1", "http://", "http://[::1"])
def test_an_address_that_is_none_is_one_line(base_url: str | None) -> None:
    with pytest.raises(ConfigError, match=r"rerank\.base_url") as caught:
        RerankEndpoint("m", base_url=base_url)
    assert "\n" not in str(caught.value)


def test_a_model_without_a_name_and_a_key_that_cannot_be_sent_are_errors() -> None:
    with pytest.raises(ConfigError, match="model's name"):
        RerankEndpoint("", base_url="http://localhost/v1")
    for key in ("鍵", "a\nb"):
        with pytest.raises(ConfigError, match="cannot be sent"):
            RerankEndpoint("m", base_url="http://localhost/v1", api_key=key)
