"""The rules of the game and its records; they need nothing but the standard library."""
