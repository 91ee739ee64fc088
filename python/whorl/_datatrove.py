"""The files of the steps in `whorl.datatrove`: a store for each rank, and decisions by rank."""

from __future__ import annotations

import json
import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import accumulate, count
from types import TracebackType
from typing import Any

from datatrove.data import Document
from datatrove.io import get_datafolder

from ._errors import InvalidArgumentError, UnsupportedError
from ._whorl import StoreReader, open_store

_SUMMARY = "decisions.json"
_BATCH = 1000  # documents, or clusters
_BUFFERED = 100_000  # decisions that wait to be written


def local(folder: Any) -> str:
    """The path of a datatrove folder. Raises UnsupportedError for one that is not local."""
    found = get_datafolder(folder)
    if not found.is_local():
        raise UnsupportedError(
            f"{found.path}: whorl reads and writes stores on local or shared file systems only; "
            "give a folder there"
        )
    return os.path.abspath(str(found.resolve_paths("")))


def numbered(rank: int) -> str:
    """The name of the store of a rank."""
    return f"{rank:05d}"


def replace(path: str, text: str) -> None:
    """Writes a file whole, or not at all."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(f"{path}.tmp", "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    os.replace(f"{path}.tmp", path)


def survivor_of(survivor: str) -> str:
    """The option `survivor` of the store. Numbers are in a column, which Batches computes."""
    if survivor == "longest":
        return "field:preference"
    name = survivor.removeprefix("field:")
    return f"field:metadata.{name}" if name and name != survivor else survivor


class Batches:
    """Documents as the columns that the native module reads. Iterated once."""

    def __init__(self, documents: Iterable[Document], survivor: str) -> None:
        self._documents = iter(documents)
        self._survivor = survivor
        self.rows = 0
        self.ended = False

    def __iter__(self) -> Iterator[dict[str, list[Any]]]:
        batch: list[Document] = []
        for document in self._documents:
            batch.append(document)
            if len(batch) == _BATCH:
                yield self._columns(batch)
                batch.clear()
        if batch:
            yield self._columns(batch)
        self.ended = True

    def _columns(self, batch: list[Document]) -> dict[str, list[Any]]:
        self.rows += len(batch)
        columns = {"text": [d.text for d in batch], "id": [str(d.id) for d in batch]}
        if self._survivor == "longest":
            columns["preference"] = [preference(d) for d in batch]
        elif self._survivor == "newest":
            columns["date"] = [str(d.metadata.get("date", "")) for d in batch]
        elif self._survivor.startswith("field:"):
            name = self._survivor.removeprefix("field:")
            columns[f"metadata.{name}"] = [d.metadata.get(name) for d in batch]
        return columns


def preference(document: Document) -> int:
    """The longer text, else a hash of the id: a number below 2⁵³, which a double contains."""
    length = len((document.text or "").encode("utf-8", "surrogatepass"))
    id = str(document.id).encode("utf-8", "surrogatepass")
    return length << 22 | int.from_bytes(blake2b(id, digest_size=8).digest(), "little") >> 42


def stored(store: str, rows: int) -> dict[str, Any]:
    """How many documents a store has, and the rows that were skipped; without a store, all."""
    skipped = bytearray(b"\1") * rows
    documents = 0
    if os.path.exists(store):
        reader = open_store(store)
        while some := reader.documents(documents, _BATCH).column("row").to_pylist():
            documents += len(some)
            for row in some:
                skipped[row] = 0
        reader.close()
    return {"documents": documents, "skipped": [row for row in range(rows) if skipped[row]]}


def read_parts(folder: str) -> list[dict[str, Any]]:
    """What `Sketch` wrote of each rank. Raises InvalidArgumentError if some is missing."""
    parts: list[dict[str, Any]] = []
    for rank in count():
        path = os.path.join(folder, f"{numbered(rank)}.json")
        if rank == (parts[0]["world_size"] if parts else 1):
            return parts
        if not os.path.exists(path):
            raise InvalidArgumentError(
                f"{path} is missing: rank {rank} of whorl sketch is not complete; run it again"
            )
        with open(path, encoding="utf-8") as file:
            parts.append(json.load(file))
        for name in ("world_size", "options"):
            if parts[0][name] != parts[-1][name]:
                raise InvalidArgumentError(
                    f"{path}: {name} is {parts[-1][name]}, and {parts[0][name]} of rank 0: run "
                    "whorl sketch in an empty folder"
                )
    return parts


def starts(sizes: list[int]) -> list[int]:
    """The number of the first document of each store in the merged one."""
    return [0, *accumulate(sizes)][:-1]


def removed(
    reader: StoreReader, ranks: list[int], starts: list[int]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """The rank of each removed document, and the decision on it."""
    first = 0
    while members := reader.clusters(first, _BATCH).to_pylist():
        first = members[-1]["cluster"] + 1
        rows = {m["number"]: m["row"] for m in members if m["number"] == m["kept_number"]}
        for member in members:
            number, kept = member["number"], member["kept_number"]
            if number == kept:
                continue
            yield ranks[bisect_right(starts, number) - 1], {
                "row": member["row"],
                "id": member["id"],
                "reason": member["kind"],
                "kept_rank": ranks[bisect_right(starts, kept) - 1],
                "kept_row": rows[kept],
                "kept_id": member["kept_id"],
                **{name: member[name] for name in ("resemblance", "contained", "contains")},
            }
    reader.close()


class DecisionWriter:
    """Writes the decisions of each rank to a file. Begins anew if it was stopped."""

    def __init__(self, folder: str, parts: list[dict[str, Any]]) -> None:
        self._folder = folder
        self._rows = [part["rows"] for part in parts]
        self._lines: dict[int, list[str]] = {}
        self._waiting = 0
        os.makedirs(folder, exist_ok=True)
        for name in [_SUMMARY, *(f"{numbered(rank)}.jsonl" for rank in range(len(parts)))]:
            if os.path.exists(os.path.join(folder, name)):
                os.remove(os.path.join(folder, name))
        for rank, part in enumerate(parts):
            for row in part["skipped"]:
                self.add(rank, {"row": row, "reason": "skipped"})

    def add(self, rank: int, decision: dict[str, Any]) -> None:
        """Adds the decision on a removed document."""
        self._lines.setdefault(rank, []).append(json.dumps(decision) + "\n")
        self._waiting += 1
        if self._waiting >= _BUFFERED:
            self._flush()

    def _flush(self) -> None:
        for rank, lines in self._lines.items():
            path = os.path.join(self._folder, f"{numbered(rank)}.jsonl")
            with open(path, "a", encoding="utf-8") as file:
                file.writelines(lines)
        self._lines.clear()
        self._waiting = 0

    def __enter__(self) -> DecisionWriter:
        return self

    def __exit__(
        self,
        type: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if type is None:
            self._flush()
            replace(os.path.join(self._folder, _SUMMARY), json.dumps({"rows": self._rows}))


def read_decisions(
    folder: Any, rank: int, world_size: int
) -> tuple[int, dict[int, dict[str, Any]]]:
    """How many rows a rank has, and the decision on each removed one by its row."""
    found = get_datafolder(folder)
    if not found.exists(_SUMMARY):
        raise InvalidArgumentError(
            f"{found.resolve_paths(_SUMMARY)} is missing: run whorl cluster first"
        )
    with found.open(_SUMMARY, "rt") as file:
        rows = json.load(file)["rows"]
    if len(rows) != world_size:
        raise InvalidArgumentError(f"tasks={world_size}: whorl sketch ran with {len(rows)}")
    name = f"{numbered(rank)}.jsonl"
    if not found.exists(name):
        return rows[rank], {}
    with found.open(name, "rt") as file:
        decisions = [json.loads(line) for line in file]
    return rows[rank], {decision["row"]: decision for decision in decisions}
