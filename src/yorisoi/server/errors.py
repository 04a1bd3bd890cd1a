"""What goes wrong, in one shape and one line, in the user's language.

    {"error": {"message": "...", "type": "invalid_request_error", "code": "invalid", "param": null}}

The shape is OpenAI's, whose clients read it; all endpoints have it.  `code` is for programs and never translated.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.errors import ServerErrorMiddleware
from starlette.requests import HTTPConnection

from yorisoi.errors import BackendError, BrokenText, StoreError, StoreFailed, YorisoiError
from yorisoi.language.packs import LENDS, own_or_lent, packs
from yorisoi.server.watching import asked_for
from yorisoi.types import Language
from yorisoi.unheard import place_of

_log = logging.getLogger("yorisoi.server")

STATUS: Mapping[str, int] = {
    "invalid": 400,
    "not_json": 400,
    "host_unknown": 400,
    "not_signed_in": 401,
    "wrong_password": 401,
    "provider_refused": 401,
    "other_origin": 403,
    "not_allowed": 403,
    "not_found": 404,
    "no_such_path": 404,
    "wrong_method": 405,
    "conflict": 409,
    "too_large": 413,
    "too_many": 429,
    "failed": 500,
    "backend": 502,
    "not_ready": 503,
    "store_failed": 503,
    "backend_unavailable": 503,
    "too_slow": 504,
}
"""Code -> HTTP status."""
_TYPES = {401: "authentication_error", 403: "permission_error", 404: "not_found_error", 429: "rate_limit_error"}
_BY_STATUS = {404: "no_such_path", 405: "wrong_method"}
_ACCEPTED = re.compile(r"([A-Za-z]{1,8})[-A-Za-z0-9]*(?:\s*;\s*q\s*=\s*([0-9.]+))?")
_QUALITY = re.compile(r"(?:[01](?:\.\d*)?)?")


class Refused(YorisoiError):
    """A request that is answered with an error; the words come from the language packs."""

    def __init__(self, code: str, *, param: str | None = None, retry_after_s: int | None = None, **values: str) -> None:
        """`values` fill the places in the message."""
        super().__init__(code)
        self.code, self.param, self.values, self.retry_after_s = code, param, values, retry_after_s


def of_error(error: YorisoiError) -> Refused:
    """What the engine raised, as an answer."""
    if isinstance(error, Refused):
        return error
    if isinstance(error, BackendError):
        if error.retryable:
            return Refused("backend_unavailable", detail=str(error), retry_after_s=30)
        return Refused("backend", detail=str(error))
    if isinstance(error, StoreFailed):
        _log.error("%s", error)  # of a file or database of ours, without parameters
        return Refused("store_failed", detail=error.reason, retry_after_s=30)
    conflicts = isinstance(error, StoreError) and not isinstance(error, BrokenText)
    return Refused("conflict" if conflicts else "invalid", detail=str(error))


@contextmanager
def or_not_found(what: str) -> Iterator[None]:
    """Where the store has nothing of that kind it is Refused by this name; a store that fails tells nothing of that."""
    try:
        yield
    except StoreFailed:
        raise
    except StoreError as error:
        raise Refused("not_found", detail=what) from error


def misfit(place: Sequence[str | int], message: str) -> Refused:
    """What a request holds in a place is not what belongs there."""
    param = ".".join(map(str, place)) or None
    return Refused("invalid", param=param, detail=f"{param}: {message}" if param else message)


def language_of(connection: HTTPConnection) -> Language:
    """The first that is known of those that the client accepts (RFC 9110, 12.5.4); English when it names none."""
    accepted = [
        (float(quality or 1), language.lower())
        for language, quality in _ACCEPTED.findall(connection.headers.get("accept-language", "")[:200])
        if _QUALITY.fullmatch(quality)
    ]
    best = sorted((each for each in accepted if each[0] > 0), key=lambda each: -each[0])
    return next((language for _, language in best if language in packs()), LENDS)


def said(refused: Refused, language: Language) -> dict[str, Any]:
    """The body of the answer."""
    status = STATUS[refused.code]
    kind = _TYPES.get(status, "invalid_request_error" if status < 500 else "server_error")
    words = own_or_lent(language, lambda pack: pack.server).errors
    message = " ".join(words[refused.code].format(**refused.values).split())
    return {"error": {"message": message, "type": kind, "code": refused.code, "param": refused.param}}


def answer(connection: HTTPConnection, refused: Refused) -> JSONResponse:
    headers = {} if refused.retry_after_s is None else {"Retry-After": str(refused.retry_after_s)}
    if refused.code == "not_signed_in":
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse(said(refused, language_of(connection)), STATUS[refused.code], headers)


def install(app: FastAPI) -> None:
    """Every error of the application in the one shape.  Comes before other middleware, which is to see the answers."""

    @app.exception_handler(YorisoiError)
    async def of_ours(request: Request, error: YorisoiError) -> JSONResponse:
        return answer(request, of_error(error))

    @app.exception_handler(UnicodeEncodeError)
    async def of_broken_text(request: Request, error: UnicodeEncodeError) -> JSONResponse:
        return answer(request, Refused("invalid", detail=f"a text holds a broken character: {error.reason}"))

    @app.exception_handler(RequestValidationError)
    async def of_validation(request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        not_json = first["type"] == "json_invalid"
        return answer(request, Refused("not_json") if not_json else misfit(first["loc"][1:], first["msg"]))

    @app.exception_handler(HTTPException)
    async def of_starlette(request: Request, error: HTTPException) -> JSONResponse:
        if isinstance(error.__cause__, YorisoiError):  # raised while the body was read
            return answer(request, of_error(error.__cause__))
        code = _BY_STATUS.get(error.status_code, "invalid")
        made = answer(request, Refused(code, detail=str(error.detail)))
        made.headers.update(error.headers or {})
        return made

    async def of_anything(request: Request, error: Exception) -> JSONResponse:
        method, path = asked_for(request.scope)
        log_failure(f"{method} {path}", error)
        return answer(request, Refused("failed"))

    # Not as a handler of the application's: that would answer outside of what counts and guards every answer.
    app.add_middleware(ServerErrorMiddleware, handler=of_anything)


def log_failure(what: str, error: BaseException) -> None:
    """For whoever runs the server.  `what` is ours; the error's message and an address may hold a user's words, and
    those in a log are erased by nobody."""
    _log.error("%s failed: %s\n%s", what, type(error).__name__, place_of(error))
