"""The game in the terminal, for one person against bots.

=============  ==========================================================
faces          the faces of cards, and the order of a hand
wording        the names of the seats, and the language
announcements  what players say, and its meaning
parser         parsing of typed input, and explanations of refusals
board          the table as a screen and as plain lines
result         the end of a deal: points, the arithmetic, the ledger
fitting        layouts for windows of any width
hints          the expected payment of each choice, and the reason
reference      help, the tricks of the person's side, the ledger
preferences    the settings that the session file keeps
session_log    the session file
keyboard       a line that can be edited, keys pressed ahead, resized windows
screen         output, questions and pauses
session        the session, from the first deal to the last
=============  ==========================================================
"""
