"""Amounts of memory."""

from __future__ import annotations

from typing import Any

import pytest

from whorl import InvalidArgumentError
from whorl._sizes import bytes_of


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ("2G", 2 << 30),
        ("512M", 512 << 20),
        ("512m", 512 << 20),
        ("64K", 64 << 10),
        ("1T", 1 << 40),
        ("1.5G", 3 << 29),
        (" 4 GiB ", 4 << 30),
        ("100", 100),
        ("100B", 100),
        (1, 1),
        (123_456, 123_456),
        ((1 << 63) - 1, (1 << 63) - 1),
        ("9223372036854775807", (1 << 63) - 1),
    ],
)
def test_sizes(size: str | int, expected: int) -> None:
    assert bytes_of(size) == expected


@pytest.mark.parametrize(
    "size",
    [
        "",
        "G",
        "-1",
        "2X",
        "2G2",
        "0",
        "0.1",
        "1e9",
        "٢G",
        "2\u212a",
        0,
        -5,
        True,
        1.5,
        None,
        1 << 63,
        b"2G",
    ],
)
def test_wrong_sizes(size: Any) -> None:
    with pytest.raises(InvalidArgumentError) as caught:
        bytes_of(size, "limit")
    assert str(caught.value) == (
        f"limit={size!r}: give a number of bytes as an int, or a string such as '512M' or '2G' "
        "(units K, M, G and T)"
    )
