"""The exceptions of whorl: one class for each error code of the C++ library (whorl/result.h), and
ColumnTypeError, ExistsError and NotInstalledError for what only Python has.

Each class is also the built-in exception that callers already catch, such as ValueError.
`str(error)` is the message of the library, unchanged.
"""

from __future__ import annotations

import errno


class Error(Exception):
    """Base class of all errors that whorl reports."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class InvalidArgumentError(Error, ValueError):
    """An argument has a wrong value: a recipe, a column name, a number out of range."""


class ColumnTypeError(InvalidArgumentError, TypeError):
    """The data, or one of its columns, has a type that whorl does not read."""


class ExistsError(InvalidArgumentError, FileExistsError):
    """An output exists already, and whorl does not replace it. `errno` is EEXIST."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.errno = errno.EEXIST


class NotFoundError(Error, FileNotFoundError):
    """The named file or folder does not exist. `errno` is ENOENT."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.errno = errno.ENOENT


class UnreadableError(Error, OSError):
    """The file or source exists, but reading it failed."""


class UnsupportedError(Error, ValueError):
    """whorl does not handle this format, type or combination of options."""


class NotInstalledError(UnsupportedError, ImportError):
    """A Python package that this format needs is not installed. The message has the command."""


class CorruptError(Error, ValueError):
    """The bytes do not follow their format."""


class LimitExceededError(Error, RuntimeError):
    """A safety limit was reached before the work was done."""


class WriteError(Error, OSError):
    """Writing failed, for example because of missing permission."""


class DiskFullError(WriteError):
    """Writing failed because the disk is full. `errno` is ENOSPC."""

    def __init__(self, message: str = "") -> None:
        super().__init__(message)
        self.errno = errno.ENOSPC


class CancelledError(Error):
    """The caller stopped the work. A signal such as Ctrl-C raises its own exception instead."""


class OutOfMemoryError(Error, MemoryError):
    """The memory is exhausted, or the input needs more memory than can exist."""


class InternalError(Error, RuntimeError):
    """A defect of whorl, or an unexpected exception in a callback. Please report it."""


BY_CODE: dict[str, type[Error]] = {
    "invalid_argument": InvalidArgumentError,
    "not_found": NotFoundError,
    "unreadable": UnreadableError,
    "unsupported": UnsupportedError,
    "corrupt": CorruptError,
    "limit_exceeded": LimitExceededError,
    "io": WriteError,
    "disk_full": DiskFullError,
    "cancelled": CancelledError,
    "out_of_memory": OutOfMemoryError,
    "internal": InternalError,
}
"""The exception class of each error code, by the name of the code in whorl/result.h."""
