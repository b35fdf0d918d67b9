"""Plays a deal through the client that openapi-python-client has generated.

python play.py ADDRESS
"""

from __future__ import annotations

import sys
import time

from dobbm_client import AuthenticatedClient, Client
from dobbm_client.api.lobby import open_table
from dobbm_client.api.table import act, contribute, show
from dobbm_client.models import Action, NewContribution, NewTable, Opened, Table, Turn, View


def main() -> None:
    """Open a table with three bots, play the first deal, and print the ledger."""
    address = sys.argv[1]
    opened = open_table.sync(
        client=Client(address), body=NewTable(name="Vroni", bots=3, listed=False)
    )
    assert isinstance(opened, Opened), opened
    client = AuthenticatedClient(address, opened.token)
    contribute.sync(opened.table, client=client, body=NewContribution(value="5eed"))
    while True:
        table = show.sync(opened.table, client=client)
        assert isinstance(table, Table), table
        if table.stage == "between":
            print(table.ledger)
            return
        view = table.view
        if table.stage == "playing" and isinstance(view, View) and view.to_act == table.seat:
            body = Action(action=choice(view), turn=table.turn)
            answer = act.sync(opened.table, client=client, body=body)
            assert isinstance(answer, Turn), answer
        time.sleep(0.05)


def choice(view: View) -> str:
    """Return a legal action: the first, or in the exchange four cards that are not sows."""
    if view.legal is None:
        return " ".join([card for card in view.hand if card[1] != "S"][:4])
    action: str = view.legal[0]
    return action


main()
