"""whorl: copied passages and near-duplicates of documents, found exactly."""

from whorl._measure import Measure
from whorl._texts import fingerprint, passages, sketch
from whorl._whorl import Array, Sketch, Sketches, Table

__all__ = [
    "Array",
    "Measure",
    "Sketch",
    "Sketches",
    "Table",
    "fingerprint",
    "passages",
    "sketch",
]
