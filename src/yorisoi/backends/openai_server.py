"""An OpenAI-compatible server: the SDK's client, and what the SDK raises, in Yorisoi's words."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import openai

from yorisoi.backends.bounded_http import UNPACKED, bounded
from yorisoi.backends.named_server import checked_address
from yorisoi.backends.redaction import secrets_in, without_login, without_secrets
from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable, ConfigError, MalformedReply

_ADVICE = {
    **dict.fromkeys((301, 302, 303, 307, 308), "it is elsewhere now; check the base URL (OPENAI_BASE_URL)"),
    400: "the request does not suit this model",
    401: "check the API key (OPENAI_API_KEY)",
    403: "this key may not use the model",
    404: "check the model's name and the base URL (OPENAI_BASE_URL)",
    413: "the request is too large",
    422: "the request does not suit this model",
}


class OpenAIServer:
    """A server and the key to it."""

    def __init__(
        self, name: str, *, api_key: str, base_url: str | None, timeout_s: float, max_retries: int, most_bytes: int
    ) -> None:
        """`name` is the model's, `provider:model`.  Raises ConfigError: no key, one that cannot be sent, no address."""
        if not api_key:
            raise ConfigError(f"{name} needs an API key: set OPENAI_API_KEY (any text for servers without keys)")
        if not (api_key.isascii() and api_key.isprintable()):
            raise ConfigError(f"{name}: the API key has characters that cannot be sent (OPENAI_API_KEY)")
        if base_url is not None:
            checked_address(base_url, "openai.base_url")
        self.client = openai.AsyncOpenAI(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout_s,
            max_retries=max_retries,
            default_headers=UNPACKED,
            # Elsewhere is a server that no setting names.
            http_client=openai.DefaultAsyncHttpxClient(event_hooks=bounded(most_bytes, name), follow_redirects=False),
        )
        self._who = f"{name} at {without_login(str(self.client.base_url))}"
        self._secrets = [api_key, *secrets_in(str(self.client.base_url))]

    @contextmanager
    def translated(self) -> Iterator[None]:
        """Turn what is raised inside into BackendError.  No key and no password is ever shown."""
        try:
            yield
        except (TimeoutError, openai.APITimeoutError) as error:
            raise BackendUnavailable(f"{self._who} did not answer in time") from error
        except openai.APIConnectionError as error:
            raise BackendUnavailable(f"{self._who} cannot be reached; is the server running?") from error
        except openai.APIStatusError as error:
            raise self._by_status(error) from error
        except (openai.APIResponseValidationError, json.JSONDecodeError, RecursionError) as error:
            said = self._shown(str(error))
            raise MalformedReply(f"{self._who} sent something that is not the OpenAI API: {said}") from error
        except openai.APIError as error:
            # A server that fails after its 200 sends the error as an event of the stream.
            raise BackendRefused(f"{self._who} broke off: {self._shown(error.message)}") from error

    @contextmanager
    def shaped(self) -> Iterator[None]:
        """Turn what is raised while a reply is taken apart, by the SDK or by us, into MalformedReply: the SDK takes any
        JSON for what it should be."""
        try:
            yield
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            said = self._shown(str(error))
            raise MalformedReply(f"{self._who} sent something that is not the OpenAI API: {said}") from error

    def _by_status(self, error: openai.APIStatusError) -> BackendError:
        status = error.status_code
        if status in (408, 409, 429) or status >= 500:
            return BackendUnavailable(f"{self._who} is busy or broken (HTTP {status}); try again later")
        advice = _ADVICE.get(status, "the server refused the request")
        # A 401's text may repeat the key in part, so it is not passed on.
        said = "" if status == 401 else f" ({self._shown(error.message)})"
        return BackendRefused(f"{self._who}: HTTP {status}: {advice}{said}")

    def _shown(self, said: str) -> str:
        """In one line: a list below it would look like ours."""
        return " ".join(without_secrets(said, self._secrets)[:200].split())
