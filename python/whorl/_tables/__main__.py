"""The helper that the program `whorl` starts for Parquet: about, read or write.

    python -P -m whorl._tables about
    python -P -m whorl._tables read --text COLUMN [--id COLUMN] [--rank COLUMN]
        [--group COLUMN] --record-bytes N
    python -P -m whorl._tables read --names [--id COLUMN] --record-bytes N
    python -P -m whorl._tables write KEPT

`read` and `write` read the Parquet file from standard input, which must be a file. With --names
all texts are empty, and the column of texts is not read. KEPT is a file
with one byte a row, 1 if the row is kept. `write` writes the new Parquet file to standard output.
"""

from __future__ import annotations

import argparse
import os
import sys

from .._errors import NotInstalledError
from .library import pyarrow_version


def main() -> int:
    """Runs the command and returns the status of the process."""
    asked = _arguments()
    if asked.command == "about":
        from .about import about

        print(about())
        return 0
    # Only frames may reach the program: whatever else is printed goes to standard error.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    # pyarrow would load them if they are installed, which takes 0.4 s, and needs neither.
    sys.modules.update(dict.fromkeys(("numpy", "pandas"), None))  # type: ignore[arg-type]
    try:
        pyarrow_version()
    except NotInstalledError as error:
        print(error, file=sys.stderr)
        return 1
    from . import commands

    return commands.run(asked, out)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m whorl._tables", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("about")
    read = commands.add_parser("read", allow_abbrev=False)
    what = read.add_mutually_exclusive_group(required=True)
    what.add_argument("--text")
    what.add_argument("--names", action="store_true")
    read.add_argument("--id")
    read.add_argument("--rank")
    read.add_argument("--group")
    read.add_argument("--record-bytes", type=int, required=True)
    write = commands.add_parser("write", allow_abbrev=False)
    write.add_argument("kept")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
