"""Messages for arguments of datasketch that have no meaning here."""

from __future__ import annotations

from typing import Any

from .._errors import UnsupportedError

_WHY = {
    "hashvalues": "hash values of datasketch cannot be converted: build the sketch from the set",
    "permutations": "there are none: the sketch keeps the smallest hashes",
    "scheme": "there are no permutations: the sketch keeps the smallest hashes",
    "gpu_mode": "an update is one hash, on the processor",
    "hashobj": "datasketch has deprecated it: give hashfunc",
    "params": "there are no bands: no set over the threshold is missed",
    "weights": "there are no bands: exactly the sets over the threshold are found",
    "storage_config": "the index is in memory; pickle saves it",
    "prepickle": "the index is in memory, where any hashable key serves",
}


def refuse(arguments: dict[str, Any]) -> None:
    """Raises UnsupportedError for the first of `arguments` that is not None, and says why.

    Raises TypeError for a name that datasketch does not have either.
    """
    for name, value in arguments.items():
        if name not in _WHY:
            raise TypeError(f"unexpected argument {name!r}")
        if value is not None:
            raise UnsupportedError(f"{name}={value!r:.100}: {_WHY[name]}")
