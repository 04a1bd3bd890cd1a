"""Weights from a model hub, through `huggingface_hub`: its endpoint, token and proxy settings hold."""

from contextlib import suppress
from importlib import import_module
from pathlib import Path

from yorisoi.backends.chat.weights.progress import Progress, watching
from yorisoi.backends.chat.weights.space import require_space
from yorisoi.backends.chat.weights.spelling import OnHub
from yorisoi.errors import BackendRefused, BackendUnavailable, ConfigError


def fetch_from_hub(weights: OnHub, cache_dir: Path, on_progress: Progress) -> Path:
    """Download one file of a hub repository; the library resumes and renames a finished file into place.

    Raises ConfigError (extra not installed), BackendRefused (no such file, no permission), BackendUnavailable.
    """
    try:
        import huggingface_hub
        from huggingface_hub import errors
    except ImportError as error:
        raise ConfigError("weights from a model hub need the extra `hub`: pip install 'yorisoi[hub]'") from error
    target = weights.path_under(cache_dir)
    folder = cache_dir / "hub" / weights.repo
    folder.mkdir(parents=True, exist_ok=True)
    unreachable: tuple[type[Exception], ...] = (errors.HfHubHTTPError, OSError, *_transport_errors())
    try:
        url = huggingface_hub.hf_hub_url(weights.repo, weights.file)
        total = huggingface_hub.get_hf_file_metadata(url).size or 0
        require_space(folder, total)
        with watching(folder, lambda size: on_progress(min(size, total), total)):
            huggingface_hub.hf_hub_download(weights.repo, weights.file, local_dir=folder)
    except (errors.EntryNotFoundError, errors.RepositoryNotFoundError, errors.HFValidationError) as error:
        message = f"the model hub has no {weights.repo}/{weights.file}, or it needs a token (HF_TOKEN)"
        raise BackendRefused(message) from error
    except unreachable as error:
        raise BackendUnavailable(f"the model hub could not be reached for {weights.repo}: {error}") from error
    on_progress(total, total)
    return target


def _transport_errors() -> list[type[Exception]]:
    """What the library lets through when the network fails: it depends on the HTTP client its version is built on.

    (Versions below 1.0 use `requests`, whose errors are OSErrors.)
    """
    found: list[type[Exception]] = []
    for client in ("httpx2", "httpx"):
        with suppress(ImportError):
            found.append(import_module(client).TransportError)
    return found
