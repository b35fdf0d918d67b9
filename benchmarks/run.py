"""Measure the figures of benchmarks/README.md, print them and store them in benchmarks/last.json.

Run it as ``make bench``. Times depend on the machine and on its load. The ratios to the naive
engine of the tests and to another solver hardly do, because both sides take turns in the same run.
"""

from __future__ import annotations

import json
import tempfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from pathlib import Path

from engine import game_figures
from measuring import machine
from solving import solver_figures

HERE = Path(__file__).parent


def main() -> None:
    """Measure everything, print the figures and store them."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument(
        "--reference",
        metavar="PROGRAM",
        help="a solver to compare with; what it has to read and print stands in README.md",
    )
    reference = parser.parse_args().reference
    with tempfile.TemporaryDirectory() as folder:
        figures = {**game_figures(Path(folder)), **solver_figures(Path(folder), reference)}
    result = {"machine": machine(), "figures": figures}
    (HERE / "last.json").write_text(json.dumps(result, indent=2) + "\n")
    width = max(map(len, figures))
    for name, figure in figures.items():
        print(f"{name:{width}}  {figure:>10,}")


if __name__ == "__main__":
    main()
