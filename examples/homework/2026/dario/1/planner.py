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


class TownGraph:
    # Keeps distances between all towns.

    INFINITE = float("inf")

    def __init__(self, roads):
        self.labels = sorted({label for edge in roads for label in edge[:2]})
        self.slot = {label: a for a, label in enumerate(self.labels)}
        n = len(self.labels)
        self.dist = [[self.INFINITE] * n for _ in range(n)]
        self.follow = [[None] * n for _ in range(n)]
        self.links = [0] * n
        for a in range(n):
            self.dist[a][a] = 0
        for p, q, w in roads:
            self._add_edge(self.slot[p], self.slot[q], w)
        self._relax_all()

    def _add_edge(self, a, b, w):
        self.links[a] += 1
        self.links[b] += 1
        if w < self.dist[a][b]:
            self.dist[a][b] = self.dist[b][a] = w
            self.follow[a][b] = b
            self.follow[b][a] = a

    def _relax_all(self):
        # three nested loops do the job
        n = len(self.labels)
        for mid in range(n):
            for a in range(n):
                if self.dist[a][mid] == self.INFINITE:
                    continue
                for b in range(n):
                    candidate = self.dist[a][mid] + self.dist[mid][b]
                    if candidate < self.dist[a][b]:
                        self.dist[a][b] = candidate
                        self.follow[a][b] = self.follow[a][mid]

    def trace(self, origin, finish):
        a, b = self.slot[origin], self.slot[finish]
        if self.dist[a][b] == self.INFINITE:
            return None
        visited = [origin]
        while a != b:
            a = self.follow[a][b]
            visited.append(self.labels[a])
        return visited

    def length(self, origin, finish):
        return self.dist[self.slot[origin]][self.slot[finish]]

    def hubs(self, top):
        ranking = sorted(range(len(self.labels)), key=lambda a: (-self.links[a], self.labels[a]))
        return [(self.labels[a], self.links[a]) for a in ranking[:top]]


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    g = TownGraph(roads)
    origin, finish = arguments[1:]
    missing = [label for label in (origin, finish) if label not in g.slot]
    if missing:
        raise SystemExit("unknown: " + ", ".join(missing))
    visited = g.trace(origin, finish)
    if visited is None:
        print("no connection found")
    else:
        print(", ".join(visited))
        print("needs", g.length(origin, finish), "minutes")
    print("towns with most roads:")
    for label, links in g.hubs(3):
        print("  ", label, links)


if __name__ == "__main__":
    main(sys.argv[1:])
