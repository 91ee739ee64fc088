"""Clusters of documents from the pairs over a threshold."""

import dataclasses

from .sketches import Measure, Sketch, counted
from .symbols import Text

SLACK = 1e-12  # the rounding error allowed for a value that reaches its threshold


@dataclasses.dataclass
class Document:
    id: str
    content: str
    text: Text
    shingles: set[int]
    sketch: Sketch


def measured(a: Document, b: Document) -> tuple[Measure, Measure, Measure]:
    """Resemblance, and containments of a and of b, counted on all shingles."""
    both = len(a.shingles & b.shingles)
    return (counted(both, len(a.shingles | b.shingles)), counted(both, len(a.shingles)),
            counted(both, len(b.shingles)))


def over(figures: tuple[Measure, Measure, Measure], resemblance: float,
         containment: float = 0) -> bool:
    def reaches(value: float, threshold: float) -> bool:
        return threshold > 0 and value >= threshold - SLACK

    return reaches(figures[0].value, resemblance) or any(
        reaches(figure.value, containment) for figure in figures[1:])


def kind(member: Document, survivor: Document) -> str:
    if member.content == survivor.content:
        return "identical"
    if member.text.symbols == survivor.text.symbols:
        return "lexical"
    same = member.sketch.modulus == survivor.sketch.modulus
    return "sketch" if same and member.sketch.hashes and (
        member.sketch.hashes == survivor.sketch.hashes) else "similar"


def representatives(documents: list[Document]) -> list[int]:
    """Of each document the first one of the same text or the same sketch."""
    found = []
    for i, member in enumerate(documents):
        found.append(next((found[j] for j in range(i) if kind(member, documents[j]) != "similar"),
                          i))
    return found


def preference(documents: list[Document]):
    """Sorts the longest first; of equal ones the one that was read first."""
    return lambda i: (-len(documents[i].content.encode()), i)


def single_linkage(documents: list[Document], pairs: set[tuple[int, int]]) -> list[int]:
    """The kept document for each document: the most preferred one of its connected component."""
    component = representatives(documents)
    for a, b in pairs:
        joined = {component[a], component[b]}
        component = [min(joined) if c in joined else c for c in component]
    return [min((j for j, c in enumerate(component) if c == own), key=preference(documents))
            for own in component]


def survivor_linkage(documents: list[Document], pairs: set[tuple[int, int]]) -> list[int]:
    """Most preferred first: a document that no kept one took is kept, and takes all its partners.
    """
    groups: dict[int, list[int]] = {}
    for i, first in enumerate(representatives(documents)):
        groups.setdefault(first, []).append(i)
    prefer = preference(documents)
    best = {first: min(members, key=prefer) for first, members in groups.items()}
    taken: dict[int, int] = {}
    for first in sorted(groups, key=lambda first: prefer(best[first])):
        if first in taken:
            continue
        for other in groups:
            if other not in taken and (min(first, other), max(first, other)) in pairs:
                taken[other] = first
        taken[first] = first
    return [best[taken[first]] for first in representatives(documents)]
