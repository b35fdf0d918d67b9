"""A club as a pure state machine: events, state, commands and the book (docs/clubs.md)."""
