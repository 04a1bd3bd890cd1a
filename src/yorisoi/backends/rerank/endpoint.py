"""A reranker behind an HTTP endpoint.  Spelled `rerank:MODEL`; which servers: see `formats`."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import httpx2

from yorisoi.backends.bounded_http import UNPACKED, bounded
from yorisoi.backends.named_server import address_of, translated
from yorisoi.backends.rerank.formats import TEXTS_AT_ONCE, as_documents, as_texts, scores_of, wants_texts
from yorisoi.backends.rerank.texts import sendable
from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable, ConfigError, MalformedReply
from yorisoi.json_values import loads

_ADVICE = {
    **dict.fromkeys((301, 302, 307, 308), "it is elsewhere now; check the base URL (rerank.base_url)"),
    400: "the request does not suit this model",
    401: "check the API key (rerank.api_key)",
    403: "this key may not use the model",
    404: "check the model's name and the base URL (rerank.base_url)",
    405: "there is no /rerank at this base URL (rerank.base_url)",
    413: "the request is too large",
    422: "the request does not suit this model",
}
_MOST_BYTES = 4_000_000
"""Of a reply: a score is some 50 bytes."""


class RerankEndpoint:
    """A model behind `POST {base_url}/rerank`.

    Asks in the common form first, and in that of Text Embeddings Inference from the first time that a server says that
    it wants `texts`.  All passages go in one request (32 in the second form), because some models judge them side by
    side.  Nothing is tried twice: a search that waits is better served by the ranking it has.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None,
        api_key: str = "",
        timeout_s: float = 30.0,
        max_characters: int = 2000,
    ) -> None:
        """`timeout_s` holds for a whole call.  Raises ConfigError: no model name, no address, a key that cannot be
        sent."""
        if not model:
            raise ConfigError("rerank: needs a model's name, such as rerank:bge-reranker-v2-m3")
        if not (api_key.isascii() and api_key.isprintable()):
            raise ConfigError(f"rerank:{model}: the API key has characters that cannot be sent (rerank.api_key)")
        self._model = model
        self._address = _address(model, base_url)
        self._key = api_key
        self._timeout_s = timeout_s
        self._max_characters = max_characters
        self._client = httpx2.AsyncClient(
            headers=UNPACKED | ({"Authorization": f"Bearer {api_key}"} if api_key else {}),
            timeout=timeout_s,
            event_hooks=bounded(_MOST_BYTES, self._who),
        )
        self._takes_texts = False

    @property
    def name(self) -> str:
        return f"rerank:{self._model}"

    async def scores(self, query: str, passages: Sequence[str]) -> list[float]:
        """See the port.  Passages and question are cut to `max_characters`; beyond that, to what the server reads."""
        if not passages:
            return []
        query = sendable(query, self._max_characters)
        texts = [sendable(passage, self._max_characters) for passage in passages]
        with translated(self._who, self._timeout_s):
            async with asyncio.timeout(self._timeout_s):
                return await self._asked(query, texts)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _asked(self, query: str, texts: list[str]) -> list[float]:
        if not self._takes_texts:
            response = await self._post(as_documents(self._model, query, texts))
            if not (response.status_code in (400, 422) and wants_texts(response.text)):
                return self._read(response, len(texts))
            self._takes_texts = True
        scores: list[float] = []
        for start in range(0, len(texts), TEXTS_AT_ONCE):
            some = texts[start : start + TEXTS_AT_ONCE]
            scores += self._read(await self._post(as_texts(query, some)), len(some))
        return scores

    async def _post(self, body: dict[str, Any]) -> httpx2.Response:
        return await self._client.post(self._address, json=body)

    def _read(self, response: httpx2.Response, count: int) -> list[float]:
        if response.status_code != 200:
            raise self._by_status(response)
        try:
            reply = loads(response.content)
        except ValueError as error:
            raise MalformedReply(f"{self._who} sent something that is not JSON; check the base URL") from error
        return scores_of(reply, count, self._who)

    @property
    def _who(self) -> str:
        """Whom an error is about: the address without user, password and query."""
        shown = self._address.copy_with(query=None, username="", password="")
        return f"{self.name} at {shown}"

    def _by_status(self, response: httpx2.Response) -> BackendError:
        status = response.status_code
        # llama.cpp's server says 500 for a passage that is longer than its batch: trying again would not help.
        too_long = status == 500 and "too large to process" in response.text
        if (status in (408, 409, 429) or status >= 500) and not too_long:
            return BackendUnavailable(f"{self._who} is busy or broken (HTTP {status}); try again later")
        advice = _ADVICE.get(status, "the server refused the request")
        return BackendRefused(f"{self._who}: HTTP {status}: {advice}{self._said(response)}")

    def _said(self, response: httpx2.Response) -> str:
        # A 401's text may repeat the key, in part or whole, so it is not passed on.
        if response.status_code == 401:
            return ""
        said = " ".join(_message(response.text).split())
        said = said.replace(self._key, "***") if self._key else said
        return f" ({said[:200]})" if said else ""


def _address(model: str, base_url: str | None) -> httpx2.URL:
    if not base_url:
        example = "http://localhost:8000/v1"
        raise ConfigError(f"rerank:{model} needs the address of its server: set rerank.base_url, such as {example}")
    return address_of(base_url, "/rerank", "rerank.base_url")


def _message(text: str) -> str:
    """What an error's body says: servers put it under several names, and web pages say nothing of use."""
    try:
        said: Any = loads(text)
    except ValueError:
        return "" if text.lstrip().startswith("<") else text
    while isinstance(said, dict):
        said = next((said[key] for key in ("error", "message", "detail") if key in said), "")
    return said if isinstance(said, str) else json.dumps(said, ensure_ascii=False)
