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


class RoadMap:
    """A road map as an adjacency matrix, with all shortest ways worked out once."""

    FAR = float("inf")

    def __init__(self, roads):
        self.names = sorted({name for road in roads for name in road[:2]})
        self.index = {name: i for i, name in enumerate(self.names)}
        size = len(self.names)
        self.minutes = [[self.FAR] * size for _ in range(size)]
        self.hop = [[None] * size for _ in range(size)]
        self.degree = [0] * size
        for i in range(size):
            self.minutes[i][i] = 0
        for left, right, cost in roads:
            self._connect(self.index[left], self.index[right], cost)
        self._close()

    def _connect(self, i, j, cost):
        self.degree[i] += 1
        self.degree[j] += 1
        if cost < self.minutes[i][j]:
            self.minutes[i][j] = self.minutes[j][i] = cost
            self.hop[i][j] = j
            self.hop[j][i] = i

    def _close(self):
        """Floyd and Warshall: allow one more town as a stop in each round."""
        size = len(self.names)
        for stop in range(size):
            for i in range(size):
                if self.minutes[i][stop] == self.FAR:
                    continue
                for j in range(size):
                    through = self.minutes[i][stop] + self.minutes[stop][j]
                    if through < self.minutes[i][j]:
                        self.minutes[i][j] = through
                        self.hop[i][j] = self.hop[i][stop]

    def way(self, start, goal):
        i, j = self.index[start], self.index[goal]
        if self.minutes[i][j] == self.FAR:
            return None
        stops = [start]
        while i != j:
            i = self.hop[i][j]
            stops.append(self.names[i])
        return stops

    def time(self, start, goal):
        return self.minutes[self.index[start]][self.index[goal]]

    def crossroads(self, limit):
        order = sorted(range(len(self.names)), key=lambda i: (-self.degree[i], self.names[i]))
        return [(self.names[i], self.degree[i]) for i in order[:limit]]


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    atlas = RoadMap(roads)
    start, goal = arguments[1:]
    unknown = [name for name in (start, goal) if name not in atlas.index]
    if unknown:
        raise SystemExit("unknown: " + ", ".join(unknown))
    stops = atlas.way(start, goal)
    if stops is None:
        print("there is no way")
    else:
        print(", ".join(stops))
        print("takes", atlas.time(start, goal), "minutes")
    print("busiest:")
    for name, degree in atlas.crossroads(3):
        print("  ", name, degree)


if __name__ == "__main__":
    main(sys.argv[1:])
