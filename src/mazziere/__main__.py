"""`python -m mazziere` is the command `mazziere`."""

import sys

from mazziere.cli import main

if __name__ == "__main__":
    sys.exit(main())
