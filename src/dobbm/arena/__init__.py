"""Where players are compared."""
