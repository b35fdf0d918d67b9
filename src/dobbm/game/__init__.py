"""The rules of the game and its records; depends only on the standard library."""
