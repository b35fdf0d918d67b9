"""Play a session at the terminal, against bots.

Every step is saved as it happens: stop whenever you like, and continue with --resume.

  dobbm play
  dobbm play --players 5 --preset gamerules --match 60
  dobbm play --seed 7 --language de --letters
  dobbm play --resume
"""

from __future__ import annotations

import os
import shlex
from argparse import ArgumentParser, Namespace
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from random import SystemRandom

from dobbm.cli.arguments import add_rules, one_of, rules_from, seed
from dobbm.cli.rules import shown_language, usual_language
from dobbm.game.errors import SessionError
from dobbm.game.rules import OPTIONS
from dobbm.game.session import Session
from dobbm.players import MODULE, OUTSIDE, make_player
from dobbm.terminal.faces import Faces
from dobbm.terminal.preferences import Preferences, default_name
from dobbm.terminal.screen import Screen
from dobbm.terminal.session import Game
from dobbm.terminal.session_log import SessionLog, new_path, newest_unfinished, sessions_folder
from dobbm.terminal.wording import Voice, clean_name, seat_names
from dobbm.text.characters import isolated
from dobbm.text.names import verify_name
from dobbm.text.translations import LANGUAGES, translator

NEWEST = ""
"""Value of ``--resume`` without a file: the unfinished session played last."""


def configure(parser: ArgumentParser) -> None:
    """Add the command's options."""
    parser.add_argument("--players", **one_of((4, 5)), help="the number of players (default: 4)")
    parser.add_argument(
        "--bots", metavar="NAME", help="the other players; see 'dobbm players' (default: simple)"
    )
    parser.add_argument("--name", help="your name at the table (default: You)")
    parser.add_argument(
        "--seed",
        type=seed,
        metavar="N",
        help="the same number gives the same decks and bots' choices (default: a random one)",
    )
    parser.add_argument(
        "--language",
        **one_of(LANGUAGES),
        help="the language of the game (default: from your environment)",
    )
    parser.add_argument(
        "--letters", action="store_true", help="print the suits as letters: H L A B"
    )
    parser.add_argument("--fast", action="store_true", help="do not pause after the bots' cards")
    files = parser.add_mutually_exclusive_group()
    files.add_argument(
        "--session",
        type=Path,
        metavar="FILE",
        help="save the session in this new file (default: a file in the data folder)",
    )
    files.add_argument(
        "--resume",
        nargs="?",
        const=NEWEST,
        metavar="FILE",
        help="resume a session; without FILE, the one played last",
    )
    add_rules(parser)


def run(options: Namespace) -> int:
    """Run the command."""
    screen = Screen(fast=options.fast)
    with _begun(options) if options.resume is None else _resumed(options) as log:
        stored = Preferences.from_meta(log.meta, log.session.players)
        language = shown_language(options.language or stored.language)
        preferences = stored.in_language(language)
        faces = Faces(letters=options.letters or preferences.letters)
        names = tuple([isolated(name) for name in preferences.names])
        voice = Voice(names, faces, translator(language))
        with ExitStack() as seated:
            bots = [make_player(_bots(options, preferences)) for _ in preferences.names[1:]]
            for bot in bots:
                seated.callback(bot.close)
            return Game(log, bots, preferences, screen, voice).run()


def _begun(options: Namespace) -> SessionLog:
    """Create the log of a new session."""
    language = options.language or usual_language(os.environ)
    players = options.players or 4
    verify_name(options.name or "")
    name = clean_name(options.name or "") or default_name(language)
    preferences = Preferences(
        names=seat_names(name, players),
        bots=options.bots or "simple",
        seed=SystemRandom().getrandbits(32) if options.seed is None else options.seed,
        seeded=options.seed is not None,
        language=language,
        letters=options.letters,
    )
    make_player(preferences.bots).close()
    session = Session.open(preferences.lot(), players, rules_from(options))
    return SessionLog.create(
        options.session or new_path(datetime.now()), session, preferences.to_meta()
    )


def _resumed(options: Namespace) -> SessionLog:
    """Open the log of a session begun earlier."""
    _verify_nothing_changes(options)
    path = newest_unfinished() if options.resume == NEWEST else Path(options.resume)
    if path is None:
        raise SessionError(
            f"there is no unfinished session in {sessions_folder()}; start one: dobbm play"
        )
    return SessionLog.resume(path)


def _verify_nothing_changes(options: Namespace) -> None:
    """Raise ``SessionError`` for options that only a new session can set."""
    given = [
        option
        for option in ("players", "name", "seed", "preset", *OPTIONS)
        if getattr(options, option) is not None
    ]
    if given:
        raise SessionError(f"--{given[0].replace('_', '-')} cannot be changed in a resumed session")


def _bots(options: Namespace, preferences: Preferences) -> str:
    """Return the player for the other seats.

    Raises ``SessionError`` for a program that only the session file names: it may not be trusted.
    """
    if options.bots is not None:
        return str(options.bots)
    if options.resume is not None and preferences.bots.startswith((OUTSIDE, MODULE)):
        bots = shlex.quote(preferences.bots)
        raise SessionError(f"the session's bots are a program; if you trust it, add --bots {bots}")
    return preferences.bots
