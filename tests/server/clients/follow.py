"""Follows a table with httpx-sse; prints every event's number and kind.

python follow.py ADDRESS TABLE TOKEN AFTER LAST
"""

from __future__ import annotations

import sys

import httpx
from httpx_sse import connect_sse


def main() -> None:
    """Print the events after number AFTER, up to number LAST."""
    address, table, token, after, last = sys.argv[1:]
    url = f"{address}/api/v1/tables/{table}/events?after={after}"
    with (
        httpx.Client(timeout=60, headers={"Authorization": f"Bearer {token}"}) as client,
        connect_sse(client, "GET", url) as source,
    ):
        for event in source.iter_sse():
            print(event.id, event.json()["change"]["kind"], event.retry, flush=True)
            if event.id == last:
                return


main()
