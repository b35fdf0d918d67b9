"""Matches, leagues and statistics that compare players."""
