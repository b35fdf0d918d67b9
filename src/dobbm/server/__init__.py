"""The table server, which answers HTTP requests with JSON and event streams (docs/server.md)."""
