"""Data of Hugging Face datasets: Dataset and IterableDataset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._errors import InvalidArgumentError
from .data import BATCH_ROWS, Data, OneShot, check_columns

if TYPE_CHECKING:
    from .._whorl import Array


class HubDataset(Data):
    """A `datasets.Dataset`.

    It is read by its own iterator, because its Arrow table `data` ignores `select` and `shuffle`.
    """

    name = "datasets.Dataset"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        check_columns(self.name, data.column_names, columns)

    def batches(self) -> Iterator[object]:
        needed = self.data.select_columns(list(self.columns)).with_format("arrow")
        yield from needed.iter(batch_size=BATCH_ROWS)

    def kept(self, keep: Array) -> object:
        return self.data.select(keep.to_numpy().nonzero()[0])


class HubStream(OneShot):
    """A `datasets.IterableDataset`. It may give other rows when it is read again."""

    name = "datasets.IterableDataset"
    advice = "load the dataset without streaming=True"

    def __init__(self, data: Any, columns: tuple[str, ...]) -> None:
        super().__init__(data, columns)
        if data.column_names is not None:
            check_columns(self.name, data.column_names, columns)

    def batches(self) -> Iterator[object]:
        for batch in self.data.with_format("arrow").iter(batch_size=BATCH_ROWS):
            check_columns(self.name, batch.column_names, self.columns)
            yield batch.select(list(self.columns))


def refuse_splits(data: Any, columns: tuple[str, ...]) -> Data:
    """Raises InvalidArgumentError: a DatasetDict has several datasets."""
    splits = ", ".join(map(repr, data))
    raise InvalidArgumentError(
        f"the {type(data).__name__} has several splits ({splits}): give one of them, "
        'dedup(ds["train"]), or remove from one what another has, '
        'dedup(ds["train"], against=ds["test"])'
    )
