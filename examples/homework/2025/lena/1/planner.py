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
    """All pairs of towns at once, each by way of every other (Floyd and Warshall)."""
    towns = sorted({t for road in roads for t in road[:2]})
    far = float("inf")
    table = {x: {y: (0 if x == y else far, x) for y in towns} for x in towns}
    for p, q, m in roads:
        table[p][q] = min(table[p][q], (m, p))
        table[q][p] = min(table[q][p], (m, q))
    for middle in towns:
        for x in towns:
            head = table[x][middle][0]
            table[x] = {y: min(table[x][y], (head + table[middle][y][0], table[middle][y][1])) for y in towns}
    if b not in table.get(a, {}) or table[a][b][0] == far:
        return None
    way = b
    stops = way
    while way != a:
        way = table[a][way][1]
        stops = way + " " + stops
    return table[a][b][0], stops


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
