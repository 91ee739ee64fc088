"""Steps of datatrove pipelines that find near-duplicates across all tasks.

    LocalPipelineExecutor([reader, Sketch("work/stores")], tasks=8).run()
    LocalPipelineExecutor([Cluster("work/stores", "work/decisions")], tasks=1).run()
    LocalPipelineExecutor([reader, Filter("work/decisions"), writer], tasks=8).run()

The first and the third pipeline read the same documents, in the same order, with the same number
of tasks. A task that was stopped goes on when the executor runs it again, with the same result.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep
from datatrove.pipeline.filters.base_filter import BaseFilter

from . import _datatrove as files
from . import _whorl
from ._errors import InvalidArgumentError, UnreadableError
from ._options import limits, method, thresholds
from ._sizes import bytes_of


class Sketch(PipelineStep):  # type: ignore[misc]
    """Makes a store of the documents of each task, in the folder `output_folder`.

    The folder must be local or shared by the nodes (not s3:// or hf://). The options, other than
    `output_folder`, are those of `whorl.dedup()`:

    link: "survivor" (the default): each removed document is itself similar to the kept one. The
        stores keep no pairs, and `Cluster` searches for them, which stays fast if many documents
        are similar to each other. "single": chains count. Each task searches for the pairs of its
        own documents, and `Cluster` for those across tasks; n similar documents have n² / 2 pairs.
    survivor: "longest": of equally long documents a hash of the id decides, so the kept documents
        do not depend on the number of tasks. "field:NAME": the greatest number in
        metadata["NAME"]; "newest": the latest metadata["date"]; "first". With these, the lower
        rank and then the lower row is kept of equals, so the number of tasks matters.
    memory, threads: of one task.

    The ids of the documents are those of datatrove. Documents with no text, or with invalid
    Unicode, are skipped: `Filter` drops them, as `whorl.dedup()` does.

    Raises whorl.Error for wrong options, and InvalidArgumentError if `output_folder` has a store of
    other options or other documents.
    """

    type = "🫂 - DEDUP"
    name = "whorl sketch"

    def __init__(
        self,
        output_folder: Any,
        *,
        resemblance: float = 0.5,
        containment: float = 0.0,
        survivor: str = "longest",
        link: str = "survivor",
        shingle: int | None = None,
        sketch: str = "mod:25",
        front_end: str = "",
        memory: str | int = "2G",
        threads: int = 1,
    ) -> None:
        super().__init__()
        self.folder = files.local(output_folder)
        self.survivor = survivor
        self.options = {
            **thresholds(resemblance, containment, files.survivor_of(survivor), link),
            **method(shingle, sketch, front_end),
            "pairs": "survivors" if link == "survivor" else "exact",
            "letters_below": 20 if containment == 0 else None,  # as dedup
        }
        self.limits = limits(memory, threads)

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> None:
        """Reads all documents of the task. Memory: `memory`, and a batch of 1,000 documents."""
        store = os.path.join(self.folder, files.numbered(rank))
        batches = files.Batches(self._counted(data), self.survivor)
        try:
            _whorl.cluster(
                iter(batches),
                name="documents",
                text="text",
                id="id",
                options={**self.options, **self.limits, "store": store},
                progress=None,
            )
        except UnreadableError:
            if not batches.ended or os.path.exists(store):
                raise  # else each document was skipped, and there is no store
        part = {
            "world_size": world_size,
            "options": self.options,
            "rows": batches.rows,
            **files.stored(store, batches.rows),
        }
        files.replace(f"{store}.json", json.dumps(part))

    def _counted(self, data: Any) -> Iterator[Document]:
        for document in data or ():
            self.stat_update("documents")
            if document.text is not None:
                self.update_doc_stats(document)
            yield document


class Cluster(PipelineStep):  # type: ignore[misc]
    """Merges the stores of `Sketch` and decides which documents are removed, in one task.

    input_folder: the `output_folder` of `Sketch`, all of whose tasks are complete.
    output_folder: a local or shared folder. It gets the merged store, `store`, which `whorl.open()`
        reads, and for each rank a file of JSON lines with its removed documents: row, id, reason,
        kept_rank, kept_row, kept_id, resemblance, contained and contains (`whorl.dedup()`).
    memory: of the merge. Documents and pairs may be larger than memory.
    threads: None: one for each available core.

    Raises InvalidArgumentError if a task of `Sketch` is missing, and for more than one task.
    """

    type = "🫂 - DEDUP"
    name = "whorl cluster"

    def __init__(
        self,
        input_folder: Any,
        output_folder: Any,
        memory: str | int = "2G",
        threads: int | None = None,
    ) -> None:
        super().__init__()
        self.input, self.output = files.local(input_folder), files.local(output_folder)
        self.limits = limits(bytes_of(memory), threads)

    def run(self, data: Any = None, rank: int = 0, world_size: int = 1) -> None:
        """Reads the stores, and no documents."""
        if world_size != 1:
            raise InvalidArgumentError(f"tasks={world_size}: whorl cluster is one task")
        parts = files.read_parts(self.input)
        ranks = [rank for rank, part in enumerate(parts) if part["documents"]]
        stores = [os.path.join(self.input, files.numbered(rank)) for rank in ranks]
        store = os.path.join(self.output, "store")
        if len(stores) > 1:
            os.makedirs(self.output, exist_ok=True)
            _whorl.merge(stores, output=store, options=self.limits, progress=None)
        starts = files.starts([parts[rank]["documents"] for rank in ranks])
        with files.DecisionWriter(self.output, parts) as writer:
            if stores:
                reader = _whorl.open_store(store if len(stores) > 1 else stores[0])
                for owner, decision in files.removed(reader, ranks, starts):
                    self.stat_update(f"removed_{decision['reason']}")
                    writer.add(owner, decision)


class Filter(BaseFilter):  # type: ignore[misc]
    """Drops the documents that `Cluster` removed, by their rank and row.

    input_folder: the `output_folder` of `Cluster`, also a remote one.
    exclusion_writer: a datatrove writer for dropped documents. Their metadata has filter_reason
        ("identical", "lexical", "sketch", "similar" or "skipped"), and, unless it is skipped,
        kept_id, kept_rank, kept_row (the kept document that it is similar to), resemblance,
        contained and contains (0 to 1).

    Raises InvalidArgumentError if the documents or the number of tasks are not those of `Sketch`.
    """

    name = "whorl filter"

    def __init__(self, input_folder: Any, exclusion_writer: Any = None) -> None:
        super().__init__(exclusion_writer)
        self.folder = input_folder
        self.row = 0
        self.removed: dict[int, dict[str, Any]] = {}

    def run(self, data: Any, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yields the kept documents. Memory: the decisions on the documents of the task."""
        rows, self.removed = files.read_decisions(self.folder, rank, world_size)
        self.row = 0
        yield from super().run(data, rank, world_size)
        if self.row != rows:
            raise InvalidArgumentError(
                f"rank {rank} has {self.row:,} documents; whorl sketch read {rows:,}"
            )

    def filter(self, doc: Document) -> bool | tuple[bool, str]:
        """Decides about the next document of the task."""
        decision = self.removed.get(self.row)
        self.row += 1
        if decision is None:
            return True
        if decision.get("id", doc.id) != doc.id:
            raise InvalidArgumentError(
                f"document {self.row - 1:,} is {doc.id!r}; whorl sketch read {decision['id']!r}"
            )
        doc.metadata.update({k: v for k, v in decision.items() if k not in ("row", "id", "reason")})
        return False, decision["reason"]
