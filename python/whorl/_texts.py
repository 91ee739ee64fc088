"""Texts in memory: fingerprints, sketches and common passages."""

from __future__ import annotations

from typing import Any

from . import _checks as checks
from . import _whorl
from ._errors import ColumnTypeError


def fingerprint(
    text: Any, recipe: str = "text/k=50/robust:w=100", *, threads: int | None = None
) -> _whorl.Array:
    """Select fingerprints of each text (Schleimer, Wilkerson and Aiken 2003, winnowing).

    `text` is a column: an object with Arrow's interface (pyarrow, polars, pandas, duckdb …), a
    list, tuple or numpy array of `str`, `bytes` and `None`, or one `str`. `recipe` says how a text
    becomes k-grams and which of them are selected; `whorl methods` lists the parts. `threads` is
    one a core by default.

    Returns an Array with one row a text: a list of structs of `hash` (uint64) and `position`
    (uint32, in symbols of the normalized text, ascending). A null text gives a null.

    Raises `whorl.InvalidArgumentError` for a recipe that cannot be read, and `ColumnTypeError`,
    which is also a `TypeError`, for a column that has no texts. Time is linear in the bytes; the
    column is not copied.
    """
    recipe = checks.word("recipe", recipe)
    return _whorl.fingerprint(text, recipe, checks.thread_count(threads), None)


def sketch(
    text: Any,
    *,
    shingle: int = 10,
    sketch: str = "mod:25",
    front_end: str = "words",
    threads: int | None = None,
) -> _whorl.Sketches:
    """Sketch each text: a sample of its shingles, from which texts are compared (Broder 1997).

    `text` is a column, as of `fingerprint()`. A shingle is `shingle` symbols in a row, of the words
    that the tokenizer `front_end` reads. `sketch` says which shingles are kept: `"mod:25"` (those
    with a hash that is 0 mod 25), `"min:128"` (the 128 smallest), `"vi"` or `"all"` (every one:
    measures are exact).

    Returns Sketches, one a row. `s[i].resemblance(s[j])` and `s[i].containment(s[j])` give a
    Measure with its interval; `s[i] | s[j]` is the sketch of both texts together.

    Raises `whorl.InvalidArgumentError` for a method that cannot be read, and `ColumnTypeError`,
    which is also a `TypeError`, for a column that has no texts. Time is O(bytes + n log n) for n
    shingles a text.
    """
    words = checks.word("front_end", front_end) or "words"
    length = checks.count("shingle", shingle, 1, (1 << 32) - 1)
    method = f"{words}/k={length}/{checks.word('sketch', sketch)}"
    return _whorl.sketch(text, method, checks.thread_count(threads), None)


def passages(
    a: str | bytes,
    b: str | bytes,
    recipe: str = "words/k=4/winnow:w=2",
    *,
    min_identity: float = 1.0,
) -> _whorl.Table:
    """Find the passages that two texts have in common, to the byte.

    Returns a Table in the order of `a`: `a_begin`, `a_end`, `b_begin` and `b_end` (bytes of the
    UTF-8 texts, ends excluded), `symbols` that match, `identity` (0 to 1) and `kind` (verbatim,
    renamed or edited). No two passages overlap. By default a passage is at least four words, and
    each passage of five words is found. With `min_identity` below 1, passages are joined over
    small changes.

    Raises `whorl.InvalidArgumentError` if the recipe's selector gives no guarantee.
    """
    for name, text in (("a", a), ("b", b)):
        if not isinstance(text, (str, bytes)):
            raise ColumnTypeError(f"{name} is {type(text).__name__}: give one str or bytes")
    identity = checks.share("min_identity", min_identity)
    return _whorl.passages(a, b, checks.word("recipe", recipe), identity)
