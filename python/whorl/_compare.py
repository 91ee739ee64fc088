"""compare: finds copied passages among submissions, and reports them."""

from __future__ import annotations

import datetime
import html
import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from . import _whorl
from ._options import limits
from ._progress import Report as ProgressReport
from ._progress import reporting

if TYPE_CHECKING:
    from ._whorl import Table

Path = str | os.PathLike[str]
Paths = Path | Iterable[Path]

_ROWS_SHOWN = 20


class Report:
    """What submissions have in common: tables, and the report as a page."""

    def __init__(self, compared: _whorl.Compared) -> None:
        self._compared = compared

    @property
    def pairs(self) -> Table:
        """The pairs that share a passage, best first.

        Columns: a, b (names of submissions), score (0 to 1), similarity, containment_a,
        containment_b, longest (symbols), evidence, identical, once_in (of pairs that are
        independent, at most one in so many is as similar; null: not estimated).
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
        """What could not be read, and why: row, name, reason."""
        return self._compared.skipped

    @property
    def html(self) -> str:
        """The report as one page that needs nothing else."""
        return self._compared.html

    @property
    def json(self) -> str:
        """The report as JSON, as docs/report.schema.json describes it."""
        return self._compared.json

    def save(self, directory: Path, *, overwrite: bool = False) -> list[str]:
        """Writes report.html, report.json and pairs.csv, and returns their paths.

        Replaces an earlier report. `overwrite` also replaces files that are none, but never a file
        that was read. Raises WriteError or InvalidArgumentError; then nothing is written.
        """
        return self._compared.save(os.fsdecode(directory), overwrite=overwrite)

    def __repr__(self) -> str:
        pairs, submissions = len(self.pairs), len(self.submissions)
        return (
            f"compare: {submissions:,} submissions, {pairs:,} pairs share a passage, "
            f"{len(self.skipped):,} inputs skipped"
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
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
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
    include, exclude: globs on names.
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
        "paths": _listed(paths),
        "base": _listed(base),
        "archive": _listed(archive),
        "by": by,
        "layout": layout,
        "metadata": None if metadata is None else os.fsdecode(metadata),
        "include": list(include),
        "exclude": list(exclude),
        "language": language,
        "normalize": normalize,
        "noise": noise,
        "guarantee": guarantee,
        "recipe": recipe,
        "min_similarity": min_similarity,
        "limit": limit,
        "sort": sort,
    }
    run = {"version": _version(), "date": _today(), "options": _shown(options)}
    with reporting(progress) as report:
        return Report(
            _whorl.compare({**options, **limits(memory, threads)}, run=run, progress=report)
        )


def _listed(paths: Paths) -> list[str]:
    if isinstance(paths, (str, os.PathLike)):
        return [os.fsdecode(paths)]
    return [os.fsdecode(path) for path in paths]


def _shown(options: dict[str, Any]) -> list[tuple[str, str]]:
    given = ((name, value) for name, value in options.items() if value and name != "paths")
    return [(name, ", ".join(v) if isinstance(v, list) else str(v)) for name, v in given]


def _version() -> str:
    # Its import takes longer than that of the package, and only a report needs it.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("whorl")
    except PackageNotFoundError:
        return ""


def _today() -> str:
    return datetime.datetime.now(datetime.UTC).date().isoformat()
