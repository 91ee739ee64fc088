"""compare: finds copied passages among submissions, and reports them."""

from __future__ import annotations

import datetime
import html
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from . import _checks as checks
from . import _whorl
from ._checks import Path, Paths
from ._options import limits
from ._progress import Report as ProgressReport
from ._progress import reporting

if TYPE_CHECKING:
    from ._whorl import Table

_ROWS_SHOWN = 20
_MOST_SYMBOLS = (1 << 32) - 1


class Report:
    """What submissions have in common: tables, and the report as a page."""

    def __init__(self, compared: _whorl.Compared) -> None:
        self._compared = compared

    @property
    def pairs(self) -> Table:
        """The pairs that share a passage, best first.

        Columns: a, b (names of submissions), score (0 to 1), similarity, containment_a,
        containment_b, longest (symbols), evidence, identical, once_in (N: at most one in N pairs of
        independent authors is as similar; null: not estimated), also_in (other students who have at
        least half of what the two share).
        """
        return self._compared.pairs

    @property
    def passages(self) -> Table:
        """The passages of all pairs.

        Columns: pair (row of `pairs`), and for each side a and b its submission, file, first and
        last line (from 1) and bytes of the text; symbols, kind (verbatim, renamed, edited) and
        identity (0 to 1).
        """
        return self._compared.passages

    @property
    def submissions(self) -> Table:
        """The submissions by name: name, student, group, files, symbols, archived."""
        return self._compared.submissions

    @property
    def skipped(self) -> Table:
        """What could not be read, and notes about other inputs: row, name, reason and kind.

        The kind is "skipped", or "fallback" for an input that was read in another way than its name
        says.
        """
        return self._compared.skipped

    @property
    def omitted_pairs(self) -> int:
        """How many pairs share a passage and are not in `pairs`, by `limit` or `min_similarity`."""
        return self._compared.omitted_pairs

    @property
    def not_estimated(self) -> list[str]:
        """Sentences on why some pairs have no `once_in`; empty if all have one."""
        return self._compared.not_estimated

    @property
    def html(self) -> str:
        """The report as one page that needs nothing else."""
        return self._compared.html

    @property
    def json(self) -> str:
        """The report as JSON, as docs/report.schema.json describes it."""
        return self._compared.json

    def save(self, directory: Path, *, overwrite: bool = False) -> list[str]:
        """Writes report.html, report.json, pairs.csv and students.csv, and returns their paths.

        Replaces an earlier report. `overwrite` also replaces files that are none, but never a file
        that was read. Raises WriteError or InvalidArgumentError; then nothing is written.
        """
        return self._compared.save(
            checks.path("directory", directory), overwrite=checks.flag("overwrite", overwrite)
        )

    def __repr__(self) -> str:
        listed, omitted, submissions = len(self.pairs), self.omitted_pairs, len(self.submissions)
        only = f" ({listed:,} are listed)" if omitted else ""
        skipped = self.skipped["kind"].to_pylist().count("skipped")
        return (
            f"compare: {submissions:,} submissions, {listed + omitted:,} pairs share a passage{only}, "
            f"{skipped:,} inputs skipped"
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(pair['a'])}</td><td>{html.escape(pair['b'])}</td>"
            f"<td>{pair['score']:.2f}</td><td>{pair['similarity']:.0%}</td>"
            f"<td>{pair['longest']:,}</td></tr>"
            for pair in self.pairs[:_ROWS_SHOWN].to_pylist()
        )
        head = "<tr><th>a</th><th>b</th><th>score</th><th>similarity</th><th>longest</th></tr>"
        return f"<table><caption>{html.escape(repr(self))}</caption>{head}{rows}</table>"


def compare(
    paths: Paths,
    *,
    base: Paths = (),
    archive: Paths = (),
    by: str = "automatic",
    layout: str = "",
    metadata: Path | None = None,
    plain_names: bool = False,
    include: str | Iterable[str] = (),
    exclude: str | Iterable[str] = (),
    language: str = "",
    normalize: str = "plain",
    noise: int | None = None,
    guarantee: int | None = None,
    recipe: str = "",
    min_similarity: float = 0.0,
    limit: int = 500,
    sort: str = "score",
    memory: str | int = "2G",
    threads: int | None = None,
    progress: bool | ProgressReport | None = None,
) -> Report:
    """Finds the passages that submissions share, with the guarantee of winnowing (Schleimer 2003).

    paths: folders, files and archives of submissions.
    base: given code, which is no match. archive: past submissions, which are compared with new ones
        only.
    by: what a submission is: "file", "directory", or "automatic". layout: where names are in paths,
        such as "{student}/{attempt}/**". metadata: an info.csv as Dolos has it.
        plain_names: keep the names of files, and do not recognise exports of Moodle, Canvas and
        others.
    include, exclude: globs on names, one or several.
    language: overrides what the endings of names say. normalize: "plain", or "strong", which finds
        copies that were disguised.
    noise, guarantee: no match below `noise` symbols counts; every match of `guarantee` symbols is
        found. recipe: overrides all three.
    min_similarity: from 0 to 1. limit: pairs that are kept, best first; 0: all. sort: the measure
        that orders pairs.

    Returns a Report. What could not be read is in its `skipped`. Raises InvalidArgumentError for an
    option out of its range and NotFoundError for a path that is not there.
    """
    options: dict[str, Any] = {
        "paths": checks.paths("paths", paths),
        "base": checks.paths("base", base),
        "archive": checks.paths("archive", archive),
        "by": checks.word("by", by),
        "layout": checks.word("layout", layout),
        "metadata": checks.optional_path("metadata", metadata),
        "plain_names": checks.flag("plain_names", plain_names),
        "include": checks.words("include", include),
        "exclude": checks.words("exclude", exclude),
        "language": checks.word("language", language),
        "normalize": checks.word("normalize", normalize),
        "noise": checks.optional_count("noise", noise, 1, _MOST_SYMBOLS),
        "guarantee": checks.optional_count("guarantee", guarantee, 1, _MOST_SYMBOLS),
        "recipe": checks.word("recipe", recipe),
        "min_similarity": checks.share("min_similarity", min_similarity),
        "limit": checks.count("limit", limit, 0),
        "sort": checks.word("sort", sort),
    }
    run = {"version": _whorl.version(), "date": _today(), "options": _given(options)}
    with reporting(progress) as report:
        return Report(
            _whorl.compare({**options, **limits(memory, threads)}, run=run, progress=report)
        )


def _given(options: dict[str, Any]) -> list[tuple[str, str]]:
    """The options that are not as by default, for readers of the report."""
    defaults = compare.__kwdefaults__ or {}
    given = (
        (name, value)
        for name, value in options.items()
        if value not in ([], None) and name != "paths" and value != defaults.get(name)
    )
    return [(name, ", ".join(v) if isinstance(v, list) else str(v)) for name, v in given]


def _today() -> str:
    """The date of the report; that of SOURCE_DATE_EPOCH for reproducible reports."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if seconds.isascii() and seconds.isdigit():
        return datetime.datetime.fromtimestamp(int(seconds), datetime.UTC).date().isoformat()
    return datetime.datetime.now(datetime.UTC).date().isoformat()
