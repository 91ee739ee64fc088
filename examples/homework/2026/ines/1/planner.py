"""Route planner: answer shortest-path questions about a road map.

Usage: planner.py MAP FROM TO
"""

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


def levels(roads, begin):
    """Breadth first, one minute at a time: who is reached after 0, 1, 2 … minutes?"""
    arrivals = {0: [(begin, begin)]}
    reached = {}
    clock = 0
    last = 0
    while clock <= last:
        for town, via in arrivals.pop(clock, []):
            if town in reached:
                continue
            reached[town] = (clock, via)
            for x, y, minutes in roads:
                if town in (x, y):
                    other = y if town == x else x
                    arrivals.setdefault(clock + minutes, []).append((other, town))
                    last = max(last, clock + minutes)
        clock += 1
    return reached


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    reached = levels(roads, arguments[1])
    town = arguments[2]
    stops = []
    while town != arguments[1]:
        stops.append(town)
        town = reached[town][1]
    stops.append(town)
    print(" > ".join(reversed(stops)))
    print(reached[arguments[2]][0])


if __name__ == "__main__":
    main(sys.argv[1:])
