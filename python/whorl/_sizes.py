"""Amounts of memory: "512M", "2G", or a number of bytes."""

from __future__ import annotations

import re

from ._errors import InvalidArgumentError

_FACTORS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?) ?([KMGT]?)(?:i?B)?", re.IGNORECASE | re.ASCII)
_LARGEST = (1 << 63) - 1


def bytes_of(size: str | int, option: str = "memory") -> int:
    """Converts `size` to bytes, from 1 to 2**63 - 1.

    A string is a number and an optional unit: K, M, G or T, in powers of 1,024 ("1.5G", "512 MiB").
    An int is a number of bytes. Raises InvalidArgumentError, which names `option`, for other
    values.
    """
    count: int | None = None
    if isinstance(size, str):
        match = _SIZE.fullmatch(size.strip())
        if match:
            factor = _FACTORS[match[2].upper()]
            count = int(float(match[1]) * factor) if "." in match[1] else int(match[1]) * factor
    elif isinstance(size, int) and not isinstance(size, bool):
        count = size
    if count is None or not 1 <= count <= _LARGEST:
        raise InvalidArgumentError(
            f"{option}={size!r}: give a number of bytes as an int, or a string such as '512M' or "
            "'2G' (units K, M, G and T)"
        )
    return count
