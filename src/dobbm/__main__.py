"""Runs the command ``dobbm`` as ``python -m dobbm``."""

import sys

from dobbm.cli import main

if __name__ == "__main__":
    sys.exit(main())
