"""Text for people: the summary of the rules and the translations."""
