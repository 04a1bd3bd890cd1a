"""Everything Yorisoi raises on purpose.

    YorisoiError
    ├── ConfigError            a setting or an argument is wrong; the message says what to change
    ├── DocumentError          one document cannot be read; ingest reports it and goes on
    │   ├── AccessUnclear      who may read it cannot be told; ingest withdraws what it stored of it before
    │   └── WithoutText        it was read, and nothing is in it; ingest takes out what it stored of it before
    ├── DataSetError           a data set for evaluation, or a saved run, cannot be used
    ├── StoreError             the store cannot be used as asked
    │   ├── ErasedMeanwhile    the user had something erased while this was being made
    │   ├── StoreFailed        its file or database fails: full, busy, damaged, replaced
    │   ├── EmbeddingMismatch  the store was built with another embedding model
    │   └── BrokenText         a text holds what no text can (half a surrogate pair, for PostgreSQL a NUL)
    └── BackendError           a model or an index failed; `.retryable` says whether to try again
        ├── BackendUnavailable   not reachable, not installed, timed out          (retryable)
        ├── BackendRefused       reachable, but said no: key, quota, size, policy (final)
        └── MalformedReply       answered, but not in the form that was asked for (final)

Only backends translate vendors' errors; only a turn's own steps (`assistant.py`,
`retrieval/search.py`, `dialogue/web.py`) turn an error into a degraded one.
"""


class YorisoiError(Exception):
    """A problem that is worth one clear line to the user."""


class ConfigError(YorisoiError):
    """A setting or an argument is wrong."""


class DocumentError(YorisoiError):
    """A document cannot be read."""


class AccessUnclear(DocumentError):
    """Who may read a document cannot be told."""


class WithoutText(DocumentError):
    """A document was read, and holds no text."""


class DataSetError(YorisoiError):
    """A data set for evaluation, or a saved run, cannot be used."""


class StoreError(YorisoiError):
    """The store cannot be used as asked."""


class StoreFailed(StoreError):
    """Its file or database fails, whatever is asked of it."""

    def __init__(self, where: str, reason: str) -> None:
        """`where` is for whoever runs Yorisoi, not for the clients of a server."""
        super().__init__(where, reason)
        self.where, self.reason = where, reason

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


class EmbeddingMismatch(StoreError):
    """The store's vectors come from another embedding model."""


class ErasedMeanwhile(StoreError):
    """Something was to be kept that was made before its user had something erased, and might repeat it."""

    def __init__(self) -> None:
        super().__init__("something was erased while this was under way, so nothing of it was kept")


class BrokenText(StoreError):
    """A text holds half a surrogate pair, which no encoding of Unicode can write, or a NUL, which PostgreSQL cannot."""


class BackendError(YorisoiError):
    """A model or an index outside this process's own code failed."""

    retryable = False


class BackendUnavailable(BackendError):
    """The backend cannot be reached, is not installed, or took too long."""

    retryable = True


class BackendRefused(BackendError):
    """The backend was reached and said no."""


class MalformedReply(BackendError):
    """The backend answered in a form that was not asked for."""
