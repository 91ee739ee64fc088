"""The exception of each error code of the C++ library."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest

from whorl import _errors as errors

BUILT_IN = {
    "invalid_argument": ValueError,
    "not_found": FileNotFoundError,
    "unreadable": OSError,
    "unsupported": ValueError,
    "corrupt": ValueError,
    "limit_exceeded": RuntimeError,
    "io": OSError,
    "disk_full": OSError,
    "cancelled": errors.Error,
    "out_of_memory": MemoryError,
    "internal": RuntimeError,
}


def test_codes_are_those_of_the_library() -> None:
    header = Path(__file__).parents[2] / "include/whorl/result.h"
    body = re.search(r"enum class ErrorCode \{(.*?)\};", header.read_text(), re.DOTALL)
    assert body
    codes = re.findall(r"^\s*(\w+),", body[1], re.MULTILINE)
    assert list(errors.BY_CODE) == codes
    assert set(BUILT_IN) == set(codes)


@pytest.mark.parametrize("code", BUILT_IN)
def test_error_is_also_the_built_in_one(code: str) -> None:
    with pytest.raises(BUILT_IN[code]) as caught:
        raise errors.BY_CODE[code]("cannot read 'a.txt': 100 % of {it} is missing")
    assert isinstance(caught.value, errors.Error)
    assert str(caught.value) == "cannot read 'a.txt': 100 % of {it} is missing"
    assert caught.value.args == ("cannot read 'a.txt': 100 % of {it} is missing",)


def test_classes_are_distinct_and_have_codes_of_the_system() -> None:
    assert len(set(errors.BY_CODE.values())) == len(errors.BY_CODE)
    assert errors.BY_CODE["disk_full"]("full").errno == errno.ENOSPC  # type: ignore[attr-defined]
    assert errors.BY_CODE["not_found"]("gone").errno == errno.ENOENT  # type: ignore[attr-defined]
    assert str(errors.BY_CODE["disk_full"]("full")) == "full"
