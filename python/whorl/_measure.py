"""What two texts have in common, as a share with its interval."""

from typing import NamedTuple


class Measure(NamedTuple):
    """A share from 0 to 1, with an interval of 95 % confidence: low ≤ value ≤ high.

    If `exact` is true, the share was counted on all shingles, and the three are equal.
    """

    low: float
    value: float
    high: float
    exact: bool
