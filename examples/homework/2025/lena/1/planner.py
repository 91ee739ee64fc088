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


def best_way(roads, a, b):
    ways = {a: (0, (a,))}
    for _ in roads:
        for p, q, m in roads + [(q, p, m) for p, q, m in roads]:
            if p in ways:
                minutes, stops = ways[p]
                if q not in ways or minutes + m < ways[q][0]:
                    ways[q] = (minutes + m, stops + (q,))
    return ways.get(b)


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    answer = best_way(roads, arguments[1], arguments[2])
    print(answer or "none")
    towns = [t for road in roads for t in road[:2]]
    print(sorted(set(towns), key=towns.count)[-3:])


if __name__ == "__main__":
    main(sys.argv[1:])
