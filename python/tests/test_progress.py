"""How a call reports its progress."""

from __future__ import annotations

import io
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from whorl import InvalidArgumentError
from whorl._progress import reporting


class Screen(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All tqdm bars that are made."""
    import tqdm

    made: list[Any] = []

    class Bar(tqdm.tqdm):  # type: ignore[misc, type-arg, unused-ignore]
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            made.append(self)

    monkeypatch.setattr("tqdm.tqdm", Bar)
    return made


def test_false_reports_nothing(bars: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Screen())
    with reporting(False) as report:
        assert report is None
    assert not bars


def test_callable_is_used_as_it_is() -> None:
    def own(phase: str, done: int, total: int) -> None: ...

    with reporting(own) as report:
        assert report is own


def test_bar_in_a_terminal_has_one_bar_a_phase(
    bars: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", Screen())
    with reporting(None) as report:
        assert report
        report("read", 10, 0)
        assert bars[0].total is None
        report("read", 20, 40)
        assert (bars[0].desc, bars[0].n, bars[0].total) == ("read", 20, 40)
        report("compare", 3, 9)
        assert (bars[1].desc, bars[1].n, bars[1].total) == ("compare", 3, 9)
        assert bars[0].disable and not bars[1].disable  # tqdm disables a closed bar
    assert len(bars) == 2
    assert bars[1].disable


def test_bar_is_closed_after_an_error(bars: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Screen())
    with pytest.raises(KeyboardInterrupt), reporting(None) as report:
        assert report
        report("read", 1, 2)
        raise KeyboardInterrupt
    assert bars[0].disable


def test_none_without_a_terminal_reports_nothing(
    bars: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (io.StringIO(), None, closed, object()):
        monkeypatch.setattr("sys.stderr", stream)
        with reporting(None) as report:
            assert report is None


def test_true_makes_a_bar_without_a_terminal(
    bars: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    with reporting(True) as report:
        assert report
        report("read", 1, 2)
    assert len(bars) == 1


def test_notebook_has_a_bar_without_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class ZMQInteractiveShell: ...

    made: list[str] = []
    bar = SimpleNamespace(n=0, total=0, update=lambda n: None, close=lambda: made.append("closed"))
    monkeypatch.setattr("sys.stderr", io.StringIO())
    monkeypatch.setattr("tqdm.auto.tqdm", lambda **options: made.append(options["desc"]) or bar)
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=ZMQInteractiveShell))
    with reporting(None) as report:
        assert report
        report("read", 1, 2)
    assert made == ["read", "closed"]


def test_ipython_in_a_pipe_is_no_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", io.StringIO())
    monkeypatch.setitem(sys.modules, "IPython", SimpleNamespace(get_ipython=lambda: None))
    with reporting(None) as report:
        assert report is None


def test_without_tqdm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Screen())
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with reporting(None) as report:
        assert report is None
    with pytest.raises(InvalidArgumentError) as caught, reporting(True):
        pass
    assert str(caught.value) == "progress=True needs tqdm: pip install tqdm, or give a function"


def test_other_values_are_refused() -> None:
    with pytest.raises(InvalidArgumentError) as caught, reporting("yes"):  # type: ignore[arg-type]
        pass
    assert str(caught.value) == (
        "progress='yes': give None, True, False or a function of "
        "(phase: str, done: int, total: int)"
    )


def test_no_bar_before_the_first_report(bars: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", Screen())
    with reporting(None) as report:
        assert report
    assert not bars
