"""What the tests of whorl.spark share: rows, and what the program and whorl.spark decide of them."""

from __future__ import annotations

import json
import os
import pathlib
import random
import shutil
import subprocess
from typing import Any

import pytest

pytest.importorskip("pyspark", reason="pyspark is not installed: pip install 'whorl[spark]'")
pytest.importorskip("pyarrow", reason="whorl.spark needs pyarrow")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Spark needs java: apt install openjdk-17-jre-headless", allow_module_level=True)

from pyspark.sql import DataFrame, SparkSession  # noqa: E402

import whorl.spark  # noqa: E402

WHORL = os.path.abspath(os.environ["WHORL"])
FIELDS = ["id", "reason", "survivor", "resemblance", "contained", "contains"]


def rows_of(texts: list[str | None]) -> list[dict[str, Any]]:
    chance = random.Random(len(texts))
    return [
        {
            "file": f"file {number // 50:03}",
            "row": number % 50,
            "id": f"document {number}",
            "text": text,
            "date": chance.choice([None, "2024-05-01", "2025-01-31", "2025-02"]),
            "quality": chance.choice([None, 0.5, 1.0, 2.0, -1.0]),
        }
        for number, text in enumerate(texts)
    ]


def frame(
    spark: SparkSession, rows: list[dict[str, Any]], partitions: int, texts: str = "string"
) -> DataFrame:
    """The rows in any order."""
    shuffled = list(rows)
    random.Random(partitions).shuffle(shuffled)
    schema = f"file string, row int, id string, text {texts}, date string, quality double"
    return spark.createDataFrame(shuffled, schema).repartition(partitions)


def by_program(folder: pathlib.Path, rows: list[dict[str, Any]], *options: str) -> list[Any]:
    """The removed documents and the kept ids, by `whorl dedup`."""
    lines = [json.dumps(row) for row in rows if row["text"] is not None]
    (folder / "rows.jsonl").write_text("\n".join(lines) + "\n")
    command = [WHORL, "dedup", "rows.jsonl", "-o", "kept.jsonl", "--force", "--quiet", *options]
    subprocess.run(command, check=True, cwd=folder)
    removed = (folder / "kept.removed.jsonl").read_text().splitlines()
    kept = (folder / "kept.jsonl").read_text().splitlines()
    return [sorted_rows(map(json.loads, removed)), sorted(json.loads(line)["id"] for line in kept)]


def sorted_rows(rows: Any) -> list[tuple[Any, ...]]:
    return sorted(tuple(row[field] for field in FIELDS) for row in rows)


def outcome(result: whorl.spark.Dedup) -> list[Any]:
    assert result.removed.columns == FIELDS
    return [
        sorted_rows(result.removed.collect()),
        sorted(row["id"] for row in result.kept.select("id").collect()),
    ]


def run(df: DataFrame, work: pathlib.Path, **options: Any) -> whorl.spark.Dedup:
    return whorl.spark.dedup(df, order=["file", "row"], work=str(work), **options)
