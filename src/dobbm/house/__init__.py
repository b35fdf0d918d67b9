"""The house: all tables that are open, who may sit where, and what goes on by itself."""
