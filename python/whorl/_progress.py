"""How a long call reports its progress: by a bar, by a callback, or not at all."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ._errors import InvalidArgumentError

Report = Callable[[str, int, int], object]
"""Called as report(phase, done, total); `total` is 0 if it is unknown."""


@contextmanager
def reporting(progress: bool | Report | None) -> Iterator[Report | None]:
    """Gives the function that the native code calls, on the calling thread, or None.

    None: a tqdm bar if tqdm is installed and stderr is a terminal or the code runs in a notebook.
    False: nothing. True: a tqdm bar in any case. A callable is used as it is. Raises
    InvalidArgumentError for other values, and for True if tqdm is not installed.
    """
    if progress is None or isinstance(progress, bool):
        bar = _bar(wanted=progress)
        if bar is None:
            yield None
            return
        try:
            yield bar.report
        finally:
            bar.close()
    elif callable(progress):
        yield progress
    else:
        raise InvalidArgumentError(
            f"progress={progress!r}: give None, True, False or a function of "
            "(phase: str, done: int, total: int)"
        )


class _Bar:
    """One tqdm bar a phase; a finished phase stays visible."""

    def __init__(self, make: Callable[..., Any]) -> None:
        self._make = make
        self._phase = ""
        self._bar: Any = None

    def report(self, phase: str, done: int, total: int) -> None:
        if self._bar is None or phase != self._phase:
            self.close()
            self._phase = phase
            self._bar = self._make(desc=phase, total=total or None, unit_scale=True)
        if total:
            self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _bar(wanted: bool | None) -> _Bar | None:
    if wanted is False:
        return None
    notebook = _in_notebook()
    if wanted is None and not notebook and not _in_terminal():
        return None
    try:
        if notebook:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # tqdm warns if ipywidgets is not installed
                tqdm = import_module("tqdm.auto").tqdm
        else:
            tqdm = import_module("tqdm").tqdm
    except ImportError:
        if wanted is None:
            return None
        raise InvalidArgumentError(
            "progress=True needs tqdm: pip install tqdm, or give a function"
        ) from None
    return _Bar(tqdm)


def _in_terminal() -> bool:
    stream = sys.stderr
    try:
        return stream is not None and stream.isatty()
    except (AttributeError, ValueError):  # a replaced stream, or a closed one
        return False


def _in_notebook() -> bool:
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and type(shell).__name__ in ("ZMQInteractiveShell", "Shell")
