"""The parts of ``equilibrium.py``: the game with twelve cards as a tree, and searches of it."""
