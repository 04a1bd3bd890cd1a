"""HTTP bodies that end: a server may send so much and no more."""

from collections.abc import AsyncIterator, Awaitable, Callable

import httpx2

from yorisoi.errors import MalformedReply

UNPACKED = {"Accept-Encoding": "identity"}
"""Sent with every request, so that what is counted is what is read: a megabyte can unpack to a gigabyte."""


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, most: int, who: str) -> None:
        self._stream, self._most, self._who = stream, most, who

    async def __aiter__(self) -> AsyncIterator[bytes]:
        read = 0
        async for chunk in self._stream:
            read += len(chunk)
            if read > self._most:
                raise MalformedReply(f"{self._who} sent more than {self._most:,} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


def bounded(most: int, who: str) -> dict[str, list[Callable[[httpx2.Response], Awaitable[None]]]]:
    """`event_hooks` of a client whose answers have at most so many bytes; reading more of one raises MalformedReply.

    A hook and not a transport of its own: with one, the client would no longer look at the proxies of the environment.
    """

    async def bind(response: httpx2.Response) -> None:
        packed = response.headers.get("Content-Encoding", "identity")
        if packed != "identity":
            raise MalformedReply(f"{who} sent a body packed as {packed} that was asked for unpacked")
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        response.stream = _Bounded(response.stream, most, who)

    return {"response": [bind]}
