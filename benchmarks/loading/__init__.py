"""What ``load.py`` is made of: a small HTTP client, people who play, a server, and trials of it."""
