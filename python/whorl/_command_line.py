"""What the command lines of the package share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from ._errors import Error

_OPTIONS = [
    *("text", "id", "resemblance", "survivor", "link"),
    *("shingle", "sketch", "front_end", "memory"),
]


class Parser(argparse.ArgumentParser):
    """Ends with status 1 for wrong usage, as the program does."""

    def error(self, message: str) -> NoReturn:
        self.print_usage(sys.stderr)
        self.exit(1, f"{self.prog}: {message}\n")


def exit_status(program: str, run: Callable[[], None]) -> int:
    """Runs it. Returns 0, 1 for wrong usage, 130 after Ctrl-C, 2 for any other error."""
    try:
        run()
    except Error as error:
        print(f"{program}: {error}", file=sys.stderr)
        return 1 if isinstance(error, ValueError) else 2
    except KeyboardInterrupt:
        print(f"{program}: stopped; run the same command again to continue", file=sys.stderr)
        return 130
    return 0


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options of deduplication."""
    parser.add_argument("--text", default="", help="the field or column of texts")
    parser.add_argument("--id", default="", help="the field or column of ids")
    parser.add_argument("-r", "--resemblance", type=float, default=0.5, help="default: 0.5")
    parser.add_argument(
        "--survivor", default="longest", help="longest, first, newest or field:NAME"
    )
    parser.add_argument("--link", default="survivor", help="survivor or single; default: %(default)s")
    parser.add_argument("--shingle", type=int, help="words of a shingle; default: 5")
    parser.add_argument("--sketch", default="mod:25", help="mod:M, vi or all; default: mod:25")
    parser.add_argument("--front-end", default="", help="the tokenizer; default: by kind of file")
    parser.add_argument("--memory", default="2G", help="memory of each task; default: 2G")


def options_of(asked: argparse.Namespace) -> dict[str, Any]:
    """The options that add_options() added."""
    return {name: getattr(asked, name) for name in _OPTIONS}
