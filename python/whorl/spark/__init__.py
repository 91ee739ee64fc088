"""Deduplicates and clusters a Spark DataFrame, with the decisions of `whorl` (docs/spark.md).

    result = whorl.spark.dedup(df, order=["file", "row"], work="hdfs:///runs/1")
    result.kept.write.parquet("hdfs:///clean")

Needs pyspark 4.1 or later and pyarrow: pip install 'whorl[spark]'. The executors need the same
version of whorl.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .. import _checks as checks
from .. import _whorl, phases
from .._errors import InvalidArgumentError, NotInstalledError, UnsupportedError
from .._options import DEFAULT_SHINGLE, limits, method, thresholds

try:
    import pandas as _pandas  # noqa: F401  # mapInArrow asks for it
    import pyarrow as _pyarrow  # noqa: F401
    from pyspark.sql import DataFrame
    from pyspark.sql import functions as _functions
except ImportError as _error:
    raise NotInstalledError(
        f"whorl.spark needs pyspark, pandas and pyarrow: pip install 'whorl[spark]' ({_error})"
    ) from None

from . import _clusters as clustering
from . import _removed as removal
from . import _steps as steps
from ._comparing import full_sets
from ._executors import check_executors
from ._rounds import Parts, Rounds
from ._work import Work

__all__ = ["Clusters", "Dedup", "cluster", "dedup"]

_PARTITIONS = 200

_UNSUPPORTED = {
    "against", "common", "features", "output", "pairs", "positions", "progress", "store",
    "threads", "verify",
}  # fmt: skip


@dataclass(frozen=True)
class Dedup:
    """What dedup decided. The DataFrames read the work folder, so keep it while you use them."""

    kept: DataFrame
    """The kept rows of the input, with all its columns."""
    removed: DataFrame
    """The removed documents: id, reason ("identical", "lexical", "sketch" or "similar"), survivor
    (the id of the kept document), resemblance, contained and contains (from 0 to 1)."""
    skipped: DataFrame
    """The rows that are no documents: id, and why (null, not UTF-8, too long)."""


@dataclass(frozen=True)
class Clusters:
    """What cluster found. The DataFrames read the work folder, so keep it while you use them."""

    clusters: DataFrame
    """The members of all clusters: cluster (the number of the cluster, from 0, in the order of
    their first documents), id, kind ("identical", "lexical", "sketch" or "similar"), resemblance,
    contained and contains (from 0 to 1), and kept_id: the kept document, which the member was
    compared with. It is a member, too."""
    pairs: DataFrame | None
    """The similar pairs: first_id, second_id, resemblance, first_in_second and second_in_first
    (from 0 to 1). Of equal documents, only the first one is here. None if link is "survivor"."""
    skipped: DataFrame
    """The rows that are no documents: id, and why (null, not UTF-8, too long)."""


def dedup(
    df: DataFrame,
    *,
    text: str = "text",
    id: str = "id",
    order: str | Sequence[str],
    work: str,
    resemblance: float = 0.5,
    survivor: str = "longest",
    link: str = "survivor",
    shingle: int | None = None,
    sketch: str = "mod:25",
    front_end: str = "",
    memory: str | int = "2G",
    containment: float = 0.0,
    **others: Any,
) -> Dedup:
    """Finds near-duplicates, and which of them to keep. The decisions are those of `whorl.dedup()`
    for the same rows in the order of the columns `order`, for any number of partitions.

    df: must give the same rows each time it is evaluated.
    text: the column of texts. id: the column of ids, for `removed` and `skipped`.
    order: columns that give the order of the documents. Together they must be unique, without null.
    work: a new folder that all executors can write: any path that Spark accepts. If a call was
        stopped, make the same call again: it continues after the last phase that is done.
    memory: decides which texts are too long, as in `whorl.dedup()`.

    The other options are those of `whorl.dedup()`. Raises UnsupportedError for those that Spark
    does not have (containment, against, the sketch min:S, ...), InvalidArgumentError for a value or
    column that does not exist, for repeated values of `order`, and for a work folder of a run with
    other options; NotInstalledError if the executors do not have this version of whorl.
    """
    _refuse("dedup", containment, others)
    choices = thresholds(resemblance, 0.0, survivor, link)
    options = {**method(shingle, sketch, front_end), "memory": limits(memory, None)["memory"]}
    asked = _asked(df, text, id, order, choices, options)
    run = _run("dedup", df, asked, work)
    left_out = run.removed.select("key").unionByName(run.skipped.select("key"))
    return Dedup(
        kept=_without(df, left_out, asked.order),
        removed=run.removed.drop("doc", "key", "kept_doc"),
        skipped=_why(run.skipped),
    )


def cluster(
    df: DataFrame,
    *,
    text: str = "text",
    id: str = "id",
    order: str | Sequence[str],
    work: str,
    resemblance: float = 0.5,
    survivor: str = "longest",
    link: str = "single",
    shingle: int | None = None,
    sketch: str = "mod:25",
    front_end: str = "",
    memory: str | int = "2G",
    containment: float = 0.0,
    **others: Any,
) -> Clusters:
    """Groups similar documents. The clusters and pairs are those of `whorl.cluster()` for the same
    rows in the order of the columns `order`, for any number of partitions.

    The parameters and errors are those of dedup(). `link="single"` joins chains of similar
    documents. With `link="survivor"`, each member is similar to the kept document of its cluster.
    """
    _refuse("cluster", containment, others)
    choices = thresholds(resemblance, 0.0, survivor, link)
    options = {
        **method(shingle, sketch, front_end),
        "letters_below": DEFAULT_SHINGLE if shingle is None else shingle,
        "memory": limits(memory, None)["memory"],
    }
    asked = _asked(df, text, id, order, choices, options)
    run = _run("cluster", df, asked, work)
    kept = run.folder.phase("clusters", lambda: clustering.kept(run.members, run.removed))
    return Clusters(
        clusters=clustering.clusters(run.removed, kept),
        pairs=clustering.pairs(run.members, run.similar) if asked.link == "single" else None,
        skipped=_why(run.skipped),
    )


@dataclass(frozen=True)
class _Run:
    """What the phases of both functions wrote."""

    folder: Work
    members: DataFrame
    similar: DataFrame
    removed: DataFrame
    skipped: DataFrame


def _run(command: str, df: DataFrame, asked: steps.Asked, work: str) -> _Run:
    spark = df.sparkSession
    folder = Work(spark, checks.name_of("work", work), command, _named(asked))
    check_executors(spark, asked.partitions)
    made = folder.phase("documents", lambda: steps.documents(df, asked))
    known = steps.facts(made, asked)
    if not folder.is_new:
        steps.check_same_input(df, known, asked)
    ordered = folder.phase("order", lambda: steps.order(made, asked))
    members = folder.phase("members", lambda: steps.ranked(made, ordered))
    sketched = folder.phase("sketches", lambda: steps.sketches(made, members))
    lists = folder.phase("lists", lambda: steps.lists(sketched, known, asked))
    rounds = Rounds(folder, asked, Parts(made, sketched, lists, known), ordered.count())
    found = rounds.run()
    decided = folder.phase("decided", lambda: removal.decided(members, found))
    sets = full_sets(made, known, asked)
    removed = folder.phase("removed", lambda: removal.measured(decided, sets))
    return _Run(folder, members, found.similar, removed, made.where("skipped is not null"))


def _without(df: DataFrame, keys: DataFrame, order: Sequence[str]) -> DataFrame:
    """The rows of `df` whose key is not in the column `key`."""
    names = [f"whorl_key_{number}" for number in range(len(order))]
    by_column = keys.select(
        *(
            _functions.col("key").getField(column).alias(name)
            for column, name in zip(order, names, strict=True)
        )
    )
    same = [
        steps.column(column) == by_column[name] for column, name in zip(order, names, strict=True)
    ]
    return df.join(by_column, same, "left_anti")


def _why(skipped: DataFrame) -> DataFrame:
    return skipped.select("id", _functions.col("skipped").alias("why"))


def _asked(
    df: DataFrame,
    text: str,
    id: str,
    order: str | Sequence[str],
    choices: dict[str, Any],
    options: dict[str, Any],
) -> steps.Asked:
    columns = checks.words("order", order)
    if not columns:
        raise InvalidArgumentError("order: name the columns that give the order of the documents")
    # Refuses wrong options before anything is read.
    _whorl.phase_documents([], {**choices, **options, "threads": 1}, None)
    asked = steps.Asked(
        text=checks.name_of("text", text),
        id=checks.name_of("id", id),
        order=tuple(columns),
        survivor=choices["survivor"],
        link=choices["link"],
        rule=phases.Rule(options["sketch"], choices["resemblance"]),
        options=options,
        partitions=_partitions(df),
    )
    steps.check_columns(df, asked)
    return asked


def _partitions(df: DataFrame) -> int:
    """The number of partitions of a shuffle. Some services set it to "auto"."""
    asked = str(df.sparkSession.conf.get("spark.sql.shuffle.partitions"))
    return int(asked) if asked.isdecimal() else _PARTITIONS


def _named(asked: steps.Asked) -> dict[str, Any]:
    """The options that a work folder records."""
    return {
        "text": asked.text,
        "id": asked.id,
        "order": list(asked.order),
        "resemblance": asked.rule.resemblance,
        "survivor": asked.survivor,
        "link": asked.link,
        **asked.options,
    }


def _refuse(command: str, containment: float, others: dict[str, Any]) -> None:
    if checks.share("containment", containment) > 0:
        raise UnsupportedError(
            f"containment: whorl.spark finds documents by resemblance only; use whorl.{command}()"
        )
    for name in others:
        if name in _UNSUPPORTED:
            raise UnsupportedError(f"{name}: whorl.spark does not have this option")
        raise TypeError(f"{command}() got an unexpected keyword argument {name!r}")
