"""The table server on the web: HTTP in, JSON and event streams out (docs/server.md)."""
