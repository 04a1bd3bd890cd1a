"""The stores over SQL: the truth that every index is derived from."""

from yorisoi.backends.store.open import SqlStore, open_store

__all__ = ["SqlStore", "open_store"]
