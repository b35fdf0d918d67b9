"""The parts of ``load.py``: a small HTTP client, people who play, a server, and trials of it."""
