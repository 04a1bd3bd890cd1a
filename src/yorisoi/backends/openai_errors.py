"""What the `openai` SDK raises, in Yorisoi's words: shared by the chat and the embedding backend."""

import json
from collections.abc import Iterator
from contextlib import contextmanager

import openai

from yorisoi.errors import BackendError, BackendRefused, BackendUnavailable, MalformedReply

_ADVICE = {
    400: "the request does not suit this model",
    401: "check the API key (OPENAI_API_KEY)",
    403: "this key may not use the model",
    404: "check the model's name and the base URL (OPENAI_BASE_URL)",
    413: "the request is too large",
    422: "the request does not suit this model",
}


@contextmanager
def translated(name: str, base_url: str) -> Iterator[None]:
    """Turn the SDK's errors into BackendError.  `name` and `base_url` say whom it was about; no key is ever shown."""
    try:
        yield
    except openai.APITimeoutError as error:
        raise BackendUnavailable(f"{name} at {base_url} did not answer in time") from error
    except openai.APIConnectionError as error:
        raise BackendUnavailable(f"{name} at {base_url} cannot be reached; is the server running?") from error
    except openai.APIStatusError as error:
        raise _by_status(error, name, base_url) from error
    except (openai.APIResponseValidationError, json.JSONDecodeError) as error:
        raise MalformedReply(f"{name} at {base_url} sent something that is not the OpenAI API: {error}") from error
    except openai.APIError as error:
        # A server that fails after its 200 sends the error as an event of the stream.
        raise BackendRefused(f"{name} at {base_url} broke off: {error.message[:200]}") from error


def _by_status(error: openai.APIStatusError, name: str, base_url: str) -> BackendError:
    status = error.status_code
    if status in (408, 409, 429) or status >= 500:
        return BackendUnavailable(f"{name} at {base_url} is busy or broken (HTTP {status}); try again later")
    advice = _ADVICE.get(status, "the server refused the request")
    return BackendRefused(f"{name} at {base_url}: HTTP {status}: {advice}{_said(error)}")


def _said(error: openai.APIStatusError) -> str:
    # A 401's text may repeat the key, in part or whole, so it is not passed on.
    if error.status_code == 401:
        return ""
    return f" ({error.message[:200]})"
