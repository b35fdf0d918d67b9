"""Alembic's environment script: runs the migrations on the connection that ``upgrade`` passes."""

from __future__ import annotations

from alembic import context

from dobbm.store.schema import metadata

if hasattr(context, "config"):  # otherwise the module was merely imported
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()
