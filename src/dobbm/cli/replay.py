"""Print the result of every record in a file, one JSON object per line.

A bad record gives {"error": ...} in its place and does not stop the others; the exit
status is 1 if there was any.

  dobbm replay deals.jsonl
  dobbm deal --seed 7 | dobbm replay
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from dobbm.cli.records import add_file, answer_records
from dobbm.game.record import to_result


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_file(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    return answer_records(options.file, to_result)
