"""Tests of the Python layer: the native module is replaced by stand_in.py where it is not built."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent.parent)]

import stand_in  # noqa: E402

try:
    import whorl._whorl
except ImportError:
    sys.modules["whorl._whorl"] = stand_in


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The stand-in, in place of the native module."""
    monkeypatch.setattr("whorl._dedup._whorl", stand_in)
    stand_in.calls.clear()
    yield stand_in
