"""The migration steps, one per module."""
