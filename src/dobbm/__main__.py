"""Runs the command ``dobbm``, also as ``python -m dobbm``."""

import signal
import sys


def run() -> int:
    """Run the command and return its exit status; Ctrl-C ends it silently even while it loads."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from dobbm.cli import EXIT_INTERRUPTED, main

    try:
        signal.signal(signal.SIGINT, handler)
        return main()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


if __name__ == "__main__":
    sys.exit(run())
