"""A live table of people and bots that play session after session; its events determine it."""
