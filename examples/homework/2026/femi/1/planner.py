"""Route planner: answer shortest-path questions about a road map.

Usage: planner.py MAP FROM TO
"""

import collections
import sys


def read_map(path):
    """Reads lines `town town minutes` and returns a list of such triples."""
    roads = []
    with open(path, encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            parts = line.split()
            if len(parts) != 3:
                raise SystemExit(f"{path}:{number}: expected: town town minutes")
            roads.append((parts[0], parts[1], int(parts[2])))
    return roads


def count_roads(roads):
    counts = collections.Counter()
    for one, two, _ in roads:
        counts[one] += 1
        counts[two] += 1
    return counts


def print_table(counts, rows):
    width = max(len(town) for town in counts)
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if rows > len(ordered):
        rows = len(ordered)
    for town, roads in ordered[:rows]:
        print(town.ljust(width), "|", "#" * roads, "(" + str(roads) + ")")


def describe(came_from, home, town):
    trail = [town]
    while trail[-1] != home:
        trail.append(came_from[trail[-1]])
    text = ""
    text += trail.pop()
    while trail:
        text += " - " + trail.pop()
    return text


def minutes_from(roads, home):
    """Bellman and Ford: relax every road until nothing gets better."""
    best = {home: 0}
    came_from = {}
    rounds = 0
    changed = True
    while changed and rounds <= len(roads):
        rounds += 1
        changed = False
        for one, two, minutes in roads:
            for here, there in ((one, two), (two, one)):
                if here in best and best[here] + minutes < best.get(there, float("inf")):
                    best[there] = best[here] + minutes
                    came_from[there] = here
                    changed = True
    return best, came_from


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    home, town = arguments[1], arguments[2]
    counts = count_roads(roads)
    if home not in counts or town not in counts:
        raise SystemExit("both towns must be on the map")
    best, came_from = minutes_from(roads, home)
    if town in best:
        print(describe(came_from, home, town))
        print("in", best[town], "minutes")
    else:
        print("no way leads there")
    print("the three busiest towns:")
    print_table(counts, 3)


if __name__ == "__main__":
    main(sys.argv[1:])
