"""Check, for every record in a file, that its deck follows from the proof of its shuffle.

The proof is in the record's meta, under "shuffle" (docs/shuffle.md). A bad record, or one without
a proof, gives {"error": ...} in its place and does not stop the others; the exit status is 1 if
there was any.

  dobbm verify deals.jsonl
  dobbm verify --commitment 4a7b... deal.json
"""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import Any

from dobbm.cli.records import add_file, check_lines
from dobbm.game.errors import ShuffleError, quoted
from dobbm.game.shuffle import Proof, verify, verify_commitment


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument(
        "--commitment",
        type=_commitment,
        metavar="HEX",
        help="the commitment received before the deal; a proof with a different one is an error",
    )
    add_file(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    kept = options.commitment

    def check(record: Any) -> dict[str, Any]:
        proof = verify(record)
        if kept not in (None, proof.commitment):
            raise ShuffleError(f"the commitment was {kept}, but is {proof.commitment} in the proof")
        return _to_json(proof)

    return check_lines(options.file, check)


def _to_json(proof: Proof) -> dict[str, Any]:
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
    except ShuffleError:
        rule = "must be 64 lower-case hexadecimal digits"
        raise ArgumentTypeError(f"{rule}, not {quoted(text)}") from None
