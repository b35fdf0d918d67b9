"""Text for people: the rules in short and the translations."""
