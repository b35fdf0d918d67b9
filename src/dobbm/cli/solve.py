"""Print the double-dummy value of every record in a file: a deal in the play phase.

For every legal card the declarer's final points if everybody sees all cards and both sides play
best from there, and the value, the best of them for the side to act.

  dobbm solve positions.jsonl
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from dobbm.cli.records import add_file, answer_records
from dobbm.deal import Deal
from dobbm.errors import DobbmError


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    add_file(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    try:
        from dobbm.solver import Solver
    except ModuleNotFoundError as error:
        raise DobbmError(f"solving needs {error.name}: pip install 'dobbm[solver]'") from None
    solver = Solver()

    def answer(deal: Deal) -> dict[str, Any]:
        solution = solver.solve(deal)
        return {"value": solution.value, "cards": solution.cards}

    return answer_records(options.file, answer)
