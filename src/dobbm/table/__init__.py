"""A live table: people and bots, one session after another, reduced from its events."""
