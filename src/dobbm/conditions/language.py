"""Reads the text of a condition, with Python's own parser and a short list of what is allowed."""

from __future__ import annotations

import ast
import re
import warnings
from collections import Counter
from collections.abc import Collection, Iterable
from typing import TypeAlias

from dobbm.conditions.features import FEATURES, HAS, Place
from dobbm.conditions.formulas import AtLeast, Formula, Joined, Not
from dobbm.game.cards import CARDS, Card
from dobbm.game.errors import DobbmError, counted, quoted

LONGEST = 1000
"""The most characters of a condition."""
DEEPEST = 40
"""The most levels of a condition; a sum has as many as it has numbers."""

EXAMPLE = "hearts(forehand) >= 4 and points(dealer) < 20"
NO_CHARACTER = re.compile(r"[^A-Za-z0-9 ()<>=!+,-]")
WORD = re.compile(r"\w+|[<>=!]+|.")

Sum: TypeAlias = Counter[tuple[Place, Card] | None]
"""How much each card counts in a place; None counts in any case."""


class FormulaReader:
    """Reads one condition; ``comparisons`` collects those that its formula refers to."""

    def __init__(self, text: str, places: Collection[Place]) -> None:
        if len(text) > LONGEST:
            raise DobbmError(f"a condition has at most {counted(LONGEST, 'character')}")
        self._text = re.sub(r"\s", " ", text).lstrip()
        self._indent = len(text) - len(self._text)
        self._places = places
        self.comparisons: list[AtLeast] = []

    def read(self) -> Formula:
        """Return the formula of the condition."""
        if wrong := NO_CHARACTER.search(self._text):
            raise self._error(wrong.start(), self._allowed())
        try:
            with warnings.catch_warnings(action="ignore"):
                tree = ast.parse(self._text, mode="eval")
        except SyntaxError as error:
            start = error.offset - 1 if error.offset else len(self._text)  # 0 stands for the end
            rule = "it is never closed" if "never closed" in error.msg else self._allowed()
            raise self._error(start, rule) from None
        except (MemoryError, RecursionError):
            raise self._too_deep(0) from None
        return self._formula(tree.body, 0)

    def _formula(self, node: ast.expr, depth: int) -> Formula:
        if depth > DEEPEST:
            raise self._too_deep(node.col_offset)
        match node:
            case ast.BoolOp(operator, parts):
                formulas = [self._formula(part, depth + 1) for part in parts]
                return Joined(tuple(formulas), decisive=isinstance(operator, ast.Or))
            case ast.UnaryOp(ast.Not(), part):
                return Not(self._formula(part, depth + 1))
            case ast.Compare(left, operators, others):
                sums = [self._sum(one, depth + 1) for one in (left, *others)]
                pairs = zip(operators, sums, sums[1:], strict=False)
                return _all(*[self._compared(node, *pair) for pair in pairs])
            case ast.Call(ast.Name(word), [place, *cards], []) if word == HAS and cards:
                name, held = self._place(place), {self._card(card) for card in cards}
                return self._at_least(len(held), Counter({(name, card): 1 for card in held}))
        self._sum(node, depth)
        raise self._unexpected(node, f"this is a number: compare it, as in {EXAMPLE}")

    def _compared(self, node: ast.expr, operator: ast.cmpop, left: Sum, right: Sum) -> Formula:
        """Return the formula of a comparison, made of differences that are at least 0 or 1."""
        more = Counter(left)
        more.subtract(right)
        match operator:
            case ast.GtE():
                return self._at_least(0, more)
            case ast.Gt():
                return self._at_least(1, more)
            case ast.Lt():
                return Not(self._at_least(0, more))
            case ast.LtE():
                return Not(self._at_least(1, more))
            case ast.Eq() | ast.NotEq():
                equal = _all(self._at_least(0, more), Not(self._at_least(1, more)))
                return equal if isinstance(operator, ast.Eq) else Not(equal)
        raise self._unexpected(node, "the comparisons are <, <=, ==, !=, >= and >")

    def _at_least(self, bound: int, total: Sum) -> int:
        """Return the number of a comparison, which is new or was made before."""
        weights = {key: weight for key, weight in total.items() if key and weight}
        comparison = AtLeast(weights, bound - total[None])
        if comparison not in self.comparisons:
            self.comparisons.append(comparison)
        return self.comparisons.index(comparison)

    def _sum(self, node: ast.expr, depth: int) -> Sum:
        if depth > DEEPEST:
            raise self._too_deep(node.col_offset)
        match node:
            case ast.Constant(int(number)) if not isinstance(number, bool):
                return Counter({None: number})
            case ast.UnaryOp(ast.USub(), part):
                total: Sum = Counter()
                total.subtract(self._sum(part, depth + 1))
                return total
            case ast.BinOp(left, ast.Add() | ast.Sub() as operator, right):
                total = self._sum(left, depth + 1)
                change = total.update if isinstance(operator, ast.Add) else total.subtract
                change(self._sum(right, depth + 1))
                return total
            case ast.Call(ast.Name(word), [place], []) if word in FEATURES:
                name = self._place(place)
                return Counter({(name, card): n for card, n in FEATURES[word].items()})
            case ast.Call(ast.Name(word)) if word in FEATURES:
                raise self._unexpected(node, f"{word} needs one place, as in {word}(forehand)")
            case ast.Call(ast.Name(word)) if word == HAS:
                raise self._unexpected(node, f"as a condition, write {HAS}(forehand, HS, HT)")
        raise self._unexpected(node, self._allowed())

    def _place(self, node: ast.expr) -> Place:
        if isinstance(node, ast.Name) and node.id in self._places:
            return node.id
        raise self._unexpected(node, f"the places are {_listed(self._places)}")

    def _card(self, node: ast.expr) -> Card:
        if isinstance(node, ast.Name) and node.id in CARDS:
            return CARDS[node.id]
        raise self._unexpected(node, "a card is a suit and a rank, such as HS, the sow of hearts")

    def _allowed(self) -> str:
        return (
            f"allowed are whole numbers, {_listed([*FEATURES, HAS])} of a place, "
            f"comparisons, + and -, and, or, not, as in {EXAMPLE}"
        )

    def _too_deep(self, start: int) -> DobbmError:
        return self._error(start, f"a condition has at most {DEEPEST} levels")

    def _unexpected(self, node: ast.expr, rule: str) -> DobbmError:
        return self._error(node.col_offset, rule, self._text[node.col_offset : node.end_col_offset])

    def _error(self, start: int, rule: str, found: str = "") -> DobbmError:
        word = WORD.match(self._text, start)
        what = quoted(found or word[0]) if word else "the end"
        return DobbmError(f"condition, column {self._indent + start + 1}: found {what}; {rule}")


def _all(*formulas: Formula) -> Formula:
    return formulas[0] if len(formulas) == 1 else Joined(formulas, decisive=False)


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}"
