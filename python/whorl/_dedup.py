"""dedup: finds near-duplicate documents in data of any kind, and which of them to keep."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any

from . import _checks as checks
from . import _whorl
from ._errors import InvalidArgumentError
from ._frames import Data, open_data
from ._options import choice, columns_needed, limits, method, source_of, thresholds
from ._progress import Report, reporting

if TYPE_CHECKING:
    from ._whorl import Array, Table


class Dedup:
    """What dedup decided about each row.

    `keep` is an Array of bool with one value for each row of the input, in order. It is false for
    removed rows, and for rows that were skipped: a skipped row (a missing text, or one that is too
    long) is no document.
    """

    def __init__(self, decisions: _whorl.Decided, data: Data, written: list[str]) -> None:
        self._decisions = decisions
        self._data = data
        self._written = written

    @property
    def keep(self) -> Array:
        """Whether each row of the input is kept: an Array of bool."""
        return self._decisions.keep

    @property
    def weight(self) -> Array:
        """The size of the cluster of each kept row, for resampling: an Array of numbers.

        1: the row has no near-duplicate. 0: it is removed or was skipped.
        """
        return self._decisions.weight

    @property
    def removed(self) -> Table:
        """The removed rows, in order.

        Its columns:
        - row: the number of the row, from 0
        - id: its id; without an id column, one that names the row
        - reason: "identical" (the same bytes), "lexical" (the same normalized text), "sketch",
          "similar" or "large-cluster" (see `drop_clusters_over`)
        - kept_row, kept_id: the kept document that it was compared with; a row of `against` if
          the call has `against`, and null if that is paths; null for "large-cluster"
        - resemblance: from 0 to 1, the shared part of both documents
        - contained: from 0 to 1, the part of this document that is in the kept one
        - contains: from 0 to 1, the part of the kept document that is in this one
        - cluster: the number of its cluster, from 0; null if it is alone
        """
        return self._decisions.removed

    @property
    def skipped(self) -> Table:
        """The rows that were skipped, and notes about others, at most 10,000.

        Its columns: row, name, reason and kind. The kind is "skipped", or "fallback" for a note
        about a row that is a document, such as one with an empty text.
        """
        return self._decisions.skipped

    @property
    def stats(self) -> dict[str, Any]:
        """Counts of documents by decision, and the seconds of each phase."""
        return self._decisions.stats

    @property
    def written(self) -> list[str]:
        """The paths of the files that `output` asked for, one for each input file, in order."""
        return list(self._written)

    def kept(self) -> Any:
        """Returns the kept rows in the type that was given, in order.

        Of Parquet files, a pyarrow RecordBatchReader, which reads the files again, a row group at a
        time; they need equal columns. Raises InvalidArgumentError if they have not, and
        UnreadableError if a file has changed.

        Raises UnsupportedError if the rows cannot be read a second time: iterators, readers, other
        paths and types that whorl does not know. Use `keep` there.
        """
        return self._data.kept(self.keep)

    def __repr__(self) -> str:
        counts = self._counts()
        reasons = ", ".join(f"{count:,} {name}" for name, count in self._reasons() if count)
        return (
            f"dedup: {_rows(counts['rows'])}, {counts['kept']:,} kept, {counts['removed']:,} "
            f"removed{f' ({reasons})' if reasons else ''}, {counts['skipped']:,} skipped"
        )

    def _repr_html_(self) -> str:
        reasons = [(f"removed: {name}", count) for name, count in self._reasons() if count]
        entries = [*self._counts().items(), *reasons]
        lines = "".join(
            f"<tr><th>{html.escape(name)}</th><td>{count:,}</td></tr>" for name, count in entries
        )
        caption = html.escape(f"dedup of the {self._data.name}")
        return f"<table><caption>{caption}</caption>{lines}</table>"

    def _counts(self) -> dict[str, int]:
        rows = len(self.keep)
        documents = int(self.stats["documents"])
        kept = int(self.stats["kept"])
        # A file that cannot be read is listed, but has no row; `skipped` lists the first 10,000.
        listed = self.skipped["kind"].to_pylist().count("skipped")
        skipped = max(rows - documents, listed)
        return {"rows": rows, "kept": kept, "removed": documents - kept, "skipped": skipped}

    def _reasons(self) -> list[tuple[str, int]]:
        names = ("identical", "lexical", "same_sketch", "similar", "large_cluster")
        return [(name.replace("_", " "), int(self.stats[name])) for name in names]


def dedup(
    data: Any,
    *,
    text: str = "text",
    id: str | None = None,
    resemblance: float = 0.5,
    containment: float = 0.0,
    against: Any = None,
    survivor: str = "longest",
    link: str = "survivor",
    within: str | None = None,
    keep: int = 1,
    drop_clusters_over: int | None = None,
    shingle: int | None = None,
    sketch: str = "mod:25",
    front_end: str = "",
    store: str | os.PathLike[str] | None = None,
    output: str | os.PathLike[str] | None = None,
    memory: str | int = "2G",
    threads: int | None = None,
    progress: bool | Report | None = None,
) -> Dedup:
    """Decides for each row of `data` whether it is kept or removed as a near-duplicate.

    data: the documents. Tables: pyarrow, polars (also lazy), pandas, duckdb relations,
        `datasets.Dataset`, dicts of lists, lists of dicts, and any object with the Arrow C
        interface. Texts: a list of `str`, a Series, an array. Iterators of batches, rows or
        texts are read once. Paths: a `str` or `os.PathLike`, or a list of `os.PathLike`; a list
        of `str` is texts. Parquet files, folders of them and their URLs (s3://, hf://, https://)
        are paths too; a list of `str` is paths if each is a URL that ends in .parquet.
    text: the column of texts; in Parquet, "meta.text" is the field `text` of the struct column
        `meta`. Ignored for texts without a name, such as a list of `str`.
    id: a column of names, for messages and `removed`. Row numbers are always there.
    resemblance: from 0 to 1. A row is removed if it shares at least this part with the kept one.
        0: not used.
    containment: from 0 to 1. Also removes a row if this part of it is in a kept one, or the other
        way round. 0: not used.
    against: other data, in any of these kinds, with the same text column, or paths. If given, only
        rows similar to a row of it are removed.
    survivor: which row of similar ones is kept: "longest", "first", "newest" or "field:NAME", the
        greatest number in the column NAME.
    link: "survivor": each removed row is itself similar to its kept row. "single": chains count.
    within: a column, such as "dump" or "lang". Only rows with the same value in it, a text or a
        number, are compared; rows without a value are compared with each other. None: all rows are
        compared. Not with `against`.
    keep: how many rows of each cluster are kept, the best by `survivor`. Not with `against`.
    drop_clusters_over: all rows of a cluster with more rows than this are removed. None: of no
        cluster. Not with `against`.
    shingle: words of a shingle, from 1. None: the default of the engine.
    sketch: the part of the shingles that is used to find candidates: "mod:25" (one in 25), "all",
        "min:S" or "vi".
    front_end: the tokenizer, such as "words" or "html:words". Empty: by the kind of the data.
    store: a folder that keeps the result for queries. None: a temporary one, deleted at the end.
    output: for Parquet files: a folder. For each input file, a file of the same name is written
        there, with the kept rows and all columns, codecs and metadata as they were. No existing
        file is replaced. The files appear together, when all are complete. None: none is written.
    memory: what the engine may use: "2G", "512M", or an int in bytes. The data itself is not
        counted.
    threads: the number of threads, from 1. None: one for each available core.
    progress: None: a tqdm bar in a terminal or a notebook. False: nothing. True: always a bar. Or a
        function that is called with (phase: str, done: int, total: int) at most every 50 ms; total
        is 0 if it is unknown.

    Raises ExistsError if a file of `output` exists, NotInstalledError if a path needs pyarrow or
    fsspec, and other subclasses of whorl.Error; each is also a built-in exception, such as
    ValueError.
    """
    if data is not None and against is data:
        raise InvalidArgumentError("against is the data itself: each row would match itself")
    columns = columns_needed(text, id, survivor, within)
    options = {
        **thresholds(resemblance, containment, survivor, link),
        **choice(within, keep, drop_clusters_over),
        **method(shingle, sketch, front_end),
        **limits(memory, threads),
        "store": checks.optional_path("store", store),
    }
    rows = open_data(data, columns)
    others = None if against is None else open_data(against, (text,), filtered=False)
    folder = checks.optional_path("output", output)
    target = None if folder is None else rows.output(folder)
    with reporting(progress) as report:
        decisions = _whorl.decide(
            source_of(rows),
            text=text,
            id=rows.id_column(id),
            row_name=rows.row_name,
            against=None if others is None else source_of(others),
            options=options,
            progress=report,
        )
        written = [] if target is None else rows.write(decisions.keep, target, report)
    return Dedup(decisions, rows, written)


def _rows(count: int) -> str:
    return f"{count:,} row" if count == 1 else f"{count:,} rows"
