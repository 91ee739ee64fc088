"""A small wrong change of the program, and the tests that should catch it."""

from dataclasses import dataclass


@dataclass
class Mutation:
    what: str  # it makes wrong
    file: str
    old: str  # stands once in the file: a whole expression, or whole statements
    new: str
    tests: list  # (program, filter of its tests)
    equivalent: str = ""  # why no test can see it
