"""A live table: people and bots, one session after another, as the fold of its events."""
