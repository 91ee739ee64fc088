"""Sketcher: sketches as a column, for `datasets.Dataset.map`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from . import _whorl
from ._errors import InvalidArgumentError


class Sketcher:
    """Adds a column of sketches: `dataset.map(whorl.Sketcher(), batched=True, num_proc=2)`.

    column: the column of texts.
    shingle, sketch, front_end: as of `whorl.sketch()`.
    output: the new column. It contains the bytes of each sketch, and null for a null text.
        `whorl.Sketch.from_bytes()` reads them.

    Two sketchers with equal options pickle to equal bytes, so `datasets` finds its cached result
    in a later call or process. One call uses one thread; `num_proc` starts more processes.

    Raises InvalidArgumentError for options that `whorl.sketch()` refuses.
    """

    def __init__(
        self,
        column: str = "text",
        *,
        shingle: int = 10,
        sketch: str = "mod:25",
        front_end: str = "words",
        output: str = "sketch",
    ) -> None:
        for name, value in (("column", column), ("output", output)):
            if not isinstance(value, str) or not value:
                raise InvalidArgumentError(f"{name}={value!r}: give a name as a str")
        self._column = column
        self._output = output
        # In the form that the library prints, so that spellings of one method are equal.
        method = f"{front_end or 'words'}/k={shingle}/{sketch}"
        self._method = _whorl.sketch([], method, 1, None).method

    def __call__(self, batch: Mapping[str, Any]) -> dict[str, Any]:
        """Sketches a batch of rows, or one row if the texts are one `str` or None.

        Returns the new column alone: {output: a list of bytes or None, one for each row}. Raises
        KeyError if `batch` has no column of texts, and TypeError for rows that are no texts.
        """
        texts = batch[self._column]
        if texts is None or isinstance(texts, str):
            return {self._output: self._bytes_of([texts])[0]}
        column = texts.to_pylist() if hasattr(texts, "to_pylist") else list(texts)
        return {self._output: self._bytes_of(column)}

    def _bytes_of(self, texts: list[str | None]) -> list[bytes | None]:
        sketches = _whorl.sketch(texts, self._method, 1, None)
        return [
            None if text is None else sketches[row].to_bytes() for row, text in enumerate(texts)
        ]

    def __repr__(self) -> str:
        return f"whorl.Sketcher({self._column!r}, {self._method!r}, output={self._output!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sketcher) and self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._state())

    def __reduce__(self) -> tuple[Callable[[str], Sketcher], tuple[str]]:
        return _restored, (self._state(),)

    def _state(self) -> str:
        # One str: pickle writes several strings differently if two of them are one object.
        return json.dumps([self._column, self._method, self._output])


def _restored(state: str) -> Sketcher:
    made = Sketcher.__new__(Sketcher)
    made._column, made._method, made._output = json.loads(state)
    return made
