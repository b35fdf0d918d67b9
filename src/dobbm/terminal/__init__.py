"""The game at the terminal: one person and bots.

======  ==========================================================
faces   how cards look
voice   who sits where, and the language in which the game speaks
talk    what is said at the table
typed   what a person types, and why it is refused
table   the table as a screen and as plain lines
score   the end of a deal: points, the arithmetic, the ledger
hints   what the choices may bring, and why
pages   what can be looked up: help, the own side's tricks
settings  what the session file keeps besides the game
screen  printing, asking and waiting
game    the session, from the first deal to the last
======  ==========================================================
"""
