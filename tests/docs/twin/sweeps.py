"""What sweep says of pages over dated sweeps. A sweep is its pages: texts by URL."""

import dataclasses

from .sketches import Measure, Sketch, estimates
from .symbols import Text


@dataclasses.dataclass(frozen=True)
class Content:
    text: Text
    sketch: Sketch

    def __hash__(self):
        return id(self)


def host(url: str) -> str:
    return url.split("/")[2]


def same_text(a: Content, b: Content) -> bool:
    return a.text.symbols == b.text.symbols


def resemblance(a: Content, b: Content, method: str) -> Measure:
    if same_text(a, b):
        return Measure(1, 1, 1, True)
    return estimates(a.sketch, b.sketch, method)[0]


def moves(gone: dict[str, Content], new: dict[str, Content], method: str,
          threshold: float) -> list[tuple[str, str]]:
    """Each page in one at most: equal texts first, on one host before others, then by falling
    resemblance."""
    pairs = []
    for a, before in gone.items():
        for b, after in new.items():
            r = resemblance(before, after, method).value
            equal = bool(before.text.symbols) and same_text(before, after)
            if equal or (before.sketch.hashes and after.sketch.hashes and r >= threshold):
                pairs.append((not equal, -r, host(a) != host(b), a, b))
    found: list[tuple[str, str]] = []
    for *_, a, b in sorted(pairs):
        if all(a != x and b != y for x, y in found):
            found.append((a, b))
    return found


def step(sweeps: list[dict[str, Content]], number: int, method: str, threshold: float) -> dict:
    """What became of pages from sweep `number` to the next one."""
    before, after = sweeps[number], sweeps[number + 1]
    earlier = {url for sweep in sweeps[:number] for url in sweep}
    gone = {url: before[url] for url in before if url not in after}
    fresh = {url: after[url] for url in after if url not in before and url not in earlier}
    both = [url for url in before if url in after]
    changed = [url for url in both if not same_text(before[url], after[url])]
    bins, too_short = [0] * 10, 0
    for url in changed:
        if before[url].sketch.hashes and after[url].sketch.hashes:
            r = resemblance(before[url], after[url], method).value
            bins[min(9, int(r * 10 + 1e-9))] += 1
        else:
            too_short += 1
    moved = moves(gone, fresh, method, threshold)
    within = sum(host(a) == host(b) for a, b in moved)
    return {"unchanged": len(both) - len(changed), "changed": len(changed),
            "moved_within_host": within, "moved_between_hosts": len(moved) - within,
            "died": len(gone) - len(moved), "appeared": len(fresh) - len(moved),
            "returned": sum(url in earlier and url not in before for url in after),
            "resemblance_of_changed": bins, "too_short_to_compare": too_short}


def located(sweeps: list[dict[str, Content]], url: str, method: str,
            threshold: float) -> dict[str, Measure]:
    """Other URLs with contents connected to the last content of the URL or, if none of these exists
    any more, to an earlier one: each with the resemblance of its last such content."""
    versions = [(other, content) for sweep in sweeps for other, content in sweep.items()]
    answers = []
    for asked in [sweep[url] for sweep in reversed(sweeps) if url in sweep]:
        connected, waiting = {asked}, [asked]
        while waiting:
            one = waiting.pop()
            similar = {content for _, content in versions if content not in connected
                       and resemblance(one, content, method).value >= threshold}
            connected |= similar
            waiting += similar
        last = {other: content for other, content in versions
                if content in connected and other != url}
        answers.append({other: resemblance(asked, content, method)
                        for other, content in last.items()})
        living = any(sweeps[-1].get(other) is content for other, content in last.items())
        if url in sweeps[-1] or living:
            return answers[-1]
    return answers[0]
