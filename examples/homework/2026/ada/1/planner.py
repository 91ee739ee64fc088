"""Route planner: answer shortest-path questions about a road map.

Usage: planner.py MAP FROM TO
"""

import heapq
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


def neighbours_of(roads):
    """Both directions of every road, grouped by town."""
    table = {}
    for start, end, minutes in roads:
        table.setdefault(start, []).append((end, minutes))
        table.setdefault(end, []).append((start, minutes))
    return table


def quickest(table, source, target):
    """Dijkstra's algorithm with a heap of (minutes so far, town, town before)."""
    before = {}
    queue = [(0, source, None)]
    while queue:
        minutes, town, previous = heapq.heappop(queue)
        if town in before:
            continue
        before[town] = previous
        if town == target:
            return minutes, walk_back(before, target)
        for other, cost in table.get(town, ()):
            if other not in before:
                heapq.heappush(queue, (minutes + cost, other, town))
    return None, []


def walk_back(before, town):
    way = []
    while town is not None:
        way.append(town)
        town = before[town]
    way.reverse()
    return way


def busiest(table, count=3):
    ranked = sorted(table, key=lambda town: (-len(table[town]), town))
    return [(town, len(table[town])) for town in ranked[:count]]


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    table = neighbours_of(roads)
    source, target = arguments[1], arguments[2]
    for town in (source, target):
        if town not in table:
            raise SystemExit(f"no such town: {town}")
    minutes, way = quickest(table, source, target)
    if minutes is None:
        print(f"{source} and {target} are not connected")
    else:
        print(" -> ".join(way))
        print(f"{minutes} minutes")
    for town, count in busiest(table):
        print(f"{town}: {count} roads")


if __name__ == "__main__":
    main(sys.argv[1:])
