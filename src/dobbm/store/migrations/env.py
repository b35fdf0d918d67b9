"""What Alembic runs to migrate a database, on the connection that ``upgrade`` gave it."""

from __future__ import annotations

from alembic import context

from dobbm.store.schema import metadata

if hasattr(context, "config"):  # else nobody migrates, and this file is only being looked at
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    context.run_migrations()
