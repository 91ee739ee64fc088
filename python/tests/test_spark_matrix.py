"""whorl.spark decides as the program does, for many options and partitions."""

from __future__ import annotations

import functools
import itertools
import pathlib
from typing import Any

import corpus
import pytest
from spark_helper import by_program, frame, outcome, rows_of, run

from pyspark.sql import SparkSession

PARTITIONS = (1, 7, 64)
"""Each shuffles the rows in another way. A case has one of them: a run takes about 10 s."""

TEXTS = {
    "themed": lambda: corpus.themed(300, 1),
    "mixed": lambda: corpus.texts_of(3, 400),
    "template": lambda: corpus.of_template(400, 60, 10, 60),
}
OPTIONS = [
    *itertools.product(["themed", "mixed"], ["all", "mod:25", "vi"], ["survivor", "single"], [0.4, 0.8], [None]),
    # Words of a shingle.
    *itertools.product(["mixed"], ["mod:2"], ["survivor", "single"], [0.5], [10]),
    *itertools.product(["mixed"], ["mod:25"], ["survivor"], [0.5], [3]),
    *itertools.product(["template"], ["all"], ["survivor"], [0.5], [None]),
]
CASES = [
    (*options, partitions)
    for options, partitions in zip(OPTIONS, itertools.cycle(PARTITIONS), strict=False)
]


@functools.cache
def rows_of_set(name: str) -> list[dict[str, Any]]:
    return rows_of(TEXTS[name]())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "sketch", "link", "resemblance", "shingle", "partitions"), CASES
)
def test_decisions_are_those_of_the_program(
    spark: SparkSession,
    tmp_path: pathlib.Path,
    texts: str,
    sketch: str,
    link: str,
    resemblance: float,
    shingle: int | None,
    partitions: int,
) -> None:
    rows = rows_of_set(texts)
    options = {"sketch": sketch, "link": link, "resemblance": resemblance}
    if shingle is not None:
        options["shingle"] = shingle
    flags = [word for name, value in options.items() for word in (f"--{name}", str(value))]
    expected = by_program(tmp_path, rows, *flags)
    assert len(expected[0]) > 20
    made = run(frame(spark, rows, partitions), tmp_path / "work", **options)
    assert outcome(made) == expected
