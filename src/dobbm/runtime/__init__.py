"""Live tables in memory, each with a runner; the caller supplies clock, randomness and store.

Nothing here depends on HTTP, SQL or compiled code, and only ``SystemClock`` and ``SystemEntropy``
use the system's clock and randomness. A simulated evening therefore takes almost no time and can be
repeated exactly from its seed.
"""
