"""The rules engine: deals, sessions, records, views and shuffles.

It depends only on the standard library.
"""
