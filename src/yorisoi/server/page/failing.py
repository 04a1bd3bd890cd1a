"""What goes wrong, as a page: people who follow a link should not see JSON."""

from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import quote

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import RedirectResponse, Response
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from yorisoi.errors import YorisoiError
from yorisoi.server.errors import STATUS, Refused, of_error, said
from yorisoi.server.page.rendering import page, reader, wants_part


class PageRoute(APIRoute):
    """Shows an error as a page and sends whoever is not signed in to sign in.

    The page's own script reads the API's JSON, so where a part is asked for the error goes on to the handlers of that.
    """

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handling(request: Request) -> Response:
            try:
                return await handle(request)
            except YorisoiError as error:
                refused = of_error(error)
                if wants_part(request):
                    raise
            except HTTPException as error:  # raised while the body was read
                if not isinstance(error.__cause__, YorisoiError) or wants_part(request):
                    raise
                refused = of_error(error.__cause__)
            except RequestValidationError:
                refused = Refused("no_such_path")
                if wants_part(request):
                    raise
            if refused.code == "not_signed_in":
                return RedirectResponse(f"/login?next={quote(_address(request))}", 303)
            caller = getattr(request.state, "caller", None)
            message = said(refused, reader(request).language)["error"]["message"]
            return await page(request, "failed.html", caller, status=STATUS[refused.code], message=message)

        return handling


def _address(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "") if request.method == "GET" else "/"
