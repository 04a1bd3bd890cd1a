"""yorisoi serve: programs and browsers."""

import importlib.util
from typing import Annotated

import typer

from yorisoi.cli.options import Chat, Embedding, Groups, Home, settings, user_name
from yorisoi.cli.output import aside
from yorisoi.errors import ConfigError


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.  [default: server.host]")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65_535, help="0: a free one.  [default: server.port]")] = None,
    group: Groups = None,
    home: Home = None,
    chat: Chat = None,
    embedding: Embedding = None,
) -> None:
    """Serve the documents to programs and browsers."""
    if importlib.util.find_spec("fastapi") is None:
        raise ConfigError("yorisoi serve needs more packages: pip install 'yorisoi[server]'")
    from yorisoi.server.app import create_app, local_user
    from yorisoi.server.listening import log_requests
    from yorisoi.server.listening import serve as listen

    chosen = settings(home, chat, embedding)
    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    chosen = chosen.model_copy(update={"server": chosen.server.model_copy(update=given)})
    local = local_user(user_name(None), frozenset(group or ()))
    app = create_app(chosen, local=local)
    if chosen.server.log_requests:
        log_requests()
    listen(app, chosen.server.host, chosen.server.port, lambda url: aside.print(f"Yorisoi: {url}", markup=False))
