"""Live tables in memory: one runner per table; the caller supplies clock, randomness and store.

Nothing here depends on HTTP, SQL or compiled code, and only ``SystemClock`` and ``SystemEntropy``
read the system's clock and randomness. So a simulated evening runs in no time and repeats exactly
from its seed.
"""
