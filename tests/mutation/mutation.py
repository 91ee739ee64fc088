"""A small wrong change of the program, and the tests that should catch it."""

from dataclasses import dataclass


@dataclass
class Mutation:
    what: str  # it makes wrong
    file: str
    old: str  # occurs once in the file: a whole expression, or whole statements
    new: str
    tests: list  # (program, filter of its tests)
    equivalent: str = ""  # why no test can see it


def of_folder(folder, tests):
    """Makes mutations of files in a folder that the same tests should catch."""
    return lambda what, file, old, new, equivalent="": Mutation(what, folder + file, old, new, tests, equivalent)
