"""Proofs of shuffles, random or made for a test, and records that contain them."""

from __future__ import annotations

import string
from random import Random
from typing import Any

from dobbm import Deal, to_record
from dobbm.game.shuffle import Contribution, Cut, Proof, commitment, cutter

NAME_LETTERS = string.ascii_letters + string.digits + "-_"

SECRET = bytes(range(32)).hex()


def proof_of(
    *values: str,
    table: str = "stubai",
    deal: int = 1,
    secret: str = SECRET,
    cut: Cut | None = None,
    left_out: tuple[int, ...] = (),
) -> Proof:
    """A proof to which seats 0, 1, … contributed these values."""
    contributions = tuple([Contribution(seat, value) for seat, value in enumerate(values)])
    return Proof(table, deal, commitment(secret), secret, contributions, cut, left_out)


def drawn_proof(rng: Random, dealer: int, players: int) -> Proof:
    """A random proof of a deal at a table with this dealer and this many players."""
    kinds = {seat: rng.choice(("person", "person", "late", "bot")) for seat in range(players)}
    secret = rng.randbytes(32).hex()
    cut = Cut(cutter(dealer, players), rng.randint(1, 35)) if rng.random() < 0.5 else None
    return Proof(
        table="".join(rng.choices(NAME_LETTERS, k=rng.choice((1, 8, 64)))),
        deal=rng.choice((1, rng.randint(1, 99), 10**9)),
        commitment=commitment(secret),
        secret=secret,
        contributions=tuple(
            [
                Contribution(seat, rng.randbytes(rng.choice((1, 16, 32, 64))).hex())
                for seat, kind in kinds.items()
                if kind == "person"
            ]
        ),
        cut=cut,
        left_out=tuple([seat for seat, kind in kinds.items() if kind == "late"]),
    )


def proved(proof: Proof, dealer: int = 3, players: int = 4) -> dict[str, Any]:
    """The record of a deal with the proof's deck, before the first bid, with the proof."""
    deal = Deal.start(proof.deck(), dealer=dealer, players=players)
    return {**to_record(deal), "meta": {"shuffle": proof.to_json()}}


def drawn_record(rng: Random) -> dict[str, Any]:
    """The record of a random deal, with its proof."""
    players = rng.choice((4, 5))
    dealer = rng.randrange(players)
    return proved(drawn_proof(rng, dealer, players), dealer, players)
