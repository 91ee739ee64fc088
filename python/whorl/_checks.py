"""Checks of option values. Each error names the option, its value and what is allowed."""

from __future__ import annotations

import os
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any, NoReturn

from ._errors import InvalidArgumentError

Path = str | os.PathLike[str]
Paths = Path | Iterable[Path]

_LARGEST = (1 << 63) - 1
_MOST_THREADS = (1 << 16) - 1


def word(name: str, value: Any) -> str:
    """A str."""
    if not isinstance(value, str):
        _refuse(name, value, "a str")
    if not _is_text(value):
        _refuse(name, value, "a str without lone surrogates")
    return value


def name_of(name: str, value: Any) -> str:
    """A str that is not empty."""
    if not isinstance(value, str) or not value or not _is_text(value):
        _refuse(name, value, "a name as a str")
    return value


def share(name: str, value: Any) -> float:
    """A number from 0 to 1."""
    number = float(value) if isinstance(value, Real) and not isinstance(value, bool) else -1.0
    if not 0 <= number <= 1:
        _refuse(name, value, "a number from 0 to 1")
    return number


def count(name: str, value: Any, least: int, most: int = _LARGEST) -> int:
    """A whole number."""
    if not _is_whole(value, least, most):
        upper = "" if most == _LARGEST else f" to {most:,}"
        _refuse(name, value, f"a whole number from {least}{upper}")
    return int(value)


def optional_count(name: str, value: Any, least: int, most: int) -> int | None:
    """A whole number, or None."""
    if value is None:
        return None
    if not _is_whole(value, least, most):
        _refuse(name, value, f"a whole number from {least} to {most:,}, or None")
    return int(value)


def flag(name: str, value: Any) -> bool:
    """True or False."""
    if not isinstance(value, bool):
        _refuse(name, value, "True or False")
    return value


def thread_count(threads: Any) -> int:
    """The number of threads; 0 for None, which is one for each available core."""
    if threads is None:
        return 0
    if not _is_whole(threads, 1, _MOST_THREADS):
        _refuse("threads", threads, "a number from 1, or None for all")
    return int(threads)


def path(name: str, value: Any) -> str:
    """A str or os.PathLike, as a str."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        _refuse(name, value, "a path as a str or os.PathLike")
    return os.fsdecode(value)


def optional_path(name: str, value: Any) -> str | None:
    """A path, or None."""
    if value is None:
        return None
    if not isinstance(value, (str, bytes, os.PathLike)):
        _refuse(name, value, "a path as a str or os.PathLike, or None")
    return os.fsdecode(value)


def paths(name: str, value: Any) -> list[str]:
    """One path, or an iterable of them."""
    if isinstance(value, (str, bytes, os.PathLike)):
        return [os.fsdecode(value)]
    items = list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(item, (str, bytes, os.PathLike)) for item in items):
        _refuse(name, value, "a path as a str or os.PathLike, or a list of them")
    return [os.fsdecode(item) for item in items]


def words(name: str, value: Any) -> list[str]:
    """One str, or an iterable of them."""
    if isinstance(value, str):
        return [word(name, value)]
    items = list(value) if isinstance(value, Iterable) else [value]
    if not all(isinstance(item, str) and _is_text(item) for item in items):
        _refuse(name, value, "a str or a list of them")
    return items


def _is_whole(value: Any, least: int, most: int) -> bool:
    if not isinstance(value, Integral) or isinstance(value, bool):
        return False
    return least <= int(value) <= most


def _is_text(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _refuse(name: str, value: Any, expected: str) -> NoReturn:
    shown = repr(value)
    if len(shown) > 80:
        shown = f"{shown[:77]}..."
    raise InvalidArgumentError(f"{name}={shown}: give {expected}")
