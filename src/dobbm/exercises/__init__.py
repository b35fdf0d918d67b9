"""Exercises and the deals of the day (docs/exercises.md, docs/daily.md).

``mining`` finds decisions in bots' games with one answer clearly best, ``valuing`` judges them, and
``packing`` writes them for the page.
"""
