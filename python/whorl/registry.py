"""Registries: is this text, or a part of it, already known, and from where? No text is kept.

    registry = whorl.registry.create("known")            # or open("known", write=True)
    registry.add(frame, text="body", id="url", owner="press")
    registry.search("a text that may be copied")

(Schleimer, Wilkerson and Aiken 2003, section 3.2; Finkel et al. 2002; Heintze 1996.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _checks as checks
from . import _registry
from ._checks import Path
from ._frames import open_data
from ._options import columns_named
from ._progress import Report, reporting

if TYPE_CHECKING:
    from ._whorl import Table


class Registry:
    """An open registry, for any number of threads. One process at a time writes.

    Threads search a registry at once if it was opened to be read. One that was opened to be written
    serves one call at a time.

    A context manager: `with whorl.registry.open(folder) as registry:`.
    """

    def __init__(self, opened: _registry.OpenRegistry) -> None:
        self._opened = opened

    def add(
        self,
        data: Any,
        *,
        text: str = "text",
        id: str | None = None,
        owner: str = "",
        group: str = "",
        date: str = "",
        url: str = "",
        contact: str = "",
        progress: bool | Report | None = None,
    ) -> dict[str, Any]:
        """Registers the texts of `data`: a table, texts or paths, as of `whorl.dedup()`.

        A document is known by `owner`, `group` and its name: the cell of the column `id`, by default
        its row. A known document is replaced if its text has changed. `date` is YYYY-MM-DD.

        Returns counts: added, replaced, unchanged, too_short, fingerprints, skipped. What it has
        added when it fails or is stopped stays, in whole batches.
        """
        codes = _words(owner=owner, group=group, date=date, url=url, contact=contact)
        rows = open_data(data, columns_named(text, id), filtered=False)
        with reporting(progress) as report:
            if rows.paths is not None:
                return self._opened.add_paths(rows.paths, codes=codes, progress=report)
            return self._opened.add_texts(
                rows.batches(), text=text, id=rows.id_column(id), codes=codes, progress=report
            )

    def search(
        self,
        text: Any,
        *,
        limit: int = 10,
        containment: float = 0.0,
        only_owner: str = "",
        exclude_owner: str = "",
        since: str = "",
        singles: bool = False,
        threads: int | None = None,
        progress: bool | Report | None = None,
    ) -> Table:
        """Finds the registered documents that share fingerprints with each text, best first.

        `text` is one `str` or a column of texts. `containment` (0 to 1) is the least share of the
        text, or of the document. `since` is a date. `singles` also finds documents that share a
        single fingerprint.

        Returns a Table: query (the row of the text), owner, group, name, date, url, shared
        (fingerprints), contained (share of the text's fingerprints that the document has) with its
        interval of 95 % in contained_low and contained_high, contains, symmetric and evidence.
        """
        options = {
            "limit": checks.count("limit", limit, 0),
            "containment": checks.share("containment", containment),
            **_words(only_owner=only_owner, exclude_owner=exclude_owner, since=since),
            "singles": checks.flag("singles", singles),
        }
        cores = checks.thread_count(threads)
        with reporting(progress) as report:
            return self._opened.search(text, options=options, threads=cores, progress=report)

    def documents(self) -> Table:
        """All documents, in the order they were added.

        Columns: number, owner, group, name, date, url, bytes, fingerprints.
        """
        return self._opened.documents()

    def remove(self, *, owner: str = "", group: str = "", name: str = "") -> int:
        """Removes the documents of these codes and returns how many; an empty code is any.

        Raises InvalidArgumentError if all codes are empty.
        """
        return self._opened.remove(_words(owner=owner, group=group, name=name))

    @property
    def stats(self) -> dict[str, Any]:
        """Counts of documents, postings and bytes on disk; the scheme and the recipe."""
        return self._opened.stats

    def close(self) -> None:
        """Closes the registry. Further calls raise ValueError."""
        self._opened.close()

    def __enter__(self) -> Registry:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def create(
    folder: Path, *, scheme: str = "passages", recipe: str = "", key: Path | None = None
) -> Registry:
    """Makes an empty registry in a new folder and opens it for writing.

    `scheme` is "passages", "sets", "koala" or another of `whorl registry schemes`. The default
    `recipe` is that of the scheme. `key` is the file of a key; only its owner can then tell what is
    registered. Raises InvalidArgumentError if the folder is not empty.
    """
    name, secret = checks.path("folder", folder), _key(key)
    _registry.create(name, **_words(scheme=scheme, recipe=recipe), key=secret)
    return Registry(_registry.write(name, key=secret))


def open(folder: Path, *, write: bool = False, key: Path | None = None) -> Registry:
    """Opens a registry, to search it or, with `write`, to change it too.

    Raises NotFoundError if there is none, and InvalidArgumentError if another process writes to it
    or the key is not its own.
    """
    opener = _registry.write if checks.flag("write", write) else _registry.read
    return Registry(opener(checks.path("folder", folder), key=_key(key)))


def _key(key: Path | None) -> str:
    return checks.optional_path("key", key) or ""


def _words(**options: str) -> dict[str, str]:
    return {name: checks.word(name, value) for name, value in options.items()}
