"""Let every player play a match against every other, and rank them.

All matches use the same decks. The table gives the gain of each row's player over each column's
player, in card points per seat and deal, with its 95 % confidence interval. The last column is the
gain against the field: the mean over all others. A deal has at most 3 doublings unless
--max-doublings says otherwise.

  dobbm league simple random 'exec:python3 my_player.py' --decks 200
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from dobbm.arena.chart import chart
from dobbm.arena.league import League
from dobbm.arena.match import play_boards
from dobbm.cli.arguments import atomic_output, cluster_of
from dobbm.cli.matches import (
    add_play,
    boards_of,
    counted_boards,
    exit_on_sigterm,
    format_estimate,
    match_of,
    play_through,
    print_result,
    reporting_interruption,
)
from dobbm.game.errors import DobbmError
from dobbm.game.json_text import write_json
from dobbm.text.characters import shown_name, width_of

ITSELF = "·"


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="two or more players")
    add_play(parser)
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the ranking as an SVG file")


def run(options: Namespace) -> int:
    """Run the command."""
    exit_on_sigterm()
    league, count = League(options.players, partial(match_of, options)), boards_of(options)
    if options.plot and options.plot.suffix not in ("", ".svg"):
        raise DobbmError(f"{options.plot}: the ranking is drawn as SVG, so use a name in .svg")
    with atomic_output(options.plot) if options.plot else nullcontext() as picture:
        with (
            reporting_interruption(partial(_so_far, league, as_json=options.json)),
            cluster_of(options) or nullcontext() as executor,
        ):
            for (a, b), standing in league.standings.items():
                boards = play_boards(standing.match, range(count), options.jobs, executor)
                play_through(standing, boards, count, f"{shown_name(a)} against {shown_name(b)} ")
        print_result(write_json(league.to_json()) if options.json else _report(league))
        if picture:
            picture.write_text(chart(_title(league), league.ranking()), encoding="utf-8")
    return 0


def _so_far(league: League, *, as_json: bool) -> str:
    """Return the results of the matches begun; an unfinished league has no ranking."""
    begun = [standing for standing in league.standings.values() if standing.decks]
    if as_json and begun:
        return write_json({"matches": [standing.to_json() for standing in begun]})
    return "\n".join(
        f"{' against '.join(map(shown_name, standing.match.names))}: "
        f"{format_estimate(standing.gain)}, {counted_boards(standing)}"
        for standing in begun
    )


def _title(league: League) -> str:
    boards = counted_boards(next(iter(league.standings.values())))
    return f"Against the field: card points per seat and deal, {boards} per match"


def _report(league: League) -> str:
    ranking = league.ranking()
    names = [name for name, _ in ranking]
    numbers = [str(place) for place in range(1, len(names) + 1)]
    rows = [["", "", *numbers, "against the field"]]
    for number, (name, against_field) in zip(numbers, ranking, strict=True):
        gains = [
            ITSELF if name == other else format_estimate(league.gain(name, other))
            for other in names
        ]
        rows.append([number, shown_name(name), *gains, format_estimate(against_field)])
    widths = [max(map(width_of, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            cell + " " * (width - width_of(cell)) for cell, width in zip(row, widths, strict=True)
        ).rstrip()
        for row in rows
    ]
    return "\n".join([f"{_title(league)}", *lines])
