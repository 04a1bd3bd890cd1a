"""The stores over SQL: the truth that every index is derived from."""

from yorisoi.backends.store.open import SqlStore, look_for, open_store

__all__ = ["SqlStore", "look_for", "open_store"]
