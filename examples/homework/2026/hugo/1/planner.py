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


def build(roads):
    graph = collections.defaultdict(dict)
    for u, v, t in roads:
        graph[u][v] = min(t, graph[u].get(v, t))
        graph[v][u] = min(t, graph[v].get(u, t))
    return graph


def search(graph, a, b, seen, spent, best):
    """Tries every way, cuts off those that are already too slow."""
    if spent >= best[0]:
        return
    if a == b:
        best[0] = spent
        best[1] = seen + [b]
        return
    for nxt in graph[a]:
        if nxt in seen:
            continue
        search(graph, nxt, b, seen + [a], spent + graph[a][nxt], best)


def format_minutes(total):
    hours, minutes = divmod(total, 60)
    if hours == 0:
        return f"{minutes} min"
    if minutes == 0:
        return f"{hours} h"
    return f"{hours} h {minutes:02d} min"


def legs(graph, stops):
    """One line a leg: from, to, minutes, and the running total."""
    total = 0
    for here, there in zip(stops, stops[1:]):
        total += graph[here][there]
        yield f"{here:>12} to {there:<12} {graph[here][there]:4d} {format_minutes(total):>12}"


def top_three(graph):
    result = []
    left = list(graph)
    while left and len(result) < 3:
        champion = left[0]
        for t in left:
            if len(graph[t]) > len(graph[champion]):
                champion = t
        result.append(champion)
        left.remove(champion)
    return result


def main(arguments):
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    roads = read_map(arguments[0])
    graph = build(roads)
    best = [10 ** 9, []]
    search(graph, arguments[1], arguments[2], [], 0, best)
    if best[1] == []:
        print("impossible")
        return
    for leg in legs(graph, best[1]):
        print(leg)
    print("total", format_minutes(best[0]))
    for t in top_three(graph):
        print(t, "has", len(graph[t]))


if __name__ == "__main__":
    main(sys.argv[1:])
