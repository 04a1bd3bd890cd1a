"""The page for people, over the same engine and the same callers as the API."""

from yorisoi.server.page.routes import add_page

__all__ = ["add_page"]
