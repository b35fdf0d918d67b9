"""Live tables in memory: one runner per table, on a clock, a source of chance and a store of its
caller's choice.

Nothing here knows HTTP, SQL or compiled code, and nothing reads the system's clock or randomness
except ``SystemClock`` and ``SystemEntropy``: a simulated evening runs in no time, and again from
its seed.
"""
