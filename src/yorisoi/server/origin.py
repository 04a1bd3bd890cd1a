"""Where the server is reached."""

from starlette.requests import HTTPConnection


def origin(connection: HTTPConnection) -> str:
    """Scheme, host and port as whoever asks reaches them, such as https://yorisoi.example.org.

    The border has looked at the host; behind a proxy that speaks https the setting says so.
    """
    url = connection.base_url
    https = connection.app.state.settings.server.https
    return str(url.replace(scheme="https") if https else url).rstrip("/")
