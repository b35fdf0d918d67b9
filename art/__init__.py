"""The deck: 36 Tell cards and a back, drawn by code. ``python -m art`` writes them."""
