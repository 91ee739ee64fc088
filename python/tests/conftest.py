"""Fixtures of the Python tests. The package is on the path: build/release/python, or installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import stand_in  # noqa: E402


@pytest.fixture
def native(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The stand-in, in place of the native module."""
    monkeypatch.setattr("whorl._dedup._whorl", stand_in)
    stand_in.calls.clear()
    yield stand_in
