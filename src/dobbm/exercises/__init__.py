"""Exercises and the deals of the day (docs/daily.md)."""
