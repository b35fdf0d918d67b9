"""``python -m dobbm`` is the command ``dobbm``."""

import sys

from dobbm.cli import main

if __name__ == "__main__":
    sys.exit(main())
