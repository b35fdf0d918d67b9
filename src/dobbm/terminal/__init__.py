"""The game at the terminal: one person and bots.

========  ==========================================================
faces     the faces of cards, and the order of a hand
voice     the names of the seats, and the language
talk      table talk and its meaning
typed     parsing of typed input, and the reasons for refusals
table     the table as a screen and as plain lines
score     the end of a deal: points, the arithmetic, the ledger
hints     the expected payment of each choice, and the reason
pages     reference pages: help, the own side's tricks, the ledger
settings  the settings that the session file keeps
journal   the session log
screen    printing, asking and waiting
game      the session, from the first deal to the last
========  ==========================================================
"""
