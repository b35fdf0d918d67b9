"""Stands in for the tournament of a club: who plays, the rounds, the standing."""

from __future__ import annotations

from typing import Any

from browser.live import Json

PLAYERS = ("Vroni", "Lois", "Moidl", "Hias", "Sepp")
SCORES = (("Sepp", 30, 12.5), ("Vroni", 12, 4.0), ("Lois", 12, 4.0), ("Moidl", -50, -20.25))


def seat(name: str | None) -> Json:
    return {"member": name, "name": name, "here": name != "Moidl"}


def drawn(*tables: tuple[str | None, ...], over: bool = False) -> list[Json]:
    return [
        {
            "table": "stubai",
            "seats": [seat(name) for name in names],
            "deals": 2 if over else place,
            "over": over,
            "to_act": None if over else place,
        }
        for place, names in enumerate(tables)
    ]


class StandInTournament:
    """A tournament in its second round, which carries out what it is asked for."""

    def __init__(self) -> None:
        self.entered = [*PLAYERS]
        self.ended: float | None = None
        self.rounds = [
            drawn(("Vroni", "Lois", "Hias", None), ("Moidl", "Sepp", None, None), over=True),
            drawn(("Lois", "Moidl", "Vroni", None), ("Hias", "Sepp", None, None)),
        ]

    def answer(self, method: str, route: list[str], own: str | None) -> Json:
        """Return the answer to a request."""
        match method, route:
            case "PUT", ["players", member]:
                self.entered.append(member)
            case "DELETE", ["players", member]:
                self.entered.remove(member)
            case "POST", ["rounds"]:
                self.rounds.append(drawn((*self.entered[:3], None)))
            case "POST", ["end"]:
                self.ended = 0.0
        return {"now": 0, "club": "turnier", "name": "Donnerstag", "tournament": self.page(own)}

    def page(self, own: str | None) -> dict[str, Any]:
        scores = [
            {"member": name, "name": name, "amount": amount, "deals": 3, "compared": compared}
            for name, amount, compared in SCORES
        ]
        return {
            "number": 9,
            "by": "Vroni",
            "leads": own in ("Vroni", "Lois"),
            "deals": 2,
            "draw": "everybody",
            "duplicate": True,
            "players": 4,
            "commitment": "5e" * 32,
            "secret": None if self.ended is None else "ed" * 32,
            "ended": self.ended,
            "entered": [{"member": name, "name": name} for name in self.entered],
            "rounds": [
                {"number": number, "contributions": ["5eed", "a1b2"], "tables": tables}
                for number, tables in enumerate(self.rounds, 1)
            ],
            "standing": scores,
        }
