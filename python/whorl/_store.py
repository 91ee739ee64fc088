"""Stores: the clusters of a collection, kept on disk, to be asked and to grow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from . import _checks as checks
from . import _whorl
from ._checks import Path
from ._errors import InvalidArgumentError
from ._frames import open_data
from ._options import columns_named, columns_needed, limits, method, source_of, thresholds
from ._progress import Report, reporting

if TYPE_CHECKING:
    from ._whorl import Table


class Store:
    """A finished store, open to be read. Any number of threads may ask it at once.

    A context manager: `with whorl.open(path) as store:`. Of large stores only directories are in
    memory.
    """

    def __init__(self, path: Path) -> None:
        self._path = checks.path("path", path)
        self._reader = _whorl.open_store(self._path)

    @property
    def path(self) -> str:
        """The folder of the store."""
        return self._path

    def __len__(self) -> int:
        """The number of documents."""
        return self._reader.size

    def __repr__(self) -> str:
        return f"whorl.open({self._path!r})"

    def query(
        self,
        text: Any,
        *,
        resemblance: float = 0.0,
        containment: float = 0.0,
        limit: int = 10,
        threads: int | None = None,
        progress: bool | Report | None = None,
    ) -> Table:
        """Finds the stored documents that are most similar to each text.

        `text` is one `str` or a column of texts, UTF-8. A document is found if it reaches
        `resemblance` or `containment` (0 to 1, of either in the other); if both are 0, whatever
        shares a shingle is found. `limit` is the most documents of one text.

        Returns a Table, best first: query (the row of the text), id, url, row (in the data that the
        store was made from), kind, resemblance, contained (share of the document that is in the
        text), contains (share of the text that is in the document), cluster. A text that cannot be
        compared has one row with `error`, which is null elsewhere.
        """
        column = [text] if isinstance(text, (str, bytes)) else text
        options: dict[str, Any] = {
            "resemblance": checks.share("resemblance", resemblance),
            "containment": checks.share("containment", containment),
            "limit": checks.count("limit", limit, 0),
            "threads": checks.thread_count(threads),
        }
        with reporting(progress) as report:
            return self._reader.query(column, **options, progress=report)

    def documents(self) -> Table:
        """All documents, in the order read.

        Columns: number (from 0), id, url, date, bytes, row, cluster (null: none is similar),
        kept_number (the document that is kept of its cluster; its own if it is alone), kept.
        """
        return self._reader.documents()

    def clusters(self) -> Table:
        """The members of all clusters, beside the document that is kept of each.

        Columns: cluster, id, url, row, kind, resemblance, contained, contains, kept_id, number (of
        the member, as `documents()` numbers it), kept_number.
        """
        return self._reader.clusters()

    def cluster_of(self, name: str) -> Table:
        """The clusters of the documents with this id or URL, as `clusters()` gives them.

        Raises NotFoundError or InvalidArgumentError if there is no such document.
        """
        return self._reader.clusters_of(checks.word("name", name))

    def pairs(self) -> Table:
        """The pairs of similar documents, by their numbers.

        Columns: first, second, resemblance, first_in_second, second_in_first, exact (false: the
        measures are estimates from sketches).

        Raises UnsupportedError if the store was made without them: `cluster(…, link="survivor")`
        compares each document only with kept ones, and keeps no pairs.
        """
        return self._reader.pairs()

    def add(
        self,
        data: Any,
        *,
        name: str = "",
        text: str = "text",
        id: str | None = None,
        memory: str | int = "2G",
        threads: int | None = None,
        progress: bool | Report | None = None,
    ) -> None:
        """Adds documents to the store, as `whorl.add()` does."""
        grown = add(
            data,
            self._path,
            name=name,
            text=text,
            id=id,
            memory=memory,
            threads=threads,
            progress=progress,
        )
        self._reader = grown._reader

    def recluster(
        self,
        *,
        resemblance: float = 0.5,
        containment: float = 0.0,
        survivor: str = "longest",
        link: str = "single",
        progress: bool | Report | None = None,
    ) -> dict[str, Any]:
        """Forms the clusters anew by other thresholds, from the pairs that the store keeps.

        Raises InvalidArgumentError for a resemblance below that of the pairs which are kept.
        """
        asked = thresholds(resemblance, containment, survivor, link)
        with reporting(progress) as report:
            counts = _whorl.recluster(self._path, options=asked, progress=report)
        self._reader = _whorl.open_store(self._path)
        return counts

    def close(self) -> None:
        """Closes the files of the store. Further calls raise ValueError."""
        self._reader.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def open(path: Path) -> Store:
    """Opens a store that `cluster()`, `dedup(store=…)` or the command `whorl cluster` made.

    Raises NotFoundError if there is none, and InvalidArgumentError if it is not finished: the call
    that makes it, given again, goes on.
    """
    return Store(path)


def cluster(
    data: Any,
    store: Path,
    *,
    text: str = "text",
    id: str | None = None,
    resemblance: float = 0.5,
    containment: float = 0.0,
    survivor: str = "longest",
    link: str = "single",
    shingle: int | None = None,
    sketch: str = "mod:25",
    front_end: str = "",
    positions: bool = False,
    memory: str | int = "2G",
    threads: int | None = None,
    progress: bool | Report | None = None,
) -> Store:
    """Finds the near-duplicates of a collection and keeps them in a store (Broder et al. 1997).

    `data`, `text`, `id` and the thresholds are as of `dedup()`. `store` is a new folder; a call that
    was stopped goes on when it is given again with the same data. `link="single"` joins chains of
    similar documents, and the store keeps all pairs; `link="survivor"` keeps for each document the
    one that it is similar to. `positions` also keeps where each shingle is in its document.

    Returns the Store, open. Raises InvalidArgumentError if the folder has a store of other options
    or other data, and names the first difference.
    """
    columns = columns_needed(text, id, survivor)
    options = {
        **thresholds(resemblance, containment, survivor, link),
        **method(shingle, sketch, front_end),
        **limits(memory, threads),
        "store": checks.path("store", store),
        "positions": checks.flag("positions", positions),
    }
    rows = open_data(data, columns, filtered=False)
    with reporting(progress) as report:
        _whorl.cluster(
            source_of(rows),
            name="records",
            text=text,
            id=rows.id_column(id),
            options=options,
            progress=report,
        )
    return Store(store)


def add(
    data: Any,
    store: Path,
    *,
    name: str = "",
    text: str = "text",
    id: str | None = None,
    memory: str | int = "2G",
    threads: int | None = None,
    progress: bool | Report | None = None,
) -> Store:
    """Adds the documents of `data` to a finished store, by the method that it was made with.

    `data`, `text`, `id` and the limits are as of `cluster()`. `name` is how the store calls this
    data; each addition has its own, except paths, which need none. What is in the store is neither
    read nor counted again. A call that was stopped goes on when it is given again, with the same
    name; until then the store answers nothing.

    Returns the Store, open. Raises InvalidArgumentError if the store has data of this name, and
    NotFoundError if there is no store.
    """
    checks.word("name", name)
    options = {"store": checks.path("store", store), **limits(memory, threads)}
    rows = open_data(data, columns_named(text, id), filtered=False)
    name = name or rows.default_name
    if rows.paths is None and not name:
        raise InvalidArgumentError("name='': give this data a name of its own, such as 'march'")
    with reporting(progress) as report:
        _whorl.cluster_into(
            source_of(rows),
            name=name,
            text=text,
            id=rows.id_column(id),
            options=options,
            progress=report,
        )
    return Store(store)


def merge(
    stores: Sequence[Path],
    output: Path,
    *,
    memory: str | int = "2G",
    threads: int | None = None,
    progress: bool | Report | None = None,
) -> Store:
    """Makes a store of the documents of two or more stores, in their order.

    The stores must have been made with the same options. Their documents are not read again, and
    the data may be larger than memory. If the stores have pairs (`link="single"`), only pairs of
    documents of different stores are searched for. The clusters are formed under the thresholds of
    the first store. `output` is a new folder; a call that was stopped goes on when it is given
    again. `memory` and `threads` are as of `cluster()`.

    Returns the Store, open. Raises InvalidArgumentError for stores of different options, for a
    store that is named twice, and for fewer than two stores; NotFoundError if a store is missing.
    """
    with reporting(progress) as report:
        _whorl.merge(
            checks.paths("stores", stores),
            output=checks.path("output", output),
            options=limits(memory, threads),
            progress=report,
        )
    return Store(output)
