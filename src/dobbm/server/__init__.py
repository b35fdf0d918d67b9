"""The table server: HTTP requests in, JSON and event streams out (docs/server.md)."""
