"""A fake OpenAI-compatible server on loopback that answers as it is told: refusals, failures, nonsense.

with serving(lambda body: said("東京です。")) as (base_url, seen):
    OpenAIChat("m", base_url=base_url, api_key="any")
"""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from yorisoi.testing.loopback import Quiet, running

Reply = tuple[int, Any]
"""Status and body: a dict goes out as JSON, a str as it is: a web page, or an event stream that begins with `data:`;
an iterator goes out piece by piece, as an event stream."""
_JSON = "application/json"
_TYPES = {"<html": "text/html", "data:": "text/event-stream"}
Answer = Callable[[dict[str, Any]], Reply]


def said(text: str, finish: str = "stop") -> Reply:
    """A chat completion with this text."""
    choice = {"index": 0, "finish_reason": finish, "message": {"role": "assistant", "content": text}}
    return 200, completion([choice])


def completion(choices: list[dict[str, Any]]) -> dict[str, Any]:
    """The body of a chat completion."""
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": choices,
        "usage": usage,
    }


def refused(status: int, message: str) -> Reply:
    """An error in OpenAI's form."""
    return status, {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}


@contextmanager
def serving(answer: Answer) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Base URL of a server that answers with `answer`, and the bodies of the requests it got."""
    seen: list[dict[str, Any]] = []

    class Handler(Quiet):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append(body)
            status, reply = answer(body)
            begins = "data:" if isinstance(reply, Iterator) else reply[:5] if isinstance(reply, str) else ""
            self.say(status, reply, _TYPES.get(begins, _JSON))

    with running(Handler) as url:
        yield f"{url}/v1", seen
