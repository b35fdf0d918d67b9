"""Check, for every record in a file, that its deck follows from the proof of its shuffle.

The proof stands in the record's meta as "shuffle" (docs/shuffle.md). A bad record, or one without a
proof, gives {"error": ...} in its place and never stops the others; the exit status is 1 if there
was one.

  dobbm verify deals.jsonl
  dobbm verify --commitment 4a7b... deal.json
"""

from __future__ import annotations

import json
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any

from dobbm.cli.records import Reply, add_file, print_replies, replies
from dobbm.errors import DobbmError, ShuffleError
from dobbm.record import parse_line, to_error
from dobbm.shuffle import Proof, verify, verify_commitment


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--commitment",
        type=_commitment,
        metavar="HEX",
        help="what was told before the deal; a proof with another one is an error",
    )
    add_file(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    kept = options.commitment
    return print_replies(
        replies(options.file, lambda lines: (_reply_to(line, kept) for line in lines))
    )


def _reply_to(line: bytes, kept: str | None) -> Reply:
    try:
        proof = verify(parse_line(line))
        if kept not in (None, proof.commitment):
            raise ShuffleError(f"the commitment was {kept}, and is {proof.commitment} in the proof")
    except DobbmError as error:
        return Reply(json.dumps(to_error(error)), bad=True)
    return Reply(json.dumps(_told(proof)))


def _told(proof: Proof) -> dict[str, Any]:
    return {
        "verified": True,
        "deal": proof.deal,
        "commitment": proof.commitment,
        "contributions": [contribution.seat for contribution in proof.contributions],
        "left_out": list(proof.left_out),
        "cut": proof.cut.at if proof.cut else None,
    }


def _commitment(text: str) -> str:
    try:
        return verify_commitment(text)
    except ShuffleError as error:
        raise ArgumentTypeError(str(error)) from None
