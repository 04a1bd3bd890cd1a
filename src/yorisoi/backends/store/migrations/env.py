"""Alembic's entry point: runs the migrations on the connection, and in the transaction, of whoever asked."""

from alembic import context

from yorisoi.backends.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
