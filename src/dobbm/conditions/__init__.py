"""Random deals that satisfy a condition, such as four hearts in forehand's hand.

>>> from random import Random
>>> from dobbm.conditions import Condition, ConditionalDecks
>>> condition = Condition.parse("hearts(forehand) >= 4 and points(dealer) < 20")
>>> decks = ConditionalDecks(condition)
>>> decks.rate
'2.24 % of all deals satisfy the condition'
>>> condition.holds(decks.draw(Random(7)))
True
"""

from dobbm.conditions.condition import Condition
from dobbm.conditions.decks import ConditionalDecks

__all__ = ["Condition", "ConditionalDecks"]
