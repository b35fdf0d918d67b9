"""The engine's results for deals and sessions, frozen for the page's score sheet.

``python tests/client/score/vectors.py`` writes ``vectors.json`` again; look at the difference
before you commit it.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from dobbm import Deal, Session, names, shuffled
from dobbm.game.actions import DONE
from dobbm.game.cards import points as card_points
from dobbm.game.rules import CONTRACTS, PRESETS, Rules
from dobbm.game.settlement import settle, worth

FROZEN = Path(__file__).with_name("vectors.json")

STAKES = (1, 6, 7, 12, 60, 100, 240, 99_999, 100_000)
UNITS = (1, 5, 12)
DOUBLINGS = range(7)
SESSIONS = 40


def vectors() -> dict[str, Any]:
    """Return everything that is frozen."""
    return {
        "worth": [
            [
                match,
                unit,
                [worth(difference, Rules(match=match, unit=unit)) for difference in range(61)],
            ]
            for match in STAKES
            for unit in UNITS
        ],
        "pays": [
            [
                preset,
                contract,
                doublings,
                [pays(preset, contract, doublings, p) for p in range(121)],
            ]
            for preset in PRESETS
            for contract in CONTRACTS
            for doublings in DOUBLINGS
        ],
        "sessions": [played(Random(seed)) for seed in range(SESSIONS)],
    }


def pays(preset: str, contract: str, doublings: int, points: int) -> int:
    """Return what each other player pays the declarer."""
    deal = played_deal(PRESETS[preset], 4, contract, doublings, points)
    return -settle(deal).payments[deal.setup.dealer]


def played_deal(rules: Rules, players: int, contract: str, doublings: int, points: int) -> Deal:
    """Return a finished deal of forehand's with these points; 0 without a trick.

    The cards are arbitrary; the points made in tricks are corrected afterwards.
    """
    deal = _played_out(players, contract, doublings)
    assert deal.play
    in_tricks = points - card_points(deal.out_of_play)
    play = deal.play._replace(tricks=min(points, 1), points=in_tricks)
    return deal._replace(setup=deal.setup._replace(rules=rules), play=play)


@cache
def _played_out(players: int, contract: str, doublings: int) -> Deal:
    deal = lying(players, contract, doublings)
    while deal.phase != DONE:
        deal = deal.apply(deal.legal_actions()[0])
    return deal


def lying(players: int, contract: str, doublings: int) -> Deal:
    """Return a deal of forehand's after all words of the doubling."""
    deal = Deal.start(shuffled(Random(1)), dealer=players - 1, players=players, must=True)
    deal = deal.apply(contract)
    if deal.phase == "exchange":
        deal = deal.apply(next(deal.legal_discards()))
    for word in ["schwacher", *["retour"] * (doublings - 1)][:doublings]:
        deal = deal.apply(word)
    while deal.phase == "doubling":
        deal = deal.apply("gut")
    return deal


def played(rng: Random) -> dict[str, Any]:
    """Return a session of random deals as a sheet, and the engine's results for it."""
    preset = rng.choice(list(PRESETS))
    match = rng.choice((PRESETS[preset].match, 6, 12, 60, 240))
    rules = Rules.of(preset, match=match, revokes="penalised", max_doublings=6)
    session = Session.open(rng, rng.choice((4, 5)), rules)
    before = rng.randrange(12)
    for _ in range(before):
        session = with_random_deal(session, rng)
    if rng.random() < 0.7:
        session = session.agree_mussrunde()
        for _ in range(rng.randint(0, session.players)):
            session = with_random_deal(session, rng)
    elif rng.random() < 0.5:
        session = session.close()
    return {"sheet": sheet(session), "told": results(session)}


def with_random_deal(session: Session, rng: Random) -> Session:
    """Return the session after one more random deal, now and then with a revoke."""
    careless, passing = rng.random() < 0.2, rng.choice((0, 0.6, 0.9))
    session = session.begin(shuffled(rng))
    while deal := session.deal:
        actions = deal.legal_actions()
        seat = deal.to_act
        assert seat is not None
        if deal.play and careless and rng.random() < 0.3:
            actions = names(deal.hand(seat))
        if "weiter" in actions and rng.random() < passing:
            actions = ["weiter"]
        session = session.apply(rng.choice(actions))
    return session


def sheet(session: Session) -> dict[str, Any]:
    """Return the session as the page stores it."""
    return {
        "names": list("VWXYZ"[: session.players]),
        "match": session.rules.match,
        "unit": session.rules.unit,
        "firstDealer": session.first_dealer,
        "deals": [entry(deal) for deal in session.finished],
        "mussrundeFrom": session.mussrunde_from,
        "closed": session.closed,
    }


def entry(deal: Deal) -> dict[str, Any]:
    """Return a finished deal as people would enter it."""
    end = settle(deal)
    if deal.declarer is None or deal.contract is None:
        return {"end": "thrown_in"}
    game = {
        "declarer": deal.declarer,
        "contract": deal.contract.name,
        "doublings": deal.doublings,
    }
    if deal.offender is not None:
        return {"end": "revoke", **game, "offender": deal.offender}
    return {"end": "played", **game, "points": end.points, "noTrick": end.tricks == 0}


def results(session: Session) -> dict[str, Any]:
    """Return the engine's results for every deal and for the whole session."""
    deals = session.finished
    return {
        "lines": [
            [deal.setup.dealer, deal.setup.must, settle(deal).outcome, list(settle(deal).payments)]
            for deal in deals
        ],
        "ledger": list(session.ledger),
        "nextDealer": session.next_dealer,
        "left": session.mussrunde_left,
        "over": session.over,
    }


def as_text(data: dict[str, Any]) -> str:
    """Return the file's text: a line for each vector, so that differences are easy to read."""
    parts = []
    for name, rows in data.items():
        lines = ",\n".join([json.dumps(row, separators=(",", ":")) for row in rows])
        parts.append(f'"{name}":[\n{lines}\n]')
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    FROZEN.write_text(as_text(vectors()))
