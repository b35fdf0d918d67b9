"""Entry point for ``python -m dobbm``, the same as the command ``dobbm``."""

import sys

from dobbm.cli import main

if __name__ == "__main__":
    sys.exit(main())
