"""The steps, one a module."""
